import type { LedgerStore } from '../../store/orders/ledger/ledger.ts'
import type { UserId } from '../../user.ts'
import type { AccountState } from './account-state.ts'
import { createFold } from './fold.ts'
import { findAccountFault, findFaultAfter } from './invariants.ts'
import { type LedgerState, replay } from './recover.ts'
import { hashOfState } from './state-text.ts'

interface Verdict {
  readonly state: LedgerState
  readonly stateHash: string
  readonly orders: number
  readonly fills: number
  readonly fault: string | null
}

/** Checks hash chain, order steps, accounts against fills, and keys. Read-only: may run beside a server. */
export const verifyLedger = async (store: LedgerStore): Promise<Verdict> => {
  const fold = createFold()
  const accounts = new Map<UserId, AccountState>()
  let fault: string | null = null
  let [orders, fills] = [0, 0]
  const state = await replay(store, undefined, (entry, account) => {
    fold.add(entry)
    if (entry.event.kind === 'order.accepted' || entry.event.kind === 'order.refused') orders += 1
    if (entry.event.kind === 'order.filled') fills += 1
    const what = findFaultAfter(accounts.get(entry.owner) ?? null, entry, account)
    if (what !== null) fault ??= `entry ${entry.seq}, account ${entry.owner}: ${what}`
    accounts.set(entry.owner, account)
  })
  for (const [owner, account] of state.accounts) {
    const what = findAccountFault(account) ?? fold.findFault(account)
    if (what !== null) fault ??= `account ${owner}: ${what}`
  }
  const keys = await store.countKeys(state.end.seq)
  if (keys !== orders) fault ??= `${orders} orders came and ${keys} keys are kept`
  return { state, stateHash: hashOfState(state.accounts), orders, fills, fault }
}
