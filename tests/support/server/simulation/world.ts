import type { Order } from '../../../../server/broker/account.ts'
import type { Outcome } from '../../../../server/broker/broker.ts'
import { createExchange } from '../../../../server/broker/exchange/create-exchange.ts'
import type { Exchange, FillModel, Report } from '../../../../server/broker/exchange.ts'
import { termsOf } from '../../../../server/broker/instrument-terms.ts'
import { createRules } from '../../../../server/broker/rules/create-rules.ts'
import type { Intent } from '../../../../server/broker/rules.ts'
import { hashOfTicket } from '../../../../server/broker/runtime/intents.ts'
import { createMarketSnapshots } from '../../../../server/broker/runtime/market-snapshot.ts'
import { createOrderRouter, type OrderRouter } from '../../../../server/broker/runtime/order-router.ts'
import { hashText, toUniform } from '../../../../server/market/simulated/random.ts'
import type { Clock } from '../../../../server/ports.ts'
import { isUnavailable } from '../../../../server/refusal.ts'
import { createSteadyClock } from '../../../../server/steady-clock.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { findHeadFault, findLedger, type Head } from '../../../../server/store/orders/ledger/ledger-head.ts'
import type { UserId } from '../../../../server/user.ts'
import { exchangeCalendar } from '../../../../src/domain/calendar/calendar.ts'
import { phaseAt } from '../../../../src/domain/calendar/market-phase.ts'
import { isEnded, type OrderChanges, type OrderId } from '../../../../src/domain/orders/order.ts'
import { type EpochMs, epochMs, toIstDate } from '../../../../src/domain/time.ts'
import { silentLog, startLedger } from '../ledger.ts'
import { instrumentOf, ist, randomMarket } from '../live-market.ts'
import type { ChangingList } from './changing-list.ts'

export const START = ist('2026-11-20 11:00:10')
export const DAY = toIstDate(START)
export const users = ['asha', 'ravi', 'mira', 'omar'].map((name) => name as UserId)
export const instruments = [instrumentOf('INFY'), instrumentOf('TCS')] as const
/** The same list in every turn. */
export const fixedList: ChangingList = {
  find: (id) => instruments.find((one) => one.id === id) ?? null,
  version: () => 'today',
  changes: 0,
  change: () => {},
}

/** Everything that goes wrong, and how often; none of it when `isCalm`. */
const shares = {
  answerLost: 0.15,
  keyReused: 0.05,
  reportRepeated: 0.2,
  reportsShuffled: 0.3,
  storeFull: 0.03,
  commitRefused: 0.03,
  commitInDoubt: 0.03,
  restart: 0.04,
  clockJump: 0.04,
  wallSetBack: 0.03,
  wallSetForward: 0.03,
  listChanged: 0.03,
  databaseSwapped: 0.03,
} as const
export type Fault = keyof typeof shares
export const faultKinds = Object.keys(shares) as readonly Fault[]

/** Numbers between 0 and 1 that depend on the seed and on how many were drawn. */
export type Dice = ReturnType<typeof createDice>
export const createDice = (seed: number) => {
  let count = 0
  const roll = (): number => {
    count += 1
    return toUniform(hashText(`${seed}|${count}`))
  }
  return {
    roll,
    upTo: (limit: number): number => Math.floor(roll() * limit),
    pick: <Value>(values: readonly [Value, ...Value[]]): Value =>
      values[Math.floor(roll() * values.length)] ?? values[0],
  }
}
const STARTS_MAX = 20
const ENTRIES_SWAPPED_MAX = 40

const failure = (code: string | null): Error =>
  Object.assign(new Error('the disk said no'), code === null ? {} : { code })

/** Takes the newest entries of the log away, as an older copy would lack them. Returns what puts them back. */
const takeNewest = async ({ db }: Store, count: number): Promise<() => Promise<void>> => {
  const last = await db
    .selectFrom('ledger_event')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const from = (last?.seq ?? 0) - count
  const events = await db.selectFrom('ledger_event').selectAll().where('seq', '>', from).execute()
  const keys = await db.selectFrom('order_key').selectAll().where('seq', '>', from).execute()
  for (const table of ['ledger_event', 'order_key'] as const)
    await db.deleteFrom(table).where('seq', '>', from).execute()
  return async () => {
    for (const event of events) await db.insertInto('ledger_event').values(event).execute()
    for (const key of keys) await db.insertInto('order_key').values(key).execute()
  }
}

