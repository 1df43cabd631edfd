import { getMarketMap } from '../../src/contract/analysis.ts'
import { scanHistory, scanMarket, scanMisses, scanWhy } from '../../src/contract/scanners/scan.ts'
import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import type { Candles } from '../../src/domain/charts/candle.ts'
import { type InstrumentId, instrumentId } from '../../src/domain/instruments/instrument.ts'
import type { Scan } from '../../src/domain/scanners/scan.ts'
import { parseUniverse, type ScanUniverse, universeInWords } from '../../src/domain/scanners/universe.ts'
import { failing, firstOperand, whyParts } from '../../src/domain/scanners/why.ts'
import { printCondition, printOperand } from '../../src/domain/strategies/condition/print.ts'
import type { IstDate } from '../../src/domain/time.ts'
import type { Host } from '../../src/engine/kernel-host.ts'
import type { LiveHost } from '../../src/engine/live/live-host.ts'
import { historySince } from '../evaluating/history-since.ts'
import { printEnvelope } from '../http/envelope.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { MarketClock } from '../market/market-clock.ts'
import { whenIdle } from '../market/when-idle.ts'
import { createEventLoopYield } from '../market/yield-to-event-loop.ts'
import { Refusal } from '../refusal.ts'
import { createAlertRules } from './alert-rules.ts'
import type { Judgement } from './judge-symbols.ts'
import { createMarketMap } from './market-map.ts'
import { createMembers, type MembersOf, type ScanListing } from './members.ts'
import { priceOf } from './price-of.ts'
import { raisedBy } from './raised-by.ts'
import type { ScanColumns } from './scan-columns.ts'
import type { AlertsInput, MapInput, Raised, ScanInput } from './scan-input.ts'
import { createScans } from './scans.ts'
import { createTriggers } from './triggers.ts'

export interface ScannerParts {
  readonly columns: ScanColumns
  readonly host: Host
  readonly liveHost: LiveHost
  readonly live: LiveMarket
  readonly clock: MarketClock
  readonly calendar: Calendar
  readonly loadListing: () => Promise<ScanListing>
  /** For the next start; null where days need not be made ahead. */
  readonly keepDays: (() => Promise<void>) | null
  /** Symbols in the sequence in which their candles are made fastest. */
  readonly inReadingOrder: (ids: readonly InstrumentId[]) => readonly InstrumentId[]
}

/** Symbols whose trigger prices are looked for, nearest by their numbers first, and those that are returned. */
const MISSES_TRIED = 60
const MISSES_MAX = 40
const STEPS_OF_MISS = 24
const STEPS_OF_WHY = 96
const CHART_CANDLES = 60
/** Some days of one share a turn: half a core at most. */
const AHEAD_PAUSE_MS = 40
const AHEAD_RULE = 'close > sma(close,200)'
const AHEAD_SHARE = instrumentId('NSE', 'RELIANCE')

const daysSince = (clock: MarketClock): IstDate =>
  historySince({ rule: AHEAD_RULE, instrument: AHEAD_SHARE, interval: 'day' }, clock.now())

const missOf = (
  { live, clock }: Pick<ScannerParts, 'live' | 'clock'>,
  { instrument, rule, candles, judged }: Judgement,
) => {
  const [part] = failing(rule.condition, judged)
  const operand = part === undefined ? null : firstOperand(part)
  const value = operand === null ? Number.NaN : judged.valueOf(operand)
  return {
    segSym: instrument.id,
    ...priceOf(live, instrument, { at: clock.now(), candles }),
    part: part === undefined ? '' : printCondition(part),
    operand: operand === null ? '' : printOperand(operand),
    value: Number.isNaN(value) ? null : value,
  }
}

const lastCandles = ({ time, open, high, low, close }: Candles) => {
  const from = Math.max(0, time.length - CHART_CANDLES)
  return Array.from(time.subarray(from), (at, index) => {
    const of = (column: Float64Array): number => column[from + index] ?? 0
    return { at, open: of(open), high: of(high), low: of(low), close: of(close) }
  })
}

const universeOf = ({ universe: text }: Pick<Scan, 'universe'>): ScanUniverse => {
  const universe = parseUniverse(text)
  if (universe !== null) return universe
  const known = 'NIFTY50, NIFTY500, fno, nse, a watchlist or instruments'
  throw new Refusal('NOT_FOUND', `${text} is no universe: ${known}`)
}

const noSymbols = (universe: ScanUniverse): Refusal =>
  new Refusal('NOT_FOUND', `There are no symbols in ${universeInWords(universe)}`)

const byDistance = (one: { readonly goes: number }, other: { readonly goes: number }): number =>
  Math.abs(one.goes) - Math.abs(other.goes)

interface WhyParts extends Pick<ScannerParts, 'live' | 'clock' | 'loadListing'> {
  readonly scansOf: (find: ScanListing['find']) => ReturnType<typeof createScans>
  readonly triggerOf: ReturnType<typeof createTriggers>
}

