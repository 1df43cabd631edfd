import { comparedOperands } from '../../domain/strategies/condition/operands.ts'
import { parseCondition } from '../../domain/strategies/condition/parse.ts'
import { describeProblem } from '../../domain/strategies/condition/parse-problem.ts'
import { printOperand } from '../../domain/strategies/condition/print.ts'
import type { Condition } from '../../domain/strategies/condition/tree.ts'
import { refusal } from '../failure.ts'
import type { Compiler } from './program.ts'
import type { StepId } from './steps.ts'

/** Throws EngineError `refused` with the column where the text makes no sense. */
export const readRule = (rule: string): Condition => {
  const parsed = parseCondition(rule)
  if (parsed.ok) return parsed.tree
  throw refusal(`rule, ${describeProblem(parsed.problem)}`)
}

export const operandSteps = (condition: Condition, compiler: Compiler): ReadonlyMap<string, StepId> =>
  new Map(
    comparedOperands(condition).map((operand) => [printOperand(operand), compiler.operand(operand)] as const),
  )
