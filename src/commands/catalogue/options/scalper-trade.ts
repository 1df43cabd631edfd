import { formatLots } from '../../../domain/format.ts'
import type { Side } from '../../../domain/orders/order.ts'
import { movedText } from '../../../domain/orders/order-doubt.ts'
import type { OrderDraft } from '../../../domain/orders/order-draft.ts'
import type { OrderInput, PriceSpec } from '../../../domain/orders/order-words.ts'
import { usualPrice } from '../../../domain/orders/resolve-order.ts'
import { type ArgProblem, command, optional, required, to } from '../../command.ts'
import type { Environment, LinkedTrade } from '../../environment.ts'
import { lotCount } from '../../grammar/backtests/strategy.ts'
import { expiryDayInWords } from '../../grammar/instruments/expiry-words.ts'
import { titleOf } from '../../grammar/instruments/instrument.ts'
import { price } from '../../grammar/orders/order-price.ts'
import { steps } from '../../grammar/orders/quantity.ts'
import { draftInWords, draftOf, lineProduct, orderLine, problemOf, seenOrder } from '../orders/order-sense.ts'

/** The Scalper and the option chain have one cursor: what is selected on one is selected on the other. */
export const withCursor = 'signedIn && (view == markets || view == option-chain)'
/** Lots and product are those of clicks on the chart, too. */
export const withSize = 'signedIn && (view == markets || view == option-chain || view == trading-view)'
const onChain = 'signedIn && view == option-chain'

const priceOf = (
  { instrument, price: kept }: LinkedTrade,
  side: Side,
  { context, instruments }: Environment,
): PriceSpec => {
  // The option chain has no field for a price: it is that of the best offer.
  if (context.view === 'option-chain')
    return { kind: 'relative', to: side === 'buy' ? 'ask' : 'bid', offset: 0, unit: 'rupees' }
  const found = instruments?.find(instrument) ?? null
  if (kept === 'market') return found === null ? { kind: 'market' } : usualPrice({ side }, found)
  if (typeof kept === 'number') return { kind: 'rupees', price: kept }
  return { kind: 'relative', to: kept, offset: 0, unit: 'rupees' }
}

export const inputAt = (
  { instrument, lots, product }: LinkedTrade,
  side: Side,
  at: PriceSpec,
): OrderInput => ({ instrument, side, quantity: { kind: 'lots', lots }, product, price: at })

export const lineAt = ({ instrument, lots, product }: LinkedTrade, side: Side, at: PriceSpec): string =>
  orderLine(side, instrument, [`${lots}l`, price.print(at), lineProduct(product)]).trimEnd()

const linkedInput = (linked: LinkedTrade, side: Side, here: Environment): OrderInput =>
  inputAt(linked, side, priceOf(linked, side, here))

const nothingLinked: ArgProblem = {
  arg: '',
  found: '',
  expected: 'a contract selected in the Scalper or the option chain',
}

interface LotsArgs {
  readonly lots?: number
}

const tradeIn = ({ linked }: Environment, { lots }: LotsArgs): LinkedTrade | null =>
  linked === null || linked === undefined
    ? null
    : lots === undefined
      ? linked
      : { ...linked, lots: Math.abs(lots) }

/** `moved` is the reason the order must not be sent at once. */
const armedOrder = (
  linked: LinkedTrade,
  side: Side,
  here: Environment,
): { readonly draft: OrderDraft | null; readonly moved: string | null } => {
  const { linkedQuote } = here
  const input = linkedInput(linked, side, here)
  const there = linkedQuote == null ? here : { ...here, quoteOf: () => linkedQuote }
  const [shown, now] = [draftOf(input, there), draftOf(input, here)]
  if (!shown.ok) return { draft: null, moved: null }
  const isRelative = input.price?.kind === 'relative'
  const seen = [seenOrder(shown.value, isRelative, there)]
  return {
    draft: shown.value,
    moved: movedText(seen, now.ok ? [seenOrder(now.value, isRelative, here)] : []),
  }
}

const titles: Readonly<Record<Side, string>> = { buy: 'Buy', sell: 'Sell' }

/** Sent at once when armed; otherwise its line is written to the palette for review. */
const trade = <const S extends Side>(side: S) =>
  command({
    id: `scalper.${side}`,
    title: `${titles[side]} the selected contract`,
    verb: `scalp ${side}`,
    isListed: false,
    when: withCursor,
    effect: 'increases',
    isSentArmed: true,
    preview: 'order',
    args: { lots: optional('Lots', steps('lots such as 2', 10_000), { word: 'lots' }) },
    run: (args, environment) => {
      const linked = tradeIn(environment, args)
      if (linked === null) return []
      const armed = environment.context.armed ? armedOrder(linked, side, environment) : null
      if (armed?.draft != null && armed.moved === null)
        return to('placements', { type: 'order.place', draft: armed.draft })
      return to('palette', {
        type: 'palette.open',
        line: lineAt(linked, side, priceOf(linked, side, environment)),
        ...(armed?.moved == null ? {} : { message: armed.moved }),
      })
    },
    check: (args, environment) => {
      const linked = tradeIn(environment, args)
      if (linked === null) return nothingLinked
      return problemOf(draftOf(linkedInput(linked, side, environment), environment), {}, {})
    },
    describe: (args, environment) => {
      const linked = tradeIn(environment, args)
      const draft = linked === null ? null : draftOf(linkedInput(linked, side, environment), environment)
      return draft?.ok === true ? draftInWords(draft.value, environment) : titles[side]
    },
  })