const whyOf = async (
  { live, clock, loadListing, scansOf, triggerOf }: WhyParts,
  { scan, segSym }: ScanInput,
) => {
  if (segSym === null) throw new TypeError('why is asked of one symbol')
  const { find } = await loadListing()
  const { judgement, others } = await scansOf(find).one(scan, segSym)
  const { instrument, rule, candles, judged } = judgement
  return {
    segSym,
    ...priceOf(live, instrument, { at: clock.now(), candles }),
    parts: whyParts(rule.condition, judged),
    ...triggerOf(scan, judgement, others, STEPS_OF_WHY),
    candles: lastCandles(candles),
    asOf: clock.now(),
  }
}

export const createScanner = ({
  liveHost,
  loadListing,
  inReadingOrder,
  keepDays,
  ...parts
}: ScannerParts) => {
  const { live, clock } = parts
  const triggerOf = createTriggers({ ...parts, host: liveHost })
  const membersOf = createMembers(inReadingOrder)
  const alertRules = createAlertRules()
  const makeAhead = createMakeAhead({ ...parts, membersOf, keepDays })
  const marketMapOf = createMarketMap(parts)
  const scansOf = (find: ScanListing['find']) => createScans({ ...parts, find })
  const membersAskedFor = async ({ scan, listed }: MapInput) => {
    const listing = await loadListing()
    const universe = universeOf(scan)
    const ids = membersOf(universe, listing, listed)
    if (ids.length === 0) throw noSymbols(universe)
    return { ids, listing }
  }

  const begin = async (input: MapInput) => {
    const { ids, listing } = await membersAskedFor(input)
    return { ids, find: listing.find, scans: scansOf(listing.find) }
  }

  const nearMisses = async (input: ScanInput, signal: AbortSignal) => {
    const { ids, scans } = await begin(input)
    const { near, others, loading } = await scans.nearest(input.scan, ids, MISSES_TRIED, signal)
    const breathe = createEventLoopYield(signal)
    const misses = []
    for (const judgement of near) {
      const { price, goes } = triggerOf(input.scan, judgement, others, STEPS_OF_MISS)
      if (price !== null && goes !== null) misses.push({ ...missOf(parts, judgement), price, goes })
      await breathe()
    }
    return { misses: misses.toSorted(byDistance).slice(0, MISSES_MAX), loading }
  }

  return {
    raised: async (input: AlertsInput, signal: AbortSignal): Promise<Raised> => {
      const { ids, find } = await begin({ scan: input, listed: input.listed })
      return raisedBy({ ...parts, ...alertRules, find }, input, { ids, signal })
    },

    async map(input: MapInput, signal: AbortSignal): Promise<ArrayBuffer> {
      const { ids, listing } = await membersAskedFor(input)
      const map = await marketMapOf({ ids, listing, since: daysSince(clock), signal })
      makeAhead(listing)
      return printEnvelope(getMarketMap, map)
    },

    async answer(name: string, input: ScanInput, signal: AbortSignal): Promise<ArrayBuffer> {
      if (name === scanWhy.name)
        return printEnvelope(scanWhy, await whyOf({ live, clock, loadListing, scansOf, triggerOf }, input))
      if (name === scanMisses.name) return printEnvelope(scanMisses, await nearMisses(input, signal))
      const { ids, scans } = await begin(input)
      if (name === scanHistory.name)
        return printEnvelope(scanHistory, await scans.history(input.scan, ids, signal))
      if (name === scanMarket.name) {
        const result = await scans.scan(input.scan, ids, signal)
        makeAhead(await loadListing())
        return printEnvelope(scanMarket, result)
      }
      throw new TypeError(`${name} is no call of scans`)
    },
  }
}

interface MakeAheadParts extends Pick<ScannerParts, 'columns' | 'clock' | 'keepDays'> {
  readonly membersOf: MembersOf
}

/** After the first scan: days of the NIFTY 500, its largest first, which are then kept for the next start. */
const createMakeAhead = ({ columns, clock, membersOf, keepDays }: MakeAheadParts) => {
  const interval = 'day'
  const make = async (listing: ScanListing, keep: () => Promise<void>): Promise<void> => {
    const since = daysSince(clock)
    for (const index of ['NIFTY50', 'NIFTY100', 'NIFTY500'] as const) {
      const missing = membersOf({ kind: 'index', index }, listing, null)
        .flatMap((id) => listing.find(id) ?? [])
        .map((instrument) => ({ instrument, interval, since }) as const)
        .filter((wanted) => !columns.isReady(wanted))
      for (const wanted of missing) {
        await columns.closed(wanted)
        await whenIdle(AHEAD_PAUSE_MS, () => false)
      }
      if (missing.length > 0) await keep()
    }
  }
  let hasBegun = false
  return (listing: ScanListing): void => {
    if (hasBegun || keepDays === null) return
    hasBegun = true
    // A failure costs time only: the scan that needs these days reads them itself.
    make(listing, keepDays).catch(() => {})
  }
}

export type Scanner = ReturnType<typeof createScanner>
