import { useEffect, useRef } from 'react'
import { formatNumber, formatSigned, formatSignedPercent } from '../../domain/format.ts'
import { ageInWords } from '../../domain/quote-age.ts'
import { endFlash, flash } from './flash.ts'
import { Icon } from './icon.tsx'
import styles from './price-widget.module.css'
import { toneOf } from './signed.tsx'
import { useMarketTime } from './use-market-time.ts'

interface PriceWidgetProps {
  /** Rupees. */
  readonly lastPrice: number | null
  readonly change?: number | null
  readonly percent?: number | null
  /** Market time of a price that cannot be trusted: greyed, its age in place of the percent. */
  readonly staleSince?: number | null
  readonly hasArrow?: boolean
}

/** Last price, and where wanted its change, percent and an arrow. A change of price flashes its direction softly. */
export function PriceWidget(props: PriceWidgetProps) {
  const { lastPrice, change, percent, staleSince = null, hasArrow = false } = props
  const cell = useFlash(lastPrice)
  const tone = toneOf(change ?? percent ?? null)
  return (
    <span className={styles.price} data-stale={staleSince === null ? undefined : ''}>
      <span className={styles.last} ref={cell}>
        {formatNumber(lastPrice)}
      </span>
      {change !== undefined && <span className={tone && styles[tone]}>{formatSigned(change)}</span>}
      {staleSince !== null ? (
        <StaleAge since={staleSince} />
      ) : (
        percent !== undefined && <span className={tone && styles[tone]}>{formatSignedPercent(percent)}</span>
      )}
      {hasArrow && staleSince === null && tone !== undefined && (
        <span className={styles[tone]}>
          <Icon name={tone} size={11} />
        </span>
      )}
    </span>
  )
}

function StaleAge({ since }: { readonly since: number }) {
  const now = useMarketTime(1000)
  return (
    <span className={styles.age}>
      <Icon name="clock" size={11} />
      {ageInWords(now - since)}
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