export const scalperBuy = trade('buy')
export const scalperSell = trade('sell')

export const flatten = command({
  id: 'scalper.flatten',
  title: 'Exit this position',
  keywords: ['exit', 'close', 'flat'],
  verb: 'flatten',
  when: withCursor,
  effect: 'reduces',
  preview: 'rows',
  run: (_, { linked, positions = [] }) => {
    const held = positions.filter((position) => position.instrument === linked?.instrument)
    const exits = held.map((position) => ({
      instrument: position.instrument,
      product: position.product,
      quantity: null,
    }))
    return to('orderActions', { type: 'position.exit', exits })
  },
  check: (_, { linked, positions = [] }) =>
    positions.some((position) => position.instrument === linked?.instrument)
      ? null
      : { arg: '', found: '', expected: 'an open position in the selected contract' },
  describe: (_, { linked, instruments }) =>
    linked === null || linked === undefined
      ? 'Flatten'
      : `Exit all of ${titleOf(linked.instrument, instruments)}`,
})

export const setLots = command({
  id: 'scalper.setLots',
  title: 'Lots to trade',
  keywords: ['quantity', 'size'],
  verb: 'size',
  isListed: false,
  when: withSize,
  effect: 'local',
  args: { lots: required('Lots', lotCount) },
  run: ({ lots }) => to('scalper', { type: 'scalper.setLots', lots }),
  describe: ({ lots }) => `Trade ${formatLots(lots)}`,
})

const legOf = (linked: LinkedTrade | null | undefined, { legs = [] }: Environment) =>
  legs.find(({ draft }) => draft.instrument === linked?.instrument)

/** A contract that is in the basket changes its side there. */
export const chainToBasket = command({
  id: 'chain.basket',
  title: 'Add the selected contract to the basket, or change its side there',
  keywords: ['leg', 'basket'],
  verb: 'chain basket',
  isListed: false,
  when: onChain,
  effect: 'local',
  run: (_, environment) => {
    const { linked } = environment
    const leg = legOf(linked, environment)
    const side = leg?.draft.side === 'buy' ? 'sell' : 'buy'
    const draft = linked == null ? null : draftOf(linkedInput(linked, side, environment), environment)
    if (draft?.ok !== true) return []
    return leg === undefined
      ? to('basket', { type: 'basket.add', drafts: [draft.value] })
      : to('basket', {
          type: 'basket.change',
          leg: leg.leg,
          change: { ...draft.value, quantity: leg.draft.quantity },
        })
  },
  check: (_, environment) =>
    environment.linked == null
      ? nothingLinked
      : problemOf(draftOf(linkedInput(environment.linked, 'buy', environment), environment), {}, {}),
  describe: (_, environment) => {
    const { linked, instruments } = environment
    if (linked == null) return 'Add to basket'
    const name = titleOf(linked.instrument, instruments)
    const leg = legOf(linked, environment)
    if (leg === undefined) return `Add to basket: buy ${name}`
    return `In the basket: ${leg.draft.side === 'buy' ? 'sell' : 'buy'} ${name} instead`
  },
  undo: () => to('basket', { type: 'basket.undo' }),
})

/** `sell straddle nifty 1 dec 24500 2l` */
const straddleLine = (linked: LinkedTrade, { instruments }: Environment): string | null => {
  const option = instruments?.find(linked.instrument) ?? null
  if (option === null || option.expiry === null || option.strike === 0) return null
  const words = [
    option.name.toLowerCase(),
    expiryDayInWords(option.expiry).toLowerCase(),
    option.strike,
    `${linked.lots}l`,
  ]
  return `sell straddle ${words.join(' ')}`
}

export const chainStraddle = command({
  id: 'chain.straddle',
  title: 'Straddle of the selected strike',
  keywords: ['straddle', 'call and put'],
  verb: 'chain straddle',
  isListed: false,
  when: onChain,
  effect: 'read',
  run: (_, environment) => {
    const line = environment.linked == null ? null : straddleLine(environment.linked, environment)
    return line === null ? [] : to('palette', { type: 'palette.open', line })
  },
  check: (_, environment) =>
    environment.linked == null || straddleLine(environment.linked, environment) === null
      ? nothingLinked
      : null,
})

export const scalperTradeCommands = [
  scalperBuy,
  scalperSell,
  flatten,
  setLots,
  chainToBasket,
  chainStraddle,
] as const
