import type { CandleChoice } from '../../src/domain/charts/candle.ts'
import type { Interval } from '../../src/domain/charts/interval.ts'
import { type InstrumentId, parseInstrumentId } from '../../src/domain/instruments/instrument.ts'
import { type IstDate, istDateToDayNumber } from '../../src/domain/time.ts'
import { Refusal } from '../refusal.ts'

const SPAN_DAYS_MAX = 366 * 30

export interface CandleQuery {
  readonly key: string
  readonly interval: Interval
  /** Checked by the contract: `2024-04-01`. */
  readonly from: string
  readonly to: string
  readonly source?: CandleChoice | undefined
}

export interface RequestedCandles {
  readonly id: InstrumentId
  readonly interval: Interval
  readonly from: IstDate
  readonly to: IstDate
}

/** Throws Refusal with every invalid field. */
export const readQuery = ({ key, interval, from, to }: CandleQuery): RequestedCandles => {
  const issues: string[] = []
  const instrument = parseInstrumentId(key)
  if (instrument === null) issues.push(`key: ${key} does not begin with a segment, as in NSE_INFY`)
  const [first, last] = [from as IstDate, to as IstDate]
  if (first > last) issues.push(`from: ${from} is after to, ${to}`)
  else if (istDateToDayNumber(last) - istDateToDayNumber(first) > SPAN_DAYS_MAX) {
    issues.push(`from: more than ${SPAN_DAYS_MAX} days before to`)
  }
  if (instrument === null || issues.length > 0) {
    throw new Refusal('MALFORMED', 'Error loading candles', { issues })
  }
  return { id: instrument.id, interval, from: first, to: last }
}
