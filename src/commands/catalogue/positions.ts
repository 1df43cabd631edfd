import { formatNumber, formatSignedRupees } from '../../domain/format.ts'
import { nearestTick } from '../../domain/instruments/tick.ts'
import type { Side } from '../../domain/orders/order.ts'
import type { Protection, StopLoss } from '../../domain/orders/order-draft.ts'
import { protectedPrice, protectionOf, stopLossOf } from '../../domain/orders/order-prices.ts'
import { exitUnitsOf } from '../../domain/orders/order-sizing.ts'
import { type QuantitySpec, type Resolved, refused, resolved } from '../../domain/orders/order-words.ts'
import { resolveStop } from '../../domain/orders/resolve-order.ts'
import { type ArgProblem, type ArgsOf, command, optional, required, to } from '../command.ts'
import type { Environment, KnownPosition } from '../environment.ts'
import { titleOf } from '../grammar/instruments/instrument.ts'
import { keyText } from '../grammar/key-text.ts'
import { protection, trailDistance } from '../grammar/orders/order-price.ts'
import {
  findPosition,
  parsePositionKey,
  positionInWords,
  position as positionKind,
  positionList,
  positionReferences,
} from '../grammar/orders/position-ref.ts'
import { quantity } from '../grammar/orders/quantity.ts'
import { focusedKey, pickedKeys } from '../grammar/references.ts'
import { product } from './orders/order-args.ts'
import {
  lineProduct,
  orderLine,
  pricesOf,
  problemOf,
  protectionInWords,
  quantityInWords,
  stopInWords,
} from './orders/order-sense.ts'

const focusedPosition = (environment: Environment) => focusedKey(positionReferences, environment)

const wordsOfPosition = (key: string, environment: Environment): string => {
  const known = findPosition(key, environment)
  if (known !== null) return positionInWords(known, environment)
  const parts = parsePositionKey(key)
  return parts === null ? key : `${titleOf(parts.instrument, environment.instruments)} · ${parts.product}`
}

/** Units; null means the whole position. */
const leftUnits = (
  key: string,
  spec: QuantitySpec | undefined,
  environment: Environment,
): Resolved<number | null> => {
  if (spec === undefined) return resolved(null)
  const known = findPosition(key, environment)
  if (known === null)
    return refused('quantity', {
      expected: 'the whole position; its size is not known yet',
      message: 'The size of the position is not known yet. Leave the quantity out to exit all of it.',
    })
  const lotSize = environment.instruments?.find(known.instrument)?.lotSize ?? 1
  const price = spec.kind === 'rupees' ? (pricesOf(known.instrument, environment)?.lastPrice ?? null) : null
  return exitUnitsOf(spec, { quantity: known.quantity, lotSize, price })
}

const exitArgs = {
  positions: required('Positions', positionList, {
    initial: (environment) => pickedKeys(positionReferences, environment),
  }),
  quantity: optional('Quantity', quantity),
} as const

const exitInWords = (key: string, spec: QuantitySpec | undefined, environment: Environment): string => {
  const known = findPosition(key, environment)
  const units = leftUnits(key, spec, environment)
  if (known === null || !units.ok || units.value === null) return wordsOfPosition(key, environment)
  const instrument = environment.instruments?.find(known.instrument) ?? null
  return `${quantityInWords(units.value, instrument)} of ${wordsOfPosition(key, environment)}`
}

