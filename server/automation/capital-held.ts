import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { Side } from '../../src/domain/orders/order.ts'
import type { MarginedLeg } from '../compose-broker.ts'
import { type EntryLeg, pricedLeg } from './entry-legs.ts'
import type { Group, Lane } from './lane.ts'
import type { AutomationParts } from './parts.ts'

interface HeldUnits {
  readonly contract: InstrumentId
  readonly side: Side
  readonly units: number
  readonly price: number
}

type HeldParts = Pick<AutomationParts, 'instruments' | 'options'>

const heldIn = ({ proposals }: Lane, { segSym, runs }: Group): readonly HeldUnits[] => [
  ...runs.flatMap(({ state: { order } }) => (order?.intent === 'entry' ? [order] : [])),
  ...runs.flatMap(({ state: { trade } }) =>
    trade === null
      ? []
      : [{ contract: trade.contract, side: trade.side, units: trade.units, price: trade.averagePrice }],
  ),
  ...[...proposals.values()]
    .filter((proposal) => proposal.segSym === segSym && proposal.intent === 'entry')
    .flatMap(({ legs, contract, side, quantity, price }) =>
      legs.length > 0
        ? legs.map((leg) => ({ ...leg, units: leg.quantity }))
        : [{ contract, side, units: quantity, price }],
    ),
]

const worthOf = (legs: readonly { readonly units: number; readonly price: number }[]): number =>
  legs.reduce((sum, { units, price }) => sum + units * price, 0)

const marginOf = async (
  { instruments, options }: HeldParts,
  { params }: Lane,
  held: readonly HeldUnits[],
): Promise<number> => {
  const legs: MarginedLeg[] = []
  for (const { contract: id, ...leg } of held) {
    const contract = await instruments.look(id)
    if (contract !== null) legs.push(pricedLeg({ ...leg, contract }, params))
  }
  return legs.length === 0 ? 0 : options.marginOf(legs)
}

/** Rupees: of shares and futures their value at entry prices, of options their margin with the premium paid. */
export const capitalHeld = async (parts: HeldParts, lane: Lane): Promise<number> => {
  let sum = 0
  for (const group of lane.groups) {
    const held = heldIn(lane, group)
    sum += group.lead.leg === null ? worthOf(held) : await marginOf(parts, lane, held)
  }
  return sum
}

export const capitalOf = (parts: AutomationParts, lane: Lane, legs: readonly EntryLeg[]): number =>
  legs[0]?.run.leg == null
    ? worthOf(legs)
    : parts.options.marginOf(legs.map((leg) => pricedLeg(leg, lane.params)))
