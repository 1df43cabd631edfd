import type { Product } from '../../../domain/orders/order.ts'
import type { ContractOfLeg } from '../../../domain/strategies/contracts-of-legs.ts'
import type { StrategyLeg } from '../../../domain/strategies/strategy.ts'
import type { LegsMarginInput } from '../../../machines/strategies/editor/legs-margin.ts'
import type { LegsPayoffInput } from '../../../machines/strategies/editor/legs-payoff.ts'

/** One set of the legs; null unless every leg is a listed contract now. */
export const legsNow = (
  legs: readonly StrategyLeg[],
  contracts: readonly ContractOfLeg[] | null,
): LegsPayoffInput['legs'] | null => {
  const found = (contracts ?? []).flatMap((one, index) => {
    const leg = legs[index]
    if (one.kind !== 'found' || leg === undefined || !(leg.quantity >= 1)) return []
    const transactionType = leg.position === 'buy' ? ('BUY' as const) : ('SELL' as const)
    const quantity = Math.floor(leg.quantity) * Math.max(1, one.contract.lotSize)
    return [{ sym: one.contract.id, transactionType, quantity }]
  })
  return found.length === 0 || found.length < legs.length ? null : found
}

export const entryOf = (
  legs: LegsPayoffInput['legs'],
  product: Product,
): { readonly orders: LegsMarginInput['orders'] } => ({
  orders: legs.map(({ sym, transactionType, quantity }) => ({
    ...{ sym, transactionType, quantity, product },
    orderType: 'MARKET',
  })),
})
