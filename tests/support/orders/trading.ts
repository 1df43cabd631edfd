import type { FillModel } from '../../../server/broker/exchange.ts'
import { type Trading as Composed, composeBroker } from '../../../server/compose-broker.ts'
import { createLog } from '../../../server/log.ts'
import type { MarketClock } from '../../../server/market/market-clock.ts'
import type { TicketBody } from '../../../server/services/orders/order-tickets.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import type { Store } from '../../../server/store/database/database.ts'
import { insertUser } from '../../../server/store/session/users.ts'
import type { User, UserId } from '../../../server/user.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import {
  type Instrument,
  type InstrumentId,
  parseInstrumentId,
} from '../../../src/domain/instruments/instrument.ts'
import { type EpochMs, epochMs, type IstDate } from '../../../src/domain/time.ts'
import { clockAt, type HandClock } from '../clock.ts'
import { handScheduler } from '../hand-scheduler.ts'
import { type SteadyMarket, steadyMarket } from '../server/steady-market.ts'
import { stores } from '../server/stores.ts'

export const instant = (text: string): EpochMs => epochMs(Date.parse(`${text.replace(' ', 'T')}+05:30`))

export const row = (
  id: string,
  token: number,
  more: Partial<Instrument> & Pick<Instrument, 'instrumentType' | 'name' | 'exchange'>,
): Instrument => {
  const parsed = parseInstrumentId(id)
  if (parsed === null) throw new TypeError(`${id} is no instrument`)
  return {
    id: parsed.id,
    instrumentToken: token,
    exchangeToken: token >> 8,
    tradingSymbol: parsed.tradingSymbol,
    lastPrice: 0,
    expiry: null,
    strike: 0,
    tickSize: 0.05,
    lotSize: 1,
    segment: parsed.segment,
    universe: '000000',
    ...more,
  }
}

export const nifty = { name: 'NIFTY', exchange: 'NFO', lotSize: 65, expiry: '2026-11-23' as IstDate } as const

/** INFY has a closing auction, 20MICRONS has none; NIFTY contracts expire on 2026-11-23. */
export const listed: readonly Instrument[] = [
  row('NSE_INFY', 408065, { instrumentType: 'EQ', name: 'INFOSYS', exchange: 'NSE' }),
  row('NSE_20MICRONS', 4331777, { instrumentType: 'EQ', name: '20 MICRONS', exchange: 'NSE' }),
  row('INDICES_NIFTY 50', 256265, { instrumentType: 'EQ', name: 'NIFTY 50', exchange: 'NSE' }),
  row('NFO-FUT_NIFTY26NOVFUT', 1001, { ...nifty, instrumentType: 'FUT' }),
  row('NFO-OPT_NIFTY26NOV24000CE', 1002, { ...nifty, instrumentType: 'CE', strike: 24000 }),
  row('NFO-OPT_NIFTY26NOV24500CE', 1003, { ...nifty, instrumentType: 'CE', strike: 24500 }),
]

export const steadyPrices = {
  NSE_INFY: 1500,
  NSE_20MICRONS: 200,
  'INDICES_NIFTY 50': 24100,
  'NFO-FUT_NIFTY26NOVFUT': 24150,
  'NFO-OPT_NIFTY26NOV24000CE': 180,
  'NFO-OPT_NIFTY26NOV24500CE': 20,
}

export interface Trading extends Composed {
  readonly store: Store
  readonly clock: HandClock
  readonly market: SteadyMarket
  readonly list: ListThatChanges
  readonly logged: string[]
  enter(name: string): Promise<User>
  /** Steps the broker every 100 ms, in longer strides beyond a minute. */
  pass(ms: number): Promise<void>
  /** `2026-11-20 15:10`, IST. */
  passTo(text: string): Promise<void>
  /** Ends this server as a crash would and starts another on the same store `afterMs` later. */
  restart(afterMs?: number): Promise<Trading>
  end(): Promise<void>
}

export const marketClockOf = (clock: HandClock): MarketClock => ({
  mode: { kind: 'real' },
  now: () => clock.now(),
  wall: () => clock.now(),
  at: (wall) => wall,
  wallOf: (market) => market,
  origin: { mode: { kind: 'real' }, wall: clock.now(), market: clock.now() },
  originNow: () => ({ mode: { kind: 'real' }, wall: clock.now(), market: clock.now() }),
  goOnFrom: () => {},
})

const FINE_MS = 60_000
const STEP_MS = 100
const STRIDE_MS = 30_000
const LONG_MS = 6 * 3_600_000
const LONG_STRIDE_MS = 600_000

