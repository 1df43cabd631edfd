import type { Report } from '../../server/broker/exchange.ts'
import { decide } from '../../server/broker/ledger/decisions/decide.ts'
import { toRow } from '../../server/broker/ledger/entry-row.ts'
import { findFaultAfter } from '../../server/broker/ledger/invariants.ts'
import { recover, replay } from '../../server/broker/ledger/recover.ts'
import { openWork } from '../../server/broker/ledger/unit-of-work.ts'
import type { Command } from '../../server/broker/ledger.ts'
import type { Store } from '../../server/store/database/database.ts'
import { createLedgerStore } from '../../server/store/orders/ledger/ledger.ts'
import { emptyLog, type LogEnd } from '../../server/store/orders/ledger/ledger-end.ts'
import type { UserId } from '../../server/user.ts'
import { paise } from '../../src/domain/money.ts'
import type { ClientOrderId, OrderId } from '../../src/domain/orders/order.ts'
import {
  firstDay,
  marketAt,
  openRules,
  placeCommand,
  startLedger,
} from '../../tests/support/server/ledger.ts'
import { stores } from '../../tests/support/server/stores.ts'
import { rounds, rows, span } from '../brief.ts'
import { collectNewGarbage } from '../garbage.ts'
import type { Report as BenchReport } from '../report.ts'

const ORDERS = 2_000
const AT_ONCE = 20
const OWNERS = 20
const RATE_PER_SECOND = 300
const SECONDS = span(5_000) / 1_000
const REPLAYED = rows(40_000)
const RESERVING_PAIRS = rounds(60)
const RESERVING_EXITS = 400

const market = marketAt(firstDay, 600)
const ownerOf = (index: number): UserId => `u-${index % OWNERS}` as UserId
const orderAt = (label: string, index: number) =>
  placeCommand({ key: `${label}-${index}`, symbol: 'CALL', side: 'buy', quantity: 65, price: 100 })

type Started = Awaited<ReturnType<typeof startLedger>>['ledger']

const timed = async (work: () => Promise<void>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** ms per thousand orders. */
const place = async (ledger: Started, label: string, atOnce: number, orders: number): Promise<number> => {
  const ms = await timed(async () => {
    for (let from = 0; from < orders; from += atOnce)
      await Promise.all(
        Array.from({ length: atOnce }, (_, offset) =>
          ledger.submit(ownerOf(from + offset), orderAt(label, from + offset), market),
        ),
      )
  })
  return (ms / orders) * 1000
}

type Accounts = Map<UserId, NonNullable<ReturnType<typeof openWork>>['account']>

/** Decides commands as the ledger does, hashes and checks included, without storing them. */
const createMemoryLedger = () => {
  const accounts: Accounts = new Map()
  const past = new Map<ClientOrderId, never>()
  let end: LogEnd = emptyLog
  return (owner: UserId, command: Command): OrderId => {
    const work = openWork({
      owner,
      account: accounts.get(owner) ?? null,
      seq: end.seq + 1,
      at: market.at,
      wall: market.wall,
      day: firstDay,
    })
    if (work === null) throw new Error('no account')
    const outcome = decide(work, command, { rules: openRules, market, past, refusedAt: [] })
    if (outcome.kind !== 'done' || outcome.order === null) throw new Error(`${command.kind}: ${outcome.kind}`)
    for (const { before, entry, account } of work.written) {
      end = toRow(entry, end)
      const fault = findFaultAfter(before, entry, account)
      if (fault !== null) throw new Error(fault)
    }
    accounts.set(owner, work.account)
    return outcome.order.id
  }
}

/** ms per thousand orders. */
const placeInMemory = (orders: number): number => {
  const submit = createMemoryLedger()
  const startedAt = performance.now()
  for (let each = 0; each < orders; each++) submit(ownerOf(each), orderAt('memory', each))
  return ((performance.now() - startedAt) / orders) * 1000
}

/** CPU ms per thousand exits, each placed, opened and filled, after `earlier` others. */
const exitInMemory = (orders: number, isReduceOnly: boolean, earlier = 0): number => {
  const submit = createMemoryLedger()
  const trade = (owner: UserId, key: string, side: 'buy' | 'sell', quantity: number): void => {
    const isExit = side === 'sell' && isReduceOnly
    const id = submit(owner, placeCommand({ key, symbol: 'CALL', side, quantity, isReduceOnly: isExit }))
    submit(owner, { kind: 'report', report: { kind: 'opened', id, at: market.at, exchangeOrderId: key } })
    const fill = { id: key, quantity, price: paise(10_000), at: market.at, why: '' }
    submit(owner, { kind: 'report', report: { kind: 'filled', id, at: market.at, fill } })
  }
  for (let owner = 0; owner < OWNERS; owner++)
    trade(ownerOf(owner), `held-${owner}`, 'buy', 65 * (earlier + orders))
  const exitAll = (from: number, to: number): void => {
    for (let each = from; each < to; each++) trade(ownerOf(each), `exit-${each}`, 'sell', 65)
  }
  exitAll(0, earlier)
  collectNewGarbage()
  const before = process.cpuUsage()
  exitAll(earlier, earlier + orders)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / orders
}

/** ms per thousand committed exits. */
const exitDurably = async (ledger: Started, orders: number): Promise<number> => {
  const tradeAll = async (keys: readonly string[], side: 'buy' | 'sell', quantity: number): Promise<void> => {
    const at = (index: number) => ownerOf(index)
    const placed = await Promise.all(
      keys.map((key, index) =>
        ledger.submit(
          at(index),
          placeCommand({ key, symbol: 'CALL', side, quantity, isReduceOnly: side === 'sell' }),
          market,
        ),
      ),
    )
    const ids = placed.map((outcome) => {
      if (outcome.kind !== 'done' || outcome.order === null) throw new Error(outcome.kind)
      return outcome.order.id
    })
    const say = (reportOf: (id: OrderId, key: string) => Report) =>
      Promise.all(
        ids.map((id, index) =>
          ledger.submit(at(index), { kind: 'report', report: reportOf(id, keys[index] ?? '') }, market),
        ),
      )
    await say((id, key) => ({ kind: 'opened', id, at: market.at, exchangeOrderId: key }))
    const price = paise(10_000)
    await say((id, key) => ({
      kind: 'filled',
      id,
      at: market.at,
      fill: { id: key, quantity, price, at: market.at, why: '' },
    }))
  }
  const keysOf = (label: string) => Array.from({ length: AT_ONCE }, (_, index) => `${label}-${index}`)
  await tradeAll(keysOf('durably-held'), 'buy', 65 * orders)
  const ms = await timed(async () => {
    for (let from = 0; from < orders; from += AT_ONCE) await tradeAll(keysOf(`durably-${from}`), 'sell', 65)
  })
  return (ms / orders) * 1000
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

/**
 * CPU ms per thousand exits: median difference of many short pairs, so that a pause of the machine or of the garbage
 * collector falls into few of them; the order within a pair alternates.
 */
const reservingCost = (): number => {
  const costOf = (isReduceOnly: boolean): number => exitInMemory(RESERVING_EXITS, isReduceOnly, ORDERS / 2)
  exitInMemory(ORDERS, true)
  exitInMemory(ORDERS, false)
  const added = Array.from({ length: RESERVING_PAIRS }, (_, pair) => {
    const isReservingFirst = pair % 2 === 0
    const first = costOf(isReservingFirst)
    const second = costOf(!isReservingFirst)
    return isReservingFirst ? first - second : second - first
  })
  return medianOf(added)
}

/** Sends at a fixed rate regardless of answers. Returns the p99 in ms. */
const openLoop = async (ledger: Started): Promise<number> => {
  const waits: number[] = []
  const answers: Promise<void>[] = []
  const startedAt = performance.now()
  for (let sent = 0; sent < RATE_PER_SECOND * SECONDS; ) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * RATE_PER_SECOND)
    for (; sent < due; sent++) {
      const askedAt = performance.now()
      const answer = ledger.submit(ownerOf(sent), orderAt('open', sent), market)
      answers.push(answer.then(() => void waits.push(performance.now() - askedAt)))
    }
    await new Promise((turn) => setTimeout(turn, 1))
  }
  await Promise.all(answers)
  waits.sort((left, right) => left - right)
  return waits[Math.floor(waits.length * 0.99)] ?? Number.NaN
}

