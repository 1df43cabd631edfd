import { sliceCandles } from '../domain/candle.ts'
import { parseOperand } from '../domain/condition/parse.ts'
import type { IndicatorOperand } from '../domain/condition/tree.ts'
import type { IndicatorSpec } from '../domain/indicators/spec.ts'
import { findIndicator } from '../domain/indicators.ts'
import type { EngineClient } from '../engine/client.ts'
import type { IndicatorAnswer } from '../engine/request.ts'
import { type ChartLine, failedLine, type LinesInput } from '../machines/chart.ts'

type Asked =
  | { readonly text: string; readonly operand: IndicatorOperand; readonly spec: IndicatorSpec }
  | { readonly text: string; readonly problem: string }

/** What steers other outputs and is no line to draw. */
const hiddenOutputs: readonly string[] = ['direction']

const read = (text: string): Asked => {
  const parsed = parseOperand(text)
  if (!parsed.ok) {
    const { found, expected } = parsed.problem
    return { text, problem: `${found} stands where ${expected} is expected` }
  }
  const { tree } = parsed
  const spec = tree.kind === 'indicator' ? findIndicator(tree.key) : null
  if (tree.kind !== 'indicator' || spec === null) return { text, problem: 'A chart draws single indicators' }
  if (tree.instrument !== undefined)
    return { text, problem: 'A chart draws indicators of its own instrument' }
  return { text, operand: tree, spec }
}

/** Lines of one indicator that differ only in a choice (the lines of MACD) share a pane. */
const paneOf = (spec: IndicatorSpec, { params, interval }: IndicatorOperand): string => {
  if (spec.pane === 'price') return 'price'
  const numbers = params.filter((value) => typeof value === 'number')
  return [spec.key, ...numbers, ...(interval === undefined ? [] : [interval])].join(' ')
}

/** `EMA 9`, `MACD 12 26 9 signal`: name and values, without what is usual. */
const labelOf = (spec: IndicatorSpec, { params, interval }: IndicatorOperand): string => {
  const values = params.filter((value, place) => {
    const param = spec.params[place]
    return (
      value !== 'close' &&
      !(param?.type === 'dropdown' && value === param.default) &&
      param?.name !== 'offset'
    )
  })
  return [spec.name, ...values, ...(interval === undefined ? [] : [`@${interval}`])].join(' ')
}

const linesOf = (asked: Asked, answer: IndicatorAnswer | undefined): readonly ChartLine[] => {
  if ('problem' in asked) return [failedLine(asked.text, asked.problem)]
  const { text, operand, spec } = asked
  if (answer === undefined) return [failedLine(text, `${spec.name} was not answered`)]
  const label = labelOf(spec, operand)
  if ('problem' in answer) return [{ ...failedLine(text, answer.problem), label }]
  return Object.entries(answer.outputs)
    .filter(([output]) => !hiddenOutputs.includes(output))
    .map(([output, values], place) => ({
      indicator: text,
      label: place === 0 ? label : `${label} ${output}`,
      values: Float64Array.from(values, (value) => value ?? Number.NaN),
      pane: paneOf(spec, operand),
      message: null,
    }))
}

/** Every indicator of a chart by one request; one that fails says so and leaves the others alone. */
export const computeLines = async (
  { candles, interval, indicators }: LinesInput,
  engine: Pick<EngineClient, 'technicals'>,
): Promise<readonly ChartLine[]> => {
  const asked = indicators.map(read)
  const requests = asked.flatMap((one) => {
    if ('problem' in one) return []
    const { key, params, interval: coarser } = one.operand
    return [{ key, params, ...(coarser === undefined ? {} : { interval: coarser }) }]
  })
  // The engine takes what it is given, and the chart goes on showing its candles.
  const copy = structuredClone(sliceCandles(candles, 0, candles.time.length))
  const { results } =
    requests.length === 0
      ? { results: [] }
      : await engine.technicals({ interval, give: 'columns', requests }, copy)
  let next = 0
  return asked.flatMap((one) => linesOf(one, 'problem' in one ? undefined : results[next++]))
}
