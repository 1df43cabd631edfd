import {
  type AverageType,
  averageTypes,
  fields,
  type IndicatorSpec,
  MULTIPLIER_MAX,
  OFFSET_MAX,
  type ParamSpec,
  PERIOD_MAX,
  type SessionField,
  sessionFields,
} from './spec.ts'

export const yesNo = ['yes', 'no'] as const

export const number = (
  name: string,
  initial: number,
  min: number,
  max: number,
  integer: boolean,
): ParamSpec => ({
  name,
  type: 'number',
  default: initial,
  min,
  max,
  integer,
  options: [],
  required: true,
})

export const period = (initial: number, name = 'period', min = 1) =>
  number(name, initial, min, PERIOD_MAX, true)

/** Candles back. The sign is ignored, since a value of the future must never be read. */
export const offset = number('offset', 0, -OFFSET_MAX, OFFSET_MAX, true)

export const multiplier = (name: string, initial: number) => number(name, initial, 0, MULTIPLIER_MAX, false)

export const dropdown = (name: string, options: readonly string[], initial: string): ParamSpec => ({
  name,
  type: 'dropdown',
  default: initial,
  min: 0,
  max: 0,
  integer: false,
  options,
  required: true,
})

export const field = dropdown('field', fields, 'close')

export const sessionField = (initial: SessionField) => dropdown('field', sessionFields, initial)

export const averageType = (initial: AverageType = 'simple', name = 'type') =>
  dropdown(name, averageTypes, initial)

export const band = (name: string, options: readonly string[]) => dropdown(name, options, options[0] ?? '')

type Usual = 'outputs' | 'draw' | 'levels' | 'lines' | 'edge'
type Row = Omit<IndicatorSpec, 'syntax' | Usual> & Partial<Pick<IndicatorSpec, Usual>>

export const indicator = (row: Row): IndicatorSpec => ({
  outputs: ['value'],
  draw: 'line',
  levels: [],
  lines: null,
  edge: null,
  ...row,
  syntax: row.key,
})
