import type { CommandCall } from '../../../commands/registry.ts'
import type { NumberRange } from '../../../domain/backtests/sweep/number-range.ts'
import type { SweepPlan, SweptParameter } from '../../../domain/backtests/sweep/sweep-plan.ts'
import type { SweptCondition } from '../../../domain/backtests/sweep/swept-condition.ts'
import type { SweepRunRequest } from '../../../machines/backtests/sweep-result.ts'
import { callOfRun } from '../../backtests/call-of-run.ts'

export const callOfSweep = ({ plan, instruments, measure, walk }: SweepRunRequest): CommandCall => {
  const { entry: _, exit: _exit, ...terms } = termsOf(plan, instruments)
  const { base, axes, hasOwnExit } = plan
  const rangeOf = (kind: SweptParameter['kind']): NumberRange | null =>
    axes.find(({ parameter }) => parameter.kind === kind)?.range ?? null
  const distance = (kind: 'stop' | 'target', amount: number) => ({
    amount,
    type: base.tpslType,
    range: rangeOf(kind),
  })
  const args = {
    ...terms,
    entry: sweptIn(plan, 'entry'),
    ...(hasOwnExit ? { exit: sweptIn(plan, 'exit') } : {}),
    size: { size: base.size, range: rangeOf('size') },
    ...(base.stopLoss === null ? {} : { stop: distance('stop', base.stopLoss) }),
    ...(base.targetProfit === null ? {} : { target: distance('target', base.targetProfit) }),
    measure,
  }
  return walk === null
    ? { command: 'sweep.run', args }
    : { command: 'sweep.walk', args: { ...args, inDays: walk.inDays, outDays: walk.outDays } }
}

const termsOf = ({ base, hasOwnName }: SweepPlan, instruments: SweepRunRequest['instruments']) => {
  const call = callOfRun({ params: base, instruments, cut: null })
  if (call.command !== 'backtest.run') throw new Error(`a sweep of ${call.command}`)
  const { size: _size, stop: _, target: _target, name, ...args } = call.args
  return { ...args, ...(hasOwnName && name !== undefined ? { name } : {}) }
}

const sweptIn = ({ base, axes }: SweepPlan, kind: 'entry' | 'exit'): SweptCondition => ({
  tree: base[kind],
  ranges: axes.flatMap(({ parameter, range }) =>
    parameter.kind === kind && 'path' in parameter ? [{ path: parameter.path, range }] : [],
  ),
})
