import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHistory } from '../../../../server/broker/history/create-history.ts'
import { createMarginPeaks } from '../../../../server/broker/history/margin-peaks.ts'
import type { LiveMarket } from '../../../../server/market/live/live-market.ts'
import { createMarginByDay } from '../../../../server/services/analysis/margin-by-day.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import type { User } from '../../../../server/user.ts'
import { exchangeCalendar } from '../../../../src/domain/calendar/calendar.ts'
import { fromRupees } from '../../../../src/domain/money.ts'
import type { Quote } from '../../../../src/domain/quotes/quote.ts'
import {
  epochMs,
  istMinuteOfDay,
  startOfIstDate,
  toIstClock,
  toIstDate,
} from '../../../../src/domain/time.ts'
import { createStory, emptyLedger, firstDay, owner, startLedger } from '../../../support/server/ledger.ts'
import { stores } from '../../../support/server/stores.ts'

const user = { id: owner } as User
const NOON = 12 * 60
const NEXT = '2026-11-25'

/** 1,000 rupees a share before noon of each day, 1,100 from then on. */
const priceAt = (at: number): number => (istMinuteOfDay(at) < NOON ? 1_000 : 1_100)

const live = {
  quote: (_, at) =>
    ({ at, lastPrice: fromRupees(priceAt(at)), lowerCircuit: null, upperCircuit: null }) as Quote,
  forward: () => null,
  dailyVolatility: () => 0.01,
} as Partial<LiveMarket> as LiveMarket

describe('the margin used by day', () => {
  let store: Store
  let asked = 0
  beforeAll(async () => {
    store = await stores[0].open()
  })
  afterAll(() => store.close())

  const open = (now: { day: string; clock: string }) => {
    const history = createHistory(store)
    const clock = { now: () => epochMs(Date.parse(`${now.day}T${now.clock}:00+05:30`)) }
    const calendar = exchangeCalendar
    const peaks = createMarginPeaks({ history, live, calendar, clock })
    return createMarginByDay({
      ...{ history, calendar, clock },
      peaks: (...given) => {
        asked++
        return peaks(...given)
      },
      loadListing: async () => ({ find: () => null }),
    })
  }

  const tell = async (...lines: readonly string[]): Promise<void> => {
    await emptyLedger(store)
    const { ledger } = await startLedger(store)
    const story = createStory(ledger)
    await story.tell(...lines)
    await ledger.abandon()
  }

  const period = { book: 'broker', from: firstDay, to: NEXT } as const
  const shown = (days: readonly { day: string; used: number; at: number | null }[]) =>
    days.map(({ day, used, at }) => [day, used, at === null ? null : toIstClock(at)])

  test('is the highest of the day, which a price alone may make', async () => {
    await tell(
      'a: buy 100 INFY MIS @1000',
      'a opened',
      'a filled 100 @1000',
      'b: sell 40 INFY MIS @1000',
      'b opened',
      'b filled 40 @1000',
    )
    const { days, isWhole } = await open({ day: firstDay, clock: '15:00' })(user, period)
    // A fifth of the open order and its charges: more than of 60 shares at 1,100 from noon.
    expect(shown(days)).toEqual([[firstDay, 20_030.34, '10:01']])
    expect(isWhole).toBe(true)
  })

  test('follows the price of what is merely held, through the hours of the session only', async () => {
    await tell('a: buy 100 INFY MIS @1000', 'a opened', 'a filled 100 @1000')
    const [morning] = (await open({ day: firstDay, clock: '11:59' })(user, period)).days
    const [evening] = (await open({ day: firstDay, clock: '23:00' })(user, period)).days
    expect(shown([morning, evening].filter((day) => day !== undefined))).toEqual([
      [firstDay, 20_030.34, '10:01'],
      [firstDay, 22_000, '12:15'],
    ])
    expect(evening?.total).toBeGreaterThan(evening?.used ?? 0)
  })

  test('counts an open order, and a day without either used nothing', async () => {
    await tell('a: buy 10 INFY cash @900', 'a opened', 'cancel a', 'a cancelled', `roll ${NEXT} INFY=1100`)
    const { days } = await open({ day: NEXT, clock: '10:00' })(user, period)
    const [first, second] = days
    expect(first?.used).toBeGreaterThan(9_000)
    expect(first?.used).toBeLessThan(9_100)
    expect(second).toEqual({ day: NEXT, used: 0, total: null, at: null })
  })

  test('reads a day that is over once', async () => {
    await tell('a: buy 10 INFY cash @900', 'a opened', 'a filled 10 @900', `roll ${NEXT} INFY=1100`)
    const read = open({ day: NEXT, clock: '10:00' })
    asked = 0
    const first = await read(user, period)
    expect(asked).toBe(2)
    expect(await read(user, period)).toEqual(first)
    expect(asked).toBe(3)
    const [{ at } = { at: null }] = first.days
    expect(toIstDate(at ?? 0)).toBe(firstDay)
    expect((at ?? 0) - startOfIstDate(firstDay)).toBeGreaterThan(9 * 3_600_000)
  })

  test('is nothing for an account that was never opened', async () => {
    await emptyLedger(store)
    expect((await open({ day: NEXT, clock: '10:00' })(user, period)).days).toEqual([])
  })
})
