import type { StrategyEntry } from '../../../machines/strategies/strategies.ts'
import { commandAct } from '../../kit/command-act.ts'
import type { ViewConsole } from '../../kit/console.tsx'
import type { RowAct } from '../../kit/table/row-menu.tsx'

export const actsOfStrategy = (
  { slug, lastBacktest, isSample }: StrategyEntry,
  console: Pick<ViewConsole, 'run'>,
): readonly RowAct[] => {
  const args = { strategy: slug }
  return [
    ...(lastBacktest === null
      ? []
      : [commandAct(console, 'Open report', { command: 'strategy.open', args }, { keys: '↵' })]),
    commandAct(console, isSample ? 'Open in builder' : 'Edit', { command: 'strategy.edit', args }),
    commandAct(console, 'Backtest', { command: 'strategy.backtest', args }),
    commandAct(console, 'Deploy', { command: 'deployment.deploy', args }),
    commandAct(console, 'Copy', { command: 'strategy.copy', args }),
    ...(isSample
      ? []
      : [commandAct(console, 'Delete', { command: 'strategy.delete', args }, { isApart: true })]),
  ]
}