const benchOf = async (report: BenchReport, name: string, store: Store, reserving: number): Promise<void> => {
  const { ledger } = await startLedger(store)
  await place(ledger, 'warm', AT_ONCE, 400)
  const single = await place(ledger, 'single', 1, ORDERS / 4)
  const grouped = await place(ledger, 'grouped', AT_ONCE, ORDERS)
  report.value({
    name: `1,000 durable orders in groups of ${AT_ONCE}, ${name}`,
    unit: 'ms',
    value: grouped,
    goal: 1_000,
    peer: { name: 'one commit each', value: single },
  })
  report.value({
    name: `1,000 durable orders in groups of ${AT_ONCE}, ${name}`,
    unit: 'ms',
    value: grouped,
    goal: null,
    peer: { name: 'no database', value: placeInMemory(ORDERS) },
  })
  report.value({
    name: `reserving the units of an exit, share of committing it, ${name}`,
    unit: '%',
    value: (reserving / (await exitDurably(ledger, ORDERS / 2))) * 100,
    goal: 3,
  })
  report.value({
    name: `${RATE_PER_SECOND} orders a second, 99th answer of a hundred, ${name}`,
    unit: 'ms',
    value: await openLoop(ledger),
    goal: 50,
  })
  for (let from = ledger.seq, round = 0; from < REPLAYED; from = ledger.seq, round++)
    await place(ledger, `more-${round}`, 500, 5_000)
  await ledger.abandon()
  const ledgerStore = createLedgerStore(store)
  const ms = await timed(async () => void (await replay(ledgerStore)))
  const { end } = await recover(ledgerStore)
  report.value({
    name: `replay of 20,000 entries, ${name}`,
    unit: 'ms',
    value: (ms / end.seq) * 20_000,
    goal: 1_000,
  })
}

export const bench = async (report: BenchReport): Promise<void> => {
  const reserving = reservingCost()
  for (const { name, isAbsent, open } of stores) {
    if (isAbsent) {
      report.note(`left out: ${name}`)
      continue
    }
    const store = await open()
    try {
      await benchOf(report, name, store, reserving)
    } finally {
      await store.close()
    }
  }
}
