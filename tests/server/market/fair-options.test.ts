import { describe, expect, test } from 'vitest'
import { createSimulatedLive } from '../../../server/market/live/simulated-live.ts'
import { createSimulatedMarket } from '../../../server/market/simulated/simulated-market.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { impliedVolatility } from '../../../src/domain/options/implied-volatility.ts'
import { RISK_FREE_RATE } from '../../../src/domain/options/rate.ts'
import { expiryInstant, yearsToExpiry } from '../../../src/domain/options/years-to-expiry.ts'
import {
  dayNumberToIstDate,
  type EpochMs,
  epochMs,
  type IstDate,
  istDateToDayNumber,
  MINUTE_MS,
  startOfIstDate,
} from '../../../src/domain/time.ts'
import { TEST_MS } from '../../support/limits.ts'
import { cashRow, contract, day, simulated } from '../../support/market/market.ts'

const SEEDS = [1, 2, 3]
const FIRST_EXPIRY = '2025-09-09'
const WEEKS = 52
const STEP = 50
const REGULAR_MINUTES = 375
/** Points of a session in five minutes. */
const FIVE_MINUTES = 20

/** Sessions before the last day, a minute of the day, and how many weeklies are alive at once in a sample of all. */
const buckets = [
  ['20 sessions before', 20, 560, 4],
  ['10 sessions before', 10, 560, 2],
  ['5 sessions before', 5, 560, 1],
  ['2 sessions before', 2, 560, 1],
  ['1 session before', 1, 560, 1],
  ['expiry day 09:20', 0, 560, 1],
  ['expiry day 12:00', 0, 720, 1],
  ['expiry day 14:30', 0, 870, 1],
] as const

const nifty = cashRow('INDICES_NIFTY 50')
const index = simulated('INDICES_NIFTY 50')

interface Straddle {
  /** Shares of the forward. */
  readonly cost: number
  readonly payoff: number
  /** Total variance until the end: as the price implies it, and as the tape had it. */
  readonly implied: number
  readonly realised: number
}

const createBuyer = (seed: number) => {
  const parts = { seed, calendar: exchangeCalendar }
  const { days } = createSimulatedMarket(parts)
  const live = createSimulatedLive({ ...parts, days })
  const { sessions, underlyings } = days

  const lastSessionOf = (expiry: IstDate): number | null => {
    const session = sessions.lastUntil(istDateToDayNumber(expiry))
    const isWhole = underlyings.layoutAt(session).pathMinutes >= REGULAR_MINUTES
    return isWhole && sessions.dayOf(session) === istDateToDayNumber(expiry) ? session : null
  }

  /** Squared moves of five minutes until the close of the day, then of whole days until the last one. */
  const realisedFrom = (session: number, minute: number, last: number): number => {
    const { spot, cashPoints } = underlyings.dayOf(index, session)
    let sum = 0
    for (let point = (minute - 555) * 4; point + FIVE_MINUTES < cashPoints; point += FIVE_MINUTES)
      sum += Math.log((spot[point + FIVE_MINUTES] ?? 0) / (spot[point] ?? 0)) ** 2
    for (let next = session + 1; next <= last; next++)
      sum += Math.log(days.closeOf(index, next) / days.closeOf(index, next - 1)) ** 2
    return sum
  }

  const pricesAt = (expiry: IstDate, now: EpochMs, step = STEP) => {
    const forward = live.forward(nifty.id, expiry, now) ?? Number.NaN
    const strike = Math.round(forward / step) * step
    const price = (type: 'CE' | 'PE'): number =>
      (live.quote(contract('NIFTY', expiry, type, strike), now)?.lastPrice ?? Number.NaN) / 100
    return { forward, strike, call: price('CE'), put: price('PE') }
  }

  const buy = (expiry: IstDate, before: number, minute: number): Straddle | null => {
    const last = lastSessionOf(expiry)
    if (last === null) return null
    const session = last - before
    if (underlyings.layoutAt(session).pathMinutes < REGULAR_MINUTES) return null
    const date = dayNumberToIstDate(sessions.dayOf(session))
    const now = epochMs(startOfIstDate(date) + minute * MINUTE_MS)
    const { forward, strike, call, put } = pricesAt(expiry, now)
    const years = yearsToExpiry(expiry, now)
    const type = strike < forward ? 'PE' : 'CE'
    const { volatility } = impliedVolatility({
      price: type === 'PE' ? put : call,
      forward,
      strike,
      years,
      rate: RISK_FREE_RATE,
      type,
      tick: 0.05,
    })
    const settled = live.settlementPrice(nifty.id, expiry, expiryInstant(expiry)) ?? Number.NaN
    return {
      cost: (call + put) / forward,
      payoff: Math.abs(settled - strike) / forward,
      implied: (volatility ?? Number.NaN) ** 2 * years,
      realised: realisedFrom(session, minute, last),
    }
  }
  return { pricesAt, buy, lastSessionOf }
}

const expiries = Array.from({ length: WEEKS }, (_, week) =>
  dayNumberToIstDate(istDateToDayNumber(day(FIRST_EXPIRY)) + 7 * week),
)

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const standardError = (values: readonly number[], overlapping: number): number => {
  const middle = mean(values)
  return Math.sqrt((mean(values.map((value) => (value - middle) ** 2)) * overlapping) / (values.length - 1))
}

describe('a year of simulated options', () => {
  const buyers = SEEDS.map(createBuyer)

  test(
    'costs what the tape then moves, however little time is left',
    () => {
      const unfair: string[] = []
      for (const [name, before, minute, overlapping] of buckets) {
        const straddles = buyers.flatMap(({ buy }) =>
          expiries.flatMap((expiry) => buy(expiry, before, minute) ?? []),
        )
        expect(straddles.length).toBeGreaterThan(40 * SEEDS.length)
        const of = (field: keyof Straddle) => mean(straddles.map((straddle) => straddle[field]))
        const volatilities = Math.sqrt(of('realised') / of('implied'))
        const gains = straddles.map(({ cost, payoff }) => payoff - cost)
        // Before costs neither side gains: after them both have lost their costs, and nothing else.
        const errors = mean(gains) / standardError(gains, overlapping)
        if (!(Math.abs(volatilities - 1) < 0.1 && Math.abs(errors) < 2))
          unfair.push(
            `${name}: realised to implied ${volatilities.toFixed(3)}, a straddle pays ${(of('payoff') / of('cost')).toFixed(3)} of its cost, ${errors.toFixed(1)} standard errors`,
          )
      }
      expect(unfair).toEqual([])
    },
    TEST_MS,
  )

  test('has no time value left once the settlement price is known', () => {
    const [buyer] = buyers
    const expiry = day('2026-11-17')
    const after = epochMs(expiryInstant(expiry) - 5 * MINUTE_MS)
    const { forward, strike, call, put } = buyer?.pricesAt(expiry, after, 1) ?? {
      forward: 0,
      strike: 1,
      call: 0,
      put: 0,
    }
    expect(Math.abs(call + put - Math.abs(forward - strike))).toBeLessThanOrEqual(0.15 + 1e-9)
  })
})
