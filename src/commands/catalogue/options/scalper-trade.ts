import type { Side } from '../../../domain/orders/order.ts'
import { movedText } from '../../../domain/orders/order-doubt.ts'
import type { OrderDraft } from '../../../domain/orders/order-draft.ts'
import type { OrderInput, PriceSpec } from '../../../domain/orders/order-words.ts'
import { usualPrice } from '../../../domain/orders/resolve-order.ts'
import { type ArgProblem, command, optional, to } from '../../command.ts'
import type { Environment, LinkedTrade } from '../../environment.ts'
import { titleOf } from '../../grammar/instruments/instrument.ts'
import { price } from '../../grammar/orders/order-price.ts'
import { steps } from '../../grammar/orders/quantity.ts'
import { draftInWords, draftOf, lineProduct, orderLine, problemOf, seenOrder } from '../orders/order-sense.ts'

const onScreen = 'signedIn && view == markets'

const priceOf = (
  { instrument, price: kept }: LinkedTrade,
  side: Side,
  { instruments }: Environment,
): PriceSpec => {
  const found = instruments?.find(instrument) ?? null
  if (kept === 'market') return found === null ? { kind: 'market' } : usualPrice({ side }, found)
  if (typeof kept === 'number') return { kind: 'rupees', price: kept }
  return { kind: 'relative', to: kept, offset: 0, unit: 'rupees' }
}

const linkedInput = (linked: LinkedTrade, side: Side, here: Environment): OrderInput => ({
  instrument: linked.instrument,
  side,
  quantity: { kind: 'lots', lots: linked.lots },
  product: linked.product,
  price: priceOf(linked, side, here),
})

const nothingLinked: ArgProblem = {
  arg: '',
  found: '',
  expected: 'an instrument selected in the Scalper',
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
    when: onScreen,
    effect: 'increases',
    preview: 'order',
    args: { lots: optional('Lots', steps('lots such as 2', 10_000), { word: 'lots' }) },
    run: (args, environment) => {
      const linked = tradeIn(environment, args)
      if (linked === null) return []
      const armed = environment.context.armed ? armedOrder(linked, side, environment) : null
      if (armed?.draft != null && armed.moved === null)
        return to('placements', { type: 'order.place', draft: armed.draft })
      const words = [
        `${linked.lots}l`,
        price.print(priceOf(linked, side, environment)),
        lineProduct(linked.product),
      ]
      return to('palette', {
        type: 'palette.open',
        line: orderLine(side, linked.instrument, words).trimEnd(),
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
  when: onScreen,
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

export const scalperTradeCommands = [scalperBuy, scalperSell, flatten] as const
