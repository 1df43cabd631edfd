import { memoryOf } from '../program/kernels.ts'
import type { Program, Step, StepId } from '../program/steps.ts'

/** Byte offsets of a step's column and state in the room of its evaluator. */
export interface Cell {
  readonly column: number
  readonly width: number
  readonly reach: number
  readonly state: number | null
}

export interface Layout {
  readonly cells: readonly Cell[]
  readonly bytes: number
}

/** Rows that a column takes in before those still read are moved to its front. */
export const SPAN = 64

const NUMBER_BYTES = 8

export const layoutOf = ({ steps }: Program): Layout => {
  const reaches = reachesOf(steps)
  let bytes = 0
  const take = (wanted: number): number => {
    const offset = bytes
    bytes += Math.ceil(wanted / NUMBER_BYTES) * NUMBER_BYTES
    return offset
  }
  const cells = steps.map((step, id): Cell => {
    const reach = reaches[id] ?? 0
    const width = isFlags(step) ? 1 : NUMBER_BYTES
    const numbers = step.kind === 'column' ? memoryOf(step.kernel, step.numbers).state : 0
    const column = take((reach + SPAN) * width)
    return { column, width, reach, state: numbers === 0 ? null : take(numbers * NUMBER_BYTES) }
  })
  return { cells, bytes }
}

export const isFlags = (step: Step): boolean =>
  step.kind === 'stand' || step.kind === 'judge' || step.kind === 'join'

const reachesOf = (steps: readonly Step[]): readonly number[] => {
  const reaches = steps.map(() => 0)
  const read = (id: StepId, reach: number): void => {
    reaches[id] = Math.max(reaches[id] ?? 0, reach)
  }
  for (const step of steps) {
    if (step.kind === 'judge') read(step.standings, memoryOf('judge', []).reach)
    if (step.kind !== 'column') continue
    const { reach } = memoryOf(step.kernel, step.numbers)
    for (const input of step.inputs) read(input, reach)
  }
  return reaches
}
