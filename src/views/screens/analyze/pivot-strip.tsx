import { betweenPivots, classicPivots } from '../../../domain/analysis/pivots.ts'
import { formatNumber } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { usePrice } from '../../kit/hooks/use-quote.ts'
import styles from './technical-panel.module.css'

interface PivotStripProps {
  readonly instrument: InstrumentId
  /** The last closed day. */
  readonly day: { readonly high: number; readonly low: number; readonly close: number }
}

/** Room beyond the outermost pivots, as a share of their distance. */
const BEYOND = 0.12

export function PivotStrip({ instrument, day }: PivotStripProps) {
  const price = usePrice(instrument)?.lastPrice ?? day.close
  const pivots = classicPivots(day)
  const [low, high] = [pivots[0]?.price ?? price, pivots.at(-1)?.price ?? price]
  const pad = (high - low) * BEYOND || 1
  const at = (value: number): string =>
    `${Math.min(100, Math.max(0, (100 * (value - low + pad)) / (high - low + 2 * pad)))}%`
  return (
    <section className={styles.pivots} aria-label="Pivots of the last day">
      <p className={styles.pivotHead}>
        <span>Pivots, day, classic</span>
        <span>{placeInWords(betweenPivots(pivots, price))}</span>
      </p>
      <div className={styles.pivotScale}>
        <span className={styles.price} style={{ left: at(price) }} aria-hidden="true" />
        {pivots.map((pivot) => (
          <span key={pivot.name} className={styles.pivot} style={{ left: at(pivot.price) }}>
            <span>{pivot.name}</span> {formatNumber(pivot.price)}
          </span>
        ))}
      </div>
    </section>
  )
}

/** `28.45 above R1, 51.65 below R2` */
const placeInWords = ({ below, above }: ReturnType<typeof betweenPivots>): string =>
  [
    ...(below === null ? [] : [`${formatNumber(below.distance)} above ${below.name}`]),
    ...(above === null ? [] : [`${formatNumber(above.distance)} below ${above.name}`]),
  ].join(', ')
