import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '../../../../server/broker/account.ts'
import { createHistory } from '../../../../server/broker/history/create-history.ts'
import { type AccountState, apply } from '../../../../server/broker/ledger/account-state.ts'
import { fromRow } from '../../../../server/broker/ledger/entry-row.ts'
import { markedTo, quantityOf } from '../../../../server/broker/ledger/position-events.ts'
import { createDayRecord } from '../../../../server/services/analysis/day-record.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import type { User } from '../../../../server/user.ts'
import { dayRecordOf } from '../../../../src/console/analysis/day-record-of.ts'
import { getDayRecord } from '../../../../src/contract/day-record.ts'
import { placeOrderDirect } from '../../../../src/contract/orders/orders.ts'
import { getPositions } from '../../../../src/contract/positions/positions.ts'
import { fromWire } from '../../../../src/contract/wire.ts'
import { accountThen, type DayRecord } from '../../../../src/domain/analysis/journal/day-record.ts'
import { exchangeCalendar } from '../../../../src/domain/calendar/calendar.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { fromRupees, type Paise } from '../../../../src/domain/money.ts'
import { isEnded } from '../../../../src/domain/orders/order.ts'
import { epochMs, type IstDate, MINUTE_MS, startOfIstDate } from '../../../../src/domain/time.ts'
import { anyDays } from '../../../support/server/any-days.ts'
import { createStory, emptyLedger, owner, startLedger } from '../../../support/server/ledger.ts'
import { dataOf, startServer } from '../../../support/server/server.ts'
import { stores } from '../../../support/server/stores.ts'

const user = { id: owner } as User
const LATER = epochMs(Date.parse('2090-01-01'))
const INSTANTS = 20

/** Any price will do, as long as each minute of each instrument has its own. */
const closeIn = (key: InstrumentId, minute: number): number =>
  80 + ((key.length * 7 + minute * 13) % 400) / 10

const readMinutes = async (key: InstrumentId, day: IstDate) => {
  const time = Array.from({ length: 400 }, (_, index) => startOfIstDate(day) + (550 + index) * MINUTE_MS)
  return { time, close: time.map((at) => closeIn(key, at / MINUTE_MS)) }
}

/** From the log itself: whatever was written up to the instant. A story may roll its day before the close. */
const ledgerAt = async (store: Store, at: number): Promise<AccountState | null> => {
  const rows = await store.db.selectFrom('ledger_event').selectAll().orderBy('seq').execute()
  let account: AccountState | null = null
  for (const entry of rows.map(fromRow)) {
    if (entry.at > at || (entry.event.kind === 'day.rolled' && startOfIstDate(entry.event.day) > at)) break
    account = apply(account, entry)
  }
  return account
}

const heldIn = ({ positions }: Account): Readonly<Record<string, number>> => {
  const held: Record<string, number> = {}
  for (const position of positions.values())
    held[position.terms.id] = (held[position.terms.id] ?? 0) + quantityOf(position)
  return Object.fromEntries(Object.entries(held).filter(([, quantity]) => quantity !== 0))
}

const gainedIn = ({ positions }: Account, closes: (key: InstrumentId) => Paise): number =>
  [...positions.values()].reduce((sum, position) => sum + markedTo(position, closes(position.terms.id)), 0)

const openIn = ({ orders }: Account): readonly string[] =>
  [...orders.values()]
    .filter(({ status }) => !isEnded(status))
    .map(({ id, status, filledQuantity }) => `${id} ${status} ${filledQuantity}`)

