import type { OrderInput } from '../../../domain/orders/order-words.ts'
import { type ArgsOf, command, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { price } from '../../grammar/orders/order-price.ts'
import { inputAt, lineAt } from '../options/scalper-trade.ts'
import { side } from '../orders/order-args.ts'
import { draftInWords, draftOf, problemOf } from '../orders/order-sense.ts'
import { onLargeChart } from './charts.ts'

const args = { side: required('Side', side), price: required('Price', price) } as const

const inputOf = ({ side: of, price: at }: ArgsOf<typeof args>, { linked }: Environment): OrderInput | null =>
  linked == null ? null : inputAt(linked, of, at)

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
  run: (given, environment) => {
    const input = inputOf(given, environment)
    if (input === null || environment.linked == null) return []
    const draft = draftOf(input, environment)
    return environment.context.armed && draft.ok
      ? to('placements', { type: 'order.place', draft: draft.value })
      : to('palette', { type: 'palette.open', line: lineAt(environment.linked, given.side, given.price) })
  },
  check: (given, environment) => {
    const input = inputOf(given, environment)
    return input === null
      ? { arg: '', found: '', expected: 'a chart of what is traded' }
      : problemOf(draftOf(input, environment), given, args)
  },
  describe: (given, environment) => {
    const input = inputOf(given, environment)
    const draft = input === null ? null : draftOf(input, environment)
    return draft?.ok === true ? draftInWords(draft.value, environment) : 'Trade at a price of the chart'
  },
})

export const clickTradeCommands = [trade] as const
