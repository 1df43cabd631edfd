import { formatNumber, formatPercent, formatRupees } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { GttTerms } from '../../../domain/orders/gtt/gtt.ts'
import { type GttInput, resolveGtt } from '../../../domain/orders/gtt/resolve-gtt.ts'
import { type Resolved, refused } from '../../../domain/orders/order-words.ts'
import { productWords } from '../../../domain/orders/resolve-order.ts'
import { type ArgProblem, type ArgsOf, command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { focusedInstrument, printInstrument, titleOf } from '../../grammar/instruments/instrument.ts'
import { tradedInstrument } from '../../grammar/instruments/traded-instrument.ts'
import { findGtt, gttInWords, openGtt, openGttList, openGtts } from '../../grammar/orders/gtt-ref.ts'
import { gttTrigger } from '../../grammar/orders/gtt-trigger.ts'
import { price, trigger } from '../../grammar/orders/order-price.ts'
import { quantity } from '../../grammar/orders/quantity.ts'
import { focusedKey, pickedKeys } from '../../grammar/references.ts'
import { reduceOnly, side } from './order-args.ts'
import { orderContextOf, problemOf } from './order-sense.ts'

const terms = {
  quantity: optional('Quantity', quantity),
  price: optional('Price', price),
  trigger: required('Trigger', gttTrigger),
  target: optional('Target', trigger, { word: 'target' }),
  reduceOnly: optional('Reduce only', reduceOnly),
} as const

const gttArgs = {
  side: required('Side', side),
  instrument: required('Instrument', tradedInstrument),
  ...terms,
} as const

const termsOf = (input: GttInput, environment: Environment): Resolved<GttTerms> => {
  const instrument = environment.instruments?.find(input.instrument) ?? null
  return instrument === null
    ? refused('instrument', {
        expected: 'an instrument of the list',
        message: 'Not in the instrument list.',
      })
    : resolveGtt(input, orderContextOf(instrument, environment))
}

/** `Cash · worth ₹30,000 · now 1,532.00, 1.76% away` */
const detailOf = (
  { sym, quantity: units, product, isReduceOnly, triggers }: GttTerms,
  environment: Environment,
): string => {
  const last = environment.quoteOf?.(sym)?.lastPrice ?? null
  const [first] = triggers
  if (first === undefined) return productWords[product]
  const worth = `${isReduceOnly === true ? 'reduce only · ' : ''}worth ${formatRupees(units * first.price, 0)}`
  if (last === null) return `${productWords[product]} · ${worth}`
  const away = formatPercent((100 * Math.abs(last - first.triggerPrice)) / last)
  return `${productWords[product]} · ${worth} · now ${formatNumber(last)}, ${away} away`
}

const sentenceOf = (gtt: GttTerms, environment: Environment): string =>
  `${gttInWords(gtt, environment)} · ${detailOf(gtt, environment)}`

const place = command({
  id: 'gtt.place',
  title: 'GTT order: kept until a price is reached',
  keywords: ['good till triggered', 'oco', 'resting', 'order', 'stop', 'target'],
  verb: 'gtt',
  when: 'signedIn',
  effect: 'increases',
  args: gttArgs,
  run: (args, environment) => {
    const gtt = termsOf(args, environment)
    if (!gtt.ok) return []
    const title = gttInWords(gtt.value, environment)
    return to('gttActs', { type: 'gtt.place', title, terms: gtt.value, replaces: null })
  },
  check: (args, environment) => problemOf(termsOf(args, environment), args, gttArgs),
  describe: (args, environment) => {
    const gtt = termsOf(args, environment)
    if (gtt.ok) return `GTT: ${sentenceOf(gtt.value, environment)}`
    return `GTT order on ${titleOf(args.instrument, environment.instruments)}`
  },
  ghost: ({ quantity: count, trigger: level }, { preferences }) =>
    [count === undefined ? `${preferences.usualLots}l` : '', level === undefined ? 'below 1505' : '']
      .filter((word) => word !== '')
      .join(' '),
})

const changeArgs = {
  gtt: required('GTT order', openGtt, { initial: (environment) => focusedKey(openGtts, environment) }),
  ...terms,
} as const

const changedOf = (
  { gtt: key, ...rest }: ArgsOf<typeof changeArgs>,
  environment: Environment,
): Resolved<GttTerms> => {
  const known = findGtt(key, environment)
  if (known === null)
    return refused('instrument', { expected: 'an active GTT order', message: 'This GTT order has ended.' })
  const kept = {
    quantity: { kind: 'units', units: known.quantity },
    ...(known.isReduceOnly === true ? { reduceOnly: true as const } : {}),
  } as const
  return termsOf({ ...kept, ...rest, instrument: known.sym, side: known.side }, environment)
}

const problemOfChange = (args: ArgsOf<typeof changeArgs>, environment: Environment): ArgProblem | null => {
  const changed = changedOf(args, environment)
  const problem = problemOf(changed, args, changeArgs)
  return problem === null || problem.arg !== 'instrument' ? problem : { ...problem, arg: 'gtt' }
}

const lineOfTerms = ({ quantity: units, isReduceOnly, triggers: [first, second] }: GttTerms): string =>
  first === undefined
    ? ''
    : [
        `${units}`,
        `@${first.price}`,
        `${first.when} ${first.triggerPrice}`,
        ...(second === undefined ? [] : [`target ${second.triggerPrice}`]),
        ...(isReduceOnly === true ? ['reduce'] : []),
      ].join(' ')

const change = command({
  id: 'gtt.change',
  title: 'Change a GTT order',
  keywords: ['modify', 'edit', 'good till triggered', 'trigger'],
  verb: 'change gtt',
  when: 'signedIn',
  effect: 'increases',
  args: changeArgs,
  run: (args, environment) => {
    const changed = changedOf(args, environment)
    if (!changed.ok) return []
    const title = gttInWords(changed.value, environment)
    return to('gttActs', { type: 'gtt.place', title, terms: changed.value, replaces: args.gtt })
  },
  check: problemOfChange,
  describe: (args, environment) => {
    const changed = changedOf(args, environment)
    return changed.ok ? `Change to: ${sentenceOf(changed.value, environment)}` : 'Change a GTT order'
  },
})

/** Its terms of now as a line, to be changed. */
const rewrite = command({
  id: 'gtt.rewrite',
  title: 'Change this GTT order',
  verb: 'edit gtt',
  isListed: false,
  when: 'signedIn',
  effect: 'read',
  args: { gtt: changeArgs.gtt },
  run: ({ gtt: key }, environment) => {
    const known = findGtt(key, environment)
    return known === null
      ? []
      : to('palette', {
          type: 'palette.open',
          line: `change gtt ${openGtts.printKey(key)} ${lineOfTerms(known)}`,
        })
  },
  describe: ({ gtt: key }, environment) => `Change ${wordsOf(key, environment)}`,
})

const wordsOf = (key: string, environment: Environment): string => {
  const known = findGtt(key, environment)
  return known === null ? 'a GTT order' : gttInWords(known, environment)
}

const cancel = command({
  id: 'gtt.cancel',
  title: 'Cancel a GTT order',
  keywords: ['withdraw', 'delete', 'good till triggered'],
  verb: 'cancel gtt',
  when: 'signedIn',
  effect: 'reduces',
  preview: 'rows',
  args: {
    gtts: required('GTT orders', openGttList, {
      initial: (environment) => pickedKeys(openGtts, environment),
    }),
  },
  run: ({ gtts }, environment) =>
    to('gttActs', {
      type: 'gtt.cancel',
      gtts: gtts.map((key) => ({ key, title: wordsOf(key, environment) })),
    }),
  describe: ({ gtts }, environment) => {
    const [first = ''] = gtts
    return gtts.length === 1
      ? `Cancel GTT: ${wordsOf(first, environment)}`
      : `Cancel ${gtts.length} GTT orders`
  },
  affected: ({ gtts }, environment) => gtts.map((key) => wordsOf(key, environment)),
})

const heldOf = (of: InstrumentId, { positions = [], holdings = [] }: Environment): number =>
  [...positions, ...holdings]
    .filter(({ instrument, product }) => instrument === of && product !== 'MIS')
    .reduce((sum, { quantity: units }) => sum + units, 0)

/** By default a long position is sold and a short one bought back. */
const write = command({
  id: 'gtt.write',
  title: 'New GTT order',
  keywords: ['good till triggered', 'oco', 'stop', 'target', 'resting'],
  verb: 'new gtt',
  when: 'signedIn',
  effect: 'read',
  args: {
    instrument: optional('Symbol', tradedInstrument, {
      initial: ({ context }) => focusedInstrument(context),
    }),
  },
  run: ({ instrument: of }, environment) => {
    if (of === undefined) return to('palette', { type: 'palette.open', line: 'gtt ' })
    const held = heldOf(of, environment)
    // Reduce-only: if the position is exited by hand first, the order must not open another.
    const count = held === 0 ? '' : ` ${Math.abs(held)} reduce`
    const line = `gtt ${held > 0 ? 'sell' : 'buy'} ${printInstrument(of)}${count} `
    return to('palette', { type: 'palette.open', line })
  },
  describe: ({ instrument: of }, { instruments }) =>
    of === undefined ? 'New GTT order' : `GTT order on ${titleOf(of, instruments)}`,
})

export const gttCommands = [place, change, rewrite, cancel, write] as const
