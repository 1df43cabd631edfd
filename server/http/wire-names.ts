import type * as z from 'zod/mini'
import { camelKey } from '../../src/contract/wire.ts'

type Schema = z.core.$ZodType

/** Renames declared names only: what a schema leaves open (a record, an unknown) is user data. */
const rename = (schema: Schema, value: unknown, direction: 'in' | 'out'): unknown => {
  if (value === null || value === undefined) return value
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return rename(def.innerType, value, direction)
    case 'array':
      return Array.isArray(value) ? value.map((item) => rename(def.element, item, direction)) : value
    case 'object':
      return renameObject(def.shape, value as Record<string, unknown>, direction)
    default:
      return value
  }
}

interface Name {
  readonly wire: string
  readonly code: string
  readonly schema: Schema
}

const namesOfShape = new WeakMap<object, readonly Name[]>()

const namesOf = (shape: Readonly<Record<string, Schema>>): readonly Name[] => {
  const known = namesOfShape.get(shape)
  if (known !== undefined) return known
  const names = Object.entries(shape).map(([wire, schema]) => ({ wire, code: camelKey(wire), schema }))
  namesOfShape.set(shape, names)
  return names
}

const renameObject = (
  shape: Readonly<Record<string, Schema>>,
  value: Readonly<Record<string, unknown>>,
  direction: 'in' | 'out',
): Record<string, unknown> => {
  const renamed: Record<string, unknown> = {}
  const names = namesOf(shape)
  let declared = 0
  for (const { wire, code, schema } of names) {
    const [from, to] = direction === 'in' ? [wire, code] : [code, wire]
    if (Object.hasOwn(value, from)) declared++
    if (value[from] !== undefined) renamed[to] = rename(schema, value[from], direction)
  }
  if (declared < Object.keys(value).length) throw undeclared(names, value, direction)
  return renamed
}

const undeclared = (
  names: readonly Name[],
  value: Readonly<Record<string, unknown>>,
  direction: 'in' | 'out',
): TypeError => {
  const known = new Set(names.map(({ wire, code }) => (direction === 'in' ? wire : code)))
  return new TypeError(
    `not declared: ${Object.keys(value)
      .filter((key) => !known.has(key))
      .join(', ')}`,
  )
}

export const toCode = (schema: Schema, value: unknown): unknown => rename(schema, value, 'in')

/** Throws TypeError on a field that the schema does not declare. */
export const toWire = (schema: Schema, value: unknown): unknown => rename(schema, value, 'out')