export const exitPositions = command({
  id: 'position.exit',
  title: 'Exit a position',
  keywords: ['close', 'square off', 'leave'],
  verb: 'exit',
  aliases: ['x', 'square off', 'close'],
  when: 'signedIn',
  effect: 'reduces',
  preview: 'rows',
  args: exitArgs,
  run: ({ positions, quantity: spec }, environment) => {
    const exits = positions.flatMap((key) => {
      const parts = parsePositionKey(key)
      const units = leftUnits(key, spec, environment)
      return parts === null || !units.ok ? [] : [{ ...parts, quantity: units.value }]
    })
    return exits.length < positions.length ? [] : to('orderActions', { type: 'position.exit', exits })
  },
  check: (args, environment) => {
    for (const key of args.positions) {
      const problem = problemOf(leftUnits(key, args.quantity, environment), args, exitArgs)
      if (problem !== null) return problem
    }
    return null
  },
  describe: ({ positions, quantity: spec }, environment) => {
    const [first = ''] = positions
    return positions.length === 1
      ? `Exit ${exitInWords(first, spec, environment)} at market`
      : `Exit ${positions.length} positions at market`
  },
  ghost: ({ quantity: spec }) => (spec === undefined ? '100%' : ''),
  variants: (args) =>
    args.quantity === undefined
      ? [{ args: { ...args, quantity: { kind: 'percent', percent: 50 } }, stroke: 'shift+enter' }]
      : [],
  affected: ({ positions, quantity: spec }, environment) =>
    positions.map((key) => exitInWords(key, spec, environment)),
})

export const exitLosers = command({
  id: 'positions.exitLosers',
  title: 'Exit losers',
  keywords: ['losing', 'red', 'cut losses', 'close'],
  verb: 'losers',
  when: 'signedIn',
  effect: 'read',
  run: () => to('palette', { type: 'palette.open', line: 'exit losers' }),
})

export const groupPositions = command({
  id: 'positions.group',
  title: 'Group positions by underlying, or not',
  keywords: ['headings', 'flat'],
  verb: 'group positions',
  when: 'signedIn',
  effect: 'local',
  run: (_, { preferences }) =>
    to('preferences', {
      type: 'preference.set',
      name: 'groupsPositions',
      value: !preferences.groupsPositions,
    }),
})

export const exitAllPositions = command({
  id: 'positions.exitAll',
  title: 'Exit all positions',
  keywords: ['close', 'square off', 'everything', 'flat', 'panic'],
  verb: 'exit all',
  aliases: ['exit all positions', 'square off all', 'close all', 'square off everything', 'exit everything'],
  when: 'signedIn',
  effect: 'reduces',
  danger: 'confirm',
  preview: 'rows',
  run: () => to('orderActions', { type: 'positions.exitAll' }),
  describe: (_, { positions = [] }) => {
    if (positions.length === 0) return 'Exit all positions at market'
    return positions.length === 1
      ? 'Exit the open position at market'
      : `Exit all ${positions.length} open positions at market`
  },
  affected: (_, environment) =>
    (environment.positions ?? []).map((position) => positionInWords(position, environment)),
})

export const onePosition = required('Position', positionKind, { initial: focusedPosition })

const convertArgs = {
  position: onePosition,
  product: required('Product', product),
  quantity: optional('Quantity', quantity),
} as const

const convertedUnits = (
  key: string,
  spec: QuantitySpec | undefined,
  environment: Environment,
): Resolved<number> => {
  const known = findPosition(key, environment)
  if (known === null)
    return refused('quantity', { expected: 'an open position', message: 'This position is not open.' })
  const units = leftUnits(key, spec, environment)
  return units.ok ? resolved(units.value ?? Math.abs(known.quantity)) : units
}

export const convertPosition = command({
  id: 'position.convert',
  title: 'Convert a position',
  keywords: ['product', 'carry', 'delivery', 'intraday'],
  verb: 'convert',
  when: 'signedIn',
  effect: 'local',
  preview: 'rows',
  args: convertArgs,
  run: ({ position, product: toProduct, quantity: spec }, environment) => {
    const parts = parsePositionKey(position)
    const units = convertedUnits(position, spec, environment)
    if (parts === null || !units.ok) return []
    return to('orderActions', {
      type: 'position.convert',
      instrument: parts.instrument,
      from: parts.product,
      to: toProduct,
      quantity: units.value,
    })
  },
  check: (args, environment): ArgProblem | null => {
    const from = parsePositionKey(args.position)?.product
    if (from === args.product)
      return { arg: 'product', found: product.print(args.product), expected: `a product other than ${from}` }
    return problemOf(convertedUnits(args.position, args.quantity, environment), args, convertArgs)
  },
  describe: ({ position, product: toProduct }, environment) =>
    `Convert ${wordsOfPosition(position, environment)} to ${toProduct}`,
  affected: ({ position }, environment) => [wordsOfPosition(position, environment)],
})

