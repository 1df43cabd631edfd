import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { printOperand } from '../../../domain/strategies/condition/print.ts'
import { command, required, to } from '../../command.ts'
import { titleOf } from '../../grammar/instruments/instrument.ts'
import { instruments } from '../../grammar/instruments/instruments.ts'
import { chart, here, onChart } from './charts.ts'

const closeOf = (instrument: InstrumentId): string =>
  printOperand({ kind: 'indicator', key: 'close', params: [0], instrument })

export const compareOnChart = command({
  id: 'chart.compare',
  title: 'Compare on the chart',
  keywords: ['versus', 'overlay', 'relative', 'benchmark'],
  verb: 'chart compare',
  aliases: ['vs'],
  when: onChart,
  effect: 'read',
  args: { instruments: required('Instruments', instruments), chart },
  run: ({ instruments: ids, chart: slot }, environment) =>
    to('charts', {
      type: 'chart.compare',
      slot: slot ?? here(environment),
      indicators: ids.map(closeOf),
    }),
  describe: ({ instruments: ids }, environment) =>
    `Compare with ${ids.map((id) => titleOf(id, environment.instruments)).join(', ')}`,
})

export const compareCommands = [compareOnChart] as const
