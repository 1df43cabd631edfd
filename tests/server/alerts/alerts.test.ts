import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { composeAlerts } from '../../../server/alerts/compose-alerts.ts'
import { createLog } from '../../../server/log.ts'
import { findSubject } from '../../../server/market/simulated/subject.ts'
import type { AlertsInput } from '../../../server/scanning/scan-input.ts'
import { createStreamHub } from '../../../server/services/notifications/stream-hub.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { getNotifications } from '../../../src/contract/notifications/notifications.ts'
import { getAlertHistory, listAlerts, setAlert, stopAlert } from '../../../src/contract/scanners/alerts.ts'
import { deleteScanner, listScanners, saveScanner } from '../../../src/contract/scanners/scanner.ts'
import { deleteWatchlist, saveWatchlist } from '../../../src/contract/watchlists.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { MINUTE_MS, toIstDate } from '../../../src/domain/time.ts'
import { handScheduler } from '../../support/hand-scheduler.ts'
import { FACT_MS } from '../../support/limits.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../support/server/server.ts'

const ids = ['NSE_INFY', 'NSE_TCS', 'NSE_WIPRO', 'NSE_HCLTECH', 'NSE_TECHM', 'NSE_LT'] as InstrumentId[]
const two = ids.slice(0, 2)
const terms = { logic: 'close > close(-1)', universe: two.join(','), interval: 'min' } as const
/** True for all symbols of a universe, or for none. */
const together = { logic: 'close of "NIFTY 50" > close(-1) of "NIFTY 50"', interval: 'min' } as const

