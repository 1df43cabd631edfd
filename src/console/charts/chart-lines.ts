import { messageOf } from '../../contract/api-error.ts'
import { getCandles } from '../../contract/instruments/instruments.ts'
import { alignedTo } from '../../domain/charts/aligned.ts'
import { type Candles, copyCandles, type OtherCandles } from '../../domain/charts/candle.ts'
import { linesOf } from '../../domain/charts/indicators.ts'
import { type InstrumentId, parseInstrumentId } from '../../domain/instruments/instrument.ts'
import { indicatorsIn } from '../../domain/strategies/condition/indicators-in.ts'
import { printOperand } from '../../domain/strategies/condition/print.ts'
import type { IndicatorOperand } from '../../domain/strategies/condition/tree.ts'
import { closesWhere, truthOf } from '../../domain/strategies/condition/truth.ts'
import type { IndicatorAnswer } from '../../engine/backtest/request.ts'
import type { EngineClient } from '../../engine/worker/client.ts'
import { type ChartLine, failedLine, type LinesInput } from '../../machines/charts/chart.ts'
import { columnsOfAnswers, indicatorRequest, numbersOf } from '../indicator-request.ts'
import {
  type DrawnIndicator,
  type DrawnRule,
  edgeOf,
  isPriceOf,
  othersRead,
  readDrawn,
  readsItsVolume,
} from './drawn-indicator.ts'

type Asked = DrawnIndicator | DrawnRule

const missingIn = (asked: Asked, instrument: InstrumentId, candles: Candles): string | null => {
  if (candles.time.length === 0) return 'no candles for this time'
  if (!readsItsVolume(asked, instrument) || candles.volume.some((volume) => volume > 0)) return null
  const isIndex = parseInstrumentId(instrument)?.segment === 'INDICES'
  return isIndex ? 'no volume on an index' : 'these candles have no volume'
}

const where = (values: Float64Array, direction: readonly (number | null)[], sign: 1 | -1): Float64Array =>
  values.map((value, row) => (direction[row] === sign ? value : Number.NaN))

const blankLine = ({ text, label }: Asked, message: string | null): ChartLine => ({
  ...failedLine(text, ''),
  label,
  message,
})

const linesIn = (
  asked: DrawnIndicator,
  params: IndicatorOperand['params'],
  answer: IndicatorAnswer | undefined,
): readonly ChartLine[] => {
  const { text, operand, spec, label, pane, levels } = asked
  if (answer === undefined) return [failedLine(text, `${spec.name} was not answered`)]
  if ('problem' in answer) return [blankLine(asked, answer.problem)]
  const choice = params.find((value, index) => value !== operand.params[index])
  const { direction, ...outputs } = answer.outputs
  return Object.entries(outputs).flatMap(([output, given], index): readonly ChartLine[] => {
    const values = numbersOf(given)
    const line = {
      indicator: text,
      label: choice === undefined ? (index === 0 ? label : `${label} ${output}`) : String(choice),
      pane,
      draw: choice !== undefined && choice === spec.lines?.bars ? 'bars' : spec.draw,
      levels,
      edge: edgeOf(asked, params),
      of: null,
      isPrice: isPriceOf(operand),
      message: null,
    } as const
    if (direction === undefined) return [{ ...line, values, tone: null }]
    return [
      { ...line, values: where(values, direction, 1), tone: 'up' },
      { ...line, values: where(values, direction, -1), tone: 'down' },
    ]
  })
}

interface Series {
  readonly of: InstrumentId | null
  readonly instrument: InstrumentId
  readonly candles: Candles
  readonly others: OtherCandles
}

type Engine = Pick<EngineClient, 'technicals'>

const answersOn = async (
  { instrument, candles, others }: Series,
  operands: readonly IndicatorOperand[],
  interval: LinesInput['interval'],
  engine: Engine,
): Promise<readonly IndicatorAnswer[]> => {
  if (operands.length === 0) return []
  const requests = operands.map(indicatorRequest)
  const asked = { interval, instrument, give: 'columns', requests } as const
  const { results } = await engine.technicals(asked, copyCandles(candles), { others })
  return results
}

