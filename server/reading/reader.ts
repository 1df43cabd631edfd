import type * as z from 'zod/mini'
import { getAutomationHistory, getEndedProposals } from '../../src/contract/analysis/automation-history.ts'
import { getMarginByDay } from '../../src/contract/analysis/margin-by-day.ts'
import { getOptionChainThen } from '../../src/contract/analysis/option-chain-then.ts'
import { getAccountHistory } from '../../src/contract/analysis.ts'
import {
  getBacktest,
  getBacktestMeta,
  getSingleBacktest,
  listBacktests,
} from '../../src/contract/backtests.ts'
import { encodeCandles } from '../../src/contract/charts/candle-columns.ts'
import { getDayRecord } from '../../src/contract/day-record.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { getCoverage, getLastPrices, getStoredSeries } from '../../src/contract/instruments/instruments.ts'
import { getJournal } from '../../src/contract/journal.ts'
import {
  getAdvanceDecline,
  getAtmIvStraddle,
  getCombinedPremium,
  getOptionChain,
  getPcr,
  getTermStructure,
  payoffGraph,
} from '../../src/contract/options.ts'
import { getPositionRisk } from '../../src/contract/positions/position-risk.ts'
import { getDayPnl } from '../../src/contract/positions/positions.ts'
import { getTaxReport } from '../../src/contract/tax.ts'
import type { FromWire } from '../../src/contract/wire.ts'
import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import type { CandleSource, Candles } from '../../src/domain/charts/candle.ts'
import type { Interval } from '../../src/domain/charts/interval.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { Paise } from '../../src/domain/money.ts'
import { dayNumberToIstDate, type IstDate } from '../../src/domain/time.ts'
import { createHistory } from '../broker/history/create-history.ts'
import { createMarginPeaks } from '../broker/history/margin-peaks.ts'
import { printEnvelope } from '../http/envelope.ts'
import type { CandleQuery } from '../market/candle-query.ts'
import { createCandleService } from '../market/candle-service.ts'
import { createLastPrices } from '../market/last-prices.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { MarketClock } from '../market/market-clock.ts'
import type { LoadedMaster } from '../market/master/instrument-master.ts'
import type { SimulatedMarket } from '../market/simulated/simulated-market.ts'
import { systemClock } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import { createAccountHistory } from '../services/analysis/account-history.ts'
import { createAutomationHistory } from '../services/analysis/automation-history.ts'
import { createDayRecord } from '../services/analysis/day-record.ts'
import { createEndedProposals } from '../services/analysis/ended-proposals.ts'
import { createJournal } from '../services/analysis/journal.ts'
import { createMarginByDay } from '../services/analysis/margin-by-day.ts'
import { createTaxReport } from '../services/analysis/tax-report.ts'
import { createBacktests } from '../services/backtests/backtests.ts'
import type { OptionPorts } from '../services/options/chain-view.ts'
import { createCombinedPremium } from '../services/options/combined-premium.ts'
import { createSimulatedContracts, createStoredContracts } from '../services/options/contracts-then.ts'
import { createOptionChain } from '../services/options/option-chain.ts'
import { createOptionChainThen } from '../services/options/option-chain-then.ts'
import { createPayoff } from '../services/options/payoff.ts'
import { createTermStructure } from '../services/options/term-structure.ts'
import { type AccountDay, createDayPnl, type ReadMinutes } from '../services/positions/day-pnl.ts'
import { createPositionRisk, type HeldPositions } from '../services/positions/position-risk.ts'
import { createDayHistory } from '../services/quotes/day-history.ts'
import { createMarketMeasures } from '../services/quotes/market-measures.ts'
import { createAutomationHistoryStore } from '../store/automation-history.ts'
import { createCandleStore } from '../store/charts/candles.ts'
import type { Store } from '../store/database/database.ts'
import type { User } from '../user.ts'

export type Listing = Pick<LoadedMaster, 'find' | 'nearest' | 'expiriesOf' | 'optionsOf' | 'futuresOf'>

