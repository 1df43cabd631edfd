import type { InstrumentId } from '../instrument.ts'
import type { Interval } from '../interval.ts'

export const comparators = [
  'equal to',
  'crosses above',
  'crosses below',
  'lower than',
  'higher than equal to',
  'lower than equal to',
  'higher than',
] as const
export type Comparator = (typeof comparators)[number]

/** `params` are all of the indicator's params in the order of the catalogue, defaults filled in. */
export interface IndicatorOperand {
  readonly kind: 'indicator'
  readonly key: string
  readonly params: readonly (number | string)[]
  /** Values of a coarser candle: that of its last closed one. */
  readonly interval?: Interval
  readonly instrument?: InstrumentId
}

export type Operand =
  | { readonly kind: 'number'; readonly value: number }
  | IndicatorOperand
  | {
      readonly kind: 'arithmetic'
      readonly operator: '+' | '-' | '*' | '/'
      readonly left: Operand
      readonly right: Operand
    }
  | { readonly kind: 'call'; readonly name: 'min' | 'max' | 'abs'; readonly of: readonly Operand[] }

export type Condition =
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | {
      readonly kind: 'compare'
      readonly left: Operand
      readonly comparator: Comparator
      readonly right: Operand
    }

/** Where a text stopped making sense. `column` counts from 1. */
export interface ParseProblem {
  readonly column: number
  readonly found: string
  readonly expected: string
}

export type Parsed<Tree> =
  | { readonly ok: true; readonly tree: Tree }
  | { readonly ok: false; readonly problem: ParseProblem }
