import type * as z from 'zod/mini'
import type {
  getAdvanceDecline,
  getAtmIvStraddle,
  getCombinedPremium,
  getPcr,
} from '../../../src/contract/options.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import { previousTradingDay, type SessionGroup, sessionOn } from '../../../src/domain/calendar/calendar.ts'
import {
  type Instrument,
  instrumentId,
  parseInstrumentId,
} from '../../../src/domain/instruments/instrument.ts'
import { paise, toRupees } from '../../../src/domain/money.ts'
import { nearestHint } from '../../../src/domain/nearest.ts'
import { atmStrikeOf, putCallOf, straddleOf, straddleVolatility } from '../../../src/domain/options/chain.ts'
import { type EpochMs, epochMs, MINUTE_MS, startOfIstDate, toIstDate } from '../../../src/domain/time.ts'
import { memberIndices, membersOf } from '../../market/master/index-members.ts'
import { createEventLoopYield } from '../../market/yield-to-event-loop.ts'
import { Refusal } from '../../refusal.ts'
import {
  chainTerms,
  contractAt,
  findSeries,
  forwardOf,
  type OptionListing,
  type OptionPorts,
  readRows,
  rounded,
  roundedOrNull,
  rowsNear,
  type Series,
  spotOf,
} from '../options/chain-view.ts'

type Pcr = FromWire<z.output<typeof getPcr.reply>>
type AdvanceDecline = FromWire<z.output<typeof getAdvanceDecline.reply>>
type CombinedPremium = FromWire<z.output<typeof getCombinedPremium.reply>>
type Straddle = FromWire<z.output<typeof getAtmIvStraddle.reply>>

const STEP_MS = 5 * MINUTE_MS

/** A day of a hundred measures, some hundred bytes each. */
const POINTS_MAX = 10_000

type MeasureAt<Point> = (at: EpochMs, breathe: () => Promise<void>) => Promise<Point | null>

export const createMarketMeasures = ({ loadListing, live, clock, calendar }: OptionPorts) => {
  const points = createPoints()

  const stepsUntil = (at: EpochMs, group: SessionGroup): readonly EpochMs[] => {
    const today = toIstDate(at)
    const opening = sessionOn(today, group, calendar)
    const hasBegun = opening !== null && startOfIstDate(today) + opening.openMinute * MINUTE_MS <= at
    const day = hasBegun ? today : previousTradingDay(today, calendar)
    const session = sessionOn(day, group, calendar)
    if (session === null) return []
    const [open, close] = [session.openMinute, session.closeMinute].map(
      (minute) => startOfIstDate(day) + minute * MINUTE_MS,
    )
    const steps: EpochMs[] = []
    for (let step = open ?? 0; step <= Math.min(at, close ?? 0); step += STEP_MS) steps.push(epochMs(step))
    return steps
  }

  const historyOf = async <Point>(
    name: string,
    measure: MeasureAt<Point>,
    at: EpochMs,
    group: SessionGroup,
  ): Promise<(Point & { at: number })[]> => {
    const breathe = createEventLoopYield()
    const history: (Point & { at: number })[] = []
    for (const step of stepsUntil(at, group)) {
      const point = await points.get(`${name} ${step}`, () => measure(step, breathe))
      if (point !== null) history.push({ at: step, ...point })
      await breathe()
    }
    return history
  }

  const seriesFor = async (key: string): Promise<{ series: Series; at: EpochMs }> => {
    const listing = await loadListing()
    const at = clock.now()
    return { series: findSeries(listing, key, { at, calendar }), at }
  }

  const putCallAt =
    ({
      underlying,
      options,
    }: Series): MeasureAt<Omit<Pcr, 'key' | 'expiry' | 'asOf' | 'history'> & { spot: number }> =>
    async (at, breathe) => {
      const spot = spotOf(live, underlying, at)
      if (spot === null) return null
      const rows = await readRows(live, options, at, breathe)
      const open = putCallOf(rows, 'openInterest')
      return {
        pcr: roundedOrNull(open.ratio, RATIO_DIGITS),
        volumePcr: roundedOrNull(putCallOf(rows, 'volume').ratio, RATIO_DIGITS),
        putOi: open.puts,
        callOi: open.calls,
        spot,
      }
    }

  const straddleAt =
    (series: Series): MeasureAt<Straddle['history'][number]> =>
    async (at, breathe) => {
      const spot = spotOf(live, series.underlying, at)
      if (spot === null) return null
      const terms = chainTerms(series, at, calendar)
      const rows = await readRows(live, rowsNear(series.options, spot), at, breathe)
      const forward = forwardOf(live, series, rows, { spot, terms, at })?.forward ?? null
      const strikes = rows.map(({ strike }) => strike)
      const atm = forward === null ? null : atmStrikeOf(strikes, forward)
      const row = rows.find(({ strike }) => strike === atm)
      const straddle = row === undefined ? null : straddleOf(row)
      if (forward === null || row === undefined || straddle === null) return null
      const volatility = straddleVolatility({ straddle, strike: row.strike, forward }, terms)
      return {
        at,
        atmStrike: row.strike,
        straddle: rounded(straddle, 4),
        iv: volatility === null ? null : rounded(volatility * 100, 4),
        spot,
      }
    }

  const premiumAt =
    (
      { underlying }: Series,
      call: Instrument,
      put: Instrument,
    ): MeasureAt<CombinedPremium['history'][number]> =>
    async (at) => {
      const spot = spotOf(live, underlying, at)
      const [callPrice, putPrice] = [call, put].map((one) => contractAt(live, one, at)?.price ?? null)
      return spot === null || callPrice == null || putPrice == null
        ? null
        : { at, call: callPrice, put: putPrice, spot }
    }

  const breadthAt =
    (members: readonly Instrument[]): MeasureAt<Omit<AdvanceDecline, 'key' | 'asOf' | 'history'>> =>
    async (at, breathe) => {
      const count = { advances: 0, declines: 0, unchanged: 0 }
      for (const member of members) {
        const quote = live.quote(member, at)
        if (quote !== null) {
          if (quote.lastPrice > quote.previousClose) count.advances++
          else if (quote.lastPrice < quote.previousClose) count.declines++
          else count.unchanged++
        }
        await breathe()
      }
      if (count.advances + count.declines + count.unchanged === 0) return null
      return {
        ...count,
        ratio: count.declines === 0 ? null : rounded(count.advances / count.declines, RATIO_DIGITS),
      }
    }

  return {
    async pcr(key: string): Promise<Pcr> {
      const { series, at } = await seriesFor(key)
      const measure = putCallAt(series)
      const { underlying, expiry } = series
      const now = await measure(at, createEventLoopYield())
      if (now === null) throw noPrices(underlying.id)
      const { spot: _, ...figures } = now
      const history = await historyOf(`pcr ${underlying.id} ${expiry}`, measure, at, 'derivatives')
      return {
        key,
        expiry,
        ...figures,
        asOf: at,
        history: history.map((point) => ({ at: point.at, pcr: point.pcr, spot: point.spot })),
      }
    },

    async atmIvStraddle(key: string): Promise<Straddle> {
      const { series, at } = await seriesFor(key)
      const measure = straddleAt(series)
      const { underlying, expiry } = series
      const now = await measure(at, createEventLoopYield())
      if (now === null) throw noPrices(underlying.id)
      const { atmStrike, straddle, iv } = now
      const history = await historyOf(`straddle ${underlying.id} ${expiry}`, measure, at, 'derivatives')
      return { key, expiry, atmStrike, straddle, iv, asOf: at, history }
    },

    async combinedPremium({ key, call, put }: PremiumAsked): Promise<CombinedPremium> {
      const { series, at } = await seriesFor(key)
      const { underlying, expiry } = series
      const [calls, puts] = [contractOf(series, 'ce', call), contractOf(series, 'pe', put)]
      const history = await historyOf(
        `premium ${underlying.id} ${expiry} ${call} ${put}`,
        premiumAt(series, calls, puts),
        at,
        'derivatives',
      )
      const closes = [calls, puts].map((one) => toRupees(live.quote(one, at)?.previousClose ?? paise(0)))
      const [callClose = 0, putClose = 0] = closes
      return {
        key,
        expiry,
        call: calls.strike,
        put: puts.strike,
        yesterday: callClose > 0 && putClose > 0 ? rounded(callClose + putClose, 2) : null,
        asOf: at,
        history,
      }
    },

    async advanceDecline(key: string): Promise<AdvanceDecline> {
      const listing = await loadListing()
      const at = clock.now()
      const measure = breadthAt(findMembers(listing, key))
      const now = await measure(at, createEventLoopYield())
      if (now === null) throw noPrices(`the members of ${key}`)
      const history = await historyOf(`breadth ${key}`, measure, at, 'continuous')
      return {
        key,
        ...now,
        asOf: at,
        history: history.map(({ unchanged: _, ...point }) => point),
      }
    },
  }
}

