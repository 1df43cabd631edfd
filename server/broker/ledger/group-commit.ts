import type { Transaction } from 'kysely'
import type { ClientOrderId, OrderId } from '../../../src/domain/order.ts'
import type { Log } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import type { Reserve } from '../../store/ballast.ts'
import type { LedgerStore } from '../../store/ledger.ts'
import type { LogEnd } from '../../store/ledger-end.ts'
import type { Database, LedgerEventTable, OrderKeyTable } from '../../store/schema.ts'
import { StoreLost, toStoreLost } from '../../store/store-lost.ts'
import { isDefinite, isStoreFull, isStoreLost } from '../../store/transaction.ts'
import type { UserId } from '../../user.ts'
import type { Order } from '../account.ts'
import type { Committed, Outcome } from '../ledger.ts'
import type { AccountState } from './account-state.ts'
import { toCommitted, type Written } from './draft.ts'
import { toRow } from './entry-row.ts'
import type { LedgerState } from './recover.ts'

/** Commands in one commit at most. */
const GROUP_MAX = 500
/** Commands that wait: what takes on risk is refused beyond the first, everything beyond the second. */
const RISK_WAITING_MAX = 5_000
const WAITING_MAX = 50_000

export interface Job {
  readonly owner: UserId
  /** Of a command that places; looked up in the whole past first. */
  readonly key: ClientOrderId | null
  readonly takesRisk: boolean
  decide(
    account: AccountState | null,
    seq: number,
    past: ReadonlyMap<ClientOrderId, Order>,
  ): { readonly outcome: Outcome; readonly written: readonly Written[] }
}

