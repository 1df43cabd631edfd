import { describe, expect, test } from 'vitest'
import { createSimulatedLive } from '../../../server/market/live/simulated-live.ts'
import { strikeStep } from '../../../server/market/master/price-rules.ts'
import { createSimulatedMarket } from '../../../server/market/simulated/simulated-market.ts'
import { exchangeCalendar, sessionOn } from '../../../src/domain/calendar/calendar.ts'
import {
  type Expiry,
  type ExpiryRule,
  indexExpiries,
  listExpiries,
  nseStockExpiries,
} from '../../../src/domain/instruments/expiry.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { RISK_FREE_RATE } from '../../../src/domain/options/rate.ts'
import { yearsToExpiry } from '../../../src/domain/options/years-to-expiry.ts'
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

const FROM = day('2025-09-01')
const TO = day('2026-08-31')
/** No multiple of five, so that all weekdays are met, expiry days among them. */
const EVERY_SESSIONS = 13
const TICK = 0.05
/** The side out of the money is rounded, the other follows from it and is rounded in turn. */
const TICKS_MAX = 0.5 + 1e-6
/** Steps from the money. */
const STRIKES = [-4, 0, 3]

/** Shares of the session and seconds of the minute, at which every contract prints. */
const moments = [
  [0, 0],
  [0.02, 15],
  [0.4, 30],
  [0.75, 45],
  [1, 0],
] as const

const indexLadders = ['half-yearly', 'monthly', 'quarterly', 'weekly']

const underlyings: readonly (readonly [string, string, ExpiryRule, number, readonly string[]])[] = [
  ['NIFTY', 'INDICES_NIFTY 50', indexExpiries.NIFTY ?? nseStockExpiries, 50, indexLadders],
  [
    'RELIANCE',
    'NSE_RELIANCE',
    nseStockExpiries,
    strikeStep(simulated('NSE_RELIANCE').anchorPrice),
    ['monthly'],
  ],
  ['INFY', 'NSE_INFY', nseStockExpiries, strikeStep(simulated('NSE_INFY').anchorPrice), ['monthly']],
]

const parts = { seed: 1, calendar: exchangeCalendar }
const { days } = createSimulatedMarket(parts)
const live = createSimulatedLive({ ...parts, days })

const sampledDates = (): readonly IstDate[] => {
  const { sessions } = days
  const first = sessions.lastUntil(istDateToDayNumber(FROM))
  const last = sessions.lastUntil(istDateToDayNumber(TO))
  return Array.from({ length: Math.floor((last - first) / EVERY_SESSIONS) + 1 }, (_, index) =>
    dayNumberToIstDate(sessions.dayOf(first + index * EVERY_SESSIONS)),
  )
}

const momentsOf = (date: IstDate): readonly EpochMs[] => {
  const session = sessionOn(date, 'derivatives')
  if (session === null) throw new Error(`${date} has no session`)
  const { openMinute, closeMinute } = session
  return moments.map(([share, second]) => {
    const minute = openMinute + Math.floor(share * (closeMinute - openMinute))
    return epochMs(startOfIstDate(date) + minute * MINUTE_MS + second * 1000)
  })
}

const priceOf = (instrument: Instrument, at: EpochMs): number =>
  (live.quote(instrument, at)?.lastPrice ?? Number.NaN) / 100

describe.each(underlyings)('a year of simulated options on %s', (root, id, rule, step, ladders) => {
  /** What lies apart from parity at an instant, in words. */
  const compare = (expiry: Expiry, at: EpochMs): readonly string[] => {
    const forward = live.forward(cashRow(id).id, expiry.date, at) ?? Number.NaN
    const discount = Math.exp(-RISK_FREE_RATE * yearsToExpiry(expiry.date, at))
    const money = Math.round(forward / step)
    const found = STRIKES.flatMap((steps) => {
      const strike = (money + steps) * step
      const call = priceOf(contract(root, expiry.date, 'CE', strike), at)
      const put = priceOf(contract(root, expiry.date, 'PE', strike), at)
      const ticks = Math.abs(call - put - discount * (forward - strike)) / TICK
      return ticks <= TICKS_MAX ? [] : [`${strike} CE ${call} PE ${put}: ${ticks.toFixed(2)} ticks`]
    })
    const future = priceOf(contract(root, expiry.date, 'FUT'), at)
    const hasFuture = expiry.ladder === 'monthly'
    if (hasFuture && !(Math.abs(future - forward) / TICK <= TICKS_MAX))
      found.push(`future ${future}, forward ${forward.toFixed(3)}`)
    return found.map((what) => `${new Date(at).toISOString()} ${expiry.date} ${what}`)
  }

  test(
    'keeps put-call parity within half a tick at every expiry, near and far',
    () => {
      const apart: string[] = []
      const met = new Set<string>()
      let lastDays = 0
      for (const date of sampledDates()) {
        for (const expiry of listExpiries(date, rule)) {
          met.add(expiry.ladder)
          if (expiry.date === date) lastDays++
          for (const at of momentsOf(date)) apart.push(...compare(expiry, at))
        }
      }
      expect(apart).toEqual([])
      expect([...met].sort()).toEqual(ladders)
      expect(lastDays).toBeGreaterThan(0)
    },
    TEST_MS,
  )
})
