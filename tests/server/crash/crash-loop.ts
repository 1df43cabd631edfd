import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { recover, replay } from '../../../server/broker/ledger/recover.ts'
import { hashOfState } from '../../../server/broker/ledger/state-text.ts'
import { verifyLedger } from '../../../server/broker/ledger/verify.ts'
import { openStore } from '../../../server/store/database/database.ts'
import { createLedgerStore } from '../../../server/store/orders/ledger/ledger.ts'
import { dayNumberToIstDate, type IstDate, istDateToDayNumber } from '../../../src/domain/time.ts'
import { firstDay } from '../../support/server/ledger.ts'
import { buildScript } from './build-script.ts'

/** Orders that wait for an answer at any time. */
const IN_FLIGHT = 40
const OWNERS = 5
/** Repeated in the next life although they were answered: a client cannot always know. */
const REPEATED = 3
/** Orders of past days leave the accounts, so that a late life starts as fast as an early one. */
const ROUNDS_PER_DAY = 4

export interface OrderInput {
  readonly key: string
  readonly owner: string
  readonly side: 'buy' | 'sell'
  readonly quantity: number
}

export interface WriterSettings {
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly day: string
  /** The transaction in which the writer kills itself, from 1; null where it is killed from outside. */
  readonly dieInTransaction: number | null
}

/** When the writer of a round is killed: so long after it is ready, or inside a transaction. */
type Death = { readonly afterMs: number } | { readonly inTransaction: number }

/** Every other one inside a commit, which no clock would hit often; the others from 10 to 150 ms after the start. */
export const deathOf = (round: number): Death =>
  round % 2 === 1 ? { inTransaction: 1 + ((round * 37) % 25) } : { afterMs: 10 + ((round * 97) % 141) }

interface CrashReport {
  readonly rounds: number
  readonly kills: number
  readonly acknowledged: number
  readonly retried: number
  /** Acknowledged and not in the log. */
  readonly lost: readonly string[]
  /** One key with two orders. */
  readonly doubled: readonly string[]
  readonly ordersInLog: number
  readonly fillsInLog: number
  readonly isSameAfterReplay: boolean
  /** The first invariant that did not hold, after any of the kills or over the whole log. */
  readonly fault: string | null
}

interface Line {
  readonly key?: string
  readonly id?: string
  readonly ready?: number
  readonly fault?: string | null
}

interface Life {
  readonly writer: string
  readonly settings: WriterSettings
  /** Null stops it in good order once it has answered what it is asked first. */
  readonly afterMs: number | null
  readonly first: readonly OrderInput[]
  /** The next order to send; null while enough of them wait for an answer. */
  readonly next: () => OrderInput | null
  readonly onAnswer: (key: string, id: string) => void
  readonly onReady: (fault: string | null) => void
}

