import type { Candles, OtherCandles } from '../../domain/charts/candle.ts'
import { findIndicator } from '../../domain/charts/indicators.ts'
import { isInterval } from '../../domain/charts/interval.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type {
  IndicatorAnswer,
  IndicatorRequest,
  TechnicalsRequest,
  TechnicalsResult,
} from '../backtest/request.ts'
import { EngineError, refusal } from '../failure.ts'
import { checkRoom, type Host } from '../kernel-host.ts'
import { putChart } from './chart.ts'
import { evaluate } from './evaluate.ts'
import { checkInstrument } from './frames.ts'
import { candlesOfOther, putOthers, rowsOfSteps } from './other-series.ts'
import { type Compiler, createCompiler, DEPTH_MAX } from './program.ts'

export const INDICATORS_MAX = 64
/** An operand within a call is two levels deeper. */
const JSON_DEPTH_MAX = 2 * DEPTH_MAX

/** An indicator that fails reports its problem; an invalid request or candles throw EngineError. */
export const runTechnicals = (
  host: Host,
  { interval, instrument, give, requests }: TechnicalsRequest,
  candles: Candles,
  others: OtherCandles = {},
): TechnicalsResult => {
  if (!isInterval(String(interval))) throw refusal(`interval is ${String(interval)}`)
  if (give !== 'columns' && give !== 'last')
    throw refusal(`give is ${String(give)}, allowed columns, last, summary`)
  if (!Array.isArray(requests) || requests.length > INDICATORS_MAX)
    throw refusal(`requests is not a list of at most ${INDICATORS_MAX} indicators`)
  const compiler = createCompiler({ interval, ...(instrument === undefined ? {} : { instrument }) })
  const { program } = compiler
  const compiled = requests.map((request, index) =>
    compileOutputs(compiler, request, index, { others, traded: instrument }),
  )

  const rowsOf = rowsOfSteps(program, candles.time.length, others)
  checkRoom(program.steps.reduce((sum, { kind }, id) => sum + (kind === 'given' ? 0 : (rowsOf[id] ?? 0)), 0))

  return host.use((memory) => {
    const chart = putChart(memory, candles)
    const columns = evaluate(memory, program, candles, chart, putOthers(memory, program, others))
    const rows = candles.time.length
    const from = give === 'last' ? rows - 1 : 0
    const valuesOf = (step: number) =>
      Array.from(memory.take(memory.skip(columns(step), from), rows - from), (value) =>
        Number.isNaN(value) ? null : value,
      )
    const results = compiled.map(({ key, outputs, problem }): IndicatorAnswer => {
      if (problem !== null) return { key, problem }
      return { key, outputs: Object.fromEntries(outputs.map(([name, step]) => [name, valuesOf(step)])) }
    })
    return { results }
  })
}

interface Compiled {
  readonly key: string
  readonly outputs: readonly (readonly [string, number])[]
  readonly problem: string | null
}

const instrumentsIn = (part: unknown, depth = 0): readonly unknown[] => {
  if (typeof part !== 'object' || part === null || depth > JSON_DEPTH_MAX) return []
  const own = 'instrument' in part && part.instrument !== undefined ? [part.instrument] : []
  return [...own, ...Object.values(part).flatMap((inner) => instrumentsIn(inner, depth + 1))]
}

const compileOutputs = (
  compiler: Compiler,
  request: IndicatorRequest,
  index: number,
  { others, traded }: { readonly others: OtherCandles; readonly traded: InstrumentId | undefined },
): Compiled => {
  const key: unknown = request?.key
  if (typeof key !== 'string')
    return {
      key: '',
      outputs: [],
      problem: `request ${index + 1} is no indicator: ${JSON.stringify(request)}`,
    }
  try {
    for (const named of instrumentsIn(request)) {
      if (named === traded) continue
      checkInstrument(named)
      candlesOfOther(others, named as InstrumentId)
    }
    const names = findIndicator(key)?.outputs ?? ['value']
    const operand = { kind: 'indicator' as const, ...request }
    return { key, outputs: names.map((name) => [name, compiler.output(operand, name)]), problem: null }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return { key, outputs: [], problem: error.message }
  }
}
