import { copyCandles } from '../../domain/charts/candle.ts'
import { areaSides, type IndicatorSpec } from '../../domain/charts/indicators/spec.ts'
import { findIndicator, linesOf, readsVolume } from '../../domain/charts/indicators.ts'
import { parseInstrumentId } from '../../domain/instruments/instrument.ts'
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
  if (tree.instrument !== undefined)
    return { text, problem: 'A chart takes only indicators of its own instrument' }
  return { text, operand: tree, spec }
}

/** Lines that differ only in a choice (those of MACD) share a pane. Volume never shares one with prices. */
const paneOf = (spec: IndicatorSpec, { params, interval }: IndicatorOperand): string => {
  if (spec.pane === 'price' && !params.includes('volume')) return 'price'
  const numbers = params.filter((value) => typeof value === 'number')
  return [spec.key, ...numbers, ...(interval === undefined ? [] : [interval])].join(' ')
}

/** `EMA 9`, `MACD 12 26 9 signal`: without `close`, default choices and offset. */
const labelOf = (spec: IndicatorSpec, { params, interval }: IndicatorOperand): string => {
  const values = params.filter((value, index) => {
    const param = spec.params[index]
    return (
      value !== 'close' &&
      !(param?.type === 'dropdown' && value === param.default) &&
      param?.name !== 'offset'
    )
  })
  return [spec.name, ...values, ...(interval === undefined ? [] : [`@${interval}`])].join(' ')
}

const missingIn = (asked: Drawable, { candles, instrument }: LinesInput): string | null => {
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
    return { of: [of, ...operand.params, operand.interval ?? ''].join(' '), side, isCloud: false }
  }
  const area = spec.lines?.area
  const option = params[spec.params.findIndex(({ name }) => name === spec.lines?.param)]
  const side = areaSides.find((one) => area?.[one] === option)
  return area === undefined || side === undefined ? null : { of: text, side, isCloud: area.isCloud ?? false }
}

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
      message: null,
    } as const
    if (direction === undefined) return [{ ...line, values, tone: null }]
    return [
      { ...line, values: where(values, direction, 1), tone: 'up' },
      { ...line, values: where(values, direction, -1), tone: 'down' },
    ]
  })
}

export const computeLines = async (
  input: LinesInput,
  engine: Pick<EngineClient, 'technicals'>,
): Promise<readonly ChartLine[]> => {
  const { candles, interval, indicators } = input
  const asked = indicators.map(read)
  const wanted = asked.map((one) =>
    'problem' in one || missingIn(one, input) !== null ? [] : linesOf(one.spec, one.operand.params),
  )
  const requests = asked.flatMap((one, index) => {
    if ('problem' in one) return []
    const { key, interval: higher } = one.operand
    return (wanted[index] ?? []).map((params) => ({
      key,
      params,
      ...(higher === undefined ? {} : { interval: higher }),
    }))
  })
  const { results } =
    requests.length === 0
      ? { results: [] }
      : await engine.technicals({ interval, give: 'columns', requests }, copyCandles(candles))
  let next = 0
  return asked.flatMap((one, index) => {
    if ('problem' in one) return [failedLine(one.text, one.problem)]
    const missing = missingIn(one, input)
    if (missing !== null) return [{ ...failedLine(one.text, missing), label: labelOf(one.spec, one.operand) }]
    return (wanted[index] ?? []).flatMap((params) => linesIn(one, params, results[next++]))
  })
}
