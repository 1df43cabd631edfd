import { areaSides, type IndicatorSpec } from '../../domain/charts/indicators/spec.ts'
import { fieldIndexOf, findIndicator, readsVolume } from '../../domain/charts/indicators.ts'
import { PANE_NAME_MAX } from '../../domain/charts/panes.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { textOfInstrument } from '../../domain/instruments/instrument-names.ts'
import { indicatorsIn, indicatorsOf, withInner } from '../../domain/strategies/condition/indicators-in.ts'
import { isOnPriceScale } from '../../domain/strategies/condition/price-scale.ts'
import { printOperand, shortCondition, shortOperand } from '../../domain/strategies/condition/print.ts'
import type { Condition, IndicatorOperand, Operand } from '../../domain/strategies/condition/tree.ts'
import { readOperandOrRule } from '../../domain/strategies/definitions/written.ts'
import type { AreaEdge } from '../../machines/charts/chart.ts'

export interface DrawnIndicator {
  readonly text: string
  readonly label: string
  readonly pane: string
  readonly levels: readonly number[]
  readonly operand: IndicatorOperand
  readonly spec: IndicatorSpec
}

/** A rule, drawn as a dot at the close of each candle at which it is true. */
export interface DrawnRule {
  readonly text: string
  readonly label: string
  readonly rule: Condition
}

export type Drawn = DrawnIndicator | DrawnRule | { readonly text: string; readonly problem: string }

export const readDrawn = (text: string): Drawn => {
  const read = readOperandOrRule(text, [])
  if ('operand' in read) return drawnOperand(text, read.operand)
  if ('rule' in read) return { text, label: shortCondition(read.rule), rule: read.rule }
  const { found, expected } = read.problem
  return { text, problem: `Found ${found}, expected ${expected}` }
}

const drawnOperand = (text: string, tree: Operand): Drawn => {
  if (tree.kind === 'indicator') {
    const spec = findIndicator(tree.key)
    if (spec === null) return { text, problem: `There is no indicator ${tree.key}` }
    const label = tree.as ?? labelOf(spec, tree)
    return { text, label, pane: paneOf(spec, tree), levels: levelsOf(spec, tree), operand: tree, spec }
  }
  const spec = findIndicator('sma')
  if (spec === null || indicatorsOf(tree).length === 0)
    return { text, problem: 'A number alone is no line: name an indicator or a price' }
  // An average of one candle is the calculation itself.
  const operand = { kind: 'indicator', key: spec.key, params: ['close', 1, 0], over: tree } as const
  const label = shortOperand(tree)
  const pane = isOnPriceScale(tree) ? 'price' : label.slice(0, PANE_NAME_MAX)
  return { text, label, pane, levels: [], operand, spec }
}

/** Lines that differ only in a choice (those of MACD) share a pane, and an average has that of its operand. Volume never shares one with prices. */
const paneOf = (spec: IndicatorSpec, operand: IndicatorOperand): string => {
  const { params, interval, instrument, over } = operand
  if (isOnPriceScale(operand)) return 'price'
  const place = [interval ?? '', instrument ?? '']
  const inner = over?.kind === 'indicator' ? findIndicator(over.key) : null
  if (spec.pane === 'price' && over?.kind === 'indicator' && inner !== null)
    return paneOf(inner, { ...(interval && { interval }), ...(instrument && { instrument }), ...over })
  const numbers = params.filter((value) => typeof value === 'number')
  const source = over === undefined ? [] : [shortOperand(over)]
  const own = spec.pane === 'price' && over !== undefined ? source : [spec.key, ...numbers, ...source]
  return [...own, ...place].join(' ').trimEnd().slice(0, PANE_NAME_MAX)
}

/** An average of an RSI is read against the levels of the RSI. */
const levelsOf = (spec: IndicatorSpec, { over }: IndicatorOperand): readonly number[] => {
  if (over === undefined || spec.pane !== 'price') return spec.levels
  const inner = over.kind === 'indicator' ? findIndicator(over.key) : null
  return over.kind === 'indicator' && inner !== null ? levelsOf(inner, over) : []
}

export const isPriceOf = ({ key, params, interval, instrument }: IndicatorOperand): boolean =>
  key === 'close' &&
  params.every((value) => value === 0) &&
  interval === undefined &&
  instrument !== undefined

/** `EMA 9`, `MACD 12 26 9 signal`, `RSI 14 of TCS`, `EMA 9 (RSI 14)`: without `close`, default choices and offset. */
const labelOf = (spec: IndicatorSpec, operand: IndicatorOperand): string => {
  const { params, interval, instrument, over } = operand
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
    ...(over === undefined ? [] : [`(${labelOfOperand(over)})`]),
    ...(interval === undefined ? [] : [`@${interval}`]),
    ...(name === null ? [] : [`of ${name}`]),
  ].join(' ')
}

const labelOfOperand = (operand: Operand): string => {
  const spec = operand.kind === 'indicator' && operand.as === undefined ? findIndicator(operand.key) : null
  return operand.kind === 'indicator' && spec !== null ? labelOf(spec, operand) : shortOperand(operand)
}

export const edgeOf = (
  { spec, text, operand }: DrawnIndicator,
  params: IndicatorOperand['params'],
): AreaEdge | null => {
  if (spec.edge !== null) {
    const { of, side } = spec.edge
    const values = operand.params.map((value, index) =>
      operand.over !== undefined && index === fieldIndexOf(spec) ? printOperand(operand.over) : value,
    )
    const whose = [...values, operand.interval ?? '', operand.instrument ?? '']
    return { of: [of, ...whose].join(' '), side, isCloud: false }
  }
  const area = spec.lines?.area
  const option = params[spec.params.findIndex(({ name }) => name === spec.lines?.param)]
  const side = areaSides.find((one) => area?.[one] === option)
  return area === undefined || side === undefined ? null : { of: text, side, isCloud: area.isCloud ?? false }
}

const indicatorsRead = (drawn: DrawnIndicator | DrawnRule): readonly IndicatorOperand[] =>
  ('rule' in drawn ? indicatorsIn([drawn.rule]) : [drawn.operand]).flatMap(withInner)

export const othersRead = (
  drawn: DrawnIndicator | DrawnRule,
  computedOn: InstrumentId,
): readonly InstrumentId[] => [
  ...new Set(
    indicatorsRead(drawn)
      .flatMap(({ instrument }) => instrument ?? [])
      .filter((instrument) => instrument !== computedOn),
  ),
]

export const readsItsVolume = (drawn: DrawnIndicator | DrawnRule, computedOn: InstrumentId): boolean =>
  indicatorsRead(drawn).some(({ key, params, instrument = computedOn }) => {
    const spec = findIndicator(key)
    return instrument === computedOn && spec !== null && readsVolume(spec, params)
  })
