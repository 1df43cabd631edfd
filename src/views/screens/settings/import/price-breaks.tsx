import { describeBreak } from '../../../../domain/charts/price-breaks.ts'
import { formatNumber } from '../../../../domain/format.ts'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import { epochMs } from '../../../../domain/time.ts'
import type { ImportStatus } from '../../../../machines/instruments/candle-import.ts'
import styles from './import-panel.module.css'

interface PriceBreaksProps {
  readonly breaks: NonNullable<ImportStatus['priceBreaks']>
  readonly count: number
  /** Appended to a break with a usual split ratio, and to one without. */
  readonly words?: readonly [withRatio: string, without: string]
}

export function PriceBreaks({ breaks, count, words = ['', ''] }: PriceBreaksProps) {
  const isOfMany = new Set(breaks.map(({ key }) => key)).size > 1
  return (
    <ul className={styles.remarks} aria-label="Price breaks">
      {breaks.map((one) => (
        <li key={`${one.key} ${one.at}`}>
          {isOfMany && `${tradingSymbolOf(one.key)}, `}
          {describeBreak({ ...one, at: epochMs(one.at) })}
          {words[one.ratio === null ? 1 : 0]}
        </li>
      ))}
      {count > breaks.length && <li>and {formatNumber(count - breaks.length, 0)} more</li>}
    </ul>
  )
}
