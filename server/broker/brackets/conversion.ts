import type { InstrumentId } from '../../../src/domain/instrument.ts'
import { isEnded, type Product } from '../../../src/domain/order.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import type { UserId } from '../../user.ts'
import type { Account } from '../account.ts'
import { type Bracket, failed, heldIn, ordersOf } from './bracket.ts'

/** A position changes its product, wholly or in part. */
export interface Conversion {
  readonly owner: UserId
  readonly sym: InstrumentId
  readonly from: Product
  readonly to: Product
  /** Market time. */
  readonly at: EpochMs
}

/** Why a bracket cannot go along; null when it can. */
const findObstacle = (
  bracket: Bracket,
  account: Account,
  { to, isTaken }: Conversion & { readonly isTaken: boolean },
): string | null => {
  if (isTaken) return 'another stop or target stands there already'
  if (bracket.clientOrderId !== null)
    return ordersOf(account, bracket.clientOrderId).some(({ status }) => !isEnded(status))
      ? 'its order is still being filled'
      : null
  // One of a position guards all there is, and must not come to guard more than it was set for.
  return heldIn(account, { ...bracket, product: to }) === bracket.quantity
    ? null
    : 'other units are held there as well'
}

/**
 * The bracket after its position was converted: it goes along with the same prices, or ends and says so. It stays
 * where units are left to guard.
 */
export const converted = (
  bracket: Bracket,
  account: Account,
  conversion: Conversion & { readonly isTaken: boolean },
): Bracket => {
  const { to, at } = conversion
  const left = Math.sign(bracket.quantity) * heldIn(account, bracket)
  if (left > 0) return bracket
  const obstacle = findObstacle(bracket, account, conversion)
  return obstacle === null
    ? { ...bracket, product: to }
    : failed(bracket, `Nothing is watched since the position was converted to ${to}: ${obstacle}`, at)
}
