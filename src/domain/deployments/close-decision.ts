import type { Run } from './run-state.ts'

/** What the rules of a strategy say at the close of one candle. */
export interface JudgedCandle {
  readonly entry: boolean
  readonly exit: boolean
}

/**
 * As a backtest decides: an entry only when nothing is held and the exit rule is false. `missed` are the candles
 * since the last one that was looked at: they exit, but make no entry.
 */
export const decideAtClose = (
  run: Run,
  judged: JudgedCandle,
  missed: readonly JudgedCandle[],
): 'enter' | 'exit' | null => {
  if (run.phase === 'in') return judged.exit || missed.some(({ exit }) => exit) ? 'exit' : null
  return run.phase === 'flat' && judged.entry && !judged.exit ? 'enter' : null
}