const protectArgs = {
  position: onePosition,
  stop: optional('Stop', protection, { word: 'sl' }),
  trail: optional('Trailing stop', trailDistance, { word: 'trail' }),
  target: optional('Target', protection, { word: 'tp' }),
} as const

type ProtectArgs = Partial<ArgsOf<typeof protectArgs>>

/** As on the server: prices and trailing stops against the last price, distances from the average entry price. */
const entryOf = (asked: StopLoss, known: KnownPosition, environment: Environment): number | null => {
  if (asked.kind === 'price' || asked.trail !== undefined)
    return pricesOf(known.instrument, environment)?.lastPrice ?? null
  return known.averagePrice > 0 ? known.averagePrice : null
}

const sideOf = ({ quantity: units }: KnownPosition): Side => (units > 0 ? 'buy' : 'sell')

const checkedStop = (args: ProtectArgs, known: KnownPosition, environment: Environment) => {
  const instrument = environment.instruments?.find(known.instrument) ?? null
  const asked = stopLossOf(args.stop, args.trail)
  if (asked === undefined || instrument === null) return resolved(asked ?? null)
  const price = entryOf(asked, known, environment)
  return resolveStop(args, { side: sideOf(known), price, units: Math.abs(known.quantity) }, { instrument })
}

const checkedTarget = (
  { target }: ProtectArgs,
  known: KnownPosition,
  environment: Environment,
): Resolved<Protection | null> => {
  const instrument = environment.instruments?.find(known.instrument) ?? null
  if (target === undefined || instrument === null) return resolved(target ?? null)
  const entry = entryOf(target, known, environment)
  return protectionOf('target', target, sideOf(known), entry, Math.abs(known.quantity), { instrument })
}

/** `stop 22.70, −₹3,900`: the price, and the P&L of the position there; without charges. */
const levelInWords = (
  what: 'stop' | 'target',
  asked: StopLoss | undefined,
  known: KnownPosition,
  environment: Environment,
): string | null => {
  const { instrument: id, quantity: units, averagePrice } = known
  const instrument = environment.instruments?.find(id) ?? null
  if (asked === undefined || instrument === null || !(averagePrice > 0 && instrument.tickSize > 0))
    return null
  const from = asked.trail === undefined ? averagePrice : entryOf(asked, known, environment)
  const price = from === null ? null : protectedPrice(what, asked, sideOf(known), from, Math.abs(units))
  if (price === null) return null
  // As the server rounds it.
  const level = nearestTick(price, instrument.tickSize)
  const pnl = (level - averagePrice) * units
  return `${what} ${formatNumber(level)}, ${formatSignedRupees(pnl, 0)}`
}

const isBare = ({ stop, trail, target }: ProtectArgs): boolean =>
  stop === undefined && trail === undefined && target === undefined