describe('an alert', () => {
  let server: TestServer
  let session: Session
  beforeEach(async () => {
    server = await startServer()
    session = await server.enter('watcher')
  })
  afterEach(() => server.close())

  const set = async (body: object) => {
    const answer = await server.call(session, setAlert, { body })
    return answer.statusCode === 200
      ? dataOf(setAlert, answer).alert_uuid
      : answer.json<{ code: string; message: string }>()
  }
  const setScan = (scan: object = terms) => set({ scan }) as Promise<string>
  const alerts = async () => dataOf(listAlerts, await server.call(session, listAlerts))
  const log = async (alertUuid: string, query: object = {}) =>
    dataOf(
      getAlertHistory,
      await server.call(session, getAlertHistory, { query: { alert_uuid: alertUuid, ...query } }),
    )
  const notices = async () =>
    dataOf(getNotifications, await server.call(session, getNotifications)).map((one) => one.notification_msg)

  /** Minute by minute, or in one step as after a server that did not run. */
  const pass = async (minutes: number, at = server.alerts) => {
    for (let minute = 0; minute < minutes; minute++) {
      server.clock.advance(MINUTE_MS)
      await at.settle()
    }
  }

  const closesOf = async (id: InstrumentId) => {
    const { clock, calendar, master, simulated } = server.market
    const listed = (await master.load()).find(id)
    const subject = listed === null ? null : findSubject(listed, calendar)
    if (subject === null) throw new Error(id)
    const now = clock.now()
    const today = toIstDate(now)
    return simulated.readCandles(subject, 'min', { from: today, to: today, now })
  }

  /** Candles that closed in the last `minutes`, and with which the close rose after it had not. */
  const risesOf = async (id: InstrumentId, minutes: number) => {
    const { time, close } = await closesOf(id)
    const now = server.market.clock.now()
    const rose = (row: number) => (close[row] ?? 0) > (close[row - 1] ?? 0)
    return Array.from(time, (start, row) => ({ start, row }))
      .filter(({ start }) => start + MINUTE_MS > now - minutes * MINUTE_MS && start + MINUTE_MS <= now)
      .filter(({ row }) => rose(row) && !rose(row - 1))
      .map(({ start, row }) => ({ seg_sym: id, bar: start, price: close[row] }))
  }

  test('raises a symbol with each candle at which the rule becomes true, and only then', async () => {
    const id = await setScan()
    await pass(20)
    const expected = (await Promise.all(two.map((one) => risesOf(one, 20)))).flat()
    expect(expected.length).toBeGreaterThan(4)
    const { data, alert } = await log(id)
    expect(
      data
        .map(({ seg_sym, bar, price }) => ({ seg_sym, bar, price }))
        .sort((a, b) => (a.seg_sym < b.seg_sym ? -1 : a.seg_sym > b.seg_sym ? 1 : a.bar - b.bar)),
    ).toEqual(expected)
    expect(data[0]?.values.map(({ text }) => text)).toEqual(['close', 'close(-1)'])
    expect(alert).toMatchObject({
      status: 'running',
      reason: '',
      scanner_name: terms.logic,
      raised: expected.length,
      raised_today: expected.length,
      last_raised_at: data[0]?.raised_at,
    })
    expect(await notices()).toHaveLength(expected.length)
  })

  test('tells of many symbols of one candle in one notification, with a line of the log for each', async () => {
    const id = await setScan({ ...together, universe: ids.join(',') })
    await pass(12)
    const { data, total } = await log(id, { limit: '100' })
    const bars = new Set(data.map(({ bar }) => bar))
    expect(bars.size).toBeGreaterThan(1)
    expect(total).toBe(bars.size * ids.length)
    expect(await notices()).toHaveLength(bars.size)
    const [alert] = await alerts()
    expect(alert?.times_today.map(({ count }) => count)).toEqual([...bars].map(() => ids.length))
    expect((await notices())[0]).toMatch(/^HCLTECH, INFY and 4 more · /)
  })

  test('of several on one universe each raises by its own rule, and one that cannot be judged holds up no other', async () => {
    const rising = await setScan()
    const gone = await setScan({ ...terms, logic: 'close > close of "NSE_GONE"' })
    await pass(3)
    const falling = await setScan({ ...terms, logic: 'close < close(-1)' })
    const index = await setScan({ ...together, universe: two.join(',') })
    await pass(12)
    const barsOf = async (id: string) =>
      (await log(id, { limit: '200' })).data.map(({ seg_sym, bar }) => `${seg_sym} ${bar}`).sort()
    const rises = (await Promise.all(two.map((one) => risesOf(one, 15)))).flat()
    expect(await barsOf(rising)).toEqual(rises.map(({ seg_sym, bar }) => `${seg_sym} ${bar}`).sort())
    const fell = await barsOf(falling)
    expect(fell.length).toBeGreaterThan(2)
    for (const one of await barsOf(rising)) expect(fell).not.toContain(one)
    const { data } = await log(index)
    expect(data.length).toBeGreaterThan(0)
    expect(new Set(data.map(({ bar }) => bar)).size * two.length).toBe(data.length)
    expect(await alerts()).toContainEqual(
      expect.objectContaining({ alert_uuid: gone, reason: 'No instrument called NSE_GONE', raised: 0 }),
    )
  })

  test('is judged again after a restart, and raises once what it raised before and what it missed', async () => {
    const id = await setScan({ ...together, universe: ids.join(',') })
    await pass(6)
    const before = await log(id, { limit: '200' })
    await server.alerts.close()
    server.clock.advance(7 * MINUTE_MS)
    const { store, clock, market } = server
    const log2 = createLog({ level: 'error', secrets: createSecretWatch(), write: () => {} })
    const restarted = () =>
      composeAlerts({
        store,
        clock,
        market,
        trading: server.trading,
        scanning: server.scanning,
        streams: createStreamHub(),
        log: log2,
        scheduler: handScheduler(clock),
      })
    const again = restarted()
    await again.start()
    await again.settle()
    await pass(8, again)
    await again.close()
    const after = await log(id, { limit: '200' })
    const keys = after.data.map(({ seg_sym: of, bar }) => `${of} ${bar}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toEqual(expect.arrayContaining(before.data.map(({ seg_sym: of, bar }) => `${of} ${bar}`)))
    expect(after.total).toBeGreaterThan(before.total)
    expect(after.total % ids.length).toBe(0)
    const told = await notices()
    expect(told.length).toBe(new Set(after.data.map(({ bar }) => bar)).size)
  })

  test('is run once before its first candle closes, and raises nothing by that', async () => {
    const id = await setScan({ ...together, universe: ids.join(',') })
    await server.alerts.close()
    const { store, clock, market, trading, scanning } = server
    const asked: AlertsInput[] = []
    const ticks: (() => void)[] = []
    const again = composeAlerts({
      ...{ store, clock, market, trading },
      scanning: {
        ...scanning,
        raised(input, by) {
          asked.push(input)
          return scanning.raised(input, by)
        },
      },
      streams: createStreamHub(),
      log: createLog({ level: 'error', secrets: createSecretWatch(), write: () => {} }),
      scheduler: {
        ...handScheduler(clock),
        every(_, tick) {
          ticks.push(tick)
          return () => {}
        },
      },
    })
    await again.start()
    const tickAll = () => {
      for (const tick of ticks) tick()
    }
    tickAll()
    expect(asked).toEqual([])
    clock.advance(1_000)
    tickAll()
    tickAll()
    await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: FACT_MS })
    expect(asked[0]?.rules[0]?.judgedAt).toBeLessThan(market.clock.now())
    await again.settle()
    expect([(await log(id)).total, asked.length]).toEqual([0, 1])
    for (let minute = 0; minute < 8; minute++) {
      clock.advance(MINUTE_MS)
      await again.settle()
    }
    await again.close()
    expect((await log(id)).total).toBeGreaterThan(0)
  })

  test('that lacks candles is judged as of the same close at the next try, however many have closed since', async () => {
    await setScan({ ...together, universe: ids.join(',') })
    await server.alerts.close()
    const { store, clock, market, trading, scanning } = server
    const asked: (number | null)[] = []
    const answered: number[] = []
    const again = composeAlerts({
      ...{ store, clock, market, trading },
      scanning: {
        ...scanning,
        async raised(input, by) {
          const answer = await scanning.raised(input, by)
          asked.push(input.asOf)
          answered.push(answer.asOf)
          if (asked.length > 2) return answer
          clock.advance(MINUTE_MS)
          return { ...answer, byRule: answer.byRule.map(() => ({ hits: [], loading: 3 })) }
        },
      },
      streams: createStreamHub(),
      log: createLog({ level: 'error', secrets: createSecretWatch(), write: () => {} }),
      scheduler: { ...handScheduler(clock), every: () => () => {} },
    })
    await again.start()
    clock.advance(MINUTE_MS)
    await again.settle()
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(3), { timeout: FACT_MS })
    const [first] = answered
    expect(asked.slice(0, 4)).toEqual([null, first, first, null])
    expect(answered.slice(0, 3)).toEqual([first, first, first])
    expect(answered[3]).toBeGreaterThan(first ?? 0)
    await again.close()
  })

  test('is paged, newest first', async () => {
    const id = await setScan({ ...together, universe: ids.join(',') })
    await pass(10)
    const [first, second] = [await log(id, { limit: '4' }), await log(id, { limit: '4', page: '2' })]
    expect([first.data.length, first.current_page, second.current_page, first.per_page]).toEqual([4, 1, 2, 4])
    expect(first.total_pages).toBe(Math.ceil(first.total / 4))
    const times = [...first.data, ...second.data].map(({ raised_at: time }) => time)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })

  test('of a scanner is shown in its lists, is one, and stops with it', async () => {
    const body = { scanner_name: 'Rising', ...terms }
    const { slug, scanner_uuid: scanner } = dataOf(
      saveScanner,
      await server.call(session, saveScanner, { body }),
    )
    const id = await set({ scanner_uuid: scanner })
    expect(await set({ scanner_uuid: scanner })).toBe(id)
    const live = async () =>
      dataOf(listScanners, await server.call(session, listScanners, { query: { live: 'true' } })).data
    expect(await live()).toMatchObject([{ slug, is_live: true, current_alert_uuid: id }])
    expect(await alerts()).toMatchObject([
      { alert_uuid: id, slug, scanner_name: 'Rising', status: 'running' },
    ])
    await server.call(session, deleteScanner, { query: { scanner_uuid: scanner } })
    expect(await alerts()).toMatchObject([
      { alert_uuid: id, status: 'stopped', reason: 'its scanner was deleted' },
    ])
    expect(await live()).toEqual([])
  })

  test('that is stopped raises nothing more, and its log stays', async () => {
    const id = await setScan()
    await pass(8)
    const { total } = await log(id)
    expect((await server.call(session, stopAlert, { query: { alert_uuid: id } })).statusCode).toBe(200)
    await pass(8)
    expect(await log(id)).toMatchObject({ total, alert: { status: 'stopped' } })
    expect((await server.call(session, stopAlert, { query: { alert_uuid: id } })).statusCode).toBe(200)
  })

  test('whose watchlist is gone says so, and goes on once it is there again', async () => {
    const saveList = () =>
      server.call(session, saveWatchlist, { body: { name: 'Tech', symbols: two.join(','), mode: 'replace' } })
    await saveList()
    const id = await setScan({ ...together, universe: 'watchlist Tech' })
    await server.call(session, { ...deleteWatchlist, path: '/watchlist/Tech' })
    await pass(2)
    expect(await alerts()).toMatchObject([
      { alert_uuid: id, status: 'running', reason: expect.stringMatching(/^There is no watchlist Tech/) },
    ])
    await saveList()
    await pass(10)
    expect(await alerts()).toMatchObject([{ reason: '' }])
    expect((await log(id)).total).toBeGreaterThan(0)
  })

  test('of a rule that cannot be read, of no universe and of no scanner is refused in words', async () => {
    expect(await setScan({ ...terms, logic: 'close >' })).toMatchObject({
      code: 'MALFORMED',
      message: expect.stringContaining('column 8'),
    })
    expect(await setScan({ ...terms, universe: 'NIFTY42' })).toMatchObject({
      message: 'NIFTY42 is no universe',
    })
    expect(await setScan({ ...terms, universe: 'watchlist Gone' })).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringMatching(/^There is no watchlist Gone/),
    })
    expect(await set({ scanner_uuid: randomUUID() })).toMatchObject({ message: 'No such scanner' })
    expect(await set({})).toMatchObject({ message: 'An alert needs a scanner or a rule' })
    expect(await alerts()).toEqual([])
  })

  test('of the same rule is set once, with another rule or order once more', async () => {
    const first = await setScan()
    expect(await set({ scan: terms })).toMatchObject({
      code: 'CONFLICT',
      message: 'This alert is running already',
    })
    const order = {
      ...{
        seg_sym: null,
        side: 'buy',
        product: 'MIS',
        quantity: { by: 'units', value: 1 },
        limit_price: null,
      },
      ...{ is_reduce_only: false, is_auto: false },
    }
    expect(await set({ scan: { ...terms, interval: '5min' } })).toEqual(expect.any(String))
    expect(await set({ scan: { ...terms, order } })).toEqual(expect.any(String))
    await server.call(session, stopAlert, { query: { alert_uuid: first } })
    expect(await set({ scan: terms })).toEqual(expect.any(String))
  })

  test('set again after a lost answer is the same one', async () => {
    const alertUuid = randomUUID()
    for (const _ of [1, 2]) expect(await set({ scan: terms, alert_uuid: alertUuid })).toBe(alertUuid)
    expect(await alerts()).toHaveLength(1)
  })
})
