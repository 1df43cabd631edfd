import Papa from 'papaparse'
import type { Draw, IndicatorSpec } from '../src/domain/charts/indicators/spec.ts'
import { indicators } from '../src/domain/charts/indicators.ts'
import { warmUpsOf } from '../src/engine/program/cost.ts'
import { createCompiler } from '../src/engine/program/program.ts'
import { type IndicatorTexts, indicatorTexts } from './indicator-texts.ts'

const fields = [
  'Indicator',
  'Condition',
  'Category',
  'Description',
  'Sub Category',
  'Tags',
  'Trend',
  'Analysis',
] as const

/** As one writes it, with the usual values. */
export const conditionOf = ({ syntax, params }: IndicatorSpec): string =>
  params.length === 0 ? syntax : `${syntax}(${params.map((param) => param.default).join(',')})`

/** Candles before the first value of an indicator with these params, on candles of a minute. */
export const warmUpOf = (
  spec: IndicatorSpec,
  params: readonly (number | string)[] = spec.params.map((param) => param.default),
): number => {
  const compiler = createCompiler({ interval: 'min' })
  const steps = spec.outputs.map((output) =>
    compiler.output({ kind: 'indicator', key: spec.key, params }, output),
  )
  const warmUps = warmUpsOf(compiler.program)
  return Math.max(...steps.map((step) => warmUps[step] ?? 0))
}

const drawn: Readonly<Record<Draw, string>> = {
  line: 'a line',
  dailyLine: 'a line for each day',
  bars: 'bars',
  dots: 'dots',
  steps: 'levels',
}

/** What is said of it in words; an indicator without words is not fit to be printed. */
export const textsOf = ({ key }: IndicatorSpec): IndicatorTexts => {
  const texts = indicatorTexts[key]
  if (texts === undefined) throw new Error(`docs/indicator-texts.ts says nothing of ${key}`)
  return texts
}

/** How it is drawn and from when it has a value: `drawn as a line over the candles, first value on candle 20`. */
export const analysisOf = (spec: IndicatorSpec): string => {
  const where = spec.pane === 'price' ? 'over the candles' : 'in a pane of its own'
  const warmUp = warmUpOf(spec)
  const when = textsOf(spec).tags.startsWith('session')
    ? 'the session gives its first value'
    : `first value on candle ${warmUp + 1}`
  return `drawn as ${drawn[spec.draw]} ${where}, ${when}`
}

/** The static file of all indicators: one row each, RFC 4180 with a header. */
export const indicatorFile = (): string => {
  const data = indicators.map((spec) => {
    const { tags, description, trend } = textsOf(spec)
    const [category = '', kind = ''] = tags.split('; ')
    return [spec.name, conditionOf(spec), category, description, kind, tags, trend, analysisOf(spec)]
  })
  return Papa.unparse({ fields: [...fields], data }, { newline: '\n' })
}
