import type { SessionGroup } from '../../domain/calendar/calendar.ts'
import type { Interval } from '../../domain/charts/interval.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { KernelName } from './kernels.ts'

export type StepId = number

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
  readonly frame: number
}

export type Step =
  | (StepShape & { readonly kind: 'given'; readonly column: GivenColumn })
  | (StepShape & {
      readonly kind: 'column'
      readonly kernel: KernelName
      readonly inputs: readonly StepId[]
      readonly numbers: readonly number[]
      readonly lead: number
    })
  /** Values of another frame as seen from the candles of the chart. */
  | (StepShape & { readonly kind: 'project'; readonly source: StepId })
  /** How one column compares to another; all comparisons of the same two share it. */
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

export interface ProgramFrame {
  readonly interval: Interval
  /** Null for the traded symbol. */
  readonly instrument: InstrumentId | null
  readonly group: SessionGroup
}

/** Each step reads only steps before it. */
export interface Program {
  /** The first is the chart's. */
  readonly frames: readonly ProgramFrame[]
  readonly steps: readonly Step[]
}
