import { ApiError } from '../../contract/api-error.ts'
import type { BacktestResult } from '../../domain/backtests/backtest.ts'
import type { WantedContract } from '../../domain/backtests/option-run/rules.ts'
import { type CandleSource, type Candles, candlesFrom } from '../../domain/charts/candle.ts'
import type { Interval } from '../../domain/charts/interval.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { LegCandles } from '../../engine/options/option-request.ts'
import type { EngineClient } from '../../engine/worker/client.ts'
import type { EngineInput } from '../../machines/backtests/backtest-symbol.ts'

export type FetchLeg = (
  query: WantedContract & { readonly interval: Interval; readonly source: CandleSource },
  signal: AbortSignal,
) => Promise<Candles>

/** The wanted contracts that have candles, in one call: most strikes of a year have none. */
export type FindTraded = (
  wanted: readonly WantedContract[],
  of: { readonly interval: Interval; readonly source: CandleSource },
  signal: AbortSignal,
) => Promise<readonly WantedContract[]>

export interface LegPorts {
  readonly engine: Pick<EngineClient, 'contracts'>
  readonly findTraded: FindTraded
  readonly fetchLeg: FetchLeg
}

/** Contracts per run whose candles are fetched; the model prices the rest. */
export const LEG_CONTRACTS_MAX = 1000
const ROUNDS_MAX = 4
const FETCHES_AT_ONCE = 6

type OptionInput = Pick<EngineInput, 'request' | 'candles' | 'others'>

export const runOptionEngine = async (
  { request, candles, others = {} }: OptionInput,
  ports: LegPorts & { readonly engine: Pick<EngineClient, 'runBacktest'> },
  signal: AbortSignal,
): Promise<BacktestResult> => {
  const legs = await loadLegs({ request, candles, others }, ports, signal)
  return ports.engine.runBacktest(request, candles, { legs, others, signal })
}

/** Candles of one round can make the engine hold further contracts. The model prices those without any. */
export const loadLegs = async (
  { request, candles, others = {} }: OptionInput,
  { engine, findTraded, fetchLeg }: LegPorts,
  signal: AbortSignal,
): Promise<readonly LegCandles[]> => {
  const { params, source } = request
  const asked = new Set<InstrumentId>()
  const legs: LegCandles[] = []
  const given = () => ({
    legs: legs.map((leg) => ({ ...leg, candles: copyOf(leg.candles) })),
    others,
    signal,
  })
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const wanted = await engine.contracts(request, copyOf(candles), given())
    const fresh = wanted
      .filter(({ instrument }) => !asked.has(instrument))
      .slice(0, LEG_CONTRACTS_MAX - asked.size)
    if (fresh.length === 0) break
    for (const { instrument } of fresh) asked.add(instrument)
    const traded = await findTraded(fresh, { interval: params.interval, source }, signal)
    legs.push(...(await fetchLegs(traded, request, fetchLeg, signal)))
  }
  return legs
}

/** The engine client transfers the columns it is given. */
const copyOf = (candles: Candles): Candles => candlesFrom((name) => candles[name].slice())

const fetchLegs = async (
  wanted: readonly WantedContract[],
  { params, source }: EngineInput['request'],
  fetchLeg: FetchLeg,
  signal: AbortSignal,
): Promise<readonly LegCandles[]> => {
  const legs: LegCandles[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let one = wanted[next++]; one !== undefined; one = wanted[next++]) {
      const query = { ...one, interval: params.interval, source }
      const candles = await fetchLeg(query, signal).catch(nothingStored)
      if (candles !== null && candles.time.length > 0) legs.push({ instrument: one.instrument, candles })
    }
  }
  await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, work))
  return legs
}

const NOT_FOUND = 404

/** A 404 means that no candles are stored; any other error fails the run. */
const nothingStored = (error: unknown): null => {
  if (error instanceof ApiError && error.failure.kind === 'rejected' && error.failure.status === NOT_FOUND)
    return null
  throw error
}
