import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { EpochMs } from '../../../src/domain/time.ts'
import { LedgerFault, type LedgerStore } from '../../store/orders/ledger/ledger.ts'
import { emptyLog, type LogEnd } from '../../store/orders/ledger/ledger-end.ts'
import type { LedgerSnapshotTable } from '../../store/schema.ts'
import type { UserId } from '../../user.ts'
import { type AccountState, apply } from './account-state.ts'
import { fromRow } from './entry-row.ts'
import type { Entry } from './event.ts'
import { printAccount, readAccount } from './state-text.ts'

const unzip = promisify(gunzip)
const zip = promisify(gzip)

export interface LedgerState {
  readonly accounts: ReadonlyMap<UserId, AccountState>
  readonly end: LogEnd
  readonly lastAt: EpochMs | null
}

const nothing: LedgerState = { accounts: new Map(), end: emptyLog, lastAt: null }

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const turn = (): Promise<void> => new Promise((done) => setImmediate(done))

/** One account per event-loop turn, so that commits go on meanwhile; the given state is immutable. */
export const toSnapshot = async ({ accounts, end, lastAt }: LedgerState): Promise<LedgerSnapshotTable> => {
  const lines: string[] = [JSON.stringify({ lastAt })]
  for (const account of accounts.values()) {
    lines.push(printAccount(account))
    await turn()
  }
  const state = await zip(lines.join('\n'))
  return { seq: end.seq, hash: end.hash, state_hash: sha256(state), state }
}

/** Null when damaged: a snapshot is only a shortcut for replaying the log. */
const fromSnapshot = async (snapshot: LedgerSnapshotTable): Promise<LedgerState | null> => {
  if (sha256(snapshot.state) !== snapshot.state_hash) return null
  const [head = '{}', ...lines] = (await unzip(snapshot.state)).toString().split('\n')
  const { lastAt } = JSON.parse(head) as { lastAt: EpochMs | null }
  const accounts = lines.filter((line) => line !== '').map(readAccount)
  return {
    accounts: new Map(accounts.map((account) => [account.owner, account])),
    end: { seq: snapshot.seq, hash: snapshot.hash },
    lastAt,
  }
}

const newestSnapshot = async (store: LedgerStore): Promise<LedgerState> => {
  for (const snapshot of await store.listSnapshots()) {
    const state = (await store.holds(snapshot)) ? await fromSnapshot(snapshot) : null
    if (state !== null) return state
  }
  return nothing
}

const laterOf = (left: EpochMs | null, right: EpochMs): EpochMs =>
  left === null || right > left ? right : left

/** Throws LedgerFault at the first entry that does not follow the one before. */
export const replay = async (
  store: LedgerStore,
  from: LedgerState = nothing,
  onEntry: ((entry: Entry, account: AccountState) => void) | null = null,
): Promise<LedgerState> => {
  const accounts = new Map(from.accounts)
  let { end, lastAt } = from
  for await (const rows of store.readAfter(from.end)) {
    for (const row of rows) {
      const entry = fromRow(row)
      const account = applied(accounts.get(entry.owner) ?? null, entry)
      accounts.set(entry.owner, account)
      onEntry?.(entry, account)
      lastAt = laterOf(lastAt, entry.at)
      end = row
    }
  }
  return { accounts, end: { seq: end.seq, hash: end.hash }, lastAt }
}

const applied = (account: AccountState | null, entry: Entry): AccountState => {
  try {
    return apply(account, entry)
  } catch (error) {
    throw new LedgerFault(entry.seq, error instanceof Error ? error.message : String(error))
  }
}

export const recover = async (
  store: LedgerStore,
): Promise<LedgerState & { readonly snapshotSeq: number }> => {
  const snapshot = await newestSnapshot(store)
  return { ...(await replay(store, snapshot)), snapshotSeq: snapshot.end.seq }
}
