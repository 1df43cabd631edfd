import { formatNumber } from '../../../domain/format.ts'
import { findOffTick } from '../../../domain/instruments/tick.ts'
import { type OrderDraft, plainDraft } from '../../../domain/orders/order-draft.ts'
import { unitsInWords } from '../../../domain/orders/order-sizing.ts'
import { type Resolved, refused, resolved } from '../../../domain/orders/order-words.ts'
import { type ArgProblem, type ArgsOf, command, required, to } from '../../command.ts'
import type { Environment, KnownPosition } from '../../environment.ts'
import { titleOf } from '../../grammar/instruments/instrument.ts'
import { priceSteps } from '../../grammar/orders/order-price.ts'
import { findPosition } from '../../grammar/orders/position-ref.ts'
import { onePosition } from '../positions.ts'
import { intoBasket } from './basket.ts'
import { pricesOf, problemOf } from './order-sense.ts'

const args = {
  position: onePosition,
  prices: required('Prices', priceSteps),
} as const

/** As equal as whole lots allow: five lots at two prices are three and two. */
const shareOut = (lots: number, parts: number): readonly number[] =>
  Array.from({ length: parts }, (_, index) => Math.floor(lots / parts) + (index < lots % parts ? 1 : 0))

const exitsAt = (
  position: KnownPosition,
  prices: readonly number[],
  environment: Environment,
): Resolved<readonly OrderDraft[]> => {
  const instrument = environment.instruments?.find(position.instrument) ?? null
  if (instrument === null)
    return refused('instrument', {
      expected: 'an instrument of the list',
      message: 'The instrument list is still loading.',
    })
  const lot = Math.max(1, instrument.lotSize)
  const lots = Math.floor(Math.abs(position.quantity) / lot)
  if (lots < prices.length)
    return refused('prices', {
      expected: `at most ${formatNumber(lots, 0)} prices, one for each ${lot === 1 ? 'share' : 'lot'}`,
      message: `${unitsInWords(lots * lot, lot)} cannot be exited at ${prices.length} prices.`,
    })
  const exits = position.quantity > 0 ? 'sell' : 'buy'
  const last = pricesOf(instrument.id, environment)?.lastPrice ?? null
  const where = exits === 'sell' ? 'above' : 'below'
  for (const price of prices) {
    const offTick = findOffTick(price, instrument.tickSize)
    if (offTick !== null)
      return refused('prices', { expected: `prices on the tick; ${offTick}`, message: `${offTick}.` })
    if (last !== null && (exits === 'sell' ? price <= last : price >= last))
      return refused('prices', {
        expected: `prices ${where} ${formatNumber(last)}, the last price`,
        message: `Exit prices of a ${exits === 'sell' ? 'long' : 'short'} position go ${where} the last price, ${formatNumber(last)}.`,
      })
  }
  const ordered = [...prices].sort((one, other) => (exits === 'sell' ? one - other : other - one))
  const shares = shareOut(lots, ordered.length)
  return resolved(
    ordered.map((price, index) =>
      plainDraft({
        instrument: instrument.id,
        side: exits,
        product: position.product,
        quantity: (shares[index] ?? 0) * lot,
        orderType: 'LIMIT',
        price,
        isReduceOnly: true,
      }),
    ),
  )
}

/** Null if the position is not open. */
const exitsOf = ({ position, prices }: ArgsOf<typeof args>, here: Environment) => {
  const held = findPosition(position, here)
  return held === null ? null : exitsAt(held, prices, here)
}

const partsInWords = (drafts: readonly OrderDraft[], lotSize: number): string =>
  drafts
    .map(({ quantity, price }) => `${unitsInWords(quantity, lotSize)} at ${formatNumber(price)}`)
    .join(', ')

const scaleOutPosition = command({
  id: 'position.scaleOut',
  title: 'Scale out of a position',
  keywords: ['partial exit', 'targets', 'book profit', 'ladder'],
  verb: 'scale out',
  when: 'signedIn',
  effect: 'local',
  args,
  run: (given, here) => {
    const exits = exitsOf(given, here)
    return exits?.ok === true ? intoBasket(exits.value) : []
  },
  check: (given, here): ArgProblem | null => {
    const exits = exitsOf(given, here)
    return exits === null
      ? { arg: 'position', found: given.position, expected: 'an open position' }
      : problemOf(exits, given, args)
  },
  describe: (given, here) => {
    const exits = exitsOf(given, here)
    const [first] = exits?.ok === true ? exits.value : []
    if (exits?.ok !== true || first === undefined) return 'Scale out of a position'
    const lotSize = here.instruments?.find(first.instrument)?.lotSize ?? 1
    return `Add to basket: exit ${titleOf(first.instrument, here.instruments)}, ${partsInWords(exits.value, lotSize)}`
  },
  undo: () => to('basket', { type: 'basket.undo' }),
})

export const scaleOutCommands = [scaleOutPosition] as const
