import { createHash } from 'node:crypto'
import { type Calendar, openMinuteOf } from '../../src/domain/calendar/calendar.ts'
import {
  type CandleSource,
  type Candles,
  emptyCandles,
  firstRowFrom,
  sliceCandles,
} from '../../src/domain/charts/candle.ts'
import {
  type Interval,
  intervalAdjective,
  intervalInWords,
  intervals,
} from '../../src/domain/charts/interval.ts'
import { canFold, resample } from '../../src/domain/charts/resample.ts'
import {
  DAY_MS,
  dayNumberToIstDate,
  type EpochMs,
  type IstDate,
  istDateToDayNumber,
  istDayNumber,
  MINUTE_MS,
  startOfIstDate,
  toIstDate,
} from '../../src/domain/time.ts'
import type { Clock } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import type { CandleStore, SpanSummary } from '../store/charts/candles.ts'
import { type CandleQuery, type RequestedCandles, readQuery } from './candle-query.ts'
import type { LoadedMaster } from './master/instrument-master.ts'
import { findExpiredOption } from './simulated/expired-option.ts'
import type { SimulatedMarket } from './simulated/simulated-market.ts'
import { findSubject, type Subject } from './simulated/subject.ts'

/** About eleven years of minutes; 56 MB on the wire. */
export const CANDLE_ROWS_MAX = 1_000_000
/** Up to this many days cannot exceed `CANDLE_ROWS_MAX`, whatever their sessions. */
const DAYS_NOT_COUNTED = Math.floor((CANDLE_ROWS_MAX * MINUTE_MS) / DAY_MS)
/** Cache time of a day in progress, whose candles change with every print. */
const LIVE_STEP_MS = 1000

export interface CandleAnswer {
  readonly source: CandleSource
  readonly base: Interval
  readonly finest: Interval
  readonly etag: string
  /** Throws the signal's reason when it is aborted. */
  readonly read: (signal?: AbortSignal) => Promise<Candles>
}

export interface CandleCoverage {
  readonly key: string
  readonly interval: Interval
  readonly source: CandleSource
  readonly rows: number
  readonly firstDay: IstDate | null
  readonly lastDay: IstDate | null
  readonly storedFrom: IstDate | null
  readonly storedTo: IstDate | null
}

type Plan =
  | {
      readonly source: 'imported'
      readonly wanted: RequestedCandles
      readonly eligible: readonly SpanSummary[]
      readonly base: Interval
      readonly inSpan: SpanSummary | null
      readonly changes: number
      /** Market time of a replay, beyond which nothing is returned; null without a replay. */
      readonly until: EpochMs | null
    }
  | {
      readonly source: 'simulated'
      readonly wanted: RequestedCandles
      readonly instrument: Subject
      readonly now: EpochMs
    }

export interface CandleParts {
  readonly store: CandleStore
  readonly simulated: SimulatedMarket
  readonly master: { load(): Promise<Pick<LoadedMaster, 'find' | 'nearest'>> }
  readonly calendar: Calendar
  /** Market time. */
  readonly clock: Clock
  readonly seed: number
  readonly market: CandleSource
}

const spanOf = ({ from, to }: RequestedCandles) => ({
  fromDay: istDateToDayNumber(from),
  toDay: istDateToDayNumber(to),
})

const isCounted = (wanted: RequestedCandles): boolean => {
  const { fromDay, toDay } = spanOf(wanted)
  return toDay - fromDay >= DAYS_NOT_COUNTED
}

const finestFirst = (a: SpanSummary, b: SpanSummary): number =>
  intervals.indexOf(a.interval) - intervals.indexOf(b.interval)

/** Without the minute in progress, which would tell what comes next. */
const endedBy = (minutes: Candles, until: EpochMs): Candles =>
  sliceCandles(minutes, 0, firstRowFrom(minutes.time, until - MINUTE_MS + 1))

