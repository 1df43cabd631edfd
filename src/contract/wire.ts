/** Wire names are snake_case, code uses camelCase. Keys such as `INDICES_NIFTY 50` or `_id` are data. */
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

const REMEMBERED_MAX = 2_000
const remembered = new Map<string, string>()

export const camelKey = (key: string): string => {
  const known = remembered.get(key)
  if (known !== undefined) return known
  const name = /^[a-z]/.test(key)
    ? key.replace(/_([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase())
    : key
  if (remembered.size < REMEMBERED_MAX) remembered.set(key, name)
  return name
}

const snakeKey = (key: string): string =>
  /^[a-z][a-zA-Z0-9]*$/.test(key)
    ? key.replace(/[A-Z]{2,}|[A-Z]/g, (run) => `_${run.length > 1 ? run : run.toLowerCase()}`)
    : key

const renameKeys = (value: unknown, rename: (key: string) => string): unknown => {
  if (Array.isArray(value)) {
    // Columns of numbers and texts are the bulk of a reply and hold no names.
    return value.some((item) => typeof item === 'object' && item !== null)
      ? value.map((item) => renameKeys(item, rename))
      : value
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [rename(key), renameKeys(inner, rename)]),
  )
}

export const fromWire = <Value>(value: Value): FromWire<Value> =>
  renameKeys(value, camelKey) as FromWire<Value>

export const toWire = (value: unknown): unknown => renameKeys(value, snakeKey)
