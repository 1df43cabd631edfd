import { printCall } from '../../commands/grammar/print-call.ts'
import type { CommandCall } from '../../commands/registry.ts'
import { isContractId, isOptionSegment, isShareSegment } from '../../domain/instruments/kind.ts'
import type { Product } from '../../domain/orders/order.ts'
import { commandAct } from '../kit/command-act.ts'
import type { ViewConsole } from '../kit/console.tsx'
import { openLine } from '../kit/open-path.ts'
import type { RowAct } from '../kit/table/row-menu.tsx'
import { openKeysOf, type PositionGroup } from './groups/groups.ts'
import type { PositionRow } from './position-row.ts'

const otherProduct = ({ position }: PositionRow): Product => {
  if (position.product !== 'MIS') return 'MIS'
  return isShareSegment(position.segment) ? 'cash' : 'NRML'
}

export const actsOfPosition = (row: PositionRow, console: ViewConsole): readonly RowAct[] => {
  const { key, instrument, isOpen, bracket } = row
  const closed = { isDisabled: !isOpen }
  const product = otherProduct(row)
  return [
    commandAct(console, 'Exit', { command: 'position.exit', args: { positions: [key] } }, closed),
    commandAct(console, 'Add', { command: 'position.add', args: { position: key } }, closed),
    commandAct(console, 'Stop and target', { command: 'position.protect', args: { position: key } }, closed),
    commandAct(
      console,
      'Reverse',
      { command: 'position.reverse', args: { position: key } },
      { isDisabled: !isOpen || row.position.product === 'cash' },
    ),
    commandAct(console, 'Scale out', { command: 'position.scaleOut', args: { position: key } }, closed),
    ...(bracket === null
      ? []
      : [
          commandAct(console, 'Remove stop and target', {
            command: 'bracket.cancel',
            args: { bracket: bracket.bracketId },
          }),
        ]),
    commandAct(
      console,
      `Convert to ${product}`,
      { command: 'position.convert', args: { position: key, product } },
      closed,
    ),
    ...(isContractId(instrument)
      ? [
          commandAct(
            console,
            'Roll to the next expiry',
            { command: 'position.roll', args: { position: key } },
            closed,
          ),
        ]
      : []),
    ...(isOptionSegment(row.position.segment)
      ? ([1, -1] as const).map((by) => ({
          ...commandAct(
            console,
            by > 0 ? 'Shift a strike up' : 'Shift a strike down',
            { command: 'position.shift', args: { position: key, by } },
            closed,
          ),
          id: `position.shift ${by}`,
        }))
      : []),
    commandAct(console, 'Chart', { command: 'chart.open', args: { instrument } }, { isApart: true }),
    commandAct(console, 'Order window', { command: 'order.ticket', args: { instrument } }),
    commandAct(console, 'GTT order', { command: 'gtt.write', args: { instrument } }),
    commandAct(console, 'Alert on price', { command: 'alert.price', args: { instrument } }),
    commandAct(console, 'Add to watchlist', { command: 'watch.add', args: { instruments: [instrument] } }),
  ]
}

const inStrip: ReadonlySet<string> = new Set([
  'position.exit',
  'position.add',
  'position.protect',
  'bracket.cancel',
  'position.convert',
  'position.roll',
  'chart.open',
])

export const isInStrip = ({ id }: RowAct): boolean => inStrip.has(id)

/** The exit is written to the command line, where it is seen before Enter sends it. */
export const actsOfGroup = (group: PositionGroup, console: ViewConsole): readonly RowAct[] => {
  const { name, underlying } = group
  const positions = openKeysOf(group)
  const exit: CommandCall = { command: 'position.exit', args: { positions } }
  return [
    {
      id: 'position.exit',
      title: underlying === null ? 'Exit the stocks' : `Exit all of ${name}`,
      keys: 'x',
      answers: 'x',
      isDisabled: positions.length === 0,
      run: () => console.run(openLine(printCall(exit))),
    },
    ...(underlying === null
      ? []
      : [
          commandAct(console, 'Chart', { command: 'chart.open', args: { instrument: underlying } }),
          commandAct(console, 'Option chain', { command: 'chain.open', args: { instrument: underlying } }),
        ]),
  ]
}