export interface ReaderParts {
  readonly store: Store
  readonly simulated: SimulatedMarket
  readonly loadListing: () => Promise<Listing>
  readonly live: LiveMarket
  readonly calendar: Calendar
  /** Market time. */
  readonly clock: MarketClock
  readonly seed: number
  readonly market: CandleSource
}

export interface CandleRequest {
  readonly query: CandleQuery
  /** ETags that the caller has. */
  readonly held: readonly string[]
}

export interface CandleReply {
  readonly source: CandleSource
  readonly base: Interval
  readonly finest: Interval
  readonly etag: string
  /** Layout of `contract/candle-columns`; null when the caller has them. */
  readonly columns: ArrayBuffer | null
}

export interface CallInput {
  readonly user: User
  readonly query: unknown
  readonly body: unknown
}

type Answering = (input: CallInput) => Promise<unknown>

const answering = <E extends Endpoint>(
  endpoint: E,
  answer: (call: {
    readonly user: User
    readonly query: FromWire<z.output<E['query']>>
    readonly body: FromWire<z.output<E['body']>>
  }) => Promise<unknown>,
): readonly [E, Answering] => [endpoint, answer as unknown as Answering]

/** Null for expired contracts and symbols outside the replay, which have no candles. */
const marketCandles =
  (candles: ReturnType<typeof createCandleService>) =>
  async (key: InstrumentId, interval: 'min' | 'day', from: IstDate, to: IstDate) => {
    try {
      const { read } = await candles.find({ key, interval, from, to, source: 'market' })
      return await read()
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  }

const optionCalls = (ports: OptionPorts) => {
  const historyOf = createDayHistory(ports.calendar)
  const readChain = createOptionChain(ports)
  const readTermStructure = createTermStructure(ports)
  const readPremium = createCombinedPremium(ports, historyOf)
  const readPayoff = createPayoff(ports)
  const measures = createMarketMeasures(ports, historyOf)
  return [
    answering(getOptionChain, ({ query }) => readChain(query.key)),
    answering(getTermStructure, ({ query }) => readTermStructure(query.key)),
    answering(getCombinedPremium, ({ query }) => readPremium(query)),
    answering(payoffGraph, ({ body }) => readPayoff(body)),
    answering(getPcr, ({ query }) => measures.pcr(query.key)),
    answering(getAdvanceDecline, ({ query }) => measures.advanceDecline(query.key)),
    answering(getAtmIvStraddle, ({ query }) => measures.atmIvStraddle(query.key)),
  ]
}

const lastPriceIn =
  ({ loadListing, live, clock }: Pick<ReaderParts, 'loadListing' | 'live' | 'clock'>) =>
  async (id: InstrumentId): Promise<Paise | null> => {
    const instrument = (await loadListing()).find(id)
    return instrument === null ? null : (live.quote(instrument, clock.now())?.lastPrice ?? null)
  }

const chainThen = (parts: ReaderParts, listSeries: ReturnType<typeof createCandleStore>['listSeries']) => {
  const { market, simulated, calendar } = parts
  const contracts =
    market === 'simulated'
      ? createSimulatedContracts(simulated, calendar)
      : createStoredContracts(listSeries, calendar)
  return createOptionChainThen(parts, contracts)
}

type ReadDays = (key: InstrumentId, from: IstDate, to: IstDate) => Promise<Candles | null>

const pastCalls = (
  parts: ReaderParts,
  { readDays, readMinutes }: { readDays: ReadDays; readMinutes: ReadMinutes },
) => {
  const past = { history: createHistory(parts.store), clock: parts.clock, lastPrice: lastPriceIn(parts) }
  const readHistory = createAccountHistory({ ...past, readDays })
  const readJournal = createJournal(past)
  const readTaxReport = createTaxReport(past)
  const readDayRecord = createDayRecord({ ...past, readMinutes, calendar: parts.calendar })
  const peaks = createMarginPeaks({ ...parts, history: past.history })
  const readMargin = createMarginByDay({ ...parts, history: past.history, peaks })
  const automation = { store: createAutomationHistoryStore(parts.store), clock: parts.clock }
  const readAutomation = createAutomationHistory(automation)
  const readProposals = createEndedProposals({ ...automation, readDays, lastPrice: past.lastPrice })
  return [
    answering(getAccountHistory, ({ user, query }) => readHistory(user, query.book)),
    answering(getMarginByDay, ({ user, query }) => readMargin(user, query)),
    answering(getAutomationHistory, ({ user, query }) => readAutomation(user, query)),
    answering(getEndedProposals, ({ user, query }) => readProposals(user, query)),
    answering(getJournal, ({ user, query }) => readJournal(user, query)),
    answering(getDayRecord, ({ user, query }) => readDayRecord(user, query)),
    answering(getTaxReport, ({ user, query }) => readTaxReport(user, query)),
  ]
}

/** Writes nothing, so it runs on any thread with a store and the same market. */
export const createReader = (parts: ReaderParts) => {
  const { store, live, loadListing, calendar, clock } = parts
  const stored = createCandleStore({ store, clock: systemClock })
  const shared = { ...parts, store: stored, master: { load: loadListing } }
  const candles = createCandleService(shared)
  const lastPrices = createLastPrices(shared)
  const optionPorts = { loadListing, live, clock, calendar }
  const backtests = createBacktests({ store, clock: systemClock })
  const readMarket = marketCandles(candles)
  const readMinutes = (key: InstrumentId, day: IstDate) => readMarket(key, 'min', day, day)
  const readDays = (key: InstrumentId, from: IstDate, to: IstDate) => readMarket(key, 'day', from, to)
  const readDayPnl = createDayPnl({ readMinutes, calendar, clock })
  const readRisk = createPositionRisk({ ...optionPorts, readDays })

  const readChainThen = chainThen(parts, stored.listSeries)

  const calls = [
    answering(getCoverage, ({ query }) => candles.cover(query)),
    answering(getLastPrices, ({ query }) => lastPrices(query.keys)),
    answering(getStoredSeries, async () => {
      const adjusted = await stored.listAdjusted()
      return (await stored.listSeries()).map(({ firstDay, lastDay, ...series }) => {
        const breaks = adjusted
          .filter(({ key, interval }) => key === series.key && interval === series.interval)
          .flatMap((one) => one.breaks)
        return {
          ...series,
          firstDay: dayNumberToIstDate(firstDay),
          lastDay: dayNumberToIstDate(lastDay),
          ...(breaks.length === 0 ? {} : { adjusted: breaks }),
        }
      })
    }),
    ...optionCalls(optionPorts),
    answering(getOptionChainThen, ({ query }) => readChainThen(query)),
    // The bodies of both come from the order path, never from the caller.
    answering(getPositionRisk, ({ body }) => readRisk(body as unknown as HeldPositions)),
    answering(getDayPnl, ({ body }) => readDayPnl(body as unknown as AccountDay)),
    ...pastCalls(parts, { readDays, readMinutes }),
    answering(getBacktest, ({ user, query }) => backtests.get(user, query.slug)),
    answering(getSingleBacktest, ({ user, query }) => backtests.getSingle(user, query.slug, query.segSym)),
    answering(getBacktestMeta, ({ user, query }) => backtests.getMeta(user, query.backtestUuid)),
    answering(listBacktests, ({ user, query }) =>
      backtests.list(user, {
        page: Number(query.page ?? 1),
        limit: query.limit === undefined ? null : Number(query.limit),
        search: query.search ?? '',
      }),
    ),
  ] as const
  const byName = new Map<string, readonly [Endpoint, Answering]>(calls.map((call) => [call[0].name, call]))

  return {
    /** Throws Refusal, or the signal's reason when aborted. */
    async readCandles({ query, held }: CandleRequest, signal: AbortSignal): Promise<CandleReply> {
      const { source, base, finest, etag, read } = await candles.find(query)
      const columns = held.includes(etag) ? null : encodeCandles(await read(signal))
      return { source, base, finest, etag, columns }
    },

    /** Returns the printed envelope. Throws Refusal. */
    async answer(name: string, input: CallInput): Promise<ArrayBuffer> {
      const call = byName.get(name)
      if (call === undefined) throw new TypeError(`${name} is not answered beside the order path`)
      const [endpoint, answer] = call
      return printEnvelope(endpoint, await answer(input))
    },
  }
}

export type Reader = ReturnType<typeof createReader>
