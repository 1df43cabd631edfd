import { command, required, to } from '../../command.ts'
import type { Context } from '../../context.ts'
import { choice } from '../../grammar/choice.ts'

const direction = choice<1 | -1>('next or previous', [
  { value: 1, words: ['next'], title: 'The trade below' },
  { value: -1, words: ['previous', 'prev'], title: 'The trade above' },
])

const atHand = 'signedIn && view == backtest && (focus.kind == trade || trade.open)'

/** The one under the cursor, else the one on screen. */
const tradeAtHand = (context: Context): string =>
  context['focus.kind'] === 'trade' ? context['focus.key'] : context['trade.key']

export const whyTrade = command({
  id: 'trade.why',
  title: 'Why this trade',
  keywords: ['reason', 'explain', 'signal', 'values'],
  verb: 'why',
  when: atHand,
  effect: 'read',
  run: (_, { context }) => to('tradeReview', { type: 'review.open', key: tradeAtHand(context), part: 'why' }),
})

export const chartTrade = command({
  id: 'trade.chart',
  title: 'Show this trade on the chart',
  keywords: ['candles', 'entry', 'exit'],
  verb: 'trade chart',
  when: atHand,
  effect: 'read',
  run: (_, { context }) =>
    to('tradeReview', { type: 'review.open', key: tradeAtHand(context), part: 'chart' }),
})

export const stepTrade = command({
  id: 'trade.step',
  title: 'Next or previous trade',
  keywords: ['step'],
  verb: 'trade step',
  when: 'signedIn && view == backtest && trade.open',
  effect: 'read',
  args: { by: required('Direction', direction) },
  run: ({ by }) => to('tradeReview', { type: 'review.step', by }),
  describe: ({ by }) => (by === 1 ? 'Next trade' : 'Previous trade'),
})

export const closeTrade = command({
  id: 'trade.close',
  title: 'Close the trade',
  verb: 'close trade',
  when: 'signedIn && view == backtest && trade.open',
  effect: 'local',
  run: () => to('tradeReview', { type: 'review.close' }),
})

export const exportReport = command({
  id: 'report.export',
  title: 'Export the report as HTML',
  keywords: ['download', 'save', 'file', 'print', 'share'],
  verb: 'export report',
  when: 'signedIn && view == backtest && backtest.report',
  effect: 'read',
  run: () => to('tables', { type: 'report.export' }),
})

export const tradeCommands = [whyTrade, chartTrade, stepTrade, closeTrade, exportReport] as const