interface Waiting {
  readonly job: Job
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** Decided against the state before it, not durable yet. */
interface Group {
  readonly answers: readonly { readonly waiting: Waiting; readonly outcome: Outcome }[]
  readonly written: readonly Written[]
  readonly rows: readonly LedgerEventTable[]
  readonly state: LedgerState
}

type Past = ReadonlyMap<UserId, ReadonlyMap<ClientOrderId, Order>>

const nobody: ReadonlyMap<ClientOrderId, Order> = new Map()

const refusal = (reason: string): Refusal => new Refusal('unavailable', reason, { retryAfterSeconds: 1 })

const FULL =
  'The store is full: nothing was done, and nothing that takes on risk is taken until there is room'

const OTHER_LOG =
  'its database holds other orders than this server wrote. The server’s owner has to put the right database back, or restore a backup, and restart it'

const keysOf = (written: readonly Written[]): OrderKeyTable[] =>
  written.flatMap(({ entry }) =>
    entry.event.kind === 'order.accepted' || entry.event.kind === 'order.refused'
      ? [
          {
            owner_id: entry.owner,
            client_order_id: entry.event.opening.clientOrderId,
            order_id: entry.orderId ?? '',
            body_hash: entry.event.opening.bodyHash,
            seq: entry.seq,
          },
        ]
      : [],
  )

/** Decides in the order of asking. A fault in one decision is that caller's alone. */
const decideAll = (batch: readonly Waiting[], state: LedgerState, past: Past): Group => {
  const accounts = new Map(state.accounts)
  const answers: { waiting: Waiting; outcome: Outcome }[] = []
  const written: Written[] = []
  const rows: LedgerEventTable[] = []
  let { end, lastAt } = state
  for (const waiting of batch) {
    const { owner, decide } = waiting.job
    try {
      const decided = decide(accounts.get(owner) ?? null, end.seq + 1, past.get(owner) ?? nobody)
      answers.push({ waiting, outcome: decided.outcome })
      for (const change of decided.written) {
        const row = toRow(change.entry, end)
        rows.push(row)
        written.push(change)
        accounts.set(owner, change.account)
        end = { seq: row.seq, hash: row.hash }
        if (lastAt === null || change.entry.at > lastAt) lastAt = change.entry.at
      }
    } catch (error) {
      waiting.reject(error)
    }
  }
  return { answers, written, rows, state: { accounts, end, lastAt } }
}

/**
 * All commands of one turn of the event loop in one durable commit. The next group is decided when the one before is
 * durable, so that what failed has nothing built on it.
 */
export const createGroupCommit = ({
  ledgerStore,
  initial,
  log,
  loadOrder,
  writeAlong,
  reserve,
  onStoreLost,
  onCommitted,
}: {
  readonly ledgerStore: LedgerStore
  readonly initial: LedgerState
  readonly log: Log
  readonly loadOrder: (orderId: OrderId) => Promise<Order | null>
  readonly writeAlong: ((trx: Transaction<Database>, committed: readonly Committed[]) => Promise<void>) | null
  readonly reserve: Reserve | null
  readonly onStoreLost: (error: unknown) => void
  readonly onCommitted: (written: readonly Written[]) => void
}) => {
  let state = initial
  let lost: StoreLost | null = null
  let isClosed = false
  let waiting: Waiting[] = []
  let running: Promise<void> | null = null
  /** Whether it is in the log could not be learned; it is asked for before anything else is written. */
  let doubtful: Group | null = null
  const counts = { commits: 0, events: 0, failedCommits: 0 }

  const findPast = async (batch: readonly Waiting[]): Promise<Past> => {
    const asked = batch.flatMap(({ job: { owner, key } }) =>
      key === null || state.accounts.get(owner)?.orderOfClientId.has(key)
        ? []
        : [{ owner, clientOrderId: key }],
    )
    const past = new Map<UserId, Map<ClientOrderId, Order>>()
    if (asked.length === 0) return past
    const wanted = new Set(asked.map(({ owner, clientOrderId }) => `${owner} ${clientOrderId}`))
    for (const used of await ledgerStore.findKeys(asked)) {
      if (!wanted.has(`${used.owner_id} ${used.client_order_id}`)) continue
      const order = await loadOrder(used.order_id as OrderId)
      if (order === null) continue
      const orders = past.get(used.owner_id) ?? new Map<ClientOrderId, Order>()
      past.set(used.owner_id, orders.set(order.clientOrderId, order))
    }
    return past
  }

  const lose = (error: unknown, batch: readonly Waiting[]): void => {
    const isFirst = lost === null
    const reason = lost ?? toStoreLost(error)
    lost = reason
    for (const { reject } of [...batch, ...waiting]) reject(reason)
    waiting = []
    if (isFirst) onStoreLost(error)
  }

  const publish = (group: Group): void => {
    state = group.state
    doubtful = null
    counts.commits += 1
    counts.events += group.written.length
    for (const { waiting: caller, outcome } of group.answers) caller.resolve(outcome)
    onCommitted(group.written)
  }

  /** Where the log ends, in terms of what was tried: null when it cannot be asked. */
  const fateOf = async (group: Group): Promise<'written' | 'absent' | 'foreign' | null> => {
    let end: LogEnd
    try {
      end = await ledgerStore.readEnd()
    } catch {
      return null
    }
    if (end.hash === group.state.end.hash) return 'written'
    return end.hash === state.end.hash ? 'absent' : 'foreign'
  }

  /** Takes up a group whose answer was lost but that is in the log. False when the log cannot be asked yet. */
  const settleDoubt = async (): Promise<boolean> => {
    if (doubtful === null) return true
    const fate = await fateOf(doubtful)
    if (fate === null) return false
    if (fate === 'written') publish(doubtful)
    if (fate === 'foreign') lose(new StoreLost(OTHER_LOG), [])
    return true
  }

  const fail = async (group: Group, batch: readonly Waiting[], error: unknown): Promise<void> => {
    counts.failedCommits += 1
    log.error({ err: error, commands: batch.length }, 'a commit of the ledger failed')
    if (isStoreLost(error)) return lose(error, batch)
    const fate = await fateOf(group)
    if (fate === 'written') return publish(group)
    if (fate === 'foreign') {
      // A commit that was in doubt has landed after all; what was decided without it is decided again.
      if (doubtful !== null && (await fateOf(doubtful)) === 'written') {
        publish(doubtful)
        return commitBatch(batch)
      }
      return lose(new StoreLost(OTHER_LOG), batch)
    }
    const isDoubtful = !isDefinite(error) || fate === null
    if (isDoubtful) doubtful = group
    const kept = isStoreFull(error) ? batch.filter(({ job }) => !job.takesRisk) : []
    const hasRoomAgain = isStoreFull(error) && reserve !== null && (await reserve.spend())
    const isWorthTrying = hasRoomAgain || kept.length < batch.length
    const dropped = isWorthTrying ? batch.filter((each) => !kept.includes(each)) : batch
    const reason = isStoreFull(error)
      ? FULL
      : isDoubtful
        ? 'The store did not answer; whether this was done is not known. Ask with the same client order id'
        : 'The store did not take it; nothing was done. Try again'
    for (const { reject } of dropped) reject(refusal(reason))
    if (kept.length > 0 && isWorthTrying) await commitBatch(kept)
  }

  const commitBatch = async (batch: readonly Waiting[]): Promise<void> => {
    let group: Group
    try {
      group = decideAll(batch, state, await findPast(batch))
    } catch (error) {
      log.error({ err: error }, 'the ledger could not look into its past')
      if (isStoreLost(error)) return lose(error, batch)
      for (const { reject } of batch)
        reject(refusal('The store does not answer. Nothing was done; try again'))
      return
    }
    if (group.rows.length === 0) {
      for (const { waiting: caller, outcome } of group.answers) caller.resolve(outcome)
      return
    }
    try {
      const committed = writeAlong === null ? [] : group.written.map(toCommitted)
      await ledgerStore.append({
        after: state.end,
        events: group.rows,
        keys: keysOf(group.written),
        also: writeAlong === null ? null : (trx) => writeAlong(trx, committed),
      })
    } catch (error) {
      return fail(group, batch, error)
    }
    publish(group)
  }

  const turn = (): Promise<void> => new Promise((done) => setImmediate(done))

  const run = async (): Promise<void> => {
    while (waiting.length > 0 && lost === null) {
      await turn()
      const batch = waiting.splice(0, GROUP_MAX)
      const isClear = await settleDoubt()
      if (isClear && lost === null) await commitBatch(batch)
      else
        for (const { reject } of batch)
          reject(refusal('The store does not answer. Nothing was done; try again'))
    }
    running = null
  }

  return {
    get state(): LedgerState {
      return state
    },
    get isLost(): boolean {
      return lost !== null
    },
    get counts() {
      return { ...counts, waiting: waiting.length }
    },
    add: (job: Job): Promise<Outcome> =>
      new Promise((resolve, reject) => {
        if (lost !== null || isClosed) return reject(lost ?? refusal('The ledger has stopped'))
        if (job.takesRisk && reserve?.isSpent === true) return reject(refusal(FULL))
        const most = job.takesRisk ? RISK_WAITING_MAX : WAITING_MAX
        if (waiting.length >= most) return reject(refusal('Too many orders wait to be written. Try again'))
        waiting.push({ job, resolve, reject })
        running ??= run()
      }),
    /** While nothing is being written: notices a log that ends elsewhere, as after an older copy was put back. */
    async checkEnd(): Promise<void> {
      const { end } = state
      if (running !== null || lost !== null) return
      const found = await ledgerStore.readEnd().catch(() => end)
      if (found.hash !== end.hash && running === null && state.end === end && doubtful === null)
        lose(new StoreLost(OTHER_LOG), [])
    },
    /** Takes nothing more, as after a commit that found the store lost. */
    halt: (error: unknown): void => lose(error, []),
    /** Takes nothing more and waits for what is under way. */
    async close(): Promise<void> {
      isClosed = true
      await running
    },
  }
}
