import { messageOf } from '../../contract/api-error.ts'
import { getCandles } from '../../contract/instruments/instruments.ts'
import { alignedTo } from '../../domain/charts/aligned.ts'
import { type Candles, copyCandles } from '../../domain/charts/candle.ts'
import { areaSides, type IndicatorSpec } from '../../domain/charts/indicators/spec.ts'
import { findIndicator, linesOf, readsVolume } from '../../domain/charts/indicators.ts'
import { type InstrumentId, parseInstrumentId } from '../../domain/instruments/instrument.ts'
import { textOfInstrument } from '../../domain/instruments/instrument-names.ts'
import { parseOperand } from '../../domain/strategies/condition/parse.ts'
import type { IndicatorOperand } from '../../domain/strategies/condition/tree.ts'
import type { IndicatorAnswer } from '../../engine/backtest/request.ts'
import type { EngineClient } from '../../engine/worker/client.ts'
import { type AreaEdge, type ChartLine, failedLine, type LinesInput } from '../../machines/charts/chart.ts'

type Params = IndicatorOperand['params']

interface Drawable {
  readonly text: string
  readonly operand: IndicatorOperand
  readonly spec: IndicatorSpec
}

type Asked = Drawable | { readonly text: string; readonly problem: string }

const read = (text: string): Asked => {
  const parsed = parseOperand(text)
  if (!parsed.ok) {
    const { found, expected } = parsed.problem
    return { text, problem: `Found ${found}, expected ${expected}` }
  }
  const { tree } = parsed
  const spec = tree.kind === 'indicator' ? findIndicator(tree.key) : null
  if (tree.kind !== 'indicator' || spec === null)
    return { text, problem: 'A chart takes one indicator at a time' }
  return { text, operand: tree, spec }
}

/** Lines that differ only in a choice (those of MACD) share a pane. Volume never shares one with prices. */
const paneOf = (spec: IndicatorSpec, { params, interval, instrument }: IndicatorOperand): string => {
  if (spec.pane === 'price' && !params.includes('volume')) return 'price'
  const numbers = params.filter((value) => typeof value === 'number')
  return [spec.key, ...numbers, interval ?? '', instrument ?? ''].join(' ').trimEnd()
}

const isPriceOf = ({ key, params, interval, instrument }: IndicatorOperand): boolean =>
  key === 'close' &&
  params.every((value) => value === 0) &&
  interval === undefined &&
  instrument !== undefined

/** `EMA 9`, `MACD 12 26 9 signal`, `RSI 14 of TCS`: without `close`, default choices and offset. */
const labelOf = (spec: IndicatorSpec, operand: IndicatorOperand): string => {
  const { params, interval, instrument } = operand
  const name = instrument === undefined ? null : textOfInstrument(instrument)
  if (name !== null && isPriceOf(operand)) return name
  const values = params.filter((value, index) => {
    const param = spec.params[index]
    return (
      value !== 'close' &&
      !(param?.type === 'dropdown' && value === param.default) &&
      param?.name !== 'offset'
    )
  })
  return [
    spec.name,
    ...values,
    ...(interval === undefined ? [] : [`@${interval}`]),
    ...(name === null ? [] : [`of ${name}`]),
  ].join(' ')
}

const missingIn = (asked: Drawable, instrument: InstrumentId, candles: Candles): string | null => {
  if (candles.time.length === 0) return 'no candles for this time'
  if (!readsVolume(asked.spec, asked.operand.params)) return null
  if (candles.volume.some((volume) => volume > 0)) return null
  const isIndex = parseInstrumentId(instrument)?.segment === 'INDICES'
  return isIndex ? 'no volume on an index' : 'these candles have no volume'
}

const where = (values: Float64Array, direction: readonly (number | null)[], sign: 1 | -1): Float64Array =>
  values.map((value, row) => (direction[row] === sign ? value : Number.NaN))

const edgeOf = ({ spec, text, operand }: Drawable, params: Params): AreaEdge | null => {
  if (spec.edge !== null) {
    const { of, side } = spec.edge
    const whose = [...operand.params, operand.interval ?? '', operand.instrument ?? '']
    return { of: [of, ...whose].join(' '), side, isCloud: false }
  }
  const area = spec.lines?.area
  const option = params[spec.params.findIndex(({ name }) => name === spec.lines?.param)]
  const side = areaSides.find((one) => area?.[one] === option)
  return area === undefined || side === undefined ? null : { of: text, side, isCloud: area.isCloud ?? false }
}

