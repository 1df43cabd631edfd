import type { Comparator } from './tree.ts'

/** The engine's tolerance, relative to the larger value: `CLOSE` in engine/assembly/columns.ts. */
export const EQUAL_WITHIN = 1e-10

/** -1 left is lower, 0 equal, 1 higher; null where either has no value. */
export type Standing = -1 | 0 | 1 | null

export const standingOf = (left: number, right: number): Standing => {
  const difference = left - right
  if (Number.isNaN(difference)) return null
  if (Math.abs(difference) <= EQUAL_WITHIN * Math.max(1, Math.abs(left), Math.abs(right))) return 0
  return difference < 0 ? -1 : 1
}

export const isHeld: Readonly<Record<Comparator, (now: Standing, before: Standing) => boolean>> = {
  'equal to': (now) => now === 0,
  'higher than': (now) => now === 1,
  'lower than': (now) => now === -1,
  'higher than equal to': (now) => now === 1 || now === 0,
  'lower than equal to': (now) => now === -1 || now === 0,
  'crosses above': (now, before) => now === 1 && (before === -1 || before === 0),
  'crosses below': (now, before) => now === -1 && (before === 1 || before === 0),
}

/** Numbers that are not finite, such as of a division by zero, are no value. */
export const calculate = (operator: '+' | '-' | '*' | '/', left: number, right: number): number => {
  const value = operations[operator](left, right)
  return Number.isFinite(value) ? value : Number.NaN
}

const operations = {
  '+': (left: number, right: number) => left + right,
  '-': (left: number, right: number) => left - right,
  '*': (left: number, right: number) => left * right,
  '/': (left: number, right: number) => left / right,
} as const

/** `abs` takes the first value. */
export const callOf = (name: 'min' | 'max' | 'abs', values: readonly number[]): number => {
  if (name === 'abs') return Math.abs(values[0] ?? Number.NaN)
  return name === 'min' ? Math.min(...values) : Math.max(...values)
}
