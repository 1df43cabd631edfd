import { createInterface } from 'node:readline'
import { openStore } from '../../../server/store/database.ts'
import type { UserId } from '../../../server/user.ts'
import type { Paise } from '../../../src/domain/money.ts'
import { epochMs } from '../../../src/domain/time.ts'
import { factsAt, firstDay, placeCommand, startLedger } from '../../support/ledger.ts'
import type { Ask } from './crash-loop.ts'

/*
 * A small server with a real store and the real ledger: reads one order a line, answers each when it is durable, and
 * lets the exchange open and fill it. It is killed without a word.
 */
const SNAPSHOT_EVERY = 200

const store = await openStore({
  dataDir: process.env.DATA_DIR ?? '',
  databaseUrl: process.env.DATABASE_URL ?? null,
})
const { ledger } = await startLedger(store, { snapshotEvery: SNAPSHOT_EVERY })
const facts = factsAt(firstDay, 600)

const answer = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const take = async ({ key, owner, quantity }: Ask): Promise<void> => {
  const user = owner as UserId
  const outcome = await ledger.submit(
    user,
    placeCommand({ key, symbol: 'CALL', side: 'buy', quantity, price: 100 }),
    facts,
  )
  if (outcome.kind !== 'done' || outcome.order === null) throw new Error(`${key}: ${JSON.stringify(outcome)}`)
  const { id } = outcome.order
  answer({ key, id })
  const at = epochMs(facts.at + 1)
  const fill = { id: `${id}-1`, quantity, price: 9_900 as Paise, at, why: 'swept' }
  await Promise.all([
    ledger.submit(
      user,
      { kind: 'report', report: { kind: 'opened', id, at, exchangeOrderId: `x${id}` } },
      facts,
    ),
    ledger.submit(user, { kind: 'report', report: { kind: 'filled', id, at, fill } }, facts),
  ])
}

createInterface({ input: process.stdin }).on('line', (line) => {
  take(JSON.parse(line) as Ask).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  })
})
answer({ ready: ledger.seq, hash: ledger.stateHash() })
