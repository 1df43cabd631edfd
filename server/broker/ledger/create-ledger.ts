import type { Transaction } from 'kysely'
import type { ClientOrderId, OrderId } from '../../../src/domain/orders/order.ts'
import type { EpochMs, IstDate } from '../../../src/domain/time.ts'
import type { Clock, Log } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import type { Store } from '../../store/database/database.ts'
import type { Reserve } from '../../store/database/disk-reserve.ts'
import { StoreError } from '../../store/database/store-error.ts'
import { createLedgerStore, LedgerFault } from '../../store/orders/ledger/ledger.ts'
import { keepHead } from '../../store/orders/ledger/ledger-head.ts'
import { lockLedger } from '../../store/orders/ledger/ledger-lock.ts'
import type { Database } from '../../store/schema.ts'
import type { UserId } from '../../user.ts'
import { type Account, type Order, positionKey } from '../account.ts'
import type { Committed, Outcome } from '../broker.ts'
import type { Command, Ledger } from '../ledger.ts'
import type { Intent, MarketSnapshot, Rules } from '../rules.ts'
import { applyToOrder, type BookedOrder } from './booked-order.ts'
import { decide } from './decisions/decide.ts'
import { done } from './decisions/decision.ts'
import { dryRunOrders } from './decisions/dry-run.ts'
import { createRejectedBeforeEntry } from './decisions/rejected-before-entry.ts'
import { fromRow } from './entry-row.ts'
import { isOrderEvent } from './event.ts'
import { createGroupCommit, type Job } from './group-commit.ts'
import { findFaultAfter } from './invariants.ts'
import { quantityOf } from './position-events.ts'
import { recover, toSnapshot } from './recover.ts'
import { hashOfState } from './state-text.ts'
import { openWork, toCommitted, type UnitOfWork, write } from './unit-of-work.ts'

const SNAPSHOT_EVERY = 50_000

export interface LedgerParts {
  readonly store: Store
  readonly rules: Rules
  readonly clock: Clock
  readonly log: Log
  /** Written in the transaction of the events; may run several times. Null writes nothing. */
  readonly writeAlong: ((trx: Transaction<Database>, committed: readonly Committed[]) => Promise<void>) | null
  /** The store failed or its log is another process's: this process may write nothing more. */
  readonly onStoreLost: (error: unknown) => void
  readonly onBroken: (fault: AccountFault) => void
  readonly snapshotEvery?: number
  /** Keeps the log's end outside the database; absent: nowhere. */
  readonly headFolder?: string
  /** Disk reserve for cancels and exits when the store is full; absent: none. */
  readonly reserve?: Reserve
}

export interface AccountFault {
  readonly owner: UserId
  readonly seq: number
  readonly what: string
}

interface LedgerCounts {
  readonly commits: number
  readonly events: number
  readonly ignoredReports: number
  readonly failedCommits: number
  readonly waiting: number
}

export interface PaperLedger extends Ledger {
  readonly counts: LedgerCounts
  /** Halts when the store is no longer the one this process writes to. */
  check(): Promise<void>
  halt(error: unknown): void
  /** Releases the log as a crash would, without a snapshot; the store stays open. */
  abandon(): Promise<void>
}

/** By the position only: other open orders do not matter for whether the queue has room. */
const isExit = (account: Account | undefined, { ticket, terms }: Intent): boolean => {
  const position = account?.positions.get(positionKey(terms.id, ticket.product))
  const held = position === undefined ? 0 : quantityOf(position)
  return ticket.quantity <= (ticket.side === 'sell' ? held : -held)
}

/** Commands that take no risk are accepted when the queue or the disk is full. */
const takesRisk = (account: Account | undefined, command: Command): boolean =>
  command.kind === 'place'
    ? !isExit(account, command.intent)
    : command.kind === 'modify' || command.kind === 'convert'

