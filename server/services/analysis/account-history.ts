import type * as z from 'zod/mini'
import type { getAccountHistory } from '../../../src/contract/analysis.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import type { DashboardBook } from '../../../src/domain/analysis/dashboard-address.ts'
import type { Candles } from '../../../src/domain/charts/candle.ts'
import { defaultIndices, type InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../../src/domain/money.ts'
import { addDays, type IstDate, toIstDate } from '../../../src/domain/time.ts'
import type { AccountPast, BrokerHistory, Closes } from '../../broker/history.ts'
import { accountIn } from '../../broker/virtual-account.ts'
import type { MarketClock } from '../../market/market-clock.ts'
import type { User } from '../../user.ts'
import { type LastPrice, pricesOf } from './prices-of.ts'

type History = FromWire<z.output<typeof getAccountHistory.reply>>

interface HistoryParts {
  readonly history: BrokerHistory
  readonly clock: MarketClock
  readonly readDays: (key: InstrumentId, from: IstDate, to: IstDate) => Promise<Candles | null>
  readonly lastPrice: LastPrice
}

const [NIFTY = 'INDICES_NIFTY 50' as InstrumentId] = defaultIndices
/** Calendar days, enough to include a trading day. */
const DAYS_BEFORE = 10

export const createAccountHistory = ({ history, clock, readDays, lastPrice }: HistoryParts) => {
  const niftyOf = async (days: AccountPast['days']): Promise<ReadonlyMap<IstDate, number>> => {
    const [first, last] = [days[0]?.day, days.at(-1)?.day]
    if (first === undefined || last === undefined) return new Map()
    const candles = await readDays(NIFTY, addDays(first, -DAYS_BEFORE), last)
    const closes = candles?.close ?? []
    return new Map(Array.from(candles?.time ?? [], (at, row) => [toIstDate(at), closes[row] ?? Number.NaN]))
  }

  /** Prices of what is held now. */
  const closesNow = async (past: (closes: Closes) => AccountPast): Promise<Closes> => {
    const asked = new Set<InstrumentId>()
    past((id) => {
      asked.add(id)
      return undefined
    })
    const prices = await pricesOf(asked, lastPrice)
    return (id) => prices.get(id)
  }

  return async (user: User, book: DashboardBook): Promise<History> => {
    const past = await history.of(accountIn(book, user.id))
    const { opening, days, trips } = past(await closesNow(past))
    const nifty = await niftyOf(days)
    const before = [...nifty].findLast(([day]) => day < (days[0]?.day ?? ''))?.[1] ?? null
    return {
      opening:
        opening === null ? null : { day: opening.day, equity: toRupees(opening.equity), nifty: before },
      days: days.map(({ day, gross, charges, equity, cash, capital, byKind }) => ({
        day,
        gross: toRupees(gross),
        charges: toRupees(charges),
        equity: toRupees(equity),
        cash: toRupees(cash),
        capital: toRupees(capital),
        nifty: nifty.get(day) ?? null,
        byKind,
      })),
      trips: trips.map(({ key, pnl, charges, fills: _, ...trip }) => ({
        ...trip,
        sym: key,
        pnl: toRupees(pnl),
        charges: toRupees(charges),
      })),
      asOf: clock.now(),
    }
  }
}
