import { memoryOf } from './kernels.ts'
import type { Program, Step, StepId } from './steps.ts'

export interface RecentRows {
  readonly from: number
  readonly before: readonly number[]
}

export const allRows: RecentRows = { from: 0, before: [] }

export const firstRowOf = ({ from, before }: RecentRows, step: StepId): number =>
  Math.max(0, from - (before[step] ?? 0))

/** For each step: how many rows before the first wanted one are read by later steps; infinite if all are. */
export const rowsBefore = ({ steps }: Program): readonly number[] => {
  const before = steps.map(() => 0)
  for (let id = steps.length - 1; id >= 0; id--) {
    const step = steps[id]
    if (step === undefined) continue
    for (const [input, rows] of inputsOf(step))
      before[input] = Math.max(before[input] ?? 0, (before[id] ?? 0) + rows)
  }
  return before
}

const inputsOf = (step: Step): readonly (readonly [StepId, number])[] => {
  switch (step.kind) {
    case 'given':
      return []
    case 'column': {
      const { reach, state, block } = memoryOf(step.kernel, step.numbers)
      // The block with the first row begins less than a block before it, and reads as much again.
      const rows = block > 0 ? 2 * block : state === 0 ? reach : Number.POSITIVE_INFINITY
      return step.inputs.map((input) => [input, rows])
    }
    case 'project':
      return [[step.source, Number.POSITIVE_INFINITY]]
    case 'stand':
    case 'join':
      return [
        [step.left, 0],
        [step.right, 0],
      ]
    case 'judge':
      return [[step.standings, memoryOf('judge', []).reach]]
    default:
      return step satisfies never
  }
}
