import { type Candles, emptyCandles } from '../../src/domain/charts/candle.ts'
import { DAY_MS, type IstDate, MINUTE_MS, startOfIstDate } from '../../src/domain/time.ts'

const DAYS = 250
const CANDLES_A_DAY = 375
const OPEN_MINUTE = 555

const everyDay = (day: number): number => startOfIstDate('2024-01-01' as IstDate) + day * DAY_MS

export const yearOfMinutes = (midnightOf = everyDay): Candles => {
  const made = emptyCandles(DAYS * CANDLES_A_DAY)
  let state = 12_345
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  let price = 20_000
  for (let row = 0; row < made.time.length; row++) {
    const day = Math.floor(row / CANDLES_A_DAY)
    const open = price
    const close = open * (1 + (random() - 0.5) * 0.001)
    made.time[row] = midnightOf(day) + (OPEN_MINUTE + (row % CANDLES_A_DAY)) * MINUTE_MS
    made.open[row] = open
    made.close[row] = close
    made.high[row] = Math.max(open, close) * (1 + random() * 0.0002)
    made.low[row] = Math.min(open, close) * (1 - random() * 0.0002)
    price = close
  }
  return made
}