const dotsOf = async (
  asked: DrawnRule,
  series: Series,
  interval: LinesInput['interval'],
  engine: Engine,
): Promise<ChartLine> => {
  const operands = indicatorsIn([asked.rule])
  const answers = await answersOn(series, operands, interval, engine)
  const failed = answers.find((answer) => 'problem' in answer)
  if (failed !== undefined) return blankLine(asked, failed.problem)
  const columns = columnsOfAnswers(operands, answers)
  const { close } = series.candles
  const truth = truthOf(asked.rule, {
    rows: close.length,
    columnOf: (operand) =>
      columns.get(printOperand(operand)) ?? new Float64Array(close.length).fill(Number.NaN),
  })
  return { ...blankLine(asked, null), values: closesWhere(truth, close), draw: 'marks' }
}

const linesOn = async (
  series: Series,
  asked: readonly Asked[],
  { interval, candles: own }: LinesInput,
  engine: Engine,
): Promise<ReadonlyMap<string, readonly ChartLine[]>> => {
  const { of, instrument, candles } = series
  const known = asked.map((one) => ({ one, missing: missingIn(one, instrument, candles) }))
  const wanted = known.flatMap(({ one, missing }) =>
    missing === null && 'spec' in one
      ? linesOf(one.spec, one.operand.params).map((params) => ({ one, params }))
      : [],
  )
  const operands = wanted.map(({ one, params }) => ({ ...one.operand, params }))
  const answers = await answersOn(series, operands, interval, engine)
  const placed = (line: ChartLine): ChartLine =>
    of === null || line.message !== null
      ? { ...line, of }
      : { ...line, of, values: alignedTo(own.time, { time: candles.time, values: line.values }) }
  const lines = new Map<string, readonly ChartLine[]>()
  for (const { one, missing } of known) {
    if (missing !== null) lines.set(one.text, [blankLine(one, missing)])
    else if ('rule' in one) lines.set(one.text, [await dotsOf(one, series, interval, engine)])
    else
      lines.set(
        one.text,
        wanted.flatMap((line, index) => (line.one === one ? linesIn(one, line.params, answers[index]) : [])),
      )
  }
  return new Map([...lines].map(([text, some]) => [text, some.map(placed)] as const))
}

/** `loadOther` answers null for candles that are on their way, so that the chart's own indicators do not wait for them. */
export const computeLines = async (
  input: LinesInput,
  engine: Engine,
  loadOther: (instrument: InstrumentId) => Promise<Candles | null>,
): Promise<readonly ChartLine[]> => {
  const asked = input.indicators.map(readDrawn)
  const drawable = asked.filter((one): one is Asked => !('problem' in one))
  const instrumentOf = (one: Asked): InstrumentId =>
    'rule' in one ? input.instrument : (one.operand.instrument ?? input.instrument)
  // Lines that read no other instrument do not wait for those that do.
  const groupOf = (one: Asked): string => {
    const instrument = instrumentOf(one)
    return [instrument, ...othersRead(one, instrument)].join(' ')
  }
  const linesOfGroup = async (some: readonly Asked[]): Promise<ReadonlyMap<string, readonly ChartLine[]>> => {
    const [first] = some
    if (first === undefined) return new Map()
    const instrument = instrumentOf(first)
    const of = instrument === input.instrument ? null : instrument
    const named = othersRead(first, instrument)
    const blank = (message: string | null) =>
      new Map(some.map((one) => [one.text, [blankLine(one, message)]]))
    try {
      const candles = of === null ? input.candles : await loadOther(of)
      const others = await Promise.all(named.map(async (one) => [one, await loadOther(one)] as const))
      const loaded = others.flatMap(([one, theirs]) => (theirs === null ? [] : [[one, theirs] as const]))
      if (candles === null || loaded.length < named.length) return blank(null)
      return await linesOn(
        { of, instrument, candles, others: Object.fromEntries(loaded) },
        some,
        input,
        engine,
      )
    } catch (error) {
      if (of === null && named.length === 0) throw error
      return blank(messageOf(error, getCandles.failure))
    }
  }
  const groups = [...new Set(drawable.map(groupOf))].map((group) =>
    drawable.filter((one) => groupOf(one) === group),
  )
  const found = await Promise.all(groups.map(linesOfGroup))
  const lines = new Map(found.flatMap((one) => [...one]))
  return asked.flatMap((one) =>
    'problem' in one ? [failedLine(one.text, one.problem)] : (lines.get(one.text) ?? []),
  )
}
