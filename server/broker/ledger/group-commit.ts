import type { Transaction } from 'kysely'
import type { ClientOrderId, OrderId } from '../../../src/domain/orders/order.ts'
import type { Log } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import type { Reserve } from '../../store/database/disk-reserve.ts'
import { StoreLost, toStoreLost } from '../../store/database/store-lost.ts'
import { isDefinite, isStoreFull, isStoreLost } from '../../store/database/transaction.ts'
import type { LedgerStore } from '../../store/orders/ledger/ledger.ts'
import type { LogEnd } from '../../store/orders/ledger/ledger-end.ts'
import type { Database, LedgerEventTable, OrderKeyTable } from '../../store/schema.ts'
import type { UserId } from '../../user.ts'
import type { Order } from '../account.ts'
import type { Committed, Outcome } from '../broker.ts'
import type { AccountState } from './account-state.ts'
import { toRow } from './entry-row.ts'
import type { LedgerState } from './recover.ts'
import { toCommitted, type Written } from './unit-of-work.ts'

const GROUP_MAX = 500
/** Queue bounds: commands that take risk are refused beyond the first, all beyond the second. */
const RISK_WAITING_MAX = 5_000
const WAITING_MAX = 50_000

export interface Job {
  readonly owner: UserId
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

interface Group {
  readonly answers: readonly { readonly waiting: Waiting; readonly outcome: Outcome }[]
  readonly written: readonly Written[]
  readonly rows: readonly LedgerEventTable[]
  readonly state: LedgerState
}

type Past = ReadonlyMap<UserId, ReadonlyMap<ClientOrderId, Order>>

const nobody: ReadonlyMap<ClientOrderId, Order> = new Map()

const refusal = (reason: string): Refusal => new Refusal('UNAVAILABLE', reason, { retryAfterSeconds: 1 })

const FULL =
  'The server disk is full: nothing was done, and orders that add risk are rejected until there is room'

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

/** First come, first decided. An exception in one decision fails only its caller. */
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

/** One durable commit per event-loop turn; the next is decided after it, so nothing builds on a failure. */
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
  /** Its commit's outcome is unknown, and must be learned before anything else is written. */
  let unresolved: Group | null = null
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
    unresolved = null
    counts.commits += 1
    counts.events += group.written.length
    for (const { waiting: caller, outcome } of group.answers) caller.resolve(outcome)
    onCommitted(group.written)
  }

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

  /** Publishes a group that is in the log though its reply was lost. False while the log cannot be read. */
  const resolveDoubt = async (): Promise<boolean> => {
    if (unresolved === null) return true
    const fate = await fateOf(unresolved)
    if (fate === null) return false
    if (fate === 'written') publish(unresolved)
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
      // A commit in doubt has landed after all; this batch was decided without it, and is decided again.
      if (unresolved !== null && (await fateOf(unresolved)) === 'written') {
        publish(unresolved)
        return commitBatch(batch)
      }
      return lose(new StoreLost(OTHER_LOG), batch)
    }
    const isUnresolved = !isDefinite(error) || fate === null
    if (isUnresolved) unresolved = group
    const kept = isStoreFull(error) ? batch.filter(({ job }) => !job.takesRisk) : []
    const hasRoomAgain = isStoreFull(error) && reserve !== null && (await reserve.spend())
    const isWorthTrying = hasRoomAgain || kept.length < batch.length
    const dropped = isWorthTrying ? batch.filter((each) => !kept.includes(each)) : batch
    const reason = isStoreFull(error)
      ? FULL
      : isUnresolved
        ? 'The database did not respond, so the result is unknown. Check with the same client order id'
        : 'The database did not save this; nothing was done. Try again'
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
        reject(refusal('The database is not responding. Nothing was done; try again'))
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
      const isClear = await resolveDoubt()
      if (isClear && lost === null) await commitBatch(batch)
      else
        for (const { reject } of batch)
          reject(refusal('The database is not responding. Nothing was done; try again'))
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
        if (lost !== null || isClosed) return reject(lost ?? refusal('The order ledger has stopped'))
        if (job.takesRisk && reserve?.isSpent === true) return reject(refusal(FULL))
        const most = job.takesRisk ? RISK_WAITING_MAX : WAITING_MAX
        if (waiting.length >= most) return reject(refusal('Too many orders in the queue. Try again'))
        waiting.push({ job, resolve, reject })
        running ??= run()
      }),
    /** While idle, detects a log that ends elsewhere, as after an older copy was restored. */
    async checkEnd(): Promise<void> {
      const { end } = state
      if (running !== null || lost !== null) return
      const found = await ledgerStore.readEnd().catch(() => end)
      if (found.hash !== end.hash && running === null && state.end === end && unresolved === null)
        lose(new StoreLost(OTHER_LOG), [])
    },
    halt: (error: unknown): void => lose(error, []),
    async close(): Promise<void> {
      isClosed = true
      await running
    },
  }
}