/** Drops a week or month that began before the span, as it would be partial. */
const fromSpanStart = (candles: Candles, { from, interval }: RequestedCandles): Candles => {
  const isLong = interval === 'week' || interval === 'month'
  const rows = candles.time.length
  return isLong && rows > 0 && (candles.time[0] ?? 0) < startOfIstDate(from)
    ? sliceCandles(candles, 1, rows)
    : candles
}

const createTags = ({ simulated, calendar, seed }: Pick<CandleParts, 'simulated' | 'calendar' | 'seed'>) => {
  const shocksIn = (wanted: RequestedCandles): readonly string[] => {
    const { fromDay, toDay } = spanOf(wanted)
    return simulated.days.shocks.idsBetween(fromDay, toDay)
  }

  return (planned: Plan): string => {
    const { wanted } = planned
    const now = planned.source === 'imported' ? planned.until : planned.now
    const isOpen = now !== null && istDateToDayNumber(wanted.to) >= istDayNumber(now)
    const reached = isOpen ? Math.floor(now / LIVE_STEP_MS) : 'closed'
    const version =
      planned.source === 'imported'
        ? [planned.base, planned.changes, reached]
        : [seed, calendar.profile, calendar.version, reached, ...shocksIn(wanted)]
    return `"${createHash('sha256')
      .update(JSON.stringify([wanted, planned.source, version]))
      .digest('base64url')
      .slice(0, 22)}"`
  }
}

