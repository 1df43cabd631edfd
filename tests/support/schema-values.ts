import fc from 'fast-check'
import * as z from 'zod/mini'

/** One value under the names of the wire and under those of code. */
export interface Both {
  readonly wire: unknown
  readonly code: unknown
}

/** Keys that look like names of either side, because the keys of a record are data. */
const dataKeys = fc.constantFrom('NSE_M&M', 'INDICES_NIFTY 50', 'max_draw', 'maxDraw', '_id', 'x')

/** Names are translated in the plainest way, so that the contract's own translation can be checked against it. */
const codeName = (wire: string): string => {
  const [head = '', ...rest] = wire.split('_')
  return head === '' ? wire : head + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

const same = (values: fc.Arbitrary<unknown>): fc.Arbitrary<Both> =>
  values.map((value) => ({ wire: value, code: value }))

const listOf = (values: readonly Both[]): Both => ({
  wire: values.map(({ wire }) => wire),
  code: values.map(({ code }) => code),
})

const objectOf = (entries: readonly (readonly [wire: string, code: string, value: Both])[]): Both => ({
  wire: Object.fromEntries(entries.map(([wire, , value]) => [wire, value.wire])),
  code: Object.fromEntries(entries.map(([, code, value]) => [code, value.code])),
})

const ABSENT = Symbol('absent')

const fieldOf = (schema: z.core.$ZodType): fc.Arbitrary<Both | typeof ABSENT> => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'optional' || def.type === 'default'
    ? fc.oneof(fc.constant(ABSENT), valuesOf(def.innerType))
    : valuesOf(schema)
}

type Bounds = { min: number; max: number; pattern: RegExp | null }

const boundsOf = ({ checks = [] }: z.core.$ZodTypeDef): Bounds => {
  const bounds: Bounds = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY, pattern: null }
  for (const check of checks) {
    const { def } = (check as z.core.$ZodChecks)._zod
    if (def.check === 'min_length') bounds.min = def.minimum
    if (def.check === 'max_length') bounds.max = def.maximum
    if (def.check === 'greater_than') bounds.min = Number(def.value)
    if (def.check === 'less_than') bounds.max = Number(def.value)
    if (def.check === 'string_format') bounds.pattern = def.pattern ?? null
  }
  return bounds
}

const textsOf = ({ min, max, pattern }: Bounds): fc.Arbitrary<string> =>
  pattern === null
    ? fc.string({ minLength: Math.max(0, min), maxLength: Math.min(max, Math.max(0, min) + 8) })
    : // The generator knows neither lookahead nor `i`; what a lookahead forbids is filtered out with the rest.
      fc.stringMatching(new RegExp(pattern.source.replace(/\(\?!.*?\)/g, ''), pattern.flags.replace('i', '')))

const numbersOf = ({ min, max }: Bounds, steps: number): fc.Arbitrary<number> =>
  fc
    .integer({
      min: Math.ceil(Math.max(min, -10_000) * steps),
      max: Math.floor(Math.min(max, 10_000) * steps),
    })
    .map((step) => step / steps)

const valid = (schema: z.core.$ZodType, values: fc.Arbitrary<unknown>): fc.Arbitrary<Both> =>
  same(values.filter((value) => z.safeParse(schema, value).success))

/** Values that the schema accepts. Throws TypeError for a kind of schema that the contract does not use. */
export const valuesOf = (schema: z.core.$ZodType): fc.Arbitrary<Both> => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const bounds = boundsOf(def)
  switch (def.type) {
    case 'optional':
    case 'default':
      return valuesOf(def.innerType)
    case 'nullable':
      return fc.oneof(same(fc.constant(null)), valuesOf(def.innerType))
    case 'array':
      return fc
        .array(valuesOf(def.element), {
          minLength: Math.max(0, bounds.min),
          maxLength: Math.min(3, bounds.max),
        })
        .map(listOf)
    case 'record':
      return fc
        .uniqueArray(fc.tuple(dataKeys, valuesOf(def.valueType)), { selector: ([key]) => key, maxLength: 3 })
        .map((entries) => objectOf(entries.map(([key, value]) => [key, key, value])))
    case 'object': {
      const fields = Object.entries(def.shape)
      return fc.tuple(...fields.map(([, inner]) => fieldOf(inner))).map((values) =>
        objectOf(
          values.flatMap((value, index) => {
            const name = fields[index]?.[0]
            return value === ABSENT || name === undefined ? [] : [[name, codeName(name), value] as const]
          }),
        ),
      )
    }
    case 'unknown':
      return same(fc.dictionary(dataKeys, fc.jsonValue({ maxDepth: 1 })))
    case 'string':
      return valid(schema, textsOf(bounds))
    case 'number':
      return valid(schema, numbersOf(bounds, 'format' in def ? 1 : 100))
    case 'boolean':
      return same(fc.boolean())
    case 'null':
      return same(fc.constant(null))
    case 'enum':
      return same(fc.constantFrom(...Object.values(def.entries)))
    case 'literal':
      return same(fc.constantFrom(...def.values))
    case 'union':
      return fc.oneof(...def.options.map(valuesOf))
    case 'custom':
      return valid(schema, fc.constant(new ArrayBuffer(8)))
    default:
      throw new TypeError(`no values are made of a schema of type ${def.type}`)
  }
}