describe('the record of a day', () => {
  let store: Store
  beforeAll(async () => {
    store = await stores[0].open()
  })
  afterAll(() => store.close())

  const recordsOf = async (lines: readonly string[]): Promise<readonly DayRecord[]> => {
    await emptyLedger(store)
    const { ledger } = await startLedger(store)
    const story = createStory(ledger)
    for (const text of lines) await story.say(text)
    await ledger.abandon()
    const history = createHistory(store)
    const clock = { now: () => LATER }
    const read = createDayRecord({ history, readMinutes, calendar: exchangeCalendar, clock })
    const records: DayRecord[] = []
    for (const { day } of (await history.of(owner))(() => undefined).days) {
      const record = dayRecordOf(await read(user, { book: 'broker', day }))
      if (record !== null) records.push(record)
    }
    return records
  }

  test('is the ledger at any instant: what is held, what it gained, and every open order', async () => {
    let [held, ordered, gained] = [0, 0, 0]
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    await fc.assert(
      fc.asyncProperty(
        anyDays,
        fc.array(share, { minLength: INSTANTS, maxLength: INSTANTS }),
        async (lines, shares) => {
          for (const record of await recordsOf(lines))
            for (const part of shares) {
              const at = Math.round(record.opensAt + part * (record.until - record.opensAt))
              const then = accountThen(record, at)
              const ledger = await ledgerAt(store, at)
              if (ledger === null) continue
              const open = then.positions.filter(({ quantity }) => quantity !== 0)
              expect(Object.fromEntries(open.map(({ sym, quantity }) => [sym, quantity]))).toEqual(
                heldIn(ledger),
              )
              const minute = Math.floor(at / MINUTE_MS) - (at >= record.until ? 0 : 1)
              const closes = (key: InstrumentId) => fromRupees(closeIn(key, minute))
              expect(fromRupees(then.total)).toBe(gainedIn(ledger, closes))
              expect(
                then.openOrders.map(
                  ({ id, step, filledQuantity }) => `${id} ${step.status} ${filledQuantity}`,
                ),
              ).toEqual(openIn(ledger))
              held += open.length
              ordered += then.openOrders.length
              gained += Math.abs(then.total)
            }
        },
      ),
      { numRuns: 200 },
    )
    expect([held > 100, ordered > 100, gained > 0]).toEqual([true, true, true])
  })
})

describe('the record of a day over HTTP', () => {
  test('ends at what the positions show now; a day to come and a closed day have nothing', async () => {
    const server = await startServer({ now: '2026-11-20 10:00' })
    const meera = await server.enter('meera')
    const pass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 500) {
        server.clock.advance(500)
        await server.trading.step()
      }
    }
    const order = { sym: 'NSE_INFY', order_type: 'MARKET' as const, product: 'MIS' as const }
    const place = async (key: string, transaction_type: 'BUY' | 'SELL', quantity: number) => {
      const body = { ...order, client_order_id: `day-record-${key}`, transaction_type, quantity }
      expect((await server.call(meera, placeOrderDirect, { body })).statusCode).toBe(200)
      await pass(MINUTE_MS)
    }
    await place('1', 'BUY', 100)
    await place('2', 'SELL', 40)
    const recordOn = async (day: string) => {
      const query = { book: 'broker' as const, day }
      return dataOf(getDayRecord, await server.call(meera, getDayRecord, { query }))
    }
    const record = dayRecordOf(fromWire(getDayRecord.reply, await recordOn('2026-11-20')))
    if (record === null) throw new Error('no session on 20 November')
    const { total, realised, positions, trades, index } = accountThen(record, record.until)
    const { net } = dataOf(getPositions, await server.call(meera, getPositions))
    const sumOf = (figure: 'm2m' | 'realised') => net.reduce((sum, row) => sum + row[figure], 0)
    expect(total).toBeCloseTo(sumOf('m2m'), 6)
    expect(realised).toBeCloseTo(sumOf('realised'), 6)
    expect(positions).toMatchObject([{ sym: 'NSE_INFY', quantity: 60, price: net[0]?.last_price }])
    expect([trades, index !== null]).toEqual([2, true])
    expect(accountThen(record, record.opensAt)).toMatchObject({ positions: [], total: 0, trades: 0 })
    expect(await recordOn('2026-11-23')).toMatchObject({ instruments: [], orders: [] })
    expect(await recordOn('2026-11-22')).toMatchObject({ opens_at: null, instruments: [] })
    const refused = await server.call(meera, getDayRecord, {
      query: { book: 'broker', day: 'friday' } as never,
    })
    expect(refused.statusCode).toBe(400)
    await server.close()
  })
})
