const FIRST_GUESS_MS_PER_CANDLE = 0.0002
const LATEST_WEIGHT = 0.3

export const createRunDuration = () => {
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
