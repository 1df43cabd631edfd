import { findIndicator } from '../domain/charts/indicators.ts'
import { printOperand } from '../domain/strategies/condition/print.ts'
import type { IndicatorOperand } from '../domain/strategies/condition/tree.ts'
import type { IndicatorAnswer, IndicatorRequest } from '../engine/backtest/request.ts'

export const indicatorRequest = ({ kind: _, as: __, ...request }: IndicatorOperand): IndicatorRequest =>
  request

export const numbersOf = (given: readonly (number | null)[] = []): Float64Array =>
  Float64Array.from(given, (value) => value ?? Number.NaN)

export const columnsOfAnswers = (
  operands: readonly IndicatorOperand[],
  answers: readonly IndicatorAnswer[],
): ReadonlyMap<string, Float64Array> =>
  new Map(
    operands.map((operand, index) => {
      const text = printOperand(operand)
      const answer = answers[index]
      if (answer === undefined || 'problem' in answer)
        throw new Error(answer?.problem ?? `${text} was not answered`)
      const output = findIndicator(operand.key)?.outputs[0] ?? 'value'
      return [text, numbersOf(answer.outputs[output])] as const
    }),
  )
