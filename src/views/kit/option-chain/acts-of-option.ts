import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { commandAct } from '../command-act.ts'
import type { ViewConsole } from '../console.tsx'
import type { RowAct } from '../table/row-menu.tsx'

/** These keys are bound to something else on this screen. */
const noKeys = { keys: null } as const

export const actsOfOption = (console: ViewConsole, instrument: InstrumentId): readonly RowAct[] => {
  const isHeld = (console.environment().positions ?? []).some((held) => held.instrument === instrument)
  const leg = (side: 'buy' | 'sell'): RowAct => ({
    ...commandAct(
      console,
      side === 'buy' ? 'Add to basket to buy' : 'Add to basket to sell',
      { command: 'order.addToBasket', args: { instrument, side } },
      { isApart: side === 'buy' },
    ),
    id: `leg ${side}`,
  })
  return [
    commandAct(console, 'Buy', { command: 'scalper.buy', args: {} }),
    commandAct(console, 'Sell', { command: 'scalper.sell', args: {} }),
    commandAct(console, 'Exit position', { command: 'scalper.flatten', args: {} }, { isDisabled: !isHeld }),
    commandAct(console, 'Order window', { command: 'order.ticket', args: { instrument } }),
    leg('buy'),
    leg('sell'),
    commandAct(
      console,
      'Chart',
      { command: 'chart.open', args: { instrument } },
      { ...noKeys, isApart: true },
    ),
    commandAct(
      console,
      'Add to watchlist',
      { command: 'watch.add', args: { instruments: [instrument] } },
      noKeys,
    ),
  ]
}
