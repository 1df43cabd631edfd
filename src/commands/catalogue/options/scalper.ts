import { countOf } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { nextChainView } from '../../../domain/options/chain-columns.ts'
import type { PriceSpec } from '../../../domain/orders/order-words.ts'
import { pathOf } from '../../../domain/screens.ts'
import type { IstDate } from '../../../domain/time.ts'
import type { Dispatch } from '../../../machines/requests.ts'
import { type ArgProblem, command, optional, required, to } from '../../command.ts'
import type { Environment, LinkedTrade } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import { type ChainColumnsSpec, chainColumnsSpec } from '../../grammar/instruments/chain-columns.ts'
import { type ExpiryMove, expiryDay, expiryMove } from '../../grammar/instruments/chain-expiry.ts'
import { expiryDayInWords, findExpiry } from '../../grammar/instruments/expiry-words.ts'
import { focusedInstrument, instrument, titleOf } from '../../grammar/instruments/instrument.ts'
import { nearInstruments } from '../../grammar/instruments/traded-instrument.ts'
import { price } from '../../grammar/orders/order-price.ts'
import { steps } from '../../grammar/orders/quantity.ts'
import { product } from '../orders/order-args.ts'
import { withCursor, withSize } from './scalper-trade.ts'

const onScreen = 'signedIn && view == markets'

const underlyingOf = (id: InstrumentId, { instruments }: Environment): InstrumentId => {
  const found = instruments?.find(id) ?? null
  if (found === null || found.expiry === null) return id
  return instruments?.findSymbol(found.name)?.id ?? id
}

const EXPIRIES_NAMED = 3

const subject = required('Instrument', instrument, {
  initial: (environment) => focusedInstrument(environment.context) ?? nearInstruments(environment)[0],
})

const hasOptions = (id: InstrumentId, { instruments }: Environment): boolean =>
  (instruments?.expiriesOf(id).length ?? 0) > 0

const expiriesOf = (id: InstrumentId, environment: Environment): readonly IstDate[] =>
  environment.instruments?.expiriesOf(underlyingOf(id, environment)) ?? []

/** From the nearest expiry, where the cursor of a newly selected underlying is. */
const toExpiry = (expiry: IstDate | undefined, expiries: readonly IstDate[]): readonly Dispatch[] =>
  expiries
    .slice(0, expiry === undefined ? 0 : Math.max(0, expiries.indexOf(expiry)))
    .map(() => to('scalper', { type: 'scalper.expiry', by: 1 }))

/** The Scalper shows the chain beside its chart, so from there nothing else is opened. */
const chainPath = ({ context }: Environment): string =>
  pathOf(context.view === 'markets' ? 'markets' : 'option-chain')

const unlistedExpiry = (
  arg: string,
  word: ExpiryMove,
  id: InstrumentId,
  environment: Environment,
): ArgProblem => {
  const listed = expiriesOf(id, environment).slice(0, EXPIRIES_NAMED).map(expiryDayInWords).join(', ')
  const root = titleOf(underlyingOf(id, environment), environment.instruments)
  return { arg, found: expiryMove.print(word), expected: `an expiry of ${root}; nearest: ${listed}` }
}

export const openChain = command({
  id: 'chain.open',
  title: 'Option chain',
  keywords: ['options', 'strikes', 'calls', 'puts'],
  verb: 'chain',
  when: 'signedIn',
  effect: 'read',
  args: { instrument: subject, expiry: optional('Expiry', expiryDay) },
  run: ({ instrument: id, expiry }, environment) => {
    const expiries = expiriesOf(id, environment)
    return [
      to('scalper', { type: 'scalper.underlying', instrument: underlyingOf(id, environment) }),
      to('scalper', { type: 'scalper.trades', what: 'option' }),
      ...(expiry === undefined ? [] : toExpiry(findExpiry(expiry, expiries), expiries)),
      to('navigation', { type: 'view.open', path: chainPath(environment) }),
    ]
  },
  check: ({ instrument: id, expiry }, environment): ArgProblem | null => {
    if (environment.instruments === null) return null
    const found = titleOf(underlyingOf(id, environment), environment.instruments)
    const expiries = expiriesOf(id, environment)
    if (expiries.length === 0)
      return { arg: 'instrument', found, expected: `an instrument with options; ${found} has none` }
    if (expiry === undefined || findExpiry(expiry, expiries) !== undefined) return null
    return unlistedExpiry('expiry', expiry, id, environment)
  },
  describe: ({ instrument: id, expiry }, environment) => {
    const day = expiry === undefined ? undefined : findExpiry(expiry, expiriesOf(id, environment))
    const name = titleOf(underlyingOf(id, environment), environment.instruments)
    return `Option chain of ${name}${day === undefined ? '' : `, ${expiryDayInWords(day)}`}`
  },
})

