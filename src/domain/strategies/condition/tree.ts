import type { Interval } from '../../charts/interval.ts'
import type { InstrumentId } from '../../instruments/instrument.ts'
import type { ParseProblem } from './parse-problem.ts'

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

/** A part that was written by the name of a definition. */
export interface NamedPart {
  /** The name with its values, as written: `squeeze(20)`. The part is what it stood for at that time. */
  readonly as?: string
}

/** `params` has all of the indicator's params in catalogue order, defaults filled in. */
export interface IndicatorOperand extends NamedPart {
  readonly kind: 'indicator'
  readonly key: string
  readonly params: readonly (number | string)[]
  /** Takes the place of its field: `rsi(14)` in `ema(rsi(14),9)`. There is an indicator in it. */
  readonly over?: Operand
  /** Higher timeframe, read at its last closed candle. */
  readonly interval?: Interval
  readonly instrument?: InstrumentId
}

export type Operand = NamedPart &
  (
    | { readonly kind: 'number'; readonly value: number }
    | IndicatorOperand
    | {
        readonly kind: 'arithmetic'
        readonly operator: '+' | '-' | '*' | '/'
        readonly left: Operand
        readonly right: Operand
      }
    | { readonly kind: 'call'; readonly name: 'min' | 'max' | 'abs'; readonly of: readonly Operand[] }
  )

export type Condition = NamedPart &
  (
    | { readonly kind: 'all'; readonly of: readonly Condition[] }
    | { readonly kind: 'any'; readonly of: readonly Condition[] }
    | {
        readonly kind: 'compare'
        readonly left: Operand
        readonly comparator: Comparator
        readonly right: Operand
      }
  )

export type Parsed<Tree> =
  | { readonly ok: true; readonly tree: Tree }
  | { readonly ok: false; readonly problem: ParseProblem }