/** One life of the writer: sends orders until it is killed. Rejects when it ends in another way. */
const live = ({ writer, settings, afterMs, first, next, onAnswer, onReady }: Life): Promise<void> =>
  new Promise((done, failed) => {
    const child: ChildProcess = spawn(process.execPath, [writer], {
      env: { ...process.env, CRASH_WRITER: JSON.stringify(settings) },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const isStopped = afterMs === null && settings.dieInTransaction === null
    let complaint = ''
    let isKilled = false
    let answersAwaited = first.length
    const send = (input: OrderInput): void => {
      child.stdin?.write(`${JSON.stringify(input)}\n`)
    }
    const sendMore = (): void => {
      for (let input = next(); input !== null; input = next()) send(input)
    }
    const begin = (): void => {
      for (const input of first) send(input)
      if (isStopped) {
        if (first.length === 0) child.stdin?.end()
        return
      }
      sendMore()
      if (afterMs === null) return
      setTimeout(() => {
        isKilled = true
        child.kill('SIGKILL')
      }, afterMs)
    }
    const hear = ({ key, id, ready, fault }: Line): void => {
      if (ready !== undefined) {
        onReady(fault ?? null)
        begin()
      }
      if (key === undefined || id === undefined) return
      onAnswer(key, id)
      answersAwaited -= 1
      if (!isStopped && !isKilled) sendMore()
      if (isStopped && answersAwaited === 0) child.stdin?.end()
    }
    child.stdin?.on('error', () => {})
    child.stderr?.on('data', (bytes: Buffer) => {
      complaint += bytes.toString()
    })
    if (child.stdout === null) return failed(new Error('the writer has no output'))
    createInterface({ input: child.stdout }).on('line', (text) => hear(JSON.parse(text) as Line))
    child.once('close', (code, signal) => {
      const isAsWanted = isStopped ? code === 0 : signal === 'SIGKILL'
      if (isAsWanted) done()
      else failed(new Error(`the writer ended by itself with ${signal ?? code}:\n${complaint}`))
    })
  })

/** An entry, and then two exits of it that meet in the ledger. */
const orderNumbered = (number: number): OrderInput => {
  const trade = Math.floor((number - 1) / 3)
  return {
    key: `crash-key-${number}`,
    owner: `u-${trade % OWNERS}`,
    side: number % 3 === 1 ? 'buy' : 'sell',
    quantity: 65 * (1 + (trade % 3)),
  }
}

const dayOfRound = (round: number): IstDate =>
  dayNumberToIstDate(istDateToDayNumber(firstDay) + Math.floor(round / ROUNDS_PER_DAY))

interface CrashLoop {
  readonly rounds: number
  readonly dataDir: string
  readonly databaseUrl: string | null
}

/**
 * Kills a writing ledger again and again, retries what was not answered with the same keys, and looks at what is left
 * after each kill. The last life stops in good order.
 */
export const runCrashLoop = async ({ rounds, dataDir, databaseUrl }: CrashLoop): Promise<CrashReport> => {
  const idOf = new Map<string, string>()
  const unanswered = new Map<string, OrderInput>()
  const doubled: string[] = []
  let [sent, retried, kills] = [0, 0, 0]
  let fault: string | null = null

  const next = (): OrderInput | null => {
    if (unanswered.size >= IN_FLIGHT) return null
    sent += 1
    const input = orderNumbered(sent)
    unanswered.set(input.key, input)
    return input
  }
  const repeats = (): readonly OrderInput[] => {
    const answered = [...idOf.keys()].slice(-REPEATED)
    const again = answered.map((key) => orderNumbered(Number(key.slice('crash-key-'.length))))
    const inputs = [...unanswered.values(), ...again]
    retried += inputs.length
    return inputs
  }
  const onAnswer = (key: string, id: string): void => {
    unanswered.delete(key)
    const before = idOf.get(key)
    if (before !== undefined && before !== id) doubled.push(`${key} was ${before} and is ${id}`)
    idOf.set(key, id)
  }

  const writer = await buildScript('writer')
  const liveOnce = (round: number, death: Death | null): Promise<void> =>
    live({
      writer: writer.path,
      settings: {
        dataDir,
        databaseUrl,
        day: dayOfRound(round),
        dieInTransaction: death !== null && 'inTransaction' in death ? death.inTransaction : null,
      },
      afterMs: death !== null && 'afterMs' in death ? death.afterMs : null,
      first: repeats(),
      next,
      onAnswer,
      onReady: (found) => {
        if (found !== null) fault ??= `after kill ${kills}: ${found}`
      },
    })
  try {
    for (let round = 0; round < rounds; round++) {
      await liveOnce(round, deathOf(round))
      kills += 1
    }
    await liveOnce(rounds, null)
  } finally {
    writer.remove()
  }
  const left = await inspect({ dataDir, databaseUrl })
  return {
    rounds,
    kills,
    acknowledged: idOf.size,
    retried,
    lost: [...idOf]
      .filter(([key, id]) => !left.idsOfKey.get(key)?.includes(id))
      .map(([key, id]) => `${key}: ${id} is not in the log`),
    doubled: [
      ...doubled,
      ...[...left.idsOfKey].filter(([, ids]) => ids.length > 1).map(([key, ids]) => `${key}: ${ids}`),
    ],
    ordersInLog: left.orders,
    fillsInLog: left.fills,
    isSameAfterReplay: left.isSameAfterReplay,
    fault: fault ?? left.fault,
  }
}

/** The keys of the whole log, its invariants, and whether a snapshot and the log from its start make the same accounts. */
export const inspect = async (settings: Pick<CrashLoop, 'dataDir' | 'databaseUrl'>) => {
  const store = await openStore(settings)
  try {
    const ledgerStore = createLedgerStore(store)
    const { fault, orders, fills, stateHash } = await verifyLedger(ledgerStore)
    const recovered = await recover(ledgerStore)
    const idsOfKey = new Map<string, readonly string[]>()
    const replayed = await replay(ledgerStore, undefined, ({ event, orderId }) => {
      if (event.kind !== 'order.accepted' && event.kind !== 'order.refused') return
      const key = event.opening.clientOrderId
      idsOfKey.set(key, [...(idsOfKey.get(key) ?? []), String(orderId)])
    })
    const isSameAfterReplay =
      hashOfState(recovered.accounts) === stateHash && hashOfState(replayed.accounts) === stateHash
    return { idsOfKey, fault, orders, fills, isSameAfterReplay }
  } finally {
    await store.close()
  }
}
