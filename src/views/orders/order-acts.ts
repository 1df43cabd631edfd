import { commandAct } from '../kit/command-act.ts'
import type { ViewConsole } from '../kit/console.tsx'
import type { RowAct } from '../kit/table/row-menu.tsx'
import type { OrderRow } from './order-row.ts'

export const actsOfOrder = (row: OrderRow, console: ViewConsole): readonly RowAct[] => {
  const { key, instrument, isOpen, order } = row
  const chart = commandAct(
    console,
    'Chart',
    { command: 'chart.open', args: { instrument } },
    { isApart: true },
  )
  if (order === null) return [chart]
  return [
    commandAct(console, 'Modify', { command: 'order.modify', args: { order: key } }, { isDisabled: !isOpen }),
    commandAct(
      console,
      'Cancel',
      { command: 'order.cancel', args: { orders: [key] } },
      { isDisabled: !isOpen },
    ),
    commandAct(console, 'Repeat', { command: 'order.repeat', args: { order: key } }),
    commandAct(console, 'Details', { command: 'order.details', args: { order: key } }, { keys: '↵' }),
    chart,
    commandAct(console, 'Order window', { command: 'order.ticket', args: { instrument, side: row.side } }),
    commandAct(console, 'GTT order', { command: 'gtt.write', args: { instrument } }),
    commandAct(console, 'Alert on price', { command: 'alert.price', args: { instrument } }),
    commandAct(console, 'Add to watchlist', { command: 'watch.add', args: { instruments: [instrument] } }),
  ]
}

const inStrip: ReadonlySet<string> = new Set([
  'order.modify',
  'order.cancel',
  'chart.open',
  'order.repeat',
  'order.details',
])

export const isInStrip = ({ id }: RowAct): boolean => inStrip.has(id)