const titlesOfViews = {
  prices: 'prices',
  oi: 'open interest',
  greeks: 'greeks',
  own: 'my columns',
} as const

const columnsInWords = (spec: ChainColumnsSpec): string =>
  typeof spec === 'string' ? titlesOfViews[spec] : chainColumnsSpec.print(spec)

const specOf = (
  view: ChainColumnsSpec | undefined,
  { preferences: { chainView, chainColumns } }: Environment,
): ChainColumnsSpec => view ?? nextChainView(chainView, chainColumns)

export const setChainView = command({
  id: 'chain.columns',
  title: 'Option chain columns',
  keywords: ['greeks', 'open interest', 'delta', 'theta', 'build-up'],
  verb: 'columns',
  when: withCursor,
  effect: 'local',
  args: { view: optional('Columns', chainColumnsSpec) },
  run: ({ view }, environment) => {
    const spec = specOf(view, environment)
    const kept = (name: 'chainView' | 'chainColumns', value: string | readonly string[]) =>
      to('preferences', { type: 'preference.set', name, value })
    return typeof spec === 'string'
      ? kept('chainView', spec)
      : [kept('chainColumns', spec), kept('chainView', 'own')]
  },
  describe: ({ view }, environment) =>
    `Show ${columnsInWords(specOf(view, environment))} in the option chain`,
})

const cursorOn = (id: InstrumentId, environment: Environment): readonly Dispatch[] => {
  const found = environment.instruments?.find(id) ?? null
  const underlying = underlyingOf(id, environment)
  const there = to('scalper', { type: 'scalper.underlying', instrument: underlying })
  const isOption = found !== null && found.strike > 0 && found.expiry !== null
  if (!isOption) {
    const what = id === underlying && hasOptions(underlying, environment) ? 'option' : 'underlying'
    return [there, to('scalper', { type: 'scalper.trades', what })]
  }
  const isCall = found.instrumentType === 'CE'
  return [
    there,
    to('scalper', { type: 'scalper.trades', what: 'option' }),
    ...toExpiry(found.expiry ?? undefined, expiriesOf(underlying, environment)),
    to('scalper', { type: 'scalper.pick', strike: found.strike, side: isCall ? 'CE' : 'PE' }),
  ]
}

export const openScalper = command({
  id: 'scalper.open',
  title: 'Scalper',
  keywords: ['trade', 'markets', 'scalp'],
  verb: 'scalp',
  when: 'signedIn',
  effect: 'read',
  args: { instrument: subject },
  run: ({ instrument: id }, environment) => [
    ...cursorOn(id, environment),
    to('navigation', { type: 'view.open', path: pathOf('markets') }),
  ],
  describe: ({ instrument: id }, { instruments }) => `Trade ${titleOf(id, instruments)} in the Scalper`,
})

const by = required('Steps', steps('a number of steps such as +1 or -1', 100))

export const stepStrike = command({
  id: 'scalper.strike',
  title: 'Change strike',
  keywords: ['up', 'down'],
  verb: 'strike',
  when: withCursor,
  effect: 'local',
  args: { by },
  run: (args) => to('scalper', { type: 'scalper.strike', by: args.by }),
  describe: (args) => `Strike ${Math.abs(args.by)} ${args.by > 0 ? 'up' : 'down'}`,
})

const optionSide = choice('ce or pe', [
  { value: 'CE', words: ['ce', 'call', 'calls'], title: 'Calls' },
  { value: 'PE', words: ['pe', 'put', 'puts'], title: 'Puts' },
])

export const setSide = command({
  id: 'scalper.side',
  title: 'Side of the chain',
  keywords: ['call', 'put'],
  verb: 'side',
  when: withCursor,
  effect: 'local',
  args: { side: required('Side', optionSide) },
  run: ({ side }) => to('scalper', { type: 'scalper.side', side }),
  describe: ({ side }) => (side === 'CE' ? 'Trade calls' : 'Trade puts'),
})

