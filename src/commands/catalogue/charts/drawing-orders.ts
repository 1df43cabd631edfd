import { planOf } from '../../../domain/charts/drawings/position-plan.ts'
import { isAtOnePrice } from '../../../domain/charts/drawings/tools.ts'
import { command, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { drawingNumbered } from '../../grammar/charts/drawing-number.ts'
import { printInstrument } from '../../grammar/instruments/instrument.ts'
import { lineOf } from '../orders/orders.ts'
import { onLargeChart } from './charts.ts'
import { chartOf, numbered, wordsOf } from './drawing-args.ts'

const planned = (number: number, environment: Environment) => {
  const drawing = drawingNumbered(number, environment)
  const instrument = chartOf(environment)
  if (drawing === null || instrument === null) return null
  const lotSize = environment.instruments?.find(instrument)?.lotSize ?? 1
  const plan = planOf(drawing, lotSize)
  return plan === null ? null : { plan, instrument, drawing }
}

const trade = command({
  id: 'drawing.trade',
  title: 'Order from a drawn position',
  keywords: ['long', 'short', 'risk', 'stop', 'target'],
  verb: 'trade drawing',
  when: onLargeChart,
  effect: 'read',
  args: { drawing: numbered },
  run: ({ drawing: number }, environment) => {
    const found = planned(number, environment)
    if (found === null) return []
    const { plan, instrument, drawing } = found
    const line = lineOf(plan.side, {
      instrument,
      quantity: { kind: 'risk', rupees: drawing.risk },
      price: { kind: 'rupees', price: plan.entry },
      stop: { kind: 'price', value: plan.stop },
      target: { kind: 'price', value: plan.target },
    })
    return to('palette', { type: 'palette.open', line })
  },
  check: ({ drawing }, environment) =>
    planned(drawing, environment) === null
      ? {
          arg: 'drawing',
          found: String(drawing),
          expected: 'a long or short position',
          message: 'Only a drawn long or short position becomes an order.',
        }
      : null,
  describe: ({ drawing }, environment) => {
    const plan = planned(drawing, environment)?.plan
    return plan === undefined
      ? 'Order from a drawn position'
      : `Draft the order: ${plan.side} at ${plan.entry}, stop ${plan.stop}, target ${plan.target}`
  },
})

const alertAt = command({
  id: 'drawing.alert',
  title: 'Alert at a drawn price',
  keywords: ['cross', 'horizontal'],
  verb: 'alert drawing',
  when: onLargeChart,
  effect: 'read',
  args: { drawing: numbered },
  run: ({ drawing: number }, environment) => {
    const drawing = drawingNumbered(number, environment)
    const instrument = chartOf(environment)
    const price = drawing?.points[0]?.price
    if (instrument === null || price === undefined) return []
    const sign = (environment.lastPrice?.(instrument) ?? 0) > price ? '<' : '>'
    const line = `alert ${printInstrument(instrument)} ${sign} ${price}`
    return to('palette', { type: 'palette.open', line })
  },
  check: ({ drawing: number }, environment) => {
    const drawing = drawingNumbered(number, environment)
    return drawing !== null && !isAtOnePrice(drawing.tool)
      ? {
          arg: 'drawing',
          found: String(number),
          expected: 'a horizontal line, horizontal ray or cross line',
          message: 'Only a drawing at one price has an alert.',
        }
      : null
  },
  describe: ({ drawing }, environment) => `Alert at ${wordsOf(drawing, environment)}`,
})

export const drawingOrderCommands = [trade, alertAt] as const
