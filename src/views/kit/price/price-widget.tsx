import { useEffect, useRef } from 'react'
import { formatNumber, formatSigned, formatSignedPercent } from '../../../domain/format.ts'
import type { PriceDoubt } from '../hooks/use-quote.ts'
import { Icon } from '../layout/icon.tsx'
import { endFlash, flash } from './flash.ts'
import { DoubtWords } from './price-doubt.tsx'
import styles from './price-widget.module.css'
import { toneOf } from './signed.tsx'

interface PriceWidgetProps {
  /** Rupees. */
  readonly lastPrice: number | null
  readonly change?: number | null
  readonly percent?: number | null
  readonly doubt?: PriceDoubt | null
  readonly hasArrow?: boolean
}

export function PriceWidget(props: PriceWidgetProps) {
  const { lastPrice, change, percent, doubt = null, hasArrow = false } = props
  const cell = useFlash(lastPrice)
  const tone = toneOf(change ?? percent ?? null)
  return (
    <span className={styles.price} data-stale={doubt === null ? undefined : ''}>
      <span className={styles.last} ref={cell}>
        {formatNumber(lastPrice)}
      </span>
      {change !== undefined && <span className={tone && styles[tone]}>{formatSigned(change)}</span>}
      {doubt !== null ? (
        <DoubtWords doubt={doubt} />
      ) : (
        percent !== undefined && <span className={tone && styles[tone]}>{formatSignedPercent(percent)}</span>
      )}
      {hasArrow && doubt === null && tone !== undefined && (
        <span className={styles[tone]}>
          <Icon name={tone} size={11} />
        </span>
      )}
    </span>
  )
}

/** Sets an attribute on the cell, so that a flash does not render. */
function useFlash(price: number | null) {
  const cell = useRef<HTMLSpanElement>(null)
  const before = useRef(price)
  useEffect(() => {
    const previous = before.current
    before.current = price
    if (cell.current === null || price === null || previous === null || price === previous) return
    flash(cell.current, price > previous ? 'up' : 'down')
  }, [price])
  useEffect(() => {
    const marked = cell.current
    return () => {
      if (marked !== null) endFlash(marked)
    }
  }, [])
  return cell
}
