import { useEffect, useRef } from 'react'
import { formatNumber, formatSigned, formatSignedPercent } from '../../domain/format.ts'
import { endFlash, flash } from './flash.ts'
import { Icon } from './icon.tsx'
import { DoubtWords } from './price-doubt.tsx'
import styles from './price-widget.module.css'
import { toneOf } from './signed.tsx'
import type { PriceDoubt } from './use-quote.ts'

interface PriceWidgetProps {
  /** Rupees. */
  readonly lastPrice: number | null
  readonly change?: number | null
  readonly percent?: number | null
  /** Why the price cannot be trusted: it is greyed, and this stands in place of the percent. */
  readonly doubt?: PriceDoubt | null
  readonly hasArrow?: boolean
}

/** Last price, and where wanted its change, percent and an arrow. A change of price flashes its direction softly. */
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

/** Marks the cell itself: a flash is no reason to render. */
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
