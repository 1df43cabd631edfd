import { getOptionChainThen } from '../../contract/analysis/option-chain-then.ts'
import { getDayRecord } from '../../contract/day-record.ts'
import { getJournal, getTripNotes, saveTripNotes } from '../../contract/journal.ts'
import type { DashboardBook } from '../../domain/analysis/dashboard-address.ts'
import { instantShown } from '../../domain/analysis/journal/day-record.ts'
import { printInstant, secondsOfDay } from '../../domain/analysis/journal/journal-address.ts'
import type { CandlesAsked } from '../../domain/analysis/journal/trip-candles.ts'
import type { TripNotes } from '../../domain/analysis/journal/trip-note.ts'
import type { Candles } from '../../domain/charts/candle.ts'
import { type IstDate, startOfIstDate } from '../../domain/time.ts'
import type { LoadedRecord } from '../../machines/analysis/day-record.ts'
import type { LoadedJournal } from '../../machines/analysis/journal.ts'
import type { ChainThen } from '../../machines/analysis/scrub-chain.ts'
import type { NoteStep } from '../../machines/analysis/trip-notes.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Deps } from '../deps.ts'
import { fetchSpan } from '../read-candles.ts'
import { dayRecordOf } from './day-record-of.ts'

export const journal = async (http: HttpClient, key: string, signal: AbortSignal) => {
  const [book = 'broker', from = '', to = ''] = key.split(' ')
  const query = { book: book as DashboardBook, from, to }
  return (await http.call(getJournal, { query, signal })) as unknown as LoadedJournal
}

export const dayRecord = async (
  http: HttpClient,
  key: string,
  signal: AbortSignal,
): Promise<LoadedRecord> => {
  const [book = 'broker', day = ''] = key.split(' ')
  const query = { book: book as DashboardBook, day }
  return { record: dayRecordOf(await http.call(getDayRecord, { query, signal })) }
}

const CHAINS_KEPT = 12
/** By key and instant, oldest first. */
const chains = new Map<string, ChainThen>()

/** At the instant of the scrub, which is the end of the record where it has none. */
export const chainThen = async (
  { http, actors: { scrub, dayRecord } }: Pick<Deps, 'http' | 'actors'>,
  key: string,
  signal: AbortSignal,
): Promise<ChainThen> => {
  const [day = '', ...rest] = key.split(' ')
  const { at } = scrub.getSnapshot().context
  const record = dayRecord.getSnapshot().context.output?.record ?? null
  const instant = record === null ? (at ?? startOfIstDate(day as IstDate)) : instantShown(record, at)
  const clock = printInstant(secondsOfDay(instant))
  const known = chains.get(`${key} ${clock}`)
  if (known !== undefined) return known
  const query = { key: rest.join(' '), day, at: clock }
  const chain = await http.call(getOptionChainThen, { query, signal })
  const [oldest] = chains.size >= CHAINS_KEPT ? chains.keys() : []
  if (oldest !== undefined) chains.delete(oldest)
  chains.set(`${key} ${clock}`, chain)
  return chain
}

export const loadNotes = async (http: HttpClient, signal: AbortSignal): Promise<TripNotes> =>
  new Map((await http.call(getTripNotes, { signal })).map(({ trip, ...note }) => [trip, note]))

export const saveNotes = (http: HttpClient, step: NoteStep): Promise<unknown> => {
  const notes = step.map(({ trip, after: { tags, mistakes, rating, text } }) => ({
    ...{ trip, rating, text },
    tags: [...tags],
    mistakes: [...mistakes],
  }))
  return http.call(saveTripNotes, { body: { notes } })
}

export const readCandles = async (
  http: HttpClient,
  { sym, interval, from, to }: CandlesAsked,
  signal: AbortSignal,
): Promise<Candles> => {
  const series = { instrument: sym, interval, history: 'market' } as const
  return (await fetchSpan(series, { from, to }, http, signal)).candles
}
