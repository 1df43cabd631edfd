import { formatNumber } from '../../../domain/format.ts'
import { describeBreak } from '../../../domain/price-breaks.ts'
import { epochMs } from '../../../domain/time.ts'
import type { ImportStatus } from '../../../machines/candle-import.ts'
import styles from './import-panel.module.css'

interface PriceBreaksProps {
  readonly breaks: NonNullable<ImportStatus['priceBreaks']>
  readonly count: number
  /** Said behind a break that has a usual ratio, and behind one that has none. */
  readonly words?: readonly [withRatio: string, without: string]
}

/** The days on which prices jump as at a split. */
export function PriceBreaks({ breaks, count, words = ['', ''] }: PriceBreaksProps) {
  return (
    <ul className={styles.remarks} aria-label="Price breaks">
      {breaks.map((one) => (
        <li key={one.at}>
          {describeBreak({ ...one, at: epochMs(one.at) })}
          {words[one.ratio === null ? 1 : 0]}
        </li>
      ))}
      {count > breaks.length && <li>and {formatNumber(count - breaks.length, 0)} more</li>}
    </ul>
  )
}
