import type * as z from 'zod/mini'
import type { getAdvanceDecline, getAtmIvStraddle, getPcr } from '../../../src/contract/options.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import {
  type Instrument,
  instrumentId,
  parseInstrumentId,
} from '../../../src/domain/instruments/instrument.ts'
import { nearestHint } from '../../../src/domain/nearest.ts'
import { atmStrikeOf, putCallOf, straddleOf, straddleVolatility } from '../../../src/domain/options/chain.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import { memberIndices, membersOf } from '../../market/master/index-members.ts'
import { createEventLoopYield } from '../../market/yield-to-event-loop.ts'
import { Refusal } from '../../refusal.ts'
import {
  chainTerms,
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
import type { DayHistory, MeasureAt } from './day-history.ts'

type Pcr = FromWire<z.output<typeof getPcr.reply>>
type AdvanceDecline = FromWire<z.output<typeof getAdvanceDecline.reply>>
type Straddle = FromWire<z.output<typeof getAtmIvStraddle.reply>>

export const createMarketMeasures = (
  { loadListing, live, clock, calendar }: OptionPorts,
  historyOf: DayHistory,
) => {
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
