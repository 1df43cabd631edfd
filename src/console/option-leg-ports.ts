import { decodeCandles } from '../contract/candle-columns.ts'
import { getCandles, getStoredSeries } from '../contract/instruments.ts'
import type { InstrumentIndex } from '../domain/instrument-index.ts'
import { canFold } from '../domain/resample.ts'
import type { EngineClient } from '../engine/client.ts'
import type { HttpClient } from '../platform/http-client.ts'
import type { FetchLeg, FindTraded } from './option-run-ports.ts'

/** What the legs of a run on options are loaded with. */
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
    return decodeCandles((await http.callForBytes(getCandles, { query, signal })).bytes)
  }

/**
 * One call says which contracts are stored. Simulated are all contracts that are listed, and those that ended before
 * the nearest that is: strikes of a later expiry that are not listed never traded.
 */
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
