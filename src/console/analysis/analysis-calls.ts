import { getMarginByDay } from '../../contract/analysis/margin-by-day.ts'
import { getAccountHistory, getMarketMap } from '../../contract/analysis.ts'
import { isRejectedAs, messageOf } from '../../contract/api-error.ts'
import { getAdvanceDecline, getAtmIvStraddle, getPcr } from '../../contract/options.ts'
import type { DashboardBook } from '../../domain/analysis/dashboard-address.ts'
import { defaultIndices, type InstrumentId, parseInstrumentId } from '../../domain/instruments/instrument.ts'
import type { LoadedHistory } from '../../machines/analysis/account-history.ts'
import type { IndicatorPart, MarketIndicators } from '../../machines/analysis/market-indicators.ts'
import type { HttpClient } from '../../platform/http-client.ts'

export const marketMap = (http: HttpClient, universe: string, signal: AbortSignal) =>
  http.call(getMarketMap, { query: { universe }, signal })

/** Days and instruments are text on the wire. */
export const accountHistory = async (http: HttpClient, book: DashboardBook, signal: AbortSignal) =>
  (await http.call(getAccountHistory, { query: { book }, signal })) as unknown as LoadedHistory

export const marginByDay = (http: HttpClient, key: string, signal: AbortSignal) => {
  const [book = 'broker', from = '', to = ''] = key.split(' ')
  return http.call(getMarginByDay, { query: { book: book as DashboardBook, from, to }, signal })
}

const [NIFTY = 'INDICES_NIFTY 50' as InstrumentId] = defaultIndices

/** Breadth of the index; of NIFTY 50 for a share, and where the members of an index are not known. */
const advanceDecline = async (instrument: InstrumentId, http: HttpClient, signal: AbortSignal) => {
  const call = (key: InstrumentId) => http.call(getAdvanceDecline, { query: { key }, signal })
  if (parseInstrumentId(instrument)?.segment !== 'INDICES') return call(NIFTY)
  try {
    return await call(instrument)
  } catch (error) {
    if (isRejectedAs(error, 'NOT_FOUND')) return call(NIFTY)
    throw error
  }
}

const part = async <Value>(
  call: Promise<Value>,
  { failure, signal }: { readonly failure: string; readonly signal: AbortSignal },
): Promise<IndicatorPart<Value>> => {
  try {
    return { kind: 'loaded', value: await call }
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'failed', message: messageOf(error, failure) }
  }
}

const none = { kind: 'none' } as const

export const marketIndicators = async (
  { instrument, hasOptions }: { readonly instrument: InstrumentId; readonly hasOptions: boolean },
  http: HttpClient,
  signal: AbortSignal,
): Promise<MarketIndicators> => {
  const request = { query: { key: instrument }, signal }
  const [pcr, breadth, straddle] = await Promise.all([
    hasOptions ? part(http.call(getPcr, request), { failure: getPcr.failure, signal }) : none,
    part(advanceDecline(instrument, http, signal), { failure: getAdvanceDecline.failure, signal }),
    hasOptions
      ? part(http.call(getAtmIvStraddle, request), { failure: getAtmIvStraddle.failure, signal })
      : none,
  ])
  return { pcr, advanceDecline: breadth, straddle }
}
