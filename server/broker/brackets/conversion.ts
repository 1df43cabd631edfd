import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { isEnded, type Product } from '../../../src/domain/orders/order.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import type { UserId } from '../../user.ts'
import type { Account } from '../account.ts'
import { type Bracket, failed, heldIn, ordersOf } from './bracket.ts'

export interface Conversion {
  readonly owner: UserId
  readonly sym: InstrumentId
  readonly from: Product
  readonly to: Product
  readonly at: EpochMs
}

const findObstacle = (
  bracket: Bracket,
  account: Account,
  { to, isTaken }: Conversion & { readonly isTaken: boolean },
): string | null => {
  if (isTaken) return 'another stop or target is already set there'
  if (bracket.clientOrderId !== null)
    return ordersOf(account, bracket.clientOrderId).some(({ status }) => !isEnded(status))
      ? 'its order is still being filled'
      : null
  // A position's bracket guards all of it, and must not end up guarding more than it was set for.
  return heldIn(account, { ...bracket, product: to }) === bracket.quantity
    ? null
    : 'the new product already holds other units'
}

/** Moves at the same prices, or ends with a message; unchanged while units are left to guard. */
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
    : failed(bracket, `Stop and target removed when the position was converted to ${to}: ${obstacle}`, at)
}
