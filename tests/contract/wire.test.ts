import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../../src/contract/contract.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { Notification, OrderUpdate, PositionUpdate } from '../../src/contract/notifications/notifications.ts'
import { fromWire, toWire } from '../../src/contract/wire.ts'
import { valuesOf } from '../support/schema-values.ts'

const calls = contract as readonly Endpoint[]

const schemas: readonly [string, z.ZodMiniType][] = [
  ...calls.flatMap(({ name, query, body, reply }): [string, z.ZodMiniType][] => [
    [`the query of ${name}`, query],
    [`the body of ${name}`, body],
    [`the reply of ${name}`, reply],
  ]),
  ['an order on the stream', OrderUpdate],
  ['positions on the stream', PositionUpdate],
  ['a notification on the stream', Notification],
]

describe('names on the wire and in code', () => {
  test.each([
    ['user_broker_id', 'userBrokerId'],
    ['pnl', 'pnl'],
    ['winning_MIS', 'winningMIS'],
    ['lossing_cash', 'lossingCash'],
    ['t1_quantity', 't1Quantity'],
    ['break_even_5min', 'breakEven5min'],
    ['_id', '_id'],
  ])('%s on the wire is %s in code, and back', (wire, code) => {
    const schema: z.ZodMiniType = z.object({ [wire]: z.number() })
    expect(fromWire(schema, { [wire]: 1 })).toEqual({ [code]: 1 })
    expect(toWire(schema, { [code]: 1 })).toEqual({ [wire]: 1 })
  })

  test('only what a schema declares is translated: other fields, keys of records and values stay', () => {
    const schema: z.ZodMiniType = z.object({
      by_symbol: z.record(z.string(), z.nullable(z.object({ max_draw: z.optional(z.number()) }))),
      open_fields: z.record(z.string(), z.unknown()),
    })
    const wire = {
      by_symbol: { NSE_TCS: { max_draw: 1 }, max_draw: null },
      open_fields: { max_draw: { trade_log: ['a_b'] } },
      not_declared: { max_draw: 1 },
    }
    const code = {
      bySymbol: { NSE_TCS: { maxDraw: 1 }, max_draw: null },
      openFields: { max_draw: { trade_log: ['a_b'] } },
      not_declared: { max_draw: 1 },
    }
    expect(fromWire(schema, wire)).toEqual(code)
    expect(toWire(schema, code)).toEqual(wire)
  })

  test('all objects of a union are translated, and fields that would be translated in two ways are refused', () => {
    const [one, two] = [
      z.object({ seg_sym: z.string() }),
      z.object({ seg_sym: z.string(), as_of: z.number() }),
    ]
    const schema: z.ZodMiniType = z.array(z.union([one, two]))
    const wire = [{ seg_sym: 'a' }, { seg_sym: 'b', as_of: 1 }]
    const code = [{ segSym: 'a' }, { segSym: 'b', asOf: 1 }]
    expect([fromWire(schema, wire), toWire(schema, code)]).toEqual([code, wire])
    expect(fromWire(z.union([z.string(), z.number()]) as z.ZodMiniType, 'as_of')).toEqual('as_of')
    const inTwoWays: z.ZodMiniType = z.union([
      z.object({ row: z.object({ as_of: z.number() }) }),
      z.object({ row: z.record(z.string(), z.number()) }),
    ])
    expect(() => fromWire(inTwoWays, {})).toThrow('row is renamed in two ways in one union')
  })

  test('a value of another shape than declared stays as it is', () => {
    const schema: z.ZodMiniType = z.object({ of_rows: z.array(z.object({ as_of: z.number() })) })
    for (const value of [null, undefined, 7, 'as_of', [], [{ as_of: 1 }]])
      expect(fromWire(schema, value)).toEqual(value)
    expect(fromWire(schema, { of_rows: { as_of: 1 } })).toEqual({ ofRows: { as_of: 1 } })
    expect(fromWire(schema, { of_rows: [null, 7, { as_of: 1 }] })).toEqual({ ofRows: [null, 7, { asOf: 1 }] })
  })

  test('a key of the wire cannot set a prototype', () => {
    const wire = JSON.parse('{"as_of":1,"__proto__":{"polluted":true}}')
    const read = fromWire<z.ZodMiniType>(z.object({ as_of: z.number() }), wire) as { polluted?: boolean }
    expect([read.polluted, Object.keys(read as object)]).toEqual([undefined, ['asOf', '__proto__']])
  })

  test('columns of numbers are not walked', () => {
    const column = [1, 2, 3]
    Object.defineProperty(column, 'map', { value: () => expect.unreachable() })
    const schema = z.object({ at_expiry: z.array(z.number()) })
    expect(fromWire(schema, { at_expiry: column }).atExpiry).toBe(column)
    expect(toWire(schema, { atExpiry: column }).at_expiry).toBe(column)
  })
})

const objectsIn = (schema: z.core.$ZodType): readonly z.core.$ZodObject[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if ('innerType' in def) return objectsIn(def.innerType)
  if (def.type === 'array') return objectsIn(def.element)
  if (def.type === 'union') return def.options.flatMap(objectsIn)
  if (def.type !== 'object') return []
  return [schema as z.core.$ZodObject, ...Object.values(def.shape).flatMap(objectsIn)]
}

describe('the contract', () => {
  test('is strict, so that a field that is not declared is refused and never sent on untranslated', () => {
    const objects = schemas.flatMap(([name, schema]) => objectsIn(schema).map((object) => ({ name, object })))
    const open = objects.filter(({ object }) => object._zod.def.catchall?._zod.def.type !== 'never')
    expect([objects.length > 300, open.map(({ name }) => name)]).toEqual([true, []])
  })

  test.each(schemas)('%s is the same on both sides, in both directions', (_, schema) => {
    fc.assert(
      fc.property(valuesOf(schema), ({ wire, code }) => {
        expect(toWire(schema, code)).toEqual(wire)
        expect(fromWire(schema, wire)).toEqual(code)
        expect(fromWire(schema, toWire(schema, code))).toEqual(code)
        const read = schema.safeParse(toWire(schema, code))
        expect([read.error?.issues, toWire(schema, fromWire(schema, read.data))]).toEqual([
          undefined,
          read.data,
        ])
      }),
      { numRuns: 30 },
    )
  })
})