/** Never mixes imported and simulated candles. */
export const createCandleService = ({
  store,
  simulated,
  master,
  calendar,
  clock,
  seed,
  market,
}: CandleParts) => {
  const plan = async (query: CandleQuery): Promise<Plan> => {
    const wanted = readQuery(query)
    if (query.source === 'market') return market === 'imported' ? planReplay(wanted) : planSimulated(wanted)
    if (query.source === 'simulated') return planSimulated(wanted)
    const stored = await findStored(wanted)
    if (stored.length > 0) return planImported(wanted, stored)
    if (query.source === 'imported') throw new Refusal('NOT_FOUND', `No candles of ${wanted.id} are stored`)
    return planSimulated(wanted)
  }

  const findStored = async ({ id }: RequestedCandles): Promise<readonly SpanSummary[]> =>
    [...(await store.summarise(id, null))].sort(finestFirst)

  const planReplay = async (wanted: RequestedCandles): Promise<Plan> => {
    const minutes = (await findStored(wanted)).filter(({ interval }) => interval === 'min')
    if (minutes.length === 0) {
      throw new Refusal(
        'NOT_FOUND',
        `${wanted.id} has no prices in this replay: no minute candles of it are imported`,
      )
    }
    return planImported(wanted, minutes, clock.now())
  }

  const planImported = async (
    wanted: RequestedCandles,
    stored: readonly SpanSummary[],
    until: EpochMs | null = null,
  ): Promise<Plan> => {
    const eligible = stored.filter(({ interval }) => canFold(interval, wanted.interval))
    const finest = eligible[0]
    if (finest === undefined) {
      const [least] = stored
      const has = least === undefined ? 'none' : intervalInWords(least.interval)
      const isHigherTimeframe =
        least !== undefined && intervals.indexOf(least.interval) > intervals.indexOf(wanted.interval)
      throw new Refusal(
        'NOT_FOUND',
        `No ${intervalAdjective(wanted.interval)} candles of ${wanted.id} are stored; ${isHigherTimeframe ? `${has} and coarser are` : `${has} are, which do not add up to it`}`,
      )
    }
    const inSpan = [...(await store.summarise(wanted.id, spanOf(wanted)))]
      .filter(({ interval }) => eligible.some((one) => one.interval === interval))
      .sort((a, b) => b.days - a.days || finestFirst(a, b))[0]
    const used = inSpan ?? finest
    if ((inSpan?.rows ?? 0) > CANDLE_ROWS_MAX) throw tooMany(inSpan?.rows ?? 0)
    return {
      source: 'imported',
      wanted,
      eligible,
      base: used.interval,
      inSpan: inSpan ?? null,
      changes: used.changes,
      until,
    }
  }

  const planSimulated = async (wanted: RequestedCandles): Promise<Plan> => {
    const known = await master.load()
    const listed = known.find(wanted.id)
    const now = clock.now()
    const expired = listed === null ? findExpiredOption(wanted.id, toIstDate(now), calendar) : null
    if (expired !== null) return { source: 'simulated', wanted, instrument: expired, now }
    if (listed === null) {
      const nearest = known.nearest(wanted.id.slice(wanted.id.indexOf('_') + 1))
      const hint = nearest.length > 0 ? `; the nearest are ${nearest.join(', ')}` : ''
      throw new Refusal('NOT_FOUND', `No instrument called ${wanted.id}${hint}`)
    }
    const instrument = findSubject(listed, calendar)
    if (instrument === null) throw new Refusal('NOT_FOUND', `No candles for ${wanted.id}`)
    return { source: 'simulated', wanted, instrument, now }
  }

  const tooMany = (rows: number): Refusal =>
    new Refusal(
      'TOO_LARGE',
      `The span holds ${rows.toLocaleString('en-IN')} candles; at most ${CANDLE_ROWS_MAX.toLocaleString('en-IN')} per request`,
    )

  const anchorOf = (day: number): number => openMinuteOf(day, calendar)

  const read = async (planned: Plan, signal?: AbortSignal): Promise<Candles> => {
    const { wanted } = planned
    if (planned.source === 'simulated') {
      const candles = await simulated.readCandles(planned.instrument, wanted.interval, {
        ...wanted,
        now: planned.now,
        ...(signal === undefined ? {} : { signal }),
      })
      return fromSpanStart(candles, wanted)
    }
    if (planned.inSpan === null) return emptyCandles(0)
    const read = await store.readDays({ key: wanted.id, interval: planned.base }, spanOf(wanted))
    const stored = planned.until === null ? read : endedBy(read, planned.until)
    const candles = planned.base === wanted.interval ? stored : resample(stored, wanted.interval, anchorOf)
    return fromSpanStart(candles, wanted)
  }

  const tagOf = createTags({ simulated, calendar, seed })

  return {
    /** Candles are made when they are read. Throws Refusal. */
    async find(query: CandleQuery): Promise<CandleAnswer> {
      const planned = await plan(query)
      if (planned.source === 'simulated' && isCounted(planned.wanted)) {
        const { rows } = simulated.countCandles(planned.instrument, planned.wanted.interval, {
          ...planned.wanted,
          now: planned.now,
        })
        if (rows > CANDLE_ROWS_MAX) throw tooMany(rows)
      }
      return {
        source: planned.source,
        base: planned.source === 'imported' ? planned.base : 'min',
        finest: planned.source === 'imported' ? (planned.eligible[0]?.interval ?? planned.base) : 'min',
        etag: tagOf(planned),
        read: (signal) => read(planned, signal),
      }
    },

    async cover(query: CandleQuery): Promise<CandleCoverage> {
      const planned = await plan(query)
      const { id: key, interval } = planned.wanted
      if (planned.source === 'simulated') {
        const counted = simulated.countCandles(planned.instrument, interval, {
          ...planned.wanted,
          now: planned.now,
        })
        return {
          key,
          interval,
          source: 'simulated',
          rows: counted.rows,
          firstDay: counted.firstDay === null ? null : dayNumberToIstDate(counted.firstDay),
          lastDay: counted.lastDay === null ? null : dayNumberToIstDate(counted.lastDay),
          storedFrom: null,
          storedTo: null,
        }
      }
      const { time } = await read(planned)
      const { eligible, until } = planned
      const lastDay = Math.max(...eligible.map((series) => series.lastDay))
      return {
        key,
        interval,
        source: 'imported',
        rows: time.length,
        firstDay: time[0] === undefined ? null : toIstDate(time[0]),
        lastDay: time.length === 0 ? null : toIstDate(time[time.length - 1] ?? 0),
        storedFrom: dayNumberToIstDate(Math.min(...eligible.map(({ firstDay }) => firstDay))),
        storedTo: dayNumberToIstDate(until === null ? lastDay : Math.min(lastDay, istDayNumber(until))),
      }
    },
  }
}
