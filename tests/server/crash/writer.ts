import { createInterface } from 'node:readline'
import { findAccountFault } from '../../../server/broker/ledger/invariants.ts'
import { recover } from '../../../server/broker/ledger/recover.ts'
import { openStore } from '../../../server/store/database/database.ts'
import { createLedgerStore } from '../../../server/store/orders/ledger/ledger.ts'
import type { UserId } from '../../../server/user.ts'
import type { Paise } from '../../../src/domain/money.ts'
import { isEnded, type OrderId } from '../../../src/domain/orders/order.ts'
import { type EpochMs, epochMs, type IstDate } from '../../../src/domain/time.ts'
import { marketAt, placeCommand, startLedger } from '../../support/server/ledger.ts'
import type { OrderInput, WriterSettings } from './crash-loop.ts'

/*
 * A small server with a real store and the real ledger: reads one order a line, answers each when it is durable, and
 * lets the exchange open and fill it. It is killed without a word, or kills itself inside a commit.
 */
const SNAPSHOT_EVERY = 200
const MINUTE = 600

const settings = JSON.parse(process.env.CRASH_WRITER ?? '') as WriterSettings
const market = marketAt(settings.day as IstDate, MINUTE)
let transactions = 0

/** What does not hold of what the last life left. */
const findFaultLeft = async (): Promise<string | null> => {
  const { accounts } = await recover(createLedgerStore(store))
  for (const [owner, account] of accounts) {
    const fault = findAccountFault(account)
    if (fault !== null) return `account ${owner}: ${fault}`
  }
  return null
}

const store = await openStore({ dataDir: settings.dataDir, databaseUrl: settings.databaseUrl })
const faultLeft = await findFaultLeft()
const { ledger, faults, lost } = await startLedger(store, {
  snapshotEvery: SNAPSHOT_EVERY,
  headFolder: settings.dataDir,
  // Runs when the events are written and before they are committed.
  writeAlong: async () => {
    transactions += 1
    if (transactions === settings.dieInTransaction) process.kill(process.pid, 'SIGKILL')
  },
})

const say = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** What the exchange does with an order. A repeat after a crash carries the same fill id and must change nothing. */
const execute = async (user: UserId, id: OrderId, quantity: number): Promise<void> => {
  const at: EpochMs = epochMs(market.at + 1)
  const fill = { id: `${id}-1`, quantity, price: 9_900 as Paise, at, why: 'matched' }
  await Promise.all([
    ledger.submit(
      user,
      { kind: 'report', report: { kind: 'opened', id, at, exchangeOrderId: `x${id}` } },
      market,
    ),
    ledger.submit(user, { kind: 'report', report: { kind: 'filled', id, at, fill } }, market),
  ])
}

const take = async ({ key, owner, side, quantity }: OrderInput): Promise<void> => {
  const user = owner as UserId
  const command = placeCommand({ key, symbol: 'CALL', side, quantity, price: 100 })
  const outcome = await ledger.submit(user, command, market)
  if (outcome.kind !== 'done' || outcome.order === null) throw new Error(`${key}: ${JSON.stringify(outcome)}`)
  const { id } = outcome.order
  say({ key, id })
  await execute(user, id, quantity)
}

/** Finishes what the last life left open, and begins the day where it is a new one. */
const catchUp = async (): Promise<void> => {
  for (const { owner, orders, day } of ledger.accounts()) {
    const open = [...orders.values()].filter(({ status }) => !isEnded(status))
    await Promise.all(open.map(({ id, quantity }) => execute(owner, id, quantity)))
    if (day < market.day)
      await ledger.submit(owner, { kind: 'rollDay', day: market.day, closes: new Map() }, market)
  }
}

const fail = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

const working = new Set<Promise<void>>()
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const work = take(JSON.parse(line) as OrderInput).catch(fail)
    working.add(work)
    work.finally(() => working.delete(work))
  })
  // The input ends when the writer is to stop in good order.
  .on('close', () => {
    Promise.all(working)
      .then(() => ledger.close())
      .then(() => store.close())
      .then(() => process.exit(faults.length + lost.length), fail)
  })

await catchUp()
say({ ready: ledger.seq, fault: faultLeft })
