import type { ContextKeys } from './context-key.ts'

export const backtestKeys = {
  'backtest.running': ({ backtest }): boolean =>
    ['preparing', 'running', 'cancelling'].some((state) => backtest?.value === state),
  'backtest.report': ({ backtest }): boolean =>
    backtest?.context.rows.some(({ result }) => result !== null) ?? false,
  /** Another run is beside the one on screen. */
  'backtest.compared': ({ runComparison }): boolean =>
    runComparison !== undefined && !runComparison.matches('off'),
  /** The slug of the run on screen, or empty. */
  'backtest.slug': ({ backtest }): string => backtest?.context.slug ?? '',
  'trade.open': ({ tradeReview }): boolean => tradeReview !== undefined && !tradeReview.matches('closed'),
  /** Key of the trade on screen, or empty. */
  'trade.key': ({ tradeReview }): string => tradeReview?.context.key ?? '',
  'sweep.running': ({ sweep }): boolean =>
    sweep !== undefined && (sweep.matches('preparing') || sweep.matches('working')),
  'sweep.done': ({ sweep }): boolean => sweep?.matches('done') ?? false,
} satisfies ContextKeys