const blankLine = ({ text, spec, operand }: Drawable, message: string | null): ChartLine => ({
  ...failedLine(text, ''),
  label: labelOf(spec, operand),
  message,
})

const linesIn = (
  asked: Drawable,
  params: Params,
  answer: IndicatorAnswer | undefined,
): readonly ChartLine[] => {
  const { text, operand, spec } = asked
  const whole = labelOf(spec, operand)
  if (answer === undefined) return [failedLine(text, `${spec.name} was not answered`)]
  if ('problem' in answer) return [{ ...failedLine(text, answer.problem), label: whole }]
  const choice = params.find((value, index) => value !== operand.params[index])
  const { direction, ...outputs } = answer.outputs
  return Object.entries(outputs).flatMap(([output, given], index): readonly ChartLine[] => {
    const values = Float64Array.from(given, (value) => value ?? Number.NaN)
    const line = {
      indicator: text,
      label: choice === undefined ? (index === 0 ? whole : `${whole} ${output}`) : String(choice),
      pane: paneOf(spec, operand),
      draw: choice !== undefined && choice === spec.lines?.bars ? 'bars' : spec.draw,
      levels: spec.levels,
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
}

const linesOn = async (
  { of, instrument, candles }: Series,
  asked: readonly Drawable[],
  { interval, candles: own }: LinesInput,
  engine: Pick<EngineClient, 'technicals'>,
): Promise<ReadonlyMap<string, readonly ChartLine[]>> => {
  const missing = asked.map((one) => missingIn(one, instrument, candles))
  const wanted = asked.map((one, index) =>
    missing[index] === null ? linesOf(one.spec, one.operand.params) : [],
  )
  const requests = asked.flatMap(({ operand: { key, interval: higher } }, index) =>
    (wanted[index] ?? []).map((params) => ({
      key,
      params,
      ...(higher === undefined ? {} : { interval: higher }),
    })),
  )
  const { results } =
    requests.length === 0
      ? { results: [] }
      : await engine.technicals({ interval, give: 'columns', requests }, copyCandles(candles))
  const placed = (line: ChartLine): ChartLine =>
    of === null || line.message !== null
      ? { ...line, of }
      : { ...line, of, values: alignedTo(own.time, { time: candles.time, values: line.values }) }
  let next = 0
  return new Map(
    asked.map((one, index) => {
      const problem = missing[index] ?? null
      const lines =
        problem === null
          ? (wanted[index] ?? []).flatMap((params) => linesIn(one, params, results[next++]))
          : [blankLine(one, problem)]
      return [one.text, lines.map(placed)]
    }),
  )
}

/** `loadOther` answers null for candles that are on their way, so that the chart's own indicators do not wait for them. */
export const computeLines = async (
  input: LinesInput,
  engine: Pick<EngineClient, 'technicals'>,
  loadOther: (instrument: InstrumentId) => Promise<Candles | null>,
): Promise<readonly ChartLine[]> => {
  const asked = input.indicators.map(read)
  const drawable = asked.filter((one) => 'spec' in one)
  const instrumentOf = ({ operand }: Drawable): InstrumentId => operand.instrument ?? input.instrument
  const linesOfOne = async (instrument: InstrumentId): Promise<ReadonlyMap<string, readonly ChartLine[]>> => {
    const some = drawable.filter((one) => instrumentOf(one) === instrument)
    const of = instrument === input.instrument ? null : instrument
    const blank = (message: string | null) =>
      new Map(some.map((one) => [one.text, [blankLine(one, message)]]))
    try {
      const candles = of === null ? input.candles : await loadOther(of)
      return candles === null ? blank(null) : await linesOn({ of, instrument, candles }, some, input, engine)
    } catch (error) {
      if (of === null) throw error
      return blank(messageOf(error, getCandles.failure))
    }
  }
  const found = await Promise.all([...new Set(drawable.map(instrumentOf))].map(linesOfOne))
  const lines = new Map(found.flatMap((one) => [...one]))
  return asked.flatMap((one) =>
    'problem' in one ? [failedLine(one.text, one.problem)] : (lines.get(one.text) ?? []),
  )
}
