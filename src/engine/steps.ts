import type { SessionGroup } from '../domain/calendar.ts'
import type { Interval } from '../domain/interval.ts'
import type { KernelName } from './kernels.ts'

/** Number of a step in its program. */
export type StepId = number

/** A series every frame begins with. */
export const givenColumns = [
  'time',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'sessionOpen',
  'sessionClose',
] as const
export type GivenColumn = (typeof givenColumns)[number]

interface StepShape {
  /** Whose candles it runs over: a place in `frames`. */
  readonly frame: number
}

export type Step =
  | (StepShape & { readonly kind: 'given'; readonly column: GivenColumn })
  | (StepShape & {
      readonly kind: 'column'
      readonly kernel: KernelName
      readonly inputs: readonly StepId[]
      readonly numbers: readonly number[]
      /** Rows without a value after its inputs have theirs. */
      readonly lead: number
    })
  /** Values of another frame, seen from the candles of the chart. */
  | (StepShape & { readonly kind: 'project'; readonly source: StepId })
  /** Where one column stands to another; what compares the same two shares it. */
  | (StepShape & { readonly kind: 'stand'; readonly left: StepId; readonly right: StepId })
  | (StepShape & {
      readonly kind: 'judge'
      readonly standings: StepId
      /** Bits of `stand` in assembly/conditions.ts. */
      readonly now: number
      readonly before: number
    })
  | (StepShape & {
      readonly kind: 'join'
      readonly kernel: 'both' | 'either'
      readonly left: StepId
      readonly right: StepId
    })

/** Steps in the order they are to be run; each reads only steps before it. */
export interface Program {
  /** The interval of each frame; the first is the chart's. */
  readonly frames: readonly Interval[]
  readonly steps: readonly Step[]
  /** Whose hours close the larger candles. */
  readonly group: SessionGroup
}
