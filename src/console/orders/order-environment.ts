import type { Environment, FailedOrder, KnownLeg } from '../../commands/environment.ts'
import { onceFor } from '../../domain/once-for.ts'
import { screenAt } from '../../domain/screens.ts'
import type { BasketLeg } from '../../machines/orders/basket-legs.ts'
import type { KeptBasket } from '../../machines/orders/basket-writing.ts'
import type { Gtt } from '../../machines/orders/gtts.ts'
import { maySend } from '../../machines/orders/leg-state.ts'
import type { Placement } from '../../machines/orders/order-placement.ts'
import type { Actors } from '../actors.ts'
import { knownGtts } from './gtt/gtt-adapters.ts'

const none: readonly Gtt[] = []

const openLegs = onceFor((legs: readonly BasketLeg[]): readonly KnownLeg[] => legs.filter(maySend))

const basketNames = onceFor((kept: readonly KeptBasket[]) => kept.map(({ name }) => name))

const failedOrders = onceFor((placements: readonly Placement[]): readonly FailedOrder[] =>
  placements.filter(({ state }) => state === 'failed'),
)

const ticketTrade = ({ ticket }: Actors): Partial<Environment> => {
  const { draft } = ticket.getSnapshot().context
  if (draft === null) return {}
  const { instrument, product } = draft
  return { linked: { instrument, product, lots: 1, price: 'market' } }
}

export const orderEnvironment = (
  actors: Actors,
  circuitsOf: NonNullable<Environment['circuitsOf']>,
): Partial<Environment> => {
  const { legs, kept } = actors.basket.getSnapshot().context
  const isHere = screenAt(actors.navigation.getSnapshot().context.path) === 'order-window'
  return {
    circuitsOf,
    legs: openLegs(legs),
    baskets: basketNames(kept),
    failedOrders: failedOrders(actors.placements.getSnapshot().context.placements),
    gtts: knownGtts(actors.gtts.getSnapshot().context.output ?? none),
    ...(isHere ? ticketTrade(actors) : {}),
  }
}
