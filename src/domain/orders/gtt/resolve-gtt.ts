import type { Instrument } from '../../instruments/instrument.ts'
import type { Side } from '../order.ts'
import { limitOf } from '../order-prices.ts'
import { unitsOf } from '../order-sizing.ts'
import {
  type InputProblem,
  type Instead,
  type OrderContext,
  type PriceSpec,
  type QuantitySpec,
  type Resolved,
  refused,
  resolved,
} from '../order-words.ts'
import { type GttTerms, type GttTrigger, type GttWhen, gttProductOf } from './gtt.ts'
import { findGttProblem, type GttProblem } from './gtt-problem.ts'

/** Prices in rupees a unit. Without a price the limit is the trigger; the target has its own price as its limit. */
export interface GttInput {
  readonly instrument: Instrument['id']
  readonly side: Side
  readonly quantity?: QuantitySpec
  readonly price?: PriceSpec
  readonly trigger: { readonly when: GttWhen; readonly price: number }
  readonly target?: number
  readonly reduceOnly?: true
}

const opposite = { below: 'above', above: 'below' } as const

const argOf = ({ field, at, which }: GttProblem, input: GttInput): InputProblem['arg'] => {
  if (field === 'sym') return 'instrument'
  if (field !== 'triggers') return field
  if (at === 1) return 'target'
  return which === 'price' && input.price !== undefined ? 'price' : 'trigger'
}

const insteadOf = (
  problem: GttProblem,
  input: GttInput,
  { substitutes }: OrderContext,
): readonly Instead[] => {
  if (problem.field === 'sym') return substitutes
  if (problem.instead === null) return []
  const arg = argOf(problem, input)
  if (arg === 'trigger') return [`${input.trigger.when} ${problem.instead}`]
  return [arg === 'price' ? `@${problem.instead}` : `${problem.instead}`]
}

const triggersOf = ({ trigger, target }: GttInput, limit: number): readonly GttTrigger[] => {
  const first = { when: trigger.when, triggerPrice: trigger.price, price: limit }
  if (target === undefined) return [first]
  return [first, { when: opposite[trigger.when], triggerPrice: target, price: target }]
}

/** Circuit limits are those of today, and it may wait for days. */
export const resolveGtt = (input: GttInput, context: OrderContext): Resolved<GttTerms> => {
  const { instrument, quote } = context
  const limit =
    input.price === undefined
      ? resolved(input.trigger.price)
      : limitOf(input.price, input.side, { ...context, circuits: null })
  if (!limit.ok) return limit
  if (limit.value === null)
    return refused('price', {
      expected: 'a limit such as @1500',
      message: 'A GTT order is a limit order. Set its price, such as @1500.',
      instead: [`@${input.trigger.price}`],
    })
  const entry = { side: input.side, price: limit.value, stop: null }
  const quantity = unitsOf(input.quantity ?? { kind: 'lots', lots: context.usual.usualLots }, entry, context)
  if (!quantity.ok) return quantity
  const terms: GttTerms = {
    sym: instrument.id,
    side: input.side,
    product: gttProductOf(instrument),
    quantity: quantity.value,
    ...(input.reduceOnly === true ? { isReduceOnly: true } : {}),
    triggers: triggersOf(input, limit.value),
  }
  const problem = findGttProblem(terms, instrument, quote?.lastPrice ?? null)
  if (problem === null) return resolved(terms)
  return refused(argOf(problem, input), {
    expected: problem.message,
    message: `${problem.message}.`,
    instead: insteadOf(problem, input, context),
  })
}
