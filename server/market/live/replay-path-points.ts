import type { Candles } from '../../../src/domain/charts/candle.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { istDayNumber, istMinuteOfDay } from '../../../src/domain/time.ts'
import { POINTS_PER_MINUTE } from '../simulated/bridge.ts'
import type { SessionPath, Spread } from '../simulated/path-points.ts'
import { hashText } from '../simulated/random.ts'
import { spreadOfFuture, spreadOfOption } from '../simulated/spreads.ts'

const SHARE_SPREAD: Spread = { kind: 'share', share: 0.0005 }
/** Share of a day's volume displayed at the best price. */
const DEPTH_SHARE = 1 / 6000
const DYNAMIC_BAND = 0.1
const INDEX_TICK_PAISE = 5

const spreadOf = ({ instrumentType, name }: Instrument): Spread => {
  if (instrumentType === 'EQ') return SHARE_SPREAD
  if (instrumentType === 'FUT') return spreadOfFuture(false)
  return spreadOfOption({ root: name, isIndex: true, daysLeft: 0, outOfMoney: 0 })
}

/** Each minute goes from its open to the nearer extreme, the other one, its close. Null without candles. */
export const replayPath = (
  seed: number,
  instrument: Instrument,
  minutes: Candles,
  previousClose: number | null,
): SessionPath | null => {
  const rows = minutes.time.length
  const openedAt = minutes.time[0]
  if (openedAt === undefined) return null
  const isIndex = instrument.segment === 'INDICES'
  const tickPaise = tickOf(instrument, minutes)
  const toTicks = (rupees: number): number => Math.max(1, Math.round((rupees * 100) / tickPaise))
  const lotSize = isIndex ? 0 : Math.max(1, instrument.instrumentType === 'EQ' ? 1 : instrument.lotSize)
  const ticks = new Int32Array(rows * POINTS_PER_MINUTE)
  const volume = new Float64Array(rows)
  let traded = 0
  for (let row = 0; row < rows; row++) {
    const open = toTicks(minutes.open[row] ?? 0)
    const high = toTicks(minutes.high[row] ?? 0)
    const low = toTicks(minutes.low[row] ?? 0)
    const isLowFirst = open - low < high - open
    ticks.set(
      [open, isLowFirst ? low : high, isLowFirst ? high : low, toTicks(minutes.close[row] ?? 0)],
      row * 4,
    )
    volume[row] = isIndex ? 0 : Math.round((minutes.volume[row] ?? 0) / lotSize)
    traded += volume[row] ?? 0
  }
  const lots = (units: number | undefined): number => Math.round((units ?? 0) / Math.max(1, lotSize))
  return {
    seed,
    id: hashText(instrument.id),
    day: istDayNumber(openedAt),
    layout: {
      starts: Int32Array.from(minutes.time, istMinuteOfDay),
      first: Int32Array.from({ length: rows + 1 }, (_, row) => row * POINTS_PER_MINUTE),
      points: Int32Array.from({ length: rows * POINTS_PER_MINUTE }, (_, point) => point),
      pathMinutes: rows,
      auctionRow: -1,
    },
    ticks,
    volume,
    tickPaise,
    lotSize,
    previousClose: previousClose === null ? (ticks[0] ?? 1) : toTicks(previousClose),
    limits: null,
    dynamicBand:
      isIndex || instrument.instrumentType === 'CE' || instrument.instrumentType === 'PE'
        ? null
        : DYNAMIC_BAND,
    spread: spreadOf(instrument),
    depth: Math.max(1, Math.round(traded * DEPTH_SHARE)),
    isIndex,
    openInterest: [lots(minutes.openInterest[0]), lots(minutes.openInterest[rows - 1])],
  }
}

/** A paisa when stored prices are off the instrument's tick. */
const tickOf = (instrument: Instrument, { open, high, low, close }: Candles): number => {
  const tick = instrument.segment === 'INDICES' ? INDEX_TICK_PAISE : Math.round(instrument.tickSize * 100)
  if (tick <= 1) return 1
  const isOff = (price: number): boolean =>
    Math.abs(Math.round((price * 100) / tick) * tick - price * 100) > 1e-6
  return [open, high, low, close].some((column) => column.some(isOff)) ? 1 : tick
}
