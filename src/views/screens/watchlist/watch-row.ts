import { useMemo } from 'react'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { instrumentTitle } from '../../../domain/instruments/instrument-names.ts'
import { commandAct } from '../../kit/command-act.ts'
import { useSnapshot, type ViewConsole } from '../../kit/console.tsx'
import type { RowAct } from '../../kit/table/row-menu.tsx'

export interface WatchRow {
  readonly id: InstrumentId
  readonly symbol: string
  readonly name: string
  readonly segment: string
}

export function useWatchRows(instruments: readonly InstrumentId[]): readonly WatchRow[] {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  return useMemo(
    () =>
      instruments.map((id) => {
        const found = index?.find(id) ?? null
        const cut = id.indexOf('_')
        const symbol = id.slice(cut + 1)
        return {
          id,
          symbol: found === null ? symbol : instrumentTitle(found),
          name: found?.name ?? symbol,
          segment: id.slice(0, cut),
        }
      }),
    [instruments, index],
  )
}

export const actsOfWatched = ({ id: instrument }: WatchRow, console: ViewConsole): readonly RowAct[] => [
  commandAct(console, 'Buy', { command: 'order.buy', args: { instrument } }),
  commandAct(console, 'Sell', { command: 'order.sell', args: { instrument } }),
  commandAct(console, 'Order window', { command: 'order.ticket', args: { instrument } }),
  commandAct(console, 'Chart', { command: 'chart.open', args: { instrument } }, { isApart: true }),
  commandAct(console, 'GTT order', { command: 'gtt.write', args: { instrument } }),
  commandAct(console, 'Alert on price', { command: 'alert.price', args: { instrument } }),
  commandAct(console, 'Remove from watchlist', {
    command: 'watch.remove',
    args: { instruments: [instrument] },
  }),
]