/** Locks and replays the log. Throws StoreError when either fails. */
export const createLedger = async (parts: LedgerParts): Promise<PaperLedger> => {
  const { store, rules, clock, log, snapshotEvery = SNAPSHOT_EVERY } = parts
  const release = await lockLedger(store)
  const ledgerStore = createLedgerStore(store)
  const recovered = await recover(ledgerStore).catch(async (error: unknown) => {
    await release()
    throw error instanceof LedgerFault
      ? new StoreError(`${error.message}. Nothing was changed; restore a backup`, { cause: error })
      : error
  })

  const head = await keepHead({
    db: store.db,
    folder: parts.headFolder ?? null,
    end: recovered.end,
    now: clock.now,
    log,
  })
  let snapshotSeq = recovered.snapshotSeq
  let snapshotUnderWay: Promise<void> = Promise.resolve()
  let isSnapshotUnderWay = false
  let ignoredReports = 0
  const listeners = new Set<(committed: readonly Committed[]) => void>()
  const refused = createRejectedBeforeEntry()
  const restricting = new Set<UserId>()

  const commit = createGroupCommit({
    ...parts,
    reserve: parts.reserve ?? null,
    ledgerStore,
    initial: recovered,
    loadOrder: (orderId) => orderOfPast(orderId),
    onStoreLost: (error) => {
      // Rewritten in case it was deleted together with the database.
      head.remember(commit.state.end)
      parts.onStoreLost(error)
    },
    onCommitted: (written) => {
      head.remember(commit.state.end)
      for (const { before, entry, account } of written) {
        const what = findFaultAfter(before, entry, account)
        if (what !== null) restrict({ owner: entry.owner, seq: entry.seq, what })
        if (entry.event.kind === 'day.rolled') tellLeftOver(account)
      }
      const committed = written.map(toCommitted)
      for (const listener of listeners) tell(listener, committed)
      if (commit.state.end.seq - snapshotSeq >= snapshotEvery) snapshot()
    },
  })

  /** A day trade that was not squared off is carried, as it is still owed, but logged as an error. */
  const tellLeftOver = ({ owner, positions }: Account): void => {
    const left = [...positions].filter(([, { product }]) => product === 'MIS').map(([key]) => key)
    if (left.length > 0) log.error({ owner, left }, 'day trades were carried over night')
  }

  const tell = (
    listener: (committed: readonly Committed[]) => void,
    committed: readonly Committed[],
  ): void => {
    try {
      listener(committed)
    } catch (error) {
      log.error({ err: error }, 'ledger listener failed; its entries are committed')
    }
  }

  const restrict = (fault: AccountFault): void => {
    if (restricting.has(fault.owner) || commit.state.accounts.get(fault.owner)?.cancelOnly != null) return
    restricting.add(fault.owner)
    log.error({ ...fault }, 'an invariant of an account does not hold; it takes cancels only')
    parts.onBroken(fault)
    const at = commit.state.lastAt ?? clock.now()
    enqueue(fault.owner, at, clock.now(), null, (work) => {
      write(work, at, null, { kind: 'account.restricted', reason: `${fault.what} (entry ${fault.seq})` })
      return done(null)
    }).catch((error: unknown) => log.error({ err: error }, 'the account could not be restricted'))
  }

  const enqueue = (
    owner: UserId,
    at: EpochMs,
    wall: EpochMs,
    day: IstDate | null,
    decideIn: (work: UnitOfWork, past: ReadonlyMap<ClientOrderId, Order>) => Outcome,
    extra: Pick<Job, 'key' | 'takesRisk'> = { key: null, takesRisk: false },
  ): Promise<Outcome> =>
    commit.add({
      owner,
      ...extra,
      decide: (account, seq, past) => {
        const work = openWork({ owner, account, seq, at, wall, day })
        if (work === null) return { outcome: { kind: 'notFound' }, written: [] }
        const outcome = decideIn(work, past)
        return { outcome, written: outcome.kind === 'done' ? work.written : [] }
      },
    })

  const submit = async (owner: UserId, command: Command, market: MarketSnapshot): Promise<Outcome> => {
    const key = command.kind === 'place' ? command.intent.ticket.clientOrderId : null
    const outcome = await enqueue(
      owner,
      market.at,
      market.wall,
      market.day,
      (work, past) => {
        const refusedAt = refused.of(owner, market.wall)
        const decided = decide(work, command, { rules, market, past, refusedAt })
        const isCounted = command.kind === 'place' || command.kind === 'modify'
        if (isCounted && decided.kind === 'refused') refused.add(owner, market.wall, decided.code)
        return decided
      },
      { key, takesRisk: takesRisk(commit.state.accounts.get(owner), command) },
    )
    if (command.kind === 'report' && (outcome.kind !== 'done' || outcome.isRepeat)) ignoredReports += 1
    return outcome
  }

  const snapshot = (): void => {
    if (isSnapshotUnderWay) return
    isSnapshotUnderWay = true
    snapshotUnderWay = saveSnapshot()
      .catch((error: unknown) =>
        log.error({ err: error }, 'no snapshot of the ledger; the log holds everything'),
      )
      .finally(() => {
        isSnapshotUnderWay = false
      })
  }

  const saveSnapshot = async (): Promise<void> => {
    const { state } = commit
    if (state.end.seq === snapshotSeq) return
    await ledgerStore.saveSnapshot(await toSnapshot(state))
    snapshotSeq = state.end.seq
  }

  const orderOfPast = async (orderId: string): Promise<Order | null> => {
    let order: BookedOrder | null = null
    for (const row of await ledgerStore.eventsOfOrder(orderId)) {
      const entry = fromRow(row)
      if (isOrderEvent(entry.event)) order = applyToOrder(order, entry.event, entry)
    }
    return order
  }

  const findOrder = async (owner: UserId, orderId: OrderId): Promise<Order | null> => {
    const booked = commit.state.accounts.get(owner)?.orders.get(orderId)
    if (booked !== undefined) return booked
    const order = await orderOfPast(orderId)
    return order?.owner === owner ? order : null
  }

  const stop = async (): Promise<void> => {
    await commit.close()
    await snapshotUnderWay
    await head.flush()
  }

  return {
    submit,
    dryRun(owner, intents, market) {
      const account = commit.state.accounts.get(owner)
      return account === undefined
        ? intents.map(() => null)
        : dryRunOrders(account, intents, commit.state.end.seq + 1, {
            rules,
            market,
            refusedAt: refused.of(owner, market.wall),
          })
    },
    findOrder,
    async account(owner, at, day): Promise<Account> {
      const known = commit.state.accounts.get(owner)
      if (known !== undefined) return known
      await enqueue(owner, at, clock.now(), day, () => done(null))
      const opened = commit.state.accounts.get(owner)
      if (opened === undefined) throw new Refusal('UNAVAILABLE', 'The account could not be opened. Try again')
      return opened
    },
    accounts: () => [...commit.state.accounts.values()],
    async findByClientId(owner, clientOrderId): Promise<Order | null> {
      const id = commit.state.accounts.get(owner)?.orderOfClientId.get(clientOrderId)
      if (id !== undefined) return findOrder(owner, id)
      const keys = await ledgerStore.findKeys([{ owner, clientOrderId }])
      const used = keys.find((key) => key.owner_id === owner)
      return used === undefined ? null : findOrder(owner, used.order_id as OrderId)
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stateHash: () => hashOfState(commit.state.accounts),
    get lastAt() {
      return commit.state.lastAt
    },
    get seq() {
      return commit.state.end.seq
    },
    get counts() {
      return { ...commit.counts, ignoredReports }
    },
    async check() {
      try {
        store.check()
        await commit.checkEnd()
      } catch (error) {
        commit.halt(error)
      }
    },
    halt: commit.halt,
    async abandon() {
      await stop()
      await release()
    },
    async close() {
      await stop()
      if (!commit.isLost) await saveSnapshot()
      await release()
    },
  }
}
