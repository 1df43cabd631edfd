import { type Candles, emptyCandles, sliceCandles } from '../src/domain/charts/candle.ts'
import { type IstDate, MINUTE_MS, startOfIstDate } from '../src/domain/time.ts'

const SESSIONS = ['2024-04-01', '2024-04-02', '2024-04-03', '2024-04-04', '2024-04-05', '2024-04-08'] as const
const CANDLES_A_SESSION = 25
const MINUTES = 15
const OPENS_AT = 555
const SEED = 20_240_401

/** How many of the last candles are drawn: two sessions. Those before are the warm-up. */
export const DRAWN = 2 * CANDLES_A_SESSION

/**
 * Six sessions of made-up quarter hours, always the same: a walk around slow waves, so that one excerpt shows a rise,
 * a fall and a quiet stretch.
 */
export const exampleCandles = (): Candles => {
  const made = emptyCandles(SESSIONS.length * CANDLES_A_SESSION)
  let state = SEED
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  let close = 500
  SESSIONS.forEach((day, session) => {
    for (let index = 0; index < CANDLES_A_SESSION; index++) {
      const row = session * CANDLES_A_SESSION + index
      const wave = Math.sin(row / 9) + 0.6 * Math.sin(row / 3.7 + 1)
      const open = close + (index === 0 ? (random() - 0.5) * 4 : 0)
      close = open + wave * 0.9 + (random() - 0.5) * 3.2
      made.time[row] = startOfIstDate(day as IstDate) + (OPENS_AT + index * MINUTES) * MINUTE_MS
      made.open[row] = open
      made.close[row] = close
      made.high[row] = Math.max(open, close) + random() * 1.4
      made.low[row] = Math.min(open, close) - random() * 1.4
      made.volume[row] = Math.round(400 + 900 * random() + 260 * Math.abs(close - open))
    }
  })
  return made
}

/** The candles of a picture. */
export const drawnCandles = (all: Candles): Candles =>
  sliceCandles(all, all.time.length - DRAWN, all.time.length)
