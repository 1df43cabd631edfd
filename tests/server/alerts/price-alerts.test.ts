import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { composeAlerts } from '../../../server/alerts/compose-alerts.ts'
import { beginAt, lookOn } from '../../../server/alerts/price-watch.ts'
import { createLog } from '../../../server/log.ts'
import { createStreamHub } from '../../../server/services/notifications/stream-hub.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { getNotifications } from '../../../src/contract/notifications/notifications.ts'
import {
  changeAlert,
  getAlertHistory,
  listAlerts,
  setAlert,
  stopAlert,
} from '../../../src/contract/scanners/alerts.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, toRupees } from '../../../src/domain/money.ts'
import type { Print, Quote } from '../../../src/domain/quotes/quote.ts'
import { epochMs, MINUTE_MS } from '../../../src/domain/time.ts'
import { handScheduler } from '../../support/hand-scheduler.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../support/server/server.ts'

const ID = 'NSE_INFY' as InstrumentId

describe('a price that is watched', () => {
  let server: TestServer
  let session: Session
  let infy: Instrument
  beforeEach(async () => {
    server = await startServer()
    session = await server.enter('watcher')
    infy = (await server.trading.look(ID)) as Instrument
  })
  afterEach(() => server.close())

  const now = () => server.market.clock.now()
  /** Minute by minute, as a call answers with a bounded number of them. */
  const printsOf = (minutes: number) =>
    Array.from({ length: minutes }, (_, index) => now() + index * MINUTE_MS).flatMap((from) =>
      server.market.live
        .prints(infy, epochMs(from), epochMs(from + MINUTE_MS))
        .map(({ at, price }) => ({ at, price: toRupees(price) })),
    )
  const priceNow = () =>
    toRupees(server.market.live.quote(infy, epochMs(now()))?.lastPrice as Quote['lastPrice'])

  const answerOf = async (scan: object) => server.call(session, setAlert, { body: { scan } })
  const set = async (logic: string, more: object = {}) => {
    const answer = await answerOf({ logic, universe: ID, interval: 'tick', ...more })
    return answer.statusCode === 200
      ? dataOf(setAlert, answer).alert_uuid
      : answer.json<{ message: string }>().message
  }
  const log = async (id: string) =>
    dataOf(
      getAlertHistory,
      await server.call(session, getAlertHistory, { query: { alert_uuid: id, limit: '100' } }),
    )
  const alerts = async () => dataOf(listAlerts, await server.call(session, listAlerts))
  const notices = async () =>
    dataOf(getNotifications, await server.call(session, getNotifications)).map((one) => one.notification_msg)

  const pass = async (minutes: number, at = server.alerts) => {
    for (let minute = 0; minute < minutes; minute++) {
      server.clock.advance(MINUTE_MS)
      await at.settle()
    }
  }

  /** Passed by the price within the next minutes, though not yet. */
  const levelAhead = (minutes: number) => {
    const highest = Math.max(...printsOf(minutes).map(({ price }) => price))
    const level = Number(((priceNow() + highest) / 2).toFixed(2))
    expect(level).toBeGreaterThan(priceNow())
    return level
  }

  test('raises with the first trade beyond its level, and ends', async () => {
    const level = levelAhead(10)
    const first = printsOf(10).find(({ price }) => price > level)
    const id = await set(`close > ${level}`)
    await pass(20)
    const { data, alert } = await log(id)
    expect(data).toMatchObject([{ seg_sym: ID, bar: first?.at, price: first?.price }])
    expect(alert).toMatchObject({
      scanner_name: `INFY > ${level}`,
      interval: 'tick',
      universe: ID,
      status: 'ended',
      raised: 1,
    })
    expect(await notices()).toEqual([expect.stringMatching(/^INFY at [\d.]+ · \d\d:\d\d$/)])
    expect((await server.call(session, stopAlert, { query: { alert_uuid: id } })).statusCode).toBe(200)
    expect(await alerts()).toMatchObject([{ alert_uuid: id, status: 'ended' }])
  })

  test('that is beyond its level already raises with the next trade, and a crossing only once it was back', async () => {
    const ahead = printsOf(5)
    const below = Math.floor(Math.min(...ahead.map(({ price }) => price))) - 1
    const plain = await set(`close > ${below}`)
    const crossing = await set(`close crosses above ${below}`)
    await pass(5)
    expect((await log(plain)).data).toMatchObject([{ bar: ahead[0]?.at }])
    expect((await log(crossing)).total).toBe(0)
  })

  test('goes on where it repeats, and raises at most once a minute', async () => {
    const level = levelAhead(10)
    const id = await set(`close crosses above ${level}`, { repeats: true })
    const crossed: number[] = []
    let before = priceNow()
    for (const { at, price } of printsOf(60)) {
      const isApart = crossed.length === 0 || at >= (crossed.at(-1) ?? 0) + MINUTE_MS
      if (price > level && before <= level && isApart) crossed.push(at)
      before = price
    }
    await pass(60)
    const { data, alert } = await log(id)
    expect(data.map(({ bar }) => bar).reverse()).toEqual(crossed)
    expect(alert).toMatchObject({ status: 'running', repeats: true })
  })

  const move = async (id: string, logic: string, by = session) => {
    const answer = await server.call(by, changeAlert, { body: { alert_uuid: id, logic } })
    return answer.statusCode === 200 ? '' : answer.json<{ message: string }>().message
  }

  test('waits at its other level once it is moved, keeps its log, and raises there', async () => {
    const level = levelAhead(10)
    const id = await set(`close > ${level}`)
    await server.alerts.settle()
    expect(await move(id, `close > ${level + 1_000}`)).toBe('')
    await pass(10)
    expect(await alerts()).toMatchObject([
      {
        alert_uuid: id,
        status: 'running',
        logic: `close > ${level + 1_000}`,
        scanner_name: `INFY > ${level + 1_000}`,
        raised: 0,
      },
    ])
    const near = levelAhead(10)
    const first = printsOf(10).find(({ price }) => price > near)
    expect(await move(id, `close > ${near}`)).toBe('')
    await pass(10)
    expect((await log(id)).data).toMatchObject([{ bar: first?.at }])
    expect(await move(id, `close > ${near + 1}`)).toBe('This alert has ended')
  })

  test('that is stopped while it is moved stays stopped', async () => {
    const id = await set('close > 9000')
    const stopped = server.call(session, stopAlert, { query: { alert_uuid: id } })
    await Promise.all([move(id, 'close > 9100'), stopped, move(id, 'close > 9200')])
    expect((await alerts()).map(({ status }) => status)).toEqual(['stopped'])
    await pass(1)
    expect((await alerts()).map(({ status }) => status)).toEqual(['stopped'])
  })

  test('is moved by its owner alone, to a price, and not where another waits', async () => {
    const id = await set('close > 9000')
    await set('close > 9100')
    expect(await move(id, 'close > 9100')).toBe('This alert is running already')
    expect(await move(id, 'rsi(14) > 60')).toMatch(/price/)
    expect(await move(id, 'close > 9000')).toBe('')
    const candles = await set('rsi(14) < 30', { universe: 'NIFTY50', interval: 'day' })
    expect(await move(candles, 'close > 9200')).toMatch(/price/)
    expect(await move(id, 'close > 9200', await server.enter('another'))).toBe('No such alert')
    expect((await alerts()).map(({ logic }) => logic).sort()).toEqual([
      'close > 9000',
      'close > 9100',
      'rsi(14) < 30',
    ])
  })

  test('is judged on after a server that was killed, from the trades it missed, and raises once', async () => {
    const level = levelAhead(10)
    const first = printsOf(10).find(({ price }) => price > level)
    const id = await set(`close > ${level}`)
    await server.alerts.settle()
    server.clock.advance(15 * MINUTE_MS)
    const restarted = () =>
      composeAlerts({
        store: server.store,
        clock: server.clock,
        market: server.market,
        trading: server.trading,
        scanning: server.scanning,
        streams: createStreamHub(),
        log: createLog({ level: 'error', secrets: createSecretWatch(), write: () => {} }),
        scheduler: handScheduler(server.clock),
      })
    // The first one never closed: both judge the same trades.
    const [again, twice] = [restarted(), restarted()]
    for (const one of [again, twice]) await one.start()
    for (const one of [again, twice]) await one.settle()
    for (const one of [again, twice]) await one.close()
    expect((await log(id)).data).toMatchObject([{ bar: first?.at }])
    expect(await notices()).toHaveLength(1)
  })

  test('of what is no longer listed ends, and says so', async () => {
    await set('close > 999999')
    const unlisted = composeAlerts({
      store: server.store,
      clock: server.clock,
      market: server.market,
      trading: { ...server.trading, look: async () => null },
      scanning: server.scanning,
      streams: createStreamHub(),
      log: createLog({ level: 'error', secrets: createSecretWatch(), write: () => {} }),
      scheduler: handScheduler(server.clock),
    })
    await unlisted.start()
    server.clock.advance(MINUTE_MS)
    await unlisted.settle()
    await unlisted.close()
    const rows = await server.store.db.selectFrom('alert').select(['status', 'reason']).execute()
    expect(rows).toEqual([{ status: 'stopped', reason: 'INFY is no longer listed' }])
    expect(await notices()).toEqual(['Alert ended: INFY is no longer listed'])
  })

  test('of an index is that of its ticks', async () => {
    const index = (await server.trading.look('INDICES_NIFTY 50' as InstrumentId)) as Instrument
    const quoteAt = (at: number) => server.market.live.quote(index, epochMs(at)) as Quote
    const seconds = Array.from({ length: 600 }, (_, second) => quoteAt(now() + second * 1000))
    const start = toRupees(quoteAt(now()).lastPrice)
    const highest = Math.max(...seconds.map(({ lastPrice }) => toRupees(lastPrice)))
    const level = Number(((start + highest) / 2).toFixed(2))
    const passed = seconds.findIndex(({ lastPrice }) => toRupees(lastPrice) > level)
    const id = await set(`close > ${level}`, { universe: index.id })
    await pass(12)
    const { data } = await log(id)
    expect(data).toMatchObject([{ seg_sym: index.id }])
    const { bar = 0, price = null } = data[0] ?? {}
    expect(bar).toBeGreaterThan(now() - 12 * MINUTE_MS)
    expect(bar).toBeLessThanOrEqual(seconds[passed]?.at ?? 0)
    expect([(price ?? 0) > level, toRupees(quoteAt(bar).lastPrice)]).toEqual([true, price])
  })

  test('is refused in words where it is no price, of more than one instrument, or not listed', async () => {
    expect(await set('rsi(14) < 30')).toBe('A price alert needs a rule on the price alone: close > 26000')
    expect(await set('close > -5')).toMatch(/^A price alert needs a rule/)
    expect(await set('close > 5', { universe: `${ID},NSE_TCS` })).toBe(
      'A price alert needs exactly one instrument',
    )
    expect(await set('close > 5', { universe: 'NSE_NOSUCH' })).toBe('NSE_NOSUCH is not listed')
    expect(await set('close > 5', { interval: 'min', repeats: true })).toBe('Candle alerts always repeat')
    expect(await alerts()).toEqual([])
  })
})

