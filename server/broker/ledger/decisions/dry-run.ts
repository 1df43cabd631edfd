import type { ClientOrderId } from '../../../../src/domain/orders/order.ts'
import type { Intent, Refused, Rules } from '../../rules.ts'
import type { AccountState } from '../account-state.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { VersionedMap } from '../versioned-map.ts'
import { decidePlace } from './decide-place.ts'
import type { DecisionParts } from './decision.ts'

/** Versions of one map share key slots, so a dry run needs maps of its own. */
const copyOf = (account: AccountState): AccountState => ({
  ...account,
  orders: VersionedMap.of(account.orders),
  orderOfClientId: VersionedMap.of(account.orderOfClientId),
  reserved: VersionedMap.of(account.reserved),
})

const keyOf = (index: number): ClientOrderId => `considered.${index}` as ClientOrderId

/** A rejection by the risk check, which would enter the book as REJECTED, counts as a refusal here. */
const refusalOf = (
  work: UnitOfWork,
  intent: Intent,
  index: number,
  parts: Omit<DecisionParts, 'past'>,
): Refused | null => {
  let first: Refused | null = null
  const checkOrder: Rules['checkOrder'] = (...question) => {
    const verdict = parts.rules.checkOrder(...question)
    if (verdict.kind === 'refused') first ??= verdict
    return verdict
  }
  const ticket = { ...intent.ticket, clientOrderId: keyOf(index) }
  const outcome = decidePlace(
    work,
    { kind: 'place', intent: { ...intent, ticket }, bodyHash: '' },
    { ...parts, rules: { ...parts.rules, checkOrder }, past: new Map() },
  )
  return outcome.kind === 'refused' ? outcome : first
}

/** Assumes a pace within the rate caps. `nextSeq` keeps dry-run order ids apart from existing ones. */
export const dryRunOrders = (
  account: AccountState,
  intents: readonly Intent[],
  nextSeq: number,
  parts: Omit<DecisionParts, 'past'>,
): readonly (Refused | null)[] => {
  let standing = copyOf(account)
  let seq = nextSeq
  return intents.map((intent, index) => {
    const work: UnitOfWork = {
      account: standing,
      owner: account.owner,
      wall: parts.market.wall,
      seq,
      written: [],
    }
    const refused = refusalOf(work, intent, index, parts)
    seq = work.seq
    if (refused === null) standing = { ...work.account, recentOrders: account.recentOrders }
    return refused
  })
}
