import type { Side } from '../../../domain/orders/order.ts'
import type { OrderInput } from '../../../domain/orders/order-words.ts'
import { pathOf } from '../../../domain/screens.ts'
import { type ArgsOf, command, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { focusedInstrument, titleOf } from '../../grammar/instruments/instrument.ts'
import { basketArgs, orderArgs, side as sideKind, ticketArgs } from './order-args.ts'
import { draftInWords, draftOf, looseDraftOf, orderDefaults, orderLine, problemOf } from './order-sense.ts'
import { actWords, basketWords, isAmoTaken, variantWords } from './row-titles.ts'

type OrderArgs = ArgsOf<typeof orderArgs>

const askOf = ({ basket: _, ...args }: OrderArgs, side: Side): OrderInput => ({ ...args, side })

const trade = (side: Side) => ({
  isSide: true,
  when: 'signedIn',
  effect: 'increases' as const,
  preview: 'order' as const,
  args: orderArgs,
  run: (args: OrderArgs, environment: Environment) => {
    const draft = draftOf(askOf(args, side), environment)
    // An order that does not resolve is written to the palette, which shows the reason.
    if (!draft.ok) return to('palette', { type: 'palette.open', line: lineOf(side, args) })
    return args.basket === true
      ? to('basket', { type: 'basket.add', drafts: [draft.value] })
      : to('placements', { type: 'order.place', draft: draft.value })
  },
  check: (args: OrderArgs, environment: Environment) =>
    problemOf(draftOf(askOf(args, side), environment), args, orderArgs),
  describe: (args: OrderArgs, environment: Environment) => {
    const draft = draftOf(askOf(args, side), environment)
    const title = side === 'buy' ? 'Buy' : 'Sell'
    if (!draft.ok) return `${title} ${titleOf(args.instrument, environment.instruments)}`
    const words = draftInWords(draft.value, environment)
    return args.basket === true ? `Add to basket: ${words}` : words
  },
  ghost: (args: Partial<OrderArgs>, environment: Environment) =>
    orderDefaults({ ...args, side }, environment),
  words: (args: OrderArgs, environment: Environment) =>
    args.basket === true ? undefined : actWords(askOf(args, side), environment),
  variants: (args: OrderArgs, environment: Environment) => variantsOf(args, side, environment),
})

const variantsOf = (args: OrderArgs, side: Side, environment: Environment) => {
  const { variety, basket: _, ...plain } = args
  const told = (varied: OrderArgs, how?: string) => ({
    args: varied,
    words: variantWords(askOf(varied, side), environment, how),
  })
  const isAmoOffered = variety !== 'amo' && isAmoTaken(args.instrument, environment)
  const touch = side === 'buy' ? ('ask' as const) : ('bid' as const)
  const isMarket = args.price === undefined || args.price.kind === 'market'
  const isAtTouch = args.price?.kind === 'relative' && args.price.to === touch && args.price.offset === 0
  const atTouch: OrderArgs['price'] = { kind: 'relative', to: touch, offset: 0, unit: 'rupees' }
  return [
    ...(isAtTouch ? [] : [{ ...told({ ...args, price: atTouch }), stroke: 'shift+enter' }]),
    ...(isMarket ? [] : [{ ...told({ ...args, price: { kind: 'market' } }), stroke: 'mod+enter' }]),
    args.basket === true
      ? told(variety === undefined ? plain : { ...plain, variety })
      : { args: { ...args, basket: true } as const, words: basketWords(environment), stroke: 'mod+b' },
    ...(variety === 'amo' ? [told({ ...args, variety: 'regular' }, ' as a regular order')] : []),
    ...(isAmoOffered ? [told({ ...args, variety: 'amo' }, ' as AMO')] : []),
  ]
}

export const lineOf = (side: Side, args: OrderArgs): string => {
  const given: Readonly<Record<string, unknown>> = args
  const words = Object.entries(orderArgs).flatMap(([name, spec]) => {
    const value = given[name]
    if (value === undefined) return []
    const text = (spec.kind.print as (value: unknown) => string)(value)
    return [spec.word === null ? text : `${spec.word} ${text}`]
  })
  return [side, ...words].join(' ')
}

export const buy = command({
  id: 'order.buy',
  title: 'Buy',
  keywords: ['order', 'long', 'place'],
  verb: 'buy',
  aliases: ['b', 'long'],
  ...trade('buy'),
})

export const sell = command({
  id: 'order.sell',
  title: 'Sell',
  keywords: ['order', 'short', 'place'],
  verb: 'sell',
  aliases: ['s', 'short'],
  ...trade('sell'),
})

const focused = ({ context }: Environment) => focusedInstrument(context)
const rowInstrument = required('Instrument', orderArgs.instrument.kind, { initial: focused })

export const writeOrder = command({
  id: 'order.write',
  title: 'Draft an order',
  verb: 'write',
  isListed: false,
  when: 'signedIn',
  effect: 'read',
  args: { instrument: rowInstrument, side: required('Side', sideKind) },
  run: ({ instrument, side }) => to('palette', { type: 'palette.open', line: orderLine(side, instrument) }),
  describe: ({ instrument, side }, { instruments }) =>
    `${side === 'buy' ? 'Buy' : 'Sell'} ${titleOf(instrument, instruments)} …`,
})

export const openTicket = command({
  id: 'order.ticket',
  title: 'Order window',
  keywords: ['form', 'ticket', 'order'],
  verb: 'ticket',
  when: 'signedIn',
  effect: 'read',
  args: { ...ticketArgs, instrument: rowInstrument },
  run: ({ side = 'buy', ...args }, environment) => {
    const draft = looseDraftOf({ ...args, side }, environment)
    return draft === null
      ? []
      : [
          to('ticket', { type: 'ticket.open', draft }),
          to('navigation', { type: 'view.open', path: pathOf('order-window') }),
        ]
  },
  check: ({ side = 'buy', ...args }, environment) => {
    const input = { ...args, side }
    return looseDraftOf(input, environment) === null
      ? problemOf(draftOf(input, environment), args, ticketArgs)
      : null
  },
  describe: ({ instrument, side = 'buy' }, { instruments }) =>
    `Open the order window to ${side} ${titleOf(instrument, instruments)}`,
})

export const addToBasket = command({
  id: 'order.addToBasket',
  title: 'Add to basket',
  keywords: ['leg', 'basket'],
  verb: 'add',
  aliases: ['basket add'],
  when: 'signedIn',
  effect: 'local',
  preview: 'order',
  args: basketArgs,
  run: (args, environment) => {
    const draft = draftOf(args, environment)
    return draft.ok ? to('basket', { type: 'basket.add', drafts: [draft.value] }) : []
  },
  check: (args, environment) => problemOf(draftOf(args, environment), args, basketArgs),
  describe: (args, environment) => {
    const draft = draftOf(args, environment)
    return draft.ok ? `Add to basket: ${draftInWords(draft.value, environment)}` : 'Add to basket'
  },
  ghost: (args, environment) => orderDefaults(args, environment),
  undo: () => to('basket', { type: 'basket.undo' }),
})

export const orderCommands = [buy, sell, writeOrder, openTicket, addToBasket] as const
