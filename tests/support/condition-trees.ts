import * as fc from 'fast-check'
import { fields, type ParamSpec } from '../../src/domain/charts/indicators/spec.ts'
import { fieldIndexOf, indicators } from '../../src/domain/charts/indicators.ts'
import { intervals } from '../../src/domain/charts/interval.ts'
import { instrumentId, segments } from '../../src/domain/instruments/instrument.ts'
import { indicatorsOf } from '../../src/domain/strategies/condition/indicators-in.ts'
import {
  type Condition,
  comparators,
  type IndicatorOperand,
  type Operand,
} from '../../src/domain/strategies/condition/tree.ts'

const paramValue = (param: ParamSpec): fc.Arbitrary<number | string> =>
  param.type === 'dropdown'
    ? fc.constantFrom(...param.options)
    : param.integer
      ? fc.integer({ min: param.min, max: param.max })
      : fc.double({ min: param.min, max: param.max, noNaN: true }).map((value) => value + 0)

const instrument = fc
  .tuple(fc.constantFrom(...segments), fc.stringMatching(/^[A-Z0-9&.-]([A-Z0-9&. -]{0,18}[A-Z0-9&.-])?$/))
  .map(([segment, symbol]) => instrumentId(segment, symbol))

const indicator: fc.Arbitrary<Operand> = fc.constantFrom(...indicators).chain((spec) =>
  fc
    .record({
      params: fc.tuple(...spec.params.map(paramValue)),
      interval: fc.option(fc.constantFrom(...intervals), { nil: undefined }),
      instrument: fc.option(instrument, { nil: undefined }),
    })
    .map(({ params, interval, instrument }) => ({
      kind: 'indicator' as const,
      key: spec.key,
      params,
      ...(interval === undefined ? {} : { interval }),
      ...(instrument === undefined ? {} : { instrument }),
    })),
)

const number: fc.Arbitrary<Operand> = fc
  .oneof(fc.integer({ min: -100_000, max: 100_000 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((value) => ({ kind: 'number' as const, value: value + 0 }))

const averaging = indicators.filter((spec) => fieldIndexOf(spec) >= 0)

const isPlainField = (operand: Operand): boolean =>
  operand.kind === 'indicator' &&
  fields.some((field) => field === operand.key) &&
  operand.interval === undefined &&
  operand.instrument === undefined &&
  operand.params.every((value) => value === 0)

const onOperand = (inner: fc.Arbitrary<Operand>): fc.Arbitrary<Operand> =>
  fc.constantFrom(...averaging).chain((spec) =>
    fc
      .tuple(
        fc.tuple(...spec.params.map(paramValue)),
        inner.filter((over) => indicatorsOf(over).length > 0 && !isPlainField(over)),
      )
      .map(([params, over]): IndicatorOperand => {
        const field = spec.params[fieldIndexOf(spec)]?.default ?? 'close'
        return { kind: 'indicator', key: spec.key, params: params.with(fieldIndexOf(spec), field), over }
      }),
  )

const { operand } = fc.letrec<{ operand: Operand }>((tie) => ({
  operand: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    indicator,
    number,
    fc.record({
      kind: fc.constant('arithmetic' as const),
      operator: fc.constantFrom('+', '-', '*', '/'),
      left: tie('operand'),
      right: tie('operand'),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      name: fc.constantFrom('min', 'max'),
      of: fc.array(tie('operand'), { minLength: 2, maxLength: 3 }),
    }),
    tie('operand').map((of): Operand => ({ kind: 'call', name: 'abs', of: [of] })),
    onOperand(tie('operand')),
  ),
}))

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.record({
      kind: fc.constant('compare' as const),
      left: operand,
      comparator: fc.constantFrom(...comparators),
      right: operand,
    }),
    fc.record({
      kind: fc.constantFrom('all' as const, 'any' as const),
      of: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}))

const NODES_MAX = 60

export const operandTrees: fc.Arbitrary<Operand> = operand

export const conditionTrees: fc.Arbitrary<Condition> = condition.filter(
  (tree) => JSON.stringify(tree).split('"kind"').length <= NODES_MAX && JSON.stringify(tree).length < 1_800,
)
