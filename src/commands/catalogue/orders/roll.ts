import type { Instrument, InstrumentId } from '../../../domain/instruments/instrument.ts'
import { expiryAway, strikeAway } from '../../../domain/instruments/step-contract.ts'
import { type OrderDraft, plainDraft } from '../../../domain/orders/order-draft.ts'
import { atOnce } from '../../../domain/orders/order-types.ts'
import { pathOf } from '../../../domain/screens.ts'
import { type ArgProblem, command, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { titleOf } from '../../grammar/instruments/instrument.ts'
import {
  findPosition,
  position as positionKind,
  positionReferences,
} from '../../grammar/orders/position-ref.ts'
import { steps } from '../../grammar/orders/quantity.ts'
import { focusedKey } from '../../grammar/references.ts'
import { pricesOf } from './order-sense.ts'

interface Moved {
  readonly from: InstrumentId
  readonly to: InstrumentId
  /** The exit, then the same number of lots of the other contract. */
  readonly drafts: readonly OrderDraft[]
}

type Step = (contract: Instrument, index: NonNullable<Environment['instruments']>) => Instrument | null

const moved = (key: string, step: Step, environment: Environment): Moved | null => {
  const { instruments } = environment
  const held = findPosition(key, environment)
  const before = held === null ? null : (instruments?.find(held.instrument) ?? null)
  if (held === null || before === null || instruments === null) return null
  const after = step(before, instruments)
  if (after === null) return null
  const draft = (contract: Instrument, side: OrderDraft['side'], quantity: number): OrderDraft =>
    plainDraft({
      instrument: contract.id,
      ...{ side, quantity, product: held.product },
      ...atOnce(contract, side, pricesOf(contract.id, environment)),
    })
  const [enters, leaves] = held.quantity > 0 ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
  const lots = Math.abs(held.quantity) / Math.max(1, before.lotSize)
  return {
    from: before.id,
    to: after.id,
    drafts: [
      draft(before, leaves, Math.abs(held.quantity)),
      draft(after, enters, lots * Math.max(1, after.lotSize)),
    ],
  }
}

const onePosition = required('Position', positionKind, {
  initial: (environment) => focusedKey(positionReferences, environment),
})

const toBasket = (found: Moved | null) =>
  found === null
    ? []
    : [
        to('basket', { type: 'basket.add', drafts: found.drafts }),
        to('navigation', { type: 'view.open', path: pathOf('order-window', { tab: 'basket' }) }),
      ]

const inWords = (title: string, found: Moved | null, { instruments }: Environment): string =>
  found === null
    ? title
    : `Add to basket: exit ${titleOf(found.from, instruments)}, enter ${titleOf(found.to, instruments)}`

const problem = (found: Moved | null, position: string, expected: string): ArgProblem | null =>
  found === null ? { arg: 'position', found: position, expected } : null

const nextExpiry: Step = (contract, index) => expiryAway(contract, 1, index)

export const rollPosition = command({
  id: 'position.roll',
  title: 'Roll a position to the next expiry',
  keywords: ['rollover', 'next month', 'next week', 'carry'],
  verb: 'roll',
  when: 'signedIn',
  effect: 'local',
  args: { position: onePosition },
  run: ({ position }, here) => toBasket(moved(position, nextExpiry, here)),
  check: ({ position }, here) =>
    problem(moved(position, nextExpiry, here), position, 'an open contract with a later expiry'),
  describe: ({ position }, here) => inWords('Roll a position', moved(position, nextExpiry, here), here),
  undo: () => to('basket', { type: 'basket.undo' }),
})

const byStrikes =
  (by: number): Step =>
  (contract, index) =>
    strikeAway(contract, by, index)

export const shiftPosition = command({
  id: 'position.shift',
  title: 'Shift a position to another strike',
  keywords: ['strike', 'up', 'down', 'adjust'],
  verb: 'shift',
  when: 'signedIn',
  effect: 'local',
  args: {
    position: onePosition,
    by: required('Strikes', steps('a number of strikes such as +1 or -1', 100)),
  },
  run: ({ position, by }, here) => toBasket(moved(position, byStrikes(by), here)),
  check: ({ position, by }, here) =>
    problem(moved(position, byStrikes(by), here), position, 'an open option with a strike listed there'),
  describe: ({ position, by }, here) =>
    inWords('Shift a position', moved(position, byStrikes(by), here), here),
  undo: () => to('basket', { type: 'basket.undo' }),
})

export const rollCommands = [rollPosition, shiftPosition] as const