const protectPosition = command({
  id: 'position.protect',
  title: 'Protect a position',
  keywords: ['stop loss', 'trailing', 'target', 'bracket', 'sl', 'tsl', 'tp'],
  verb: 'protect',
  when: 'signedIn',
  effect: 'reduces',
  preview: 'rows',
  args: protectArgs,
  run: (args, environment) => {
    const parts = parsePositionKey(args.position)
    const known = findPosition(args.position, environment)
    if (parts === null || known === null || isBare(args)) return []
    const stop = checkedStop(args, known, environment)
    const target = checkedTarget(args, known, environment)
    if (!stop.ok || !target.ok) return []
    return to('orderActions', { type: 'position.protect', ...parts, stop: stop.value, target: target.value })
  },
  check: (args, environment): ArgProblem | null => {
    const known = findPosition(args.position, environment)
    if (known === null) return { arg: 'position', found: args.position, expected: 'an open position' }
    if (isBare(args))
      return {
        arg: '',
        found: 'the end',
        expected: 'sl, trail or tp and a price or a distance, such as sl 1%',
      }
    return (
      problemOf(checkedStop(args, known, environment), args, protectArgs) ??
      problemOf(checkedTarget(args, known, environment), args, protectArgs)
    )
  },
  describe: ({ position, stop, trail, target }, environment) => {
    const stopLoss = stopLossOf(stop, trail)
    const words = [
      stopLoss === undefined ? '' : stopInWords(stopLoss),
      target === undefined ? '' : `target ${protectionInWords(target)}`,
    ].filter((part) => part !== '')
    return `Protect ${wordsOfPosition(position, environment)}: ${words.join(', ')}`
  },
  ghost: ({ position, stop, trail, target }, environment) => {
    const known = position === undefined ? null : findPosition(position, environment)
    if (known === null) return ''
    const words = [
      levelInWords('stop', stopLossOf(stop, trail), known, environment),
      levelInWords('target', target, known, environment),
    ]
    return words.filter((part) => part !== null).join(' · ')
  },
  affected: ({ position }, environment) => [wordsOfPosition(position, environment)],
})

export const addToPosition = command({
  id: 'position.add',
  title: 'Add to a position',
  keywords: ['more', 'increase', 'average'],
  verb: 'increase',
  when: 'signedIn',
  effect: 'read',
  args: { position: onePosition },
  run: ({ position }, environment) => {
    const parts = parsePositionKey(position)
    const known = findPosition(position, environment)
    if (parts === null) return []
    const side = known !== null && known.quantity < 0 ? 'sell' : 'buy'
    const line = orderLine(side, parts.instrument, ['1l', lineProduct(parts.product)])
    return to('palette', { type: 'palette.open', line })
  },
  describe: ({ position }, environment) => `Add to ${wordsOfPosition(position, environment)} …`,
})

const reversePosition = command({
  id: 'position.reverse',
  title: 'Reverse a position',
  keywords: ['turn round', 'flip', 'opposite', 'stop and reverse'],
  verb: 'reverse',
  when: 'signedIn',
  effect: 'read',
  args: { position: onePosition },
  run: ({ position }, environment) => {
    const known = findPosition(position, environment)
    if (known === null) return []
    const { instrument, quantity: units, product: held } = known
    const words = [`${2 * Math.abs(units)}q`, lineProduct(held)]
    const line = orderLine(units > 0 ? 'sell' : 'buy', instrument, words).trimEnd()
    return to('palette', { type: 'palette.open', line })
  },
  check: ({ position }, environment): ArgProblem | null => {
    const known = findPosition(position, environment)
    if (known === null) return { arg: 'position', found: position, expected: 'an open position' }
    return known.product === 'cash'
      ? { arg: 'position', found: position, expected: 'a MIS or NRML position: delivery is not sold short' }
      : null
  },
  describe: ({ position }, environment) => `Reverse ${wordsOfPosition(position, environment)} …`,
})

export const cancelBracket = command({
  id: 'bracket.cancel',
  title: 'Remove stop and target',
  keywords: ['stop loss', 'target', 'unprotect'],
  verb: 'unprotect',
  isListed: false,
  when: 'signedIn',
  effect: 'local',
  args: { bracket: required('Stop and target', keyText('the id of a stop and target')) },
  run: ({ bracket }) => to('orderActions', { type: 'bracket.cancel', bracketId: bracket }),
})

export const positionCommands = [
  exitPositions,
  exitLosers,
  groupPositions,
  exitAllPositions,
  convertPosition,
  protectPosition,
  addToPosition,
  reversePosition,
  cancelBracket,
] as const
