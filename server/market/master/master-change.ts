import { type Exchange, exchanges, type Instrument } from '../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../src/domain/time.ts'

export interface ExchangeChange {
  readonly exchange: Exchange
  /** Both count expired contracts of an imported list. */
  readonly rowsNow: number
  readonly rowsThen: number
  readonly expiredThen: number
}

/** The exchange is the last column but one of `MASTER_HEADER`. */
export const countByExchange = (csv: string): Readonly<Partial<Record<Exchange, number>>> => {
  const counts: Partial<Record<Exchange, number>> = {}
  for (const line of csv.trimEnd().split('\n').slice(1)) {
    const exchange = exchanges.find((known) => known === line.split(',').at(-2))
    if (exchange !== undefined) counts[exchange] = (counts[exchange] ?? 0) + 1
  }
  return counts
}

export const compareMasters = (
  now: Readonly<Partial<Record<Exchange, number>>>,
  instruments: readonly Instrument[],
  today: IstDate,
): readonly ExchangeChange[] =>
  exchanges.flatMap((exchange) => {
    const listed = instruments.filter((instrument) => instrument.exchange === exchange)
    if (listed.length === 0) return []
    const expired = listed.filter(({ expiry }) => expiry !== null && expiry < today)
    return [
      {
        exchange,
        rowsNow: now[exchange] ?? 0,
        rowsThen: listed.length,
        expiredThen: expired.length,
      },
    ]
  })

const KEPT_MIN = 0.5

const count = (rows: number): string => rows.toLocaleString('en-IN')

/** `NSE 1 instrument; 13,033 now` */
export const describeChange = ({ exchange, rowsNow, rowsThen, expiredThen }: ExchangeChange): string => {
  const expired = expiredThen === 0 ? '' : `, ${count(expiredThen)} of them expired`
  return `${exchange} ${count(rowsThen)} ${rowsThen === 1 ? 'instrument' : 'instruments'}${expired}; ${count(rowsNow)} now`
}

export const describeLosses = (changes: readonly ExchangeChange[]): readonly string[] =>
  changes.flatMap(({ exchange, rowsNow, rowsThen, expiredThen }) => {
    const alive = rowsThen - expiredThen
    if (alive === 0)
      return [`${exchange}: every contract in the file has expired, so nothing there can be traded.`]
    if (alive >= rowsNow * KEPT_MIN) return []
    return [
      `${exchange}: ${count(alive)} of ${count(rowsNow)} ${rowsNow === 1 ? 'instrument' : 'instruments'} would be left to trade.`,
    ]
  })
