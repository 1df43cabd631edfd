import { averages } from './indicators/averages.ts'
import { bands } from './indicators/bands.ts'
import { momentum } from './indicators/momentum.ts'
import { prices } from './indicators/prices.ts'
import { sessions } from './indicators/sessions.ts'
import { fields, type IndicatorSpec, type ParamSpec } from './indicators/spec.ts'
import { trends } from './indicators/trends.ts'
import { volumes } from './indicators/volumes.ts'

/** Descriptions are not here: they are read from the indicator file when needed. */
export const indicators: readonly IndicatorSpec[] = [
  ...averages,
  ...bands,
  ...trends,
  ...momentum,
  ...volumes,
  ...sessions,
  ...prices,
]

const bySyntax: ReadonlyMap<string, IndicatorSpec> = new Map(indicators.map((spec) => [spec.syntax, spec]))

/** Params of each line drawn, its own first; all lines if the choice between them has its default. */
export const linesOf = (
  spec: Pick<IndicatorSpec, 'params' | 'lines'>,
  params: readonly (number | string)[],
): readonly (readonly (number | string)[])[] => {
  const index = spec.params.findIndex(({ name }) => name === spec.lines?.param)
  const choice = spec.params[index]
  if (choice === undefined || params[index] !== choice.default) return [params]
  const others = choice.options.filter((option) => option !== choice.default)
  return [params, ...others.map((option) => params.with(index, option))]
}

/** True for indicators without values on an index, which has no volume. */
export const readsVolume = (spec: IndicatorSpec, params: readonly (number | string)[]): boolean =>
  volumes.includes(spec) || params.includes('volume')

/** The param that says what it is computed on, which can be an operand; -1 without one. */
export const fieldIndexOf = ({ params }: Pick<IndicatorSpec, 'params'>): number =>
  params.findIndex(({ options }) => options === fields)

export const imageOf = ({ key }: IndicatorSpec): string => `/indicators/${key}.svg`

export const findIndicator = (syntax: string): IndicatorSpec | null =>
  bySyntax.get(syntax.toLowerCase()) ?? null

const problemOf = (spec: ParamSpec, value: unknown): string | null => {
  if (spec.type === 'dropdown')
    return spec.options.some((option) => option === value)
      ? null
      : `${spec.name} is ${String(value)}, allowed ${spec.options.join(', ')}`
  const isAllowed =
    typeof value === 'number' &&
    Number.isFinite(value) &&
    value >= spec.min &&
    value <= spec.max &&
    (!spec.integer || Number.isInteger(value))
  return isAllowed
    ? null
    : `${spec.name} is ${String(value)}, allowed ${spec.integer ? 'whole numbers ' : ''}${spec.min} to ${spec.max}`
}

export const findParamProblem = (spec: IndicatorSpec, values: readonly unknown[]): string | null => {
  if (values.length !== spec.params.length)
    return `${spec.syntax} takes ${spec.params.length} values, got ${values.length}`
  for (const [index, param] of spec.params.entries()) {
    const problem = problemOf(param, values[index])
    if (problem !== null) return `${spec.syntax}: ${problem}`
  }
  return null
}
