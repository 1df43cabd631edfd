import type { ClientOrderId } from '../../../src/domain/order.ts'
import type { Intent, Refused, Rules } from '../rules.ts'
import type { AccountState } from './account-state.ts'
import { decidePlace } from './decide-place.ts'
import type { DecisionParts } from './decision.ts'
import type { Draft } from './draft.ts'
import { VersionedMap } from './versioned-map.ts'

/** Versions of one map share the places of their keys, so what is only tried is tried on maps of its own. */
const copyOf = (account: AccountState): AccountState => ({
  ...account,
  orders: VersionedMap.of(account.orders),
  orderOfClientId: VersionedMap.of(account.orderOfClientId),
  reserved: VersionedMap.of(account.reserved),
})

/** A dot cannot stand in a client's own key. */
const keyOf = (place: number): ClientOrderId => `considered.${place}` as ClientOrderId

/** Why it would not be accepted whole; what the risk check refuses stands in the book rejected, which is no less. */
const refusalOf = (
  draft: Draft,
  intent: Intent,
  place: number,
  parts: Omit<DecisionParts, 'past'>,
): Refused | null => {
  let first: Refused | null = null
  const checkOrder: Rules['checkOrder'] = (...question) => {
    const verdict = parts.rules.checkOrder(...question)
    if (verdict.kind === 'refused') first ??= verdict
    return verdict
  }
  const ticket = { ...intent.ticket, clientOrderId: keyOf(place) }
  const outcome = decidePlace(
    draft,
    { kind: 'place', intent: { ...intent, ticket }, bodyHash: '' },
    { ...parts, rules: { ...parts.rules, checkOrder }, past: new Map() },
  )
  return outcome.kind === 'refused' ? outcome : first
}

/**
 * The decision of placing, on drafts that nobody writes. Orders are taken to be sent at the pace the rate allows.
 * `nextSeq` is that of the next entry of the log, so that no order of a draft bears the id of one that stands.
 */
export const considerOrders = (
  account: AccountState,
  intents: readonly Intent[],
  nextSeq: number,
  parts: Omit<DecisionParts, 'past'>,
): readonly (Refused | null)[] => {
  let standing = copyOf(account)
  let seq = nextSeq
  return intents.map((intent, place) => {
    const draft: Draft = { account: standing, owner: account.owner, wall: parts.facts.wall, seq, written: [] }
    const refused = refusalOf(draft, intent, place, parts)
    seq = draft.seq
    if (refused === null) standing = { ...draft.account, recentOrders: account.recentOrders }
    return refused
  })
}
