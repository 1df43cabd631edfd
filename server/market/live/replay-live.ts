import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import type { Candles } from '../../../src/domain/charts/candle.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { expiryInstant } from '../../../src/domain/options/years-to-expiry.ts'
import {
  type EpochMs,
  epochMs,
  type IstDate,
  istDateToDayNumber,
  istDayNumber,
  MINUTE_MS,
} from '../../../src/domain/time.ts'
import { midnightOf } from '../simulated/minutes.ts'
import type { SessionPath } from '../simulated/path-points.ts'
import type { LiveMarket } from './live-market.ts'
import { createPathLive } from './path-live.ts'
import { replayPath } from './replay-path-points.ts'

/** 15 KB each. */
const DAYS_MAX = 4000
const VOLATILITY = 0.012

export interface ReplayLive extends LiveMarket {
  /** Loads a stored day. `LiveMarket` is synchronous, so an unprepared day has no price until it is read. */
  prepare(instrument: Instrument, day: IstDate): Promise<void>
}

export interface ReplayParts {
  readonly seed: number
  readonly calendar: Calendar
  /** Days since 1970-01-01, ascending. */
  readonly storedDays: readonly number[]
  readonly storedIds: ReadonlySet<string>
  readDay(
    instrument: Instrument,
    day: number,
  ): Promise<{ readonly minutes: Candles; readonly previousClose: number | null } | null>
  onFault(error: unknown): void
}

export const createReplayLive = ({
  seed,
  calendar,
  storedDays,
  storedIds,
  readDay,
  onFault,
}: ReplayParts): ReplayLive => {
  const prepared = new Map<string, Promise<SessionPath | null>>()
  const ready = new Map<string, SessionPath | null>()
  const volumes = new Map<InstrumentId, number>()
  const keyOf = (instrument: Pick<Instrument, 'id'>, day: number): string => `${instrument.id} ${day}`

  const daysUntil = (day: number): number => {
    let low = 0
    let high = storedDays.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((storedDays[middle] ?? 0) <= day) low = middle + 1
      else high = middle
    }
    return low
  }
  const lastDayUntil = (day: number): number => storedDays[daysUntil(day) - 1] ?? -1

  const read = async (instrument: Instrument, day: number): Promise<SessionPath | null> => {
    const found = await readDay(instrument, day)
    const path = found && replayPath(seed, instrument, found.minutes, found.previousClose)
    if (path !== null && !volumes.has(instrument.id)) {
      const lots = path.volume.reduce((sum, each) => sum + each, 0)
      volumes.set(instrument.id, lots * Math.max(1, path.lotSize))
    }
    return path
  }

  const forget = (): void => {
    const [oldest] = prepared.keys()
    if (oldest === undefined) return
    prepared.delete(oldest)
    ready.delete(oldest)
  }

  const spotOf = (underlying: InstrumentId, day: number, minute: number): number | null => {
    const path = ready.get(keyOf({ id: underlying }, lastDayUntil(day)))
    if (path == null) return null
    const isEarlier = path.day < day
    let row = path.layout.starts.length - 1
    while (!isEarlier && row >= 0 && (path.layout.starts[row] ?? 0) > minute) row--
    if (row < 0) return null
    return ((path.ticks[(path.layout.first[row + 1] ?? 1) - 1] ?? 0) * path.tickPaise) / 100
  }

  const prepareDay = async (instrument: Instrument, day: number): Promise<void> => {
    const key = keyOf(instrument, day)
    const known = prepared.get(key)
    if (known !== undefined) {
      await known
      return
    }
    if (prepared.size >= DAYS_MAX) forget()
    const reading = read(instrument, day)
    prepared.set(key, reading)
    try {
      ready.set(key, await reading)
    } catch (error) {
      prepared.delete(key)
      throw error
    }
  }

  /** Reads a missing day in the background, retrying after a failure, and the next day ahead of its open. */
  const isReady = (instrument: Instrument, day: number): boolean => {
    if (!storedIds.has(instrument.id)) return true
    const next = storedDays[daysUntil(day)]
    if (next !== undefined) prepareDay(instrument, next).catch(onFault)
    if (ready.has(keyOf(instrument, day))) return true
    prepareDay(instrument, day).catch(onFault)
    return false
  }

  const live = createPathLive(
    {
      pathOf: (instrument, day) => ready.get(keyOf(instrument, day)) ?? null,
      isReady,
      lastDayUntil,
    },
    {
      // Stored candles give no interest rate, so the forward is the spot.
      forward: (underlying, _expiry, at) => {
        const day = istDayNumber(at)
        return spotOf(underlying, day, Math.floor((at - midnightOf(day)) / MINUTE_MS))
      },
      settlementPrice: (underlying: InstrumentId, expiry: IstDate, at: EpochMs) => {
        const path = ready.get(keyOf({ id: underlying }, istDateToDayNumber(expiry)))
        if (path == null || at < expiryInstant(expiry, calendar)) return null
        return ((path.ticks.at(-1) ?? 0) * path.tickPaise) / 100
      },
      dailyVolatility: () => VOLATILITY,
      averageDailyVolume: ({ id }) => volumes.get(id) ?? 0,
      knows: ({ id }) => storedIds.has(id),
    },
  )

  return {
    ...live,
    async prepare(instrument, date) {
      if (!storedIds.has(instrument.id)) return
      const day = lastDayUntil(istDateToDayNumber(date))
      // The previous day shows until the first print.
      for (const wanted of [day, lastDayUntil(day - 1)]) {
        if (wanted >= 0) await prepareDay(instrument, wanted)
      }
    },
  }
}

export const firstInstantOf = (storedDays: readonly number[]): EpochMs | null =>
  storedDays[0] === undefined ? null : epochMs(midnightOf(storedDays[0]))
