import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { Product } from '../../../domain/orders/order.ts'
import { type OrderDraft, plainDraft } from '../../../domain/orders/order-draft.ts'
import { ALERT_LEGS_MAX, ALERT_LEGS_MIN, type AlertBasket } from '../../../domain/scanners/alert-basket.ts'
import type { Dispatch } from '../../../machines/requests.ts'
import { to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import type { OrderOfAlertInput } from './alert-orders.ts'

const sizes = ['quantity', 'instrument', 'price', 'product', 'reduceOnly'] as const

const isPlain = (draft: OrderDraft, product: Product | undefined): boolean =>
  draft.product === product &&
  draft.orderType === (draft.price === null ? 'MARKET' : 'LIMIT') &&
  draft.variety === 'regular' &&
  draft.validity === 'DAY' &&
  !(draft.stop || draft.target || draft.isReduceOnly)

/** Null where its legs can be proposed. `on` is the one instrument that the alert is of, null for several. */
export const findBasketProblem = (
  input: OrderOfAlertInput,
  on: InstrumentId | null,
  { legs = [] }: Pick<Environment, 'legs'>,
): string | null => {
  if (sizes.some((name) => input[name] !== undefined)) return 'The legs of the basket have their own sizes'
  if (on === null) return 'A basket goes with an alert on one symbol'
  if (legs.length < ALERT_LEGS_MIN || legs.length > ALERT_LEGS_MAX)
    return `An alert proposes ${ALERT_LEGS_MIN} to ${ALERT_LEGS_MAX} legs, the basket has ${legs.length}`
  return legs.every(({ draft }) => isPlain(draft, legs[0]?.draft.product))
    ? null
    : 'Legs of an alert are market or limit orders of one product, without trigger, stop or target'
}

export const basketOfAlert = (
  { auto }: OrderOfAlertInput,
  { legs = [] }: Pick<Environment, 'legs'>,
): AlertBasket => ({
  product: legs[0]?.draft.product ?? 'MIS',
  legs: legs.map(({ draft: { instrument: segSym, side, quantity, price: limitPrice } }) => ({
    ...{ segSym, side, quantity, limitPrice },
  })),
  isAuto: auto === true,
})

/** Legs for a basket that has none, so that the line of an alert can be read again. */
export const legsAgain = (
  basket: AlertBasket | undefined,
  { legs = [] }: Pick<Environment, 'legs'>,
): readonly Dispatch[] => {
  if (basket === undefined || legs.length > 0) return []
  const { product } = basket
  const drafts = basket.legs.map(({ segSym, side, quantity, limitPrice: price }) =>
    plainDraft({
      ...{ instrument: segSym, side, product, quantity, price },
      orderType: price === null ? 'MARKET' : 'LIMIT',
    }),
  )
  return [to('basket', { type: 'basket.add', drafts })]
}