describe('a look at the trades since the last', () => {
  const instrument = { id: ID, segment: 'NSE' } as Instrument
  const rule = { comparator: 'crosses above', level: 105 } as const
  const tape = (...prices: readonly number[]) => {
    const prints = prices.map(
      (price, index) => ({ at: epochMs(1000 * (index + 1)), price: fromRupees(price) }) as Print,
    )
    return {
      quote: () => ({ lastPrice: fromRupees(100) }) as Quote,
      prints: (_: Instrument, after: number, until: number) =>
        prints.filter(({ at }) => at > after && at <= until),
    }
  }
  const look = (...prices: readonly number[]) => {
    const live = tape(...prices)
    const seen = beginAt(live, instrument, rule, { at: 0, lastRaisedAt: null })
    return lookOn(live, instrument, rule, { seen, now: 60_000 })
  }

  test('passes over one wrong tick, and takes a jump that a second trade confirms', () => {
    expect(look(100, 1060, 101).hit).toBe(null)
    expect(look(100, 140, 141).hit).toMatchObject({ bar: 3000, price: 141 })
    expect(look(100, 104.95, 105, 105.05).hit).toMatchObject({ bar: 4000 })
  })

  test('goes ten minutes at most, so that a long absence is judged in steps', () => {
    const live = tape(100)
    const seen = { at: 0, isBeyond: false, lastRaisedAt: null }
    expect(lookOn(live, instrument, rule, { seen, now: 3_600_000 }).seen.at).toBe(600_000)
  })
})
