import type { ContextKeys } from './context-key.ts'

export const backtestKeys = {
  'backtest.running': ({ backtest }): boolean =>
    ['preparing', 'running', 'cancelling'].some((state) => backtest?.value === state),
  'backtest.report': ({ backtest }): boolean =>
    backtest?.context.rows.some(({ result }) => result !== null) ?? false,
  'sweep.running': ({ sweep }): boolean =>
    sweep !== undefined && (sweep.matches('preparing') || sweep.matches('working')),
  'sweep.done': ({ sweep }): boolean => sweep?.matches('done') ?? false,
} satisfies ContextKeys
