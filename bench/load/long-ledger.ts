import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PaperLedger } from '../../server/broker/ledger/create-ledger.ts'
import { recover, replay } from '../../server/broker/ledger/recover.ts'
import { openStore } from '../../server/store/database/database.ts'
import { createLedgerStore } from '../../server/store/orders/ledger/ledger.ts'
import type { UserId } from '../../server/user.ts'
import { getOrderBook } from '../../src/contract/orders/orders.ts'
import type { Paise } from '../../src/domain/money.ts'
import type { OrderId } from '../../src/domain/orders/order.ts'
import { addDays, type IstDate } from '../../src/domain/time.ts'
import {
  firstDay,
  marketAt,
  placeCommand,
  startLedger,
  termsNamed,
} from '../../tests/support/server/ledger.ts'
import { createHttpClient } from './http-client.ts'
import { memoryOf, numberOf } from './load.ts'
import { callAs, openSessions, startServerProcess } from './server-process.ts'

// npx tsx bench/load/long-ledger.ts --events 1000000 --tail 40000 [--built]
// Starts over a ledger whose snapshot is `tail` entries old, as after a crash, then replays all of it.
const events = numberOf('events', 1_000_000)
/** Snapshots are written every 50,000 entries. */
const tail = numberOf('tail', 40_000)
const OWNERS = 100
const ORDERS_AT_ONCE = 500
const ORDERS_A_DAY = 20_000

const ownerOf = (index: number): UserId => `load-${index % OWNERS}` as UserId

const createTrading = () => {
  let day: IstDate = firstDay
  let [placed, minute] = [0, 600]

  const round = async (ledger: PaperLedger): Promise<void> => {
    const market = marketAt(day, minute)
    const places = Array.from({ length: ORDERS_AT_ONCE }, (_, n) => placed + n)
    const orders = await Promise.all(
      places.map(async (index): Promise<{ owner: UserId; id: OrderId }> => {
        const owner = ownerOf(index)
        // Each round sells what the one before bought, so that only the log grows.
        const side = Math.floor(index / ORDERS_AT_ONCE) % 2 === 0 ? 'buy' : 'sell'
        const command = placeCommand({ key: `long-${index}`, symbol: 'INFY', side, quantity: 1, price: 100 })
        const outcome = await ledger.submit(owner, command, market)
        if (outcome.kind !== 'done' || outcome.order === null) throw new Error(`an order was ${outcome.kind}`)
        return { owner, id: outcome.order.id }
      }),
    )
    await Promise.all(
      orders.flatMap(({ owner, id }, index) => [
        ledger.submit(
          owner,
          { kind: 'report', report: { kind: 'opened', id, at: market.at, exchangeOrderId: `x-${id}` } },
          market,
        ),
        ledger.submit(
          owner,
          {
            kind: 'report',
            report: {
              kind: 'filled',
              id,
              at: market.at,
              fill: {
                id: `f-${placed + index}`,
                quantity: 1,
                price: 10_000 as Paise,
                at: market.at,
                why: 'swept',
              },
            },
          },
          market,
        ),
      ]),
    )
    placed += ORDERS_AT_ONCE
    minute += 1
    if (placed % ORDERS_A_DAY === 0) await roll(ledger)
  }

  const roll = async (ledger: PaperLedger): Promise<void> => {
    const market = marketAt(day, minute)
    day = addDays(day, 1)
    minute = 600
    const closes = new Map<string, Paise>([[termsNamed('INFY').id, 10_000 as Paise]])
    await Promise.all(
      Array.from({ length: OWNERS }, (_, index) =>
        ledger.submit(ownerOf(index), { kind: 'rollDay', day, closes }, market),
      ),
    )
  }

  return {
    async until(ledger: PaperLedger, seq: number): Promise<void> {
      while (ledger.seq < seq) await round(ledger)
    },
  }
}

const timed = async <Value>(work: () => Promise<Value>): Promise<{ ms: number; value: Value }> => {
  const startedAt = performance.now()
  const value = await work()
  return { ms: Math.round(performance.now() - startedAt), value }
}

const write = async (dataDir: string): Promise<number> => {
  const store = await openStore({ dataDir, databaseUrl: null })
  const trading = createTrading()
  const { ms } = await timed(async () => {
    const { ledger: first } = await startLedger(store, { snapshotEvery: Number.POSITIVE_INFINITY })
    await trading.until(first, events - tail)
    await first.close()
    const { ledger: second } = await startLedger(store, { snapshotEvery: Number.POSITIVE_INFINITY })
    await trading.until(second, events)
    await second.abandon()
  })
  await store.close()
  return ms
}

const dataDir = mkdtempSync(join(tmpdir(), 'sauda-long-'))
try {
  const writtenMs = await write(dataDir)
  const [session] = await openSessions(dataDir, OWNERS)
  if (session === undefined) throw new Error('no session')
  const isBuilt = process.argv.includes('--built')

  const answered = await timed(async () => {
    const { ms: listensAfterMs, value: server } = await timed(() => startServerProcess({ dataDir, isBuilt }))
    const client = createHttpClient({
      host: server.url.hostname,
      port: Number(server.url.port),
      connections: 1,
    })
    const { status } = await callAs(client, session, 'GET', `/api${getOrderBook.path}`)
    return { listensAfterMs, status, server, client }
  })
  const { listensAfterMs, status, server, client } = answered.value
  const memory = memoryOf(server.pid)
  client.close()
  await server.stop()

  const store = await openStore({ dataDir, databaseUrl: null })
  const ledgerStore = createLedgerStore(store)
  const whole = await timed(() => replay(ledgerStore))
  const { ms: recoveredMs } = await timed(() => recover(ledgerStore))
  await store.close()
  console.log(
    JSON.stringify({
      events: whole.value.end.seq,
      tail,
      fileMb: Math.round(statSync(join(dataDir, 'sauda.db')).size / 1e6),
      writtenMs,
      listensAfterMs,
      bookAnsweredAfterMs: answered.ms,
      bookStatus: status,
      serverMb: memory,
      replayMs: whole.ms,
      replayedPerSecond: Math.round(whole.value.end.seq / (whole.ms / 1000)),
      recoverMs: recoveredMs,
      machineLoad: loadavg()[0],
    }),
  )
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
