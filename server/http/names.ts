import type * as z from 'zod/mini'
import { camelKey } from '../../src/contract/wire.ts'

type Schema = z.core.$ZodType

/**
 * Renames exactly the names a schema declares. What a schema leaves open (a record, an unknown) is somebody's data:
 * it is stored and answered as it came.
 */
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

const renameObject = (
  shape: Readonly<Record<string, Schema>>,
  value: Readonly<Record<string, unknown>>,
  direction: 'in' | 'out',
): Record<string, unknown> => {
  const renamed: Record<string, unknown> = {}
  const undeclared = new Set(Object.keys(value))
  for (const [wire, inner] of Object.entries(shape)) {
    const code = camelKey(wire)
    const [from, to] = direction === 'in' ? [wire, code] : [code, wire]
    undeclared.delete(from)
    if (value[from] !== undefined) renamed[to] = rename(inner, value[from], direction)
  }
  if (undeclared.size > 0) throw new TypeError(`not declared: ${[...undeclared].join(', ')}`)
  return renamed
}

/** A value that already matches the schema, with the names used in code. */
export const toCode = (schema: Schema, value: unknown): unknown => rename(schema, value, 'in')

/** A value of code with the names of the wire. Throws TypeError on a field the schema does not declare. */
export const toWire = (schema: Schema, value: unknown): unknown => rename(schema, value, 'out')
