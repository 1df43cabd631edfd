import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { recover, replay } from '../../../server/broker/ledger/recover.ts'
import { hashOfState } from '../../../server/broker/ledger/state-text.ts'
import { verifyLedger } from '../../../server/broker/ledger/verify.ts'
import { openStore } from '../../../server/store/database.ts'
import { createLedgerStore } from '../../../server/store/ledger.ts'
import { isEnded } from '../../../src/domain/order.ts'

const root = resolve(import.meta.dirname, '../../..')
/** Orders that wait for an answer at any time. */
const IN_FLIGHT = 40
const OWNERS = 5

export interface Ask {
  readonly key: string
  readonly owner: string
  readonly quantity: number
}

interface CrashReport {
  readonly rounds: number
  readonly acknowledged: number
  readonly retried: number
  /** Acknowledged under another id than before, or not in the log: must be empty. */
  readonly wrong: readonly string[]
  readonly ordersInLog: number
  readonly openOrders: number
  readonly isSameAfterReplay: boolean
  readonly fault: string | null
}

interface Line {
  readonly key?: string
  readonly id?: string
  readonly ready?: number
}

/** One life of the writer: asks until it is killed, and answers what it had acknowledged. */
const live = (
  environment: Readonly<Record<string, string>>,
  lifeMs: number,
  first: readonly Ask[],
  next: () => Ask,
  onAnswer: (key: string, id: string) => void,
): Promise<void> =>
  new Promise((done, failed) => {
    const child: ChildProcess = spawn(
      process.execPath,
      ['--import', 'tsx', join(root, 'tests/server/crash/writer.ts')],
      { cwd: root, env: { ...process.env, ...environment }, stdio: ['pipe', 'pipe', 'pipe'] },
    )
    let complaint = ''
    let isKilled = false
    const ask = (asked: Ask): void => {
      child.stdin?.write(`${JSON.stringify(asked)}\n`)
    }
    child.stdin?.on('error', () => {})
    child.stderr?.on('data', (bytes: Buffer) => {
      complaint += bytes.toString()
    })
    if (child.stdout === null) return failed(new Error('the writer has no voice'))
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text) as Line
      if (line.ready !== undefined) {
        for (const asked of first) ask(asked)
        for (let count = first.length; count < IN_FLIGHT; count++) ask(next())
        setTimeout(() => {
          isKilled = true
          child.kill('SIGKILL')
        }, lifeMs)
      }
      if (line.key === undefined || line.id === undefined) return
      onAnswer(line.key, line.id)
      if (!isKilled) ask(next())
    })
    child.once('close', () =>
      isKilled ? done() : failed(new Error(`the writer ended by itself:\n${complaint}`)),
    )
  })

/** Kills a writing ledger again and again, retries what was not answered with the same keys, and looks at what is left. */
export const runCrashLoop = async ({
  rounds,
  dataDir,
  databaseUrl,
  lifeMs,
}: {
  readonly rounds: number
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** How long the writer of a round lives after it is ready. */
  readonly lifeMs: (round: number) => number
}): Promise<CrashReport> => {
  const environment = { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) }
  const idOf = new Map<string, string>()
  const unanswered = new Map<string, Ask>()
  const wrong: string[] = []
  let [asked, retried] = [0, 0]

  const next = (): Ask => {
    asked += 1
    const ask = { key: `crash-key-${asked}`, owner: `u-${asked % OWNERS}`, quantity: 65 * (1 + (asked % 3)) }
    unanswered.set(ask.key, ask)
    return ask
  }

  for (let round = 0; round < rounds; round++) {
    const again = [...unanswered.values()]
    // Some that were answered are asked again too: a client cannot always know.
    const sure = [...idOf.keys()].slice(-3).map((key): Ask => {
      const n = Number(key.slice('crash-key-'.length))
      return { key, owner: `u-${n % OWNERS}`, quantity: 65 * (1 + (n % 3)) }
    })
    retried += again.length + sure.length
    await live(environment, lifeMs(round), [...again, ...sure], next, (key, id) => {
      unanswered.delete(key)
      const before = idOf.get(key)
      if (before !== undefined && before !== id) wrong.push(`${key} was ${before} and is ${id}`)
      idOf.set(key, id)
    })
  }

  const store = await openStore({ dataDir, databaseUrl })
  try {
    const ledgerStore = createLedgerStore(store)
    const keys = await store.db.selectFrom('order_key').select(['client_order_id', 'order_id']).execute()
    const logged = new Map(keys.map((key) => [key.client_order_id, key.order_id]))
    for (const [key, id] of idOf)
      if (logged.get(key) !== id) wrong.push(`${key}: ${id} is ${logged.get(key)} in the log`)
    const { fault, orders, stateHash } = await verifyLedger(ledgerStore)
    const recovered = await recover(ledgerStore)
    const replayed = await replay(ledgerStore)
    const open = [...replayed.accounts.values()].flatMap((account) =>
      [...account.orders.values()].filter(({ status }) => !isEnded(status)),
    )
    return {
      rounds,
      acknowledged: idOf.size,
      retried,
      wrong,
      ordersInLog: orders,
      openOrders: open.length,
      isSameAfterReplay:
        hashOfState(recovered.accounts) === stateHash && hashOfState(replayed.accounts) === stateHash,
      fault,
    }
  } finally {
    await store.close()
  }
}
