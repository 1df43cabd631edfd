import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import {
  type CandleSource,
  type Candles,
  firstRowFrom,
  sliceCandles,
} from '../../src/domain/charts/candle.ts'
import { resample } from '../../src/domain/charts/resample.ts'
import { type Instrument, parseInstrumentId } from '../../src/domain/instruments/instrument.ts'
import { type EpochMs, epochMs, istDayNumber } from '../../src/domain/time.ts'
import type { Clock } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import type { CandleStore } from '../store/charts/candles.ts'
import type { LoadedMaster } from './master/instrument-master.ts'
import type { SimulatedMarket } from './simulated/simulated-market.ts'
import { findSubject } from './simulated/subject.ts'

export const PRICED_AT_ONCE = 100
/** A regular session in steps of five minutes. */
const TRAIL_POINTS = 75
const LOOK_BACK_DAYS = 15

export interface PriceNow {
  readonly key: string
  readonly lastPrice: number
  readonly closePrice: number
  readonly asOf: EpochMs
  readonly source: CandleSource
  readonly trail: number[]
}

export interface LastPriceParts {
  readonly store: CandleStore
  readonly simulated: SimulatedMarket
  readonly master: { load(): Promise<Pick<LoadedMaster, 'find'>> }
  readonly calendar: Calendar
  /** Market time. */
  readonly clock: Clock
  readonly market: 'simulated' | 'imported'
}

const last = (column: Float64Array): number | undefined => column[column.length - 1]

const trailOf = (session: Candles): number[] => [...resample(session, '5min').close.slice(-TRAIL_POINTS)]

/** Prices at the clock's moment, simulated or replayed. An instrument outside the replay has none. */
export const createLastPrices = ({ store, simulated, master, calendar, clock, market }: LastPriceParts) => {
  const readStored = async (key: string): Promise<PriceNow | null> => {
    const stored = await store.summarise(key, null)
    const series = stored.find(({ interval }) => interval === 'min')
    if (series === undefined) return null
    const now = clock.now()
    const toDay = Math.min(series.lastDay, istDayNumber(now))
    const read = await store.readDays({ key, interval: 'min' }, { fromDay: toDay - LOOK_BACK_DAYS, toDay })
    const candles = sliceCandles(read, 0, firstRowFrom(read.time, now + 1))
    const days = resample(candles, 'day')
    const at = last(candles.time)
    const lastPrice = last(candles.close)
    if (at === undefined || lastPrice === undefined) return null
    const begins = candles.time.findIndex((time) => time >= (last(days.time) ?? 0))
    return {
      key,
      lastPrice,
      closePrice: days.close[days.close.length - 2] ?? days.open[0] ?? lastPrice,
      asOf: epochMs(at),
      source: 'imported',
      trail: [...candles.close.slice(begins).slice(-TRAIL_POINTS)],
    }
  }

  const simulate = (listed: Instrument): PriceNow | null => {
    const subject = findSubject(listed, calendar)
    if (subject === null) return null
    const key = listed.id
    const latest = simulated.readLatest(subject, clock.now())
    const at = latest && last(latest.minutes.time)
    const lastPrice = latest && last(latest.minutes.close)
    if (latest === null || at == null || lastPrice == null) return null
    return {
      key,
      lastPrice,
      closePrice: latest.closePrice,
      asOf: epochMs(at),
      source: 'simulated',
      trail: trailOf(latest.minutes),
    }
  }

  /** Sorted like `keys`, without unpriced instruments. Throws Refusal for too many. */
  return async (keys: string): Promise<PriceNow[]> => {
    const wanted = [...new Set(keys.split(',').map((key) => key.trim()))].filter((key) => key !== '')
    if (wanted.length > PRICED_AT_ONCE) {
      throw new Refusal('MALFORMED', 'Error loading prices', {
        issues: [`keys: ${wanted.length} instruments, at most ${PRICED_AT_ONCE} are priced at once`],
      })
    }
    const known = await master.load()
    const prices: PriceNow[] = []
    for (const key of wanted) {
      const id = parseInstrumentId(key)?.id
      const listed = id === undefined ? null : known.find(id)
      const price = market === 'imported' ? await readStored(key) : listed === null ? null : simulate(listed)
      if (price !== null) prices.push(price)
    }
    return prices
  }
}
