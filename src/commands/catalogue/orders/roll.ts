import type { Instrument, InstrumentId } from '../../../domain/instruments/instrument.ts'
import { type OrderDraft, plainDraft } from '../../../domain/orders/order-draft.ts'
import { atOnce } from '../../../domain/orders/order-types.ts'
import { type ArgProblem, command, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { titleOf } from '../../grammar/instruments/instrument.ts'
import { findPosition } from '../../grammar/orders/position-ref.ts'
import { steps } from '../../grammar/orders/quantity.ts'
import { onePosition } from '../positions.ts'
import { byExpiry, byStrikes, intoBasket, type Step } from './basket.ts'
import { pricesOf } from './order-sense.ts'

interface Moved {
  readonly from: InstrumentId
  readonly to: InstrumentId
  /** The exit, then the same number of lots of the other contract. */
  readonly drafts: readonly OrderDraft[]
}

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

const toBasket = (found: Moved | null) => (found === null ? [] : intoBasket(found.drafts))

const inWords = (title: string, found: Moved | null, { instruments }: Environment): string =>
  found === null
    ? title
    : `Add to basket: exit ${titleOf(found.from, instruments)}, enter ${titleOf(found.to, instruments)}`

const problem = (found: Moved | null, position: string, expected: string): ArgProblem | null =>
  found === null ? { arg: 'position', found: position, expected } : null

const nextExpiry = byExpiry(1)

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
