import { type PaneAct, paneActs } from '../../../domain/charts/panes.ts'
import { command, required, to } from '../../command.ts'
import { choice } from '../../grammar/choice.ts'
import { chart, here, onChart } from './charts.ts'

const titles: Readonly<Record<PaneAct, string>> = {
  next: 'Next pane of the chart',
  previous: 'Previous pane of the chart',
  taller: 'Pane taller',
  shorter: 'Pane shorter',
  up: 'Pane up by one',
  down: 'Pane down by one',
}

const paneAct = choice<PaneAct>(
  'next, previous, taller, shorter, up or down',
  paneActs.map((value) => ({ value, words: [value], title: titles[value] })),
)

export const changePane = command({
  id: 'chart.pane',
  title: 'Panes of the chart',
  keywords: ['resize', 'height', 'order', 'indicator', 'rsi', 'macd'],
  verb: 'pane',
  when: onChart,
  effect: 'read',
  args: { act: required('What', paneAct), chart },
  run: ({ act, chart: slot }, environment) =>
    to('charts', { type: 'chart.pane', slot: slot ?? here(environment), act }),
  describe: ({ act }) => titles[act],
})

export const paneCommands = [changePane] as const
