import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '../../../server/refusal.ts'
import { createDrawings, type Drawings } from '../../../server/services/drawings.ts'
import type { Store } from '../../../server/store/database/database.ts'
import { insertUser } from '../../../server/store/session/users.ts'
import type { User, UserId } from '../../../server/user.ts'
import { changeDrawings, getDrawings } from '../../../src/contract/charts/drawings.ts'
import {
  DRAWINGS_MAX,
  type Drawing,
  drawingOf,
  plainStyle,
  withChange,
} from '../../../src/domain/charts/drawings/drawing.ts'
import { dataOf, startServer } from '../../support/server/server.ts'
import { stores } from '../../support/server/stores.ts'

const uuid = (index: number): string => `11111111-1111-4111-8111-${String(index).padStart(12, '0')}`

const trend = (index: number, price = 100): Drawing =>
  drawingOf({
    id: uuid(index),
    tool: 'trend',
    points: [
      { at: 1_700_000_000_000, price },
      { at: 1_700_000_900_000, price: price + 1.5 },
    ],
    style: plainStyle,
  })

const makeUser = async (store: Store): Promise<User> => {
  const user = { id: randomUUID() as UserId, name: `u${randomUUID().slice(0, 8)}` }
  await insertUser(store.db, { ...user, password_hash: '-', must_change_password: 0, created_at: 0 })
  return user
}

describe.each(stores)('drawings on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    let store: Store
    let drawings: Drawings
    let user: User
    beforeAll(async () => {
      store = await open()
      drawings = createDrawings({ store })
    })
    afterAll(() => store.close())
    beforeEach(async () => {
      user = await makeUser(store)
    })

    const change = (saved: readonly Drawing[], removed: readonly string[] = [], sym = 'NSE_INFY') =>
      drawings.change(user, { sym, saved, removed })
    const list = async (sym = 'NSE_INFY') => await drawings.list(user, sym)

    test('are kept per chart, the lowest first, as they were drawn', async () => {
      await change([trend(2), trend(1)])
      await change([trend(3)], [], 'NSE_TCS')
      expect(await list()).toEqual([trend(2), trend(1)])
      expect(await list('NSE_TCS')).toEqual([trend(3)])
    })

    test('saving again changes the one of that id where it lies; removing again is no error', async () => {
      await change([trend(1), trend(2), trend(3)])
      await change([trend(2, 250)], [uuid(1)])
      await change([trend(2, 250)], [uuid(1)])
      expect(await list()).toEqual([trend(2, 250), trend(3)])
    })

    test('another user has their own, of the same ids too', async () => {
      await change([trend(1)])
      user = await makeUser(store)
      expect(await list()).toEqual([])
      await change([trend(1, 300)])
      expect(await list()).toEqual([trend(1, 300)])
    })

    test('the same as the console’s own list after any changes', async () => {
      const steps = fc.array(
        fc.record({
          saved: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
          removed: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
          price: fc.integer({ min: 1, max: 9 }),
        }),
        { maxLength: 8 },
      )
      await fc.assert(
        fc.asyncProperty(steps, async (acts) => {
          user = await makeUser(store)
          let own: readonly Drawing[] = []
          for (const { saved, removed, price } of acts) {
            const gone = removed.filter((index) => !saved.includes(index))
            const put = saved.map((index) => trend(index, price))
            await change(put, gone.map(uuid))
            own = withChange(own, {
              steps: [
                ...gone.map((index) => ({ before: trend(index), after: null })),
                ...put.map((after) => ({ before: null, after })),
              ],
            })
          }
          expect(await list()).toEqual(own)
        }),
        { numRuns: 20 },
      )
    })

    test('one too many is refused, and nothing of that change is kept', async () => {
      await change(Array.from({ length: DRAWINGS_MAX }, (_, index) => trend(index + 1)))
      const full = new Refusal('CONFLICT', 'At most 200 drawings on a chart; remove some first')
      await expect(change([trend(999)], [])).rejects.toEqual(full)
      await change([trend(999)], [uuid(1)])
      expect((await list()).map(({ id }) => id)).toEqual([
        ...Array.from({ length: DRAWINGS_MAX - 1 }, (_, index) => uuid(index + 2)),
        uuid(999),
      ])
    })

    test.each([
      [{ ...trend(1), points: trend(1).points.slice(1) }, 'Trend line has 2 points, not 1'],
      [{ ...trend(1), tool: 'text' as const }, 'Text has 1 point, not 2'],
    ])(
      '%#: a drawing that is not one is refused by name, with the rest of the change',
      async (bad, problem) => {
        await expect(change([trend(2), bad])).rejects.toMatchObject({
          code: 'MALFORMED',
          issues: [`body.saved.1: ${problem}`],
        })
        expect(await list()).toEqual([])
      },
    )

    test('a chart of nothing is refused', async () => {
      await expect(change([trend(1)], [], 'no such chart')).rejects.toMatchObject({
        code: 'MALFORMED',
        issues: ['sym: "no such chart" is not a segment_symbol'],
      })
    })
  })
})

describe('drawings over the wire', () => {
  test('come back as they were sent', async () => {
    const server = await startServer()
    const session = await server.enter('asha')
    const callout = drawingOf({
      id: uuid(7),
      tool: 'callout',
      points: [
        { at: 1_700_000_000_000, price: 1_505.05 },
        { at: 1_700_000_900_000, price: 1_520 },
      ],
      style: { colour: 'teal', width: 3, risk: 12_500 },
      text: 'Results, "beat" & raise',
    })
    const wire = {
      ...{ id: callout.id, tool: callout.tool, points: [...callout.points], colour: callout.colour },
      ...{ width: callout.width, text: callout.text, risk: callout.risk },
      ...{ is_extended: false, is_locked: true, is_hidden: false },
    }
    const body = { sym: 'NSE_INFY', saved: [wire], removed: [] }
    const saved = await server.call(session, changeDrawings, { body })
    expect(saved.statusCode).toBe(200)
    const answer = await server.call(session, getDrawings, { query: { sym: 'NSE_INFY' } })
    expect(dataOf(getDrawings, answer)).toEqual([wire])
    await server.close()
  })
})
