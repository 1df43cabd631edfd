import type { Side } from '../../../domain/orders/order.ts'
import type { OrderInput, PriceSpec } from '../../../domain/orders/order-words.ts'
import { command, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { price } from '../../grammar/orders/order-price.ts'
import { side } from '../orders/order-args.ts'
import { draftInWords, draftOf, lineProduct, orderLine, problemOf } from '../orders/order-sense.ts'
import { onLargeChart } from './charts.ts'

const inputOf = (side: Side, price: PriceSpec, { linked }: Environment): OrderInput | null =>
  linked == null
    ? null
    : {
        instrument: linked.instrument,
        side,
        quantity: { kind: 'lots', lots: linked.lots },
        product: linked.product,
        price,
      }

const args = { side: required('Side', side), price: required('Price', price) } as const

/** Sent at once when armed; otherwise its line is written to the palette for review. */
const trade = command({
  id: 'chart.trade',
  title: 'Trade at a price of the chart',
  verb: 'chart trade',
  isListed: false,
  when: onLargeChart,
  effect: 'increases',
  isSentArmed: true,
  preview: 'order',
  args,
  run: ({ side: of, price: at }, environment) => {
    const input = inputOf(of, at, environment)
    if (input === null) return []
    const draft = draftOf(input, environment)
    if (environment.context.armed && draft.ok)
      return to('placements', { type: 'order.place', draft: draft.value })
    const words = [`${environment.linked?.lots ?? 1}l`, price.print(at), lineProduct(input.product ?? 'MIS')]
    return to('palette', { type: 'palette.open', line: orderLine(of, input.instrument, words).trimEnd() })
  },
  check: (given, environment) => {
    const input = inputOf(given.side, given.price, environment)
    return input === null
      ? { arg: '', found: '', expected: 'a chart of what is traded' }
      : problemOf(draftOf(input, environment), given, args)
  },
  describe: ({ side: of, price: at }, environment) => {
    const input = inputOf(of, at, environment)
    const draft = input === null ? null : draftOf(input, environment)
    return draft?.ok === true ? draftInWords(draft.value, environment) : 'Trade at a price of the chart'
  },
})

export const clickTradeCommands = [trade] as const
