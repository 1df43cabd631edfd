/** Before a run has been timed here. */
const FIRST_GUESS_MS_PER_CANDLE = 0.0002
/** How much the latest run weighs against those before it. */
const LATEST_WEIGHT = 0.3

/** How long a run takes on this machine, learnt from the runs made. */
export const createRunTime = () => {
  let msPerCandle: number | null = null
  return {
    learn: ({ runtime, candles }: { readonly runtime: number; readonly candles: number }): void => {
      if (candles <= 0 || !(runtime >= 0)) return
      const latest = runtime / candles
      msPerCandle = msPerCandle === null ? latest : msPerCandle * (1 - LATEST_WEIGHT) + latest * LATEST_WEIGHT
    },
    estimateMs: (candles: number): number => candles * (msPerCandle ?? FIRST_GUESS_MS_PER_CANDLE),
  }
}
