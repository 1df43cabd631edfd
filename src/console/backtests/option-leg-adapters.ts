import { decodeCandles } from '../../contract/charts/candle-columns.ts'
import { getStoredSeries } from '../../contract/instruments/instruments.ts'
import { canFold } from '../../domain/charts/resample.ts'
import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'
import type { EngineClient } from '../../engine/worker/client.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { callForCandles } from '../read-candles.ts'
import type { FetchLeg, FindTraded } from './option-run-adapters.ts'

export const legPortsOf = ({
  http,
  engine,
  index,
}: {
  readonly http: HttpClient
  readonly engine: EngineClient
  readonly index: InstrumentIndex
}) => ({
  engine,
  findTraded: findTradedOf(http, index),
  fetchLeg: fetchLegOf(http),
})

const fetchLegOf =
  (http: HttpClient): FetchLeg =>
  async ({ instrument, interval, from, to, source }, signal) => {
    const query = { key: instrument, interval, from, to, source }
    return decodeCandles((await callForCandles(query, http, signal)).bytes)
  }

/** Simulated candles: contracts listed or expired. Other strikes of a later expiry never traded. */
const findTradedOf =
  (http: HttpClient, index: InstrumentIndex): FindTraded =>
  async (wanted, { interval, source }, signal) => {
    if (source === 'simulated')
      return wanted.filter(({ instrument, expiry, underlying }) => {
        const [nearest] = index.expiriesOf(underlying)
        return index.find(instrument) !== null || (nearest !== undefined && expiry < nearest)
      })
    const stored = await http.call(getStoredSeries, { signal })
    const held = new Map<string, (typeof stored)[number][]>()
    for (const series of stored)
      if (canFold(series.interval, interval)) held.set(series.key, [...(held.get(series.key) ?? []), series])
    return wanted.filter(({ instrument, from, to }) =>
      held.get(instrument)?.some(({ firstDay, lastDay }) => firstDay <= to && lastDay >= from),
    )
  }