/** One server's worth of real parts, a market time moved by hand, and faults drawn from the seed. */
export const openWorld = async (
  store: Store,
  seed: number,
  listOf: (dice: ReturnType<typeof createDice>) => ChangingList = () => fixedList,
) => {
  const dice = createDice(seed)
  const list = listOf(dice)
  const model: FillModel = dice.pick(['strict', 'strict', 'touch', 'ltp'])
  const isShuffled = dice.roll() < shares.reportsShuffled
  const live = randomMarket({ seed, badShare: 0.05 })
  const fired = new Map<Fault, number>()
  /** Fills as every exchange of this world told them. */
  const told = new Map<
    string,
    { readonly order: OrderId; readonly quantity: number; readonly price: number }
  >()
  let isCalm = false
  /** Milliseconds that have passed, and by how much somebody has set the wall clock meanwhile. */
  let elapsed = 0
  let wallSetBy = 0
  const clock: Clock = { now: () => epochMs(START + elapsed + wallSetBy) }
  const steadyClock = createSteadyClock({ wallClock: clock, monotonicMs: () => elapsed, log: silentLog })
  /** Market time. */
  let now: EpochMs = steadyClock.now()

  const strikes = (fault: Fault): boolean => {
    if (isCalm || (fault === 'reportsShuffled' ? !isShuffled : dice.roll() >= shares[fault])) return false
    fired.set(fault, (fired.get(fault) ?? 0) + 1)
    return true
  }

  /** The line from the exchange: repeats what it says, and in some worlds shuffles it. */
  const noisy = (exchange: Exchange): Exchange => ({
    ...exchange,
    get resting() {
      return exchange.resting
    },
    advance: (to) => {
      const reports: Report[] = []
      for (const report of exchange.advance(to)) {
        if (report.kind === 'filled') {
          const { id, quantity, price } = report.fill
          told.set(id, { order: report.id, quantity, price })
        }
        reports.push(report)
        if (strikes('reportRepeated')) reports.push(report)
      }
      if (reports.length < 2 || !strikes('reportsShuffled')) return reports
      return reports
        .map((report) => ({ report, at: dice.roll() }))
        .sort((a, b) => a.at - b.at)
        .map(({ report }) => report)
    },
  })

  const begin = async () => {
    const { ledger, faults, lost } = await startLedger(store, {
      rules: createRules({ calendar: exchangeCalendar }),
      clock,
      writeAlong: async () => {
        if (strikes('storeFull')) throw failure('SQLITE_FULL')
        if (strikes('commitRefused')) throw failure('SQLITE_CONSTRAINT_CHECK')
        if (strikes('commitInDoubt')) throw failure(null)
      },
    })
    const exchange = createExchange({
      seed,
      market: live,
      model,
      calendar: exchangeCalendar,
      phaseOf: (group, at) => phaseAt(group, at),
    })
    exchange.advance(now)
    const marketAt = createMarketSnapshots({
      live,
      clock,
      calendar: exchangeCalendar,
      listVersion: list.version,
      findInstrument: list.find,
      volatilityOf: () => null,
    })
    const router: OrderRouter = createOrderRouter({
      ledger,
      exchange: noisy(exchange),
      marketAt,
      instrumentFor: (terms) => list.find(terms.id) ?? instruments[0],
      log: silentLog,
      now: () => now,
    })
    return { ledger, router, exchange, faults, lost }
  }

  /** A start whose store says no ends, and is tried again as a supervisor would. */
  const start = async (): Promise<Awaited<ReturnType<typeof begin>>> => {
    for (let tries = 0; tries < STARTS_MAX; tries++) {
      const begun = await begin()
      const orders = begun.ledger.accounts().flatMap((account) => [...account.orders.values()])
      const isBack = await begun.router.restore(orders).then(() => true, onlyUnavailable)
      if (isBack === true) return begun
      begun.router.close()
      await begun.ledger.abandon()
    }
    throw new Error(`the server did not start in ${STARTS_MAX} tries`)
  }

  let server = await start()

  /**
   * Puts an older copy in the place of the database while the server runs, has it asked for orders, and puts the right
   * one back. Returns what was acknowledged meanwhile, and whether a start would have noticed.
   */
  const swapDatabase = async (
    ask: () => Promise<unknown>,
  ): Promise<{ readonly acknowledged: number; readonly isNoticed: boolean }> => {
    const whole = await findLedger(store.db, 0)
    if (whole?.ledger == null) throw new Error('the ledger has no identity')
    const head: Head = { format: 1, ledger: whole.ledger, ...whole.end, at: '' }
    const putBack = await takeNewest(store, 1 + dice.upTo(ENTRIES_SWAPPED_MAX))
    const before = server.ledger.seq
    await ask()
    const isNoticed = findHeadFault(head, await findLedger(store.db, head.seq)) !== null
    const acknowledged = server.ledger.seq - before
    await putBack()
    return { acknowledged, isNoticed }
  }

  return {
    seed,
    list,
    model,
    dice,
    live,
    fired,
    told,
    strikes,
    get server() {
      return server
    },
    get now() {
      return now
    },
    calm(): void {
      isCalm = true
    },
    swapDatabase,
    setWall(byMs: number): void {
      wallSetBy += byMs
    },
    /** Ends the server as a crash does; what its exchange had under way is gone. */
    async restart(): Promise<void> {
      server.router.close()
      await server.ledger.abandon()
      server = await start()
    },
    async pass(ms: number): Promise<void> {
      elapsed += ms
      const before = now
      now = steadyClock.now()
      if (now < before + ms) throw new Error(`market time went from ${before} to ${now} in ${ms} ms`)
      await server.router.advance(now).catch(onlyUnavailable)
    },
    place: (owner: UserId, intent: Intent): Promise<Outcome | null> =>
      server.router
        .submit(owner, { kind: 'place', intent, bodyHash: hashOfTicket(intent.ticket) })
        .catch(onlyUnavailable),
    modify: (owner: UserId, order: Order, changes: OrderChanges) =>
      server.router.modify(owner, order, changes).catch(onlyUnavailable),
    cancel: (owner: UserId, order: Order) =>
      server.router.cancel(owner, order.id, null).catch(onlyUnavailable),
    openOrders: (owner: UserId): readonly Order[] =>
      server.ledger
        .accounts()
        .filter((account) => account.owner === owner)
        .flatMap(({ orders }) => [...orders.values()])
        .filter(({ status }) => !isEnded(status)),
    terms: instruments.map((instrument) => termsOf(instrument, DAY)),
    async close(): Promise<void> {
      server.router.close()
      await server.ledger.abandon()
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>

/** A server that is asked in vain is asked again; anything else is a bug and ends the test. */
const onlyUnavailable = (error: unknown): null => {
  if (isUnavailable(error)) return null
  if (error instanceof Error && error.message === 'the ledger takes no reports of the exchange') return null
  throw error
}