export const stepLots = command({
  id: 'scalper.lots',
  title: 'More or fewer lots',
  keywords: ['quantity', 'size'],
  verb: 'lots',
  when: withSize,
  effect: 'local',
  args: { by },
  run: (args) => to('scalper', { type: 'scalper.lots', by: args.by }),
  describe: (args) => countOf(Math.abs(args.by), args.by > 0 ? 'more lot' : 'fewer lot'),
})

const linkedOption = ({ linked, instruments }: Environment) =>
  linked == null ? null : (instruments?.find(linked.instrument) ?? null)

/** Expiries from that of the selected contract; null if it is not listed. */
const expiriesAway = (move: ExpiryMove, environment: Environment): number | null => {
  if (typeof move === 'number') return move
  const option = linkedOption(environment)
  if (option === null || option.expiry === null) return null
  const expiries = expiriesOf(option.id, environment)
  const wanted = findExpiry(move, expiries)
  return wanted === undefined ? null : expiries.indexOf(wanted) - expiries.indexOf(option.expiry)
}

export const stepExpiry = command({
  id: 'scalper.expiry',
  title: 'Change expiry',
  keywords: ['week', 'month'],
  verb: 'expiry',
  when: withCursor,
  effect: 'local',
  args: { by: required('Expiry', expiryMove) },
  run: (args, environment) => {
    const by = expiriesAway(args.by, environment)
    return by === null || by === 0 ? [] : to('scalper', { type: 'scalper.expiry', by })
  },
  check: (args, environment) => {
    const option = linkedOption(environment)
    if (option === null || expiriesAway(args.by, environment) !== null) return null
    return unlistedExpiry('by', args.by, option.id, environment)
  },
  describe: ({ by }) =>
    by === 1 ? 'Next expiry' : by === -1 ? 'Previous expiry' : `Expiry ${expiryMove.print(by)}`,
})

export const goToAtm = command({
  id: 'scalper.atm',
  title: 'ATM strike',
  keywords: ['atm', 'centre'],
  verb: 'atm',
  when: withCursor,
  effect: 'local',
  run: () => to('scalper', { type: 'scalper.atm' }),
})

export const setScalperProduct = command({
  id: 'scalper.product',
  title: 'Scalper product',
  keywords: ['mis', 'nrml', 'cash'],
  verb: 'product',
  when: withSize,
  effect: 'local',
  args: { product: required('Product', product) },
  run: (args) => to('scalper', { type: 'scalper.product', product: args.product }),
  describe: (args) => `Trade in ${args.product}`,
})

const keptPrice = (asked: PriceSpec): LinkedTrade['price'] | null => {
  if (asked.kind === 'market') return 'market'
  if (asked.kind === 'rupees') return asked.price
  return asked.offset === 0 && (asked.to === 'bid' || asked.to === 'ask') ? asked.to : null
}

export const setScalperPrice = command({
  id: 'scalper.price',
  title: 'Scalper price',
  keywords: ['limit', 'market', 'ask', 'bid'],
  verb: 'price',
  when: withCursor,
  effect: 'local',
  args: { price: required('Price', price) },
  run: (args) => {
    const kept = keptPrice(args.price)
    return kept === null ? [] : to('scalper', { type: 'scalper.price', price: kept })
  },
  check: (args) =>
    keptPrice(args.price) === null
      ? { arg: 'price', found: price.print(args.price), expected: '@mkt, @ask, @bid or rupees such as @85.4' }
      : null,
  describe: (args) => `Trade at ${price.print(args.price).slice(1)}`,
})

const trades = choice('options or underlying', [
  { value: 'option', words: ['options', 'option'], title: 'The selected option' },
  { value: 'underlying', words: ['underlying', 'shares', 'future'], title: 'The underlying itself' },
])

export const setTrades = command({
  id: 'scalper.trades',
  title: 'What the Scalper trades',
  keywords: ['option', 'underlying', 'future', 'shares'],
  verb: 'trade',
  when: onScreen,
  effect: 'local',
  args: { what: required('What', trades) },
  run: ({ what }) => to('scalper', { type: 'scalper.trades', what }),
  describe: ({ what }) => (what === 'option' ? 'Trade options' : 'Trade the underlying'),
})

export const scalperCommands = [
  openChain,
  openScalper,
  setChainView,
  stepStrike,
  setSide,
  stepLots,
  stepExpiry,
  goToAtm,
  setScalperProduct,
  setScalperPrice,
  setTrades,
] as const
