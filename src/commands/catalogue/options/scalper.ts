import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { nextChainView } from '../../../domain/options/chain-columns.ts'
import type { PriceSpec } from '../../../domain/orders/order-words.ts'
import { pathOf } from '../../../domain/screens.ts'
import type { Dispatch } from '../../../machines/requests.ts'
import { type ArgProblem, command, optional, required, to } from '../../command.ts'
import type { Environment, LinkedTrade } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import { focusedInstrument, instrument, titleOf } from '../../grammar/instruments/instrument.ts'
import { nearInstruments } from '../../grammar/instruments/traded-instrument.ts'
import { price } from '../../grammar/orders/order-price.ts'
import { steps } from '../../grammar/orders/quantity.ts'
import { product } from '../orders/order-args.ts'

const onScreen = 'signedIn && view == markets'

const underlyingOf = (id: InstrumentId, { instruments }: Environment): InstrumentId => {
  const found = instruments?.find(id) ?? null
  if (found === null || found.expiry === null) return id
  return instruments?.findSymbol(found.name)?.id ?? id
}

const subject = required('Instrument', instrument, {
  initial: (environment) => focusedInstrument(environment.context) ?? nearInstruments(environment)[0],
})

const hasOptions = (id: InstrumentId, { instruments }: Environment): boolean =>
  (instruments?.expiriesOf(id).length ?? 0) > 0

export const openChain = command({
  id: 'chain.open',
  title: 'Option chain',
  keywords: ['options', 'strikes', 'calls', 'puts'],
  verb: 'chain',
  when: 'signedIn',
  effect: 'read',
  args: { instrument: subject },
  run: ({ instrument: id }, environment) => [
    to('scalper', { type: 'scalper.underlying', instrument: underlyingOf(id, environment) }),
    to('scalper', { type: 'scalper.trades', what: 'option' }),
    to('navigation', { type: 'view.open', path: pathOf('markets') }),
  ],
  check: ({ instrument: id }, environment): ArgProblem | null => {
    const underlying = underlyingOf(id, environment)
    if (environment.instruments === null || hasOptions(underlying, environment)) return null
    const found = titleOf(underlying, environment.instruments)
    return { arg: 'instrument', found, expected: `an instrument with options; ${found} has none` }
  },
  describe: ({ instrument: id }, environment) =>
    `Option chain of ${titleOf(underlyingOf(id, environment), environment.instruments)}`,
})

const chainView = choice('prices, oi or greeks', [
  { value: 'prices', words: ['prices', 'price'], title: 'Prices, their change, bid and ask' },
  { value: 'oi', words: ['oi', 'open interest'], title: 'Open interest, its change and build-up' },
  { value: 'greeks', words: ['greeks', 'greek'], title: 'Delta, theta, vega, gamma and volatility' },
])

const titlesOfViews = { prices: 'prices', oi: 'open interest', greeks: 'greeks' } as const

export const setChainView = command({
  id: 'chain.columns',
  title: 'Option chain columns',
  keywords: ['greeks', 'open interest', 'delta', 'theta', 'build-up'],
  verb: 'columns',
  when: onScreen,
  effect: 'local',
  args: { view: optional('Columns', chainView) },
  run: ({ view }, { preferences }) =>
    to('preferences', {
      type: 'preference.set',
      name: 'chainView',
      value: view ?? nextChainView(preferences.chainView),
    }),
  describe: ({ view }, { preferences }) =>
    `Show ${titlesOfViews[view ?? nextChainView(preferences.chainView)]} in the option chain`,
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
  const later = environment.instruments?.expiriesOf(underlying).indexOf(found.expiry)
  const isCall = found.instrumentType === 'CE'
  return [
    there,
    to('scalper', { type: 'scalper.trades', what: 'option' }),
    ...Array.from({ length: Math.max(0, later ?? 0) }, () =>
      to('scalper', { type: 'scalper.expiry', by: 1 }),
    ),
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
  when: onScreen,
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
  when: onScreen,
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
  when: onScreen,
  effect: 'local',
  args: { by },
  run: (args) => to('scalper', { type: 'scalper.lots', by: args.by }),
  describe: (args) => `${Math.abs(args.by)} ${args.by > 0 ? 'more' : 'fewer'} lots`,
})

const nextOrLast = choice('next or previous', [
  { value: 1, words: ['next', '+1'], title: 'Next expiry' },
  { value: -1, words: ['previous', '-1'], title: 'Previous expiry' },
])

export const stepExpiry = command({
  id: 'scalper.expiry',
  title: 'Change expiry',
  keywords: ['week', 'month'],
  verb: 'expiry',
  when: onScreen,
  effect: 'local',
  args: { by: required('Direction', nextOrLast) },
  run: (args) => to('scalper', { type: 'scalper.expiry', by: args.by }),
  describe: (args) => (args.by === 1 ? 'Next expiry' : 'Previous expiry'),
})

export const goToAtm = command({
  id: 'scalper.atm',
  title: 'ATM strike',
  keywords: ['atm', 'centre'],
  verb: 'atm',
  when: onScreen,
  effect: 'local',
  run: () => to('scalper', { type: 'scalper.atm' }),
})

export const setScalperProduct = command({
  id: 'scalper.product',
  title: 'Scalper product',
  keywords: ['mis', 'nrml', 'cash'],
  verb: 'product',
  when: onScreen,
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
  when: onScreen,
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
