import { useMemo } from 'react'
import type { InstrumentId } from '../../../domain/instrument.ts'
import { instrumentTitle } from '../../../domain/instrument-names.ts'
import { commandAct } from '../../kit/command-act.ts'
import { useSnapshot, type ViewConsole } from '../../kit/console.tsx'
import type { RowAct } from '../../kit/row-menu.tsx'

export interface WatchRow {
  readonly id: InstrumentId
  /** The symbol as it is traded, and what it is called. */
  readonly symbol: string
  readonly name: string
  readonly segment: string
}

/** Names come from the list of instruments; a contract that has left it keeps its symbol. */
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

/** Everything that can be done with one instrument that is watched. */
export const actsOfWatched = ({ id: instrument }: WatchRow, console: ViewConsole): readonly RowAct[] => [
  commandAct(console, 'Buy', { command: 'order.buy', args: { instrument } }),
  commandAct(console, 'Sell', { command: 'order.sell', args: { instrument } }),
  commandAct(console, 'Order window', { command: 'order.ticket', args: { instrument } }),
  commandAct(console, 'Chart', { command: 'chart.open', args: { instrument } }, { isApart: true }),
  commandAct(console, 'Stop watching', { command: 'watch.remove', args: { instruments: [instrument] } }),
]
