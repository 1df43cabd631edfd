import { type getMarginByDay, MARGIN_DAYS_MAX } from '../../../src/contract/analysis/margin-by-day.ts'
import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { DashboardBook } from '../../../src/domain/analysis/dashboard-address.ts'
import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type Paise, paise, toRupees, toRupeesOrNull } from '../../../src/domain/money.ts'
import { isEnded } from '../../../src/domain/orders/order.ts'
import { type EpochMs, epochMs, type IstDate } from '../../../src/domain/time.ts'
import type { Account, InstrumentTerms } from '../../broker/account.ts'
import type { BrokerHistory } from '../../broker/history.ts'
import { quantityOf } from '../../broker/ledger/position-events.ts'
import { createRules } from '../../broker/rules/create-rules.ts'
import { instrumentOf } from '../../broker/runtime/exchange-order.ts'
import { createMarketSnapshots, type MarketAt } from '../../broker/runtime/market-snapshot.ts'
import { createVolatilityOf } from '../../broker/runtime/volatility.ts'
import { accountIn } from '../../broker/virtual-account.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import type { ReplayLive } from '../../market/live/replay-live.ts'
import type { MarketClock } from '../../market/market-clock.ts'
import { createLruCache } from '../../market/simulated/lru-cache.ts'
import type { User, UserId } from '../../user.ts'
import { hoursOf } from '../positions/day-pnl.ts'

type Reply = ReplyOf<typeof getMarginByDay>
type FindInstrument = (id: InstrumentId) => Instrument | null

interface MarginParts {
  readonly history: Pick<BrokerHistory, 'daysOf' | 'walkDay'>
  readonly live: LiveMarket & Partial<Pick<ReplayLive, 'prepare'>>
  readonly loadListing: () => Promise<{ readonly find: FindInstrument }>
  readonly calendar: Calendar
  readonly clock: Pick<MarketClock, 'now'>
}

interface Peak {
  readonly used: Paise
  readonly total: Paise
  readonly at: EpochMs
}

const MINUTE_MS = 60_000
/** Prices move the margin of what is merely held. */
const STEP_MS = 30 * MINUTE_MS
const DAYS_KEPT_MAX = 4_096

const blocking = ({ positions, orders }: Account): readonly InstrumentTerms[] => [
  ...[...positions.values()].filter((one) => quantityOf(one) !== 0).map(({ terms }) => terms),
  ...[...orders.values()].filter(({ status }) => !isEnded(status)).map(({ terms }) => terms),
]

/** The start of the first minute, and every half hour of the day after it. */
const instantsIn = (from: number, to: number, opensAt: number): readonly EpochMs[] => {
  const instants = [epochMs(from - (from % MINUTE_MS))]
  const steps = Math.floor((from - opensAt) / STEP_MS) + 1
  for (let at = opensAt + steps * STEP_MS; at < to; at += STEP_MS) instants.push(epochMs(at))
  return instants
}

export const createMarginByDay = ({ history, live, loadListing, calendar, clock }: MarginParts) => {
  const { fundsOf } = createRules({ calendar })
  const volatilityOf = createVolatilityOf(calendar)
  /** Days that are over, whose entries and prices never change. */
  const over = createLruCache<string, { readonly peak: Peak | null }>(DAYS_KEPT_MAX)

  const prepareIn = async (find: FindInstrument, terms: readonly InstrumentTerms[], day: IstDate) => {
    if (live.prepare === undefined) return
    for (const one of terms) {
      await live.prepare(find(one.id) ?? instrumentOf(one), day)
      const underlying = one.underlying === null ? null : find(one.underlying)
      if (underlying !== null) await live.prepare(underlying, day)
    }
  }

  const peakOf = async (
    owner: UserId,
    day: IstDate,
    { find, marketAt }: { readonly find: FindInstrument; readonly marketAt: MarketAt },
  ): Promise<Peak | null> => {
    const hours = hoursOf(day, calendar)
    if (hours === null) return null
    const { opensAt } = hours
    const end = Math.min(hours.closesAt, clock.now())
    let peak: Peak | null = null
    await history.walkDay(owner, day, async ({ account, since, until }) => {
      const [from, to] = [Math.max(since, opensAt), Math.min(until ?? end, end)]
      const terms = from > to ? [] : blocking(account)
      if (terms.length === 0) return
      await prepareIn(find, terms, day)
      for (const at of instantsIn(from, to, opensAt)) {
        const { usedMargin: used, available } = fundsOf(account, marketAt(at))
        if (used > (peak?.used ?? 0)) peak = { used, total: paise(used + available), at }
      }
    })
    return peak
  }

  return async (
    user: User,
    { book, from, to }: { readonly book: DashboardBook; readonly from: string; readonly to: string },
  ): Promise<Reply> => {
    const owner = accountIn(book, user.id)
    const { find } = await loadListing()
    const marketAt = createMarketSnapshots({
      ...{ live, clock, calendar, findInstrument: find, listVersion: () => '', volatilityOf },
    })
    const known = await history.daysOf(owner)
    const inPeriod = known.filter((day) => day >= from && day <= to)
    const days: Reply['days'][number][] = []
    for (const day of inPeriod.slice(-MARGIN_DAYS_MAX)) {
      const key = `${owner} ${day}`
      const kept = over.peek(key)
      const peak = kept === null ? await peakOf(owner, day, { find, marketAt }) : kept.peak
      if (day !== known.at(-1)) over.get(key, () => ({ peak }))
      days.push({
        day,
        used: toRupees(peak?.used ?? paise(0)),
        total: toRupeesOrNull(peak?.total ?? null),
        at: peak?.at ?? null,
      })
    }
    return { days, isWhole: inPeriod.length <= MARGIN_DAYS_MAX, asOf: clock.now() }
  }
}