export const listThatChanges = (instruments: readonly Instrument[]) => {
  let changes = 0
  const listOf = (rows: readonly Instrument[]) => {
    const found = new Map(rows.map((instrument) => [instrument.id, instrument]))
    return { version: `list-${++changes}`, find: (id: InstrumentId) => found.get(id) ?? null }
  }
  let rows = instruments
  let current = listOf(rows)
  return {
    rows: (): readonly Instrument[] => rows,
    master: { load: async () => current, inForce: () => current },
    version: (): string => current.version,
    relist(symbol: string, otherwise: Partial<Instrument>): void {
      rows = rows.map((row) => (row.tradingSymbol === symbol ? { ...row, ...otherwise } : row))
      current = listOf(rows)
    },
  }
}

export type ListThatChanges = ReturnType<typeof listThatChanges>

export const startTrading = async (
  options: {
    readonly now?: string
    readonly open?: () => Promise<Store>
    readonly fillModel?: FillModel
    readonly instruments?: readonly Instrument[]
  } = {},
): Promise<Trading> => {
  const store = await (options.open ?? stores[0].open)()
  const clock = clockAt(options.now ?? '2026-11-20 10:00')
  const market = steadyMarket(steadyPrices)
  const list = listThatChanges(options.instruments ?? listed)
  const logged: string[] = []

  let current: Composed | null = null
  const begin = async (): Promise<Trading> => {
    const composed = await composeBroker({
      store,
      clock,
      config: { marketSeed: 1, fillModel: options.fillModel ?? 'strict' },
      log: createLog({ level: 'debug', secrets: createSecretWatch(), write: (line) => logged.push(line) }),
      market: {
        live: market,
        clock: marketClockOf(clock),
        calendar: exchangeCalendar,
        master: list.master,
      },
      scheduler: handScheduler(clock),
      onStoreLost: () => {},
    })
    await composed.start()
    current = composed

    const pass = async (ms: number): Promise<void> => {
      const until = clock.now() + ms
      while (clock.now() < until) {
        const left = until - clock.now()
        clock.advance(Math.min(left, left > LONG_MS ? LONG_STRIDE_MS : left > FINE_MS ? STRIDE_MS : STEP_MS))
        await composed.step()
      }
    }
    return {
      ...composed,
      store,
      clock,
      market,
      list,
      logged,
      async enter(name) {
        const user: User = { id: `user-${name}` as UserId, name }
        await insertUser(store.db, {
          id: user.id,
          name,
          password_hash: '',
          must_change_password: 0,
          created_at: clock.now(),
        })
        await composed.broker.accountOf(user.id)
        return user
      },
      pass,
      passTo: (text) => pass(instant(text) - clock.now()),
      async restart(afterMs = 0) {
        await composed.abandon()
        clock.advance(afterMs)
        return begin()
      },
      async end() {
        await current?.close()
        await store.close()
      },
    }
  }
  return begin()
}

let keys = 0

/** `sell 10 NSE_INFY MIS reduce`, `sell 65 NFO-FUT_NIFTY26NOVFUT NRML @24150`, `buy 1 NSE_INFY cash amo`. */
export const ticket = (text: string, more: Partial<TicketBody> = {}): TicketBody => {
  const [side = '', quantity = '', sym = '', product = '', ...rest] = text.split(' ')
  const price = rest.find((word) => word.startsWith('@'))
  const trigger = rest.find((word) => word.startsWith('!'))
  return {
    clientOrderId: `test-key-${String(++keys).padStart(6, '0')}`,
    sym: sym.replace('+', ' '),
    transactionType: side === 'buy' ? 'BUY' : 'SELL',
    orderType:
      trigger === undefined
        ? price === undefined
          ? 'MARKET'
          : 'LIMIT'
        : price === undefined
          ? 'SL-M'
          : 'SL',
    product: product as TicketBody['product'],
    variety: rest.includes('amo') ? 'amo' : 'regular',
    quantity: Number(quantity),
    price: price === undefined ? undefined : Number(price.slice(1)),
    triggerPrice: trigger === undefined ? undefined : Number(trigger.slice(1)),
    validity: rest.includes('IOC') ? 'IOC' : 'DAY',
    validityTtl: undefined,
    disclosedQuantity: 0,
    marketProtection: -1,
    autoslice: false,
    reduceOnly: rest.includes('reduce'),
    tag: '',
    algoUuid: '',
    ...more,
  }
}