const RATIO_DIGITS = 4

const noPrices = (what: string): Refusal => new Refusal('NOT_FOUND', `No prices for ${what} yet`)

interface PremiumAsked {
  readonly key: string
  /** Strikes. */
  readonly call: string
  readonly put: string
}

const contractOf = (
  { options, underlying, expiry }: Series,
  side: 'ce' | 'pe',
  strike: string,
): Instrument => {
  const found = options.find((row) => row.strike === Number(strike))?.[side]
  if (found != null) return found
  const near = atmStrikeOf(
    options.flatMap((row) => (row[side] === null ? [] : row.strike)),
    Number(strike),
  )
  throw new Refusal(
    'NOT_FOUND',
    `No ${side === 'ce' ? 'call' : 'put'} of ${underlying.id} at ${strike} expires on ${expiry}${near === null ? '' : `; nearest: ${near}`}`,
  )
}

const findMembers = (listing: OptionListing, key: string): readonly Instrument[] => {
  const parsed = parseInstrumentId(key)
  const symbol = parsed?.tradingSymbol ?? key
  const members = parsed?.segment === 'INDICES' ? membersOf(symbol) : []
  if (members.length === 0) {
    throw new Refusal(
      'NOT_FOUND',
      `The members of ${key} are not known${nearestHint(symbol, memberIndices)}; known are ${memberIndices.join(', ')}`,
    )
  }
  return members.flatMap(({ symbol: name }) => listing.find(instrumentId('NSE', name)) ?? [])
}

/** LRU cache; concurrent requests share one computation. */
const createPoints = () => {
  const kept = new Map<string, Promise<unknown>>()
  return {
    async get<Point>(name: string, make: () => Promise<Point | null>): Promise<Point | null> {
      const known = kept.get(name) as Promise<Point | null> | undefined
      const point = known ?? make()
      kept.delete(name)
      kept.set(name, point)
      for (const oldest of kept.keys()) {
        if (kept.size <= POINTS_MAX) break
        kept.delete(oldest)
      }
      // A missing price may arrive later, and a failure may not repeat.
      const forget = (): void => {
        if (kept.get(name) === point) kept.delete(name)
      }
      try {
        const found = await point
        if (found === null) forget()
        return found
      } catch (error) {
        forget()
        throw error
      }
    },
  }
}
