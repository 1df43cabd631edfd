import type * as z from 'zod/mini'

/** Wire names are snake_case, code uses camelCase. `_id` is the same in both. */
export type CamelKey<Key> = Key extends `_${string}`
  ? Key
  : Key extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<CamelKey<Tail>>}`
    : Key

export type FromWire<Value> = Value extends (...args: never[]) => unknown
  ? Value
  : Value extends readonly unknown[]
    ? { [Index in keyof Value]: FromWire<Value[Index]> }
    : Value extends string | number | boolean | null | undefined
      ? Value
      : Value extends object
        ? { [Key in keyof Value as CamelKey<Key>]: FromWire<Value[Key]> }
        : Value

/** `Value` with every field and list read-only. */
export type Sendable<Value> = Value extends (...args: never[]) => unknown
  ? Value
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends object
      ? { readonly [Key in keyof Value]: Sendable<Value[Key]> }
      : Value

type Schema = z.core.$ZodType
type Direction = 'wire' | 'code'
type Rename = (value: unknown, from: Direction) => unknown

interface Field {
  readonly wire: string
  readonly code: string
  readonly rename: Rename | null
}

/** Fields that the schema declares, and nothing else: the keys of a record are data. */
export const fromWire = <Declared extends Schema>(
  schema: Declared,
  value: z.core.output<Declared>,
): FromWire<z.core.output<Declared>> => renamed(schema, value, 'wire') as FromWire<z.core.output<Declared>>

export const toWire = <Declared extends Schema>(
  schema: Declared,
  value: Sendable<FromWire<z.core.input<Declared>>>,
): z.core.input<Declared> => renamed(schema, value, 'code') as z.core.input<Declared>

const renamed = (schema: Schema, value: unknown, from: Direction): unknown => {
  const rename = renameOf(schema)
  return rename === null ? value : rename(value, from)
}

const known = new WeakMap<Schema, Rename | null>()

const renameOf = (schema: Schema): Rename | null => {
  const found = known.get(schema)
  if (found !== undefined) return found
  const rename = createRename(schema)
  known.set(schema, rename)
  return rename
}

/** Null where both names of everything inside are equal, so that a column of numbers is not walked. */
const createRename = (schema: Schema): Rename | null => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return renameOf(def.innerType)
    case 'array':
      return renameItems(renameOf(def.element))
    case 'record':
      return renameValues(renameOf(def.valueType))
    case 'object':
      return renameFields(def.shape)
    case 'union':
      return renameUnion(def.options)
    default:
      return null
  }
}

const codeName = (wire: string): string =>
  wire.startsWith('_') ? wire : wire.replace(/_([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())

const mapEntries = (
  value: unknown,
  map: (name: string, inner: unknown) => readonly [string, unknown],
): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => map(name, inner)))

const renameItems = (rename: Rename | null): Rename | null =>
  rename && ((value, from) => (Array.isArray(value) ? value.map((item) => rename(item, from)) : value))

const renameValues = (rename: Rename | null): Rename | null =>
  rename && ((value, from) => mapEntries(value, (key, inner) => [key, rename(inner, from)]))

/** Fields of one name are renamed alike in all options, so that the option need not be known. */
const renameUnion = (options: readonly Schema[]): Rename | null => {
  const shapes = options.map((option) => {
    const { def } = (option as z.core.$ZodTypes)._zod
    if (def.type === 'object') return def.shape
    if (renameOf(option) !== null) throw new TypeError('a union holds objects, or nothing that is renamed')
    return {}
  })
  const merged: Record<string, Schema> = {}
  for (const [name, schema] of shapes.flatMap((shape) => Object.entries(shape))) {
    const other = merged[name]
    if (other !== undefined && renameOf(other) !== renameOf(schema))
      throw new TypeError(`${name} is renamed in two ways in one union`)
    merged[name] = schema
  }
  return Object.keys(merged).length === 0 ? null : renameFields(merged)
}

const renameFields = (shape: Readonly<Record<string, Schema>>): Rename | null => {
  const fields = Object.entries(shape).map(
    ([wire, schema]): Field => ({ wire, code: codeName(wire), rename: renameOf(schema) }),
  )
  if (fields.every(({ wire, code, rename }) => wire === code && rename === null)) return null
  const named = {
    wire: new Map(fields.map((field) => [field.wire, field])),
    code: new Map(fields.map((field) => [field.code, field])),
  }
  return (value, from) =>
    mapEntries(value, (name, inner) => {
      const field = named[from].get(name)
      if (field === undefined) return [name, inner]
      return [
        from === 'wire' ? field.code : field.wire,
        field.rename === null ? inner : field.rename(inner, from),
      ]
    })
}
