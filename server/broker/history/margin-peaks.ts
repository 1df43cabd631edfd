import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { paise } from '../../../src/domain/money.ts'
import { isEnded } from '../../../src/domain/orders/order.ts'
import { type EpochMs, epochMs, type IstDate } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import type { ReplayLive } from '../../market/live/replay-live.ts'
import type { Clock } from '../../ports.ts'
import type { Account, InstrumentTerms } from '../account.ts'
import type { BrokerHistory, FindInstrument, MarginPeak, MarginPeaks } from '../history.ts'
import { quantityOf } from '../ledger/position-events.ts'
import { createRules } from '../rules/create-rules.ts'
import { instrumentOf } from '../runtime/exchange-order.ts'
import { createMarketSnapshots } from '../runtime/market-snapshot.ts'
import { createVolatilityOf } from '../runtime/volatility.ts'

interface PeakParts {
  readonly history: Pick<BrokerHistory, 'walkDay'>
  readonly live: LiveMarket & Partial<Pick<ReplayLive, 'prepare'>>
  readonly calendar: Calendar
  readonly clock: Clock
}

const MINUTE_MS = 60_000
/** Prices move the margin of what is merely held. */
const STEP_MS = 30 * MINUTE_MS

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

export const createMarginPeaks = ({ history, live, calendar, clock }: PeakParts): MarginPeaks => {
  const { fundsOf } = createRules({ calendar })
  const volatilityOf = createVolatilityOf(calendar)

  const prepareIn = async (find: FindInstrument, terms: readonly InstrumentTerms[], day: IstDate) => {
    if (live.prepare === undefined) return
    for (const one of terms) {
      await live.prepare(find(one.id) ?? instrumentOf(one), day)
      const underlying = one.underlying === null ? null : find(one.underlying)
      if (underlying !== null) await live.prepare(underlying, day)
    }
  }

  return async (owner, day, { opensAt, end, find }) => {
    const marketAt = createMarketSnapshots({
      ...{ live, clock, calendar, findInstrument: find, listVersion: () => '', volatilityOf },
    })
    let peak: MarginPeak | null = null
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
}
