import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChartLayouts, createChartLayouts } from '../../../server/services/chart-layouts.ts'
import type { Store } from '../../../server/store/database/database.ts'
import { insertUser } from '../../../server/store/session/users.ts'
import type { User, UserId } from '../../../server/user.ts'
import {
  CHART_LAYOUTS_MAX,
  deleteChartLayout,
  getChartLayouts,
  saveChartLayout,
} from '../../../src/contract/charts/layouts.ts'
import { refusalOf } from '../../support/orders/refusals.ts'
import { dataOf, startServer } from '../../support/server/server.ts'
import { stores } from '../../support/server/stores.ts'

const chartOf = (sym: string) => ({
  sym,
  interval: '15min' as const,
  indicators: ['ema(close,9)'],
  type: 'candles' as const,
  scale: 'log' as const,
  levels: ['sessions' as const],
})
const layoutOf = (name: string, ...syms: readonly string[]) => ({
  name,
  links: ['crosshair' as const, 'interval' as const],
  charts: syms.map(chartOf),
})

const makeUser = async (store: Store): Promise<User> => {
  const user = { id: randomUUID() as UserId, name: `u${randomUUID().slice(0, 8)}` }
  await insertUser(store.db, { ...user, password_hash: '-', must_change_password: 0, created_at: 0 })
  return user
}

describe.each(stores)('chart layouts on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    let store: Store
    let layouts: ChartLayouts
    let user: User
    beforeAll(async () => {
      store = await open()
      layouts = createChartLayouts({ store })
    })
    afterAll(() => store.close())
    beforeEach(async () => {
      user = await makeUser(store)
    })

    test('are kept per user by name; one of the same name is replaced, a deleted one is gone', async () => {
      await layouts.save(user, layoutOf('Two', 'NSE_INFY', 'NSE_TCS'))
      await layouts.save(user, layoutOf('Index', 'INDICES_NIFTY 50'))
      await layouts.save(user, layoutOf('Two', 'NSE_RELIANCE', 'NSE_TCS'))
      expect(await layouts.list(user)).toEqual([
        layoutOf('Index', 'INDICES_NIFTY 50'),
        layoutOf('Two', 'NSE_RELIANCE', 'NSE_TCS'),
      ])
      expect(await layouts.list(await makeUser(store))).toEqual([])
      await layouts.remove(user, 'Index')
      expect((await layouts.list(user)).map(({ name }) => name)).toEqual(['Two'])
      expect(await refusalOf(layouts.remove(user, 'Index'))).toBe(
        'NOT_FOUND: Error deleting chart layout: no layout is named Index',
      )
    })

    test('one too many is refused and nothing of it is kept; one that is there can still be replaced', async () => {
      const names = Array.from({ length: CHART_LAYOUTS_MAX }, (_, index) => `L${index}`)
      for (const name of names) await layouts.save(user, layoutOf(name, 'NSE_INFY'))
      expect(await refusalOf(layouts.save(user, layoutOf('More', 'NSE_INFY')))).toBe(
        'CONFLICT: At most 50 chart layouts; delete one first',
      )
      await layouts.save(user, layoutOf('L3', 'NSE_TCS'))
      const list = await layouts.list(user)
      expect([list.length, list.find(({ name }) => name === 'L3')?.charts[0]?.sym]).toEqual([50, 'NSE_TCS'])
    })
  })
})

describe('chart layouts over HTTP', () => {
  test('are saved, listed and deleted, and a bad one is refused by name', async () => {
    const server = await startServer()
    const session = await server.enter('asha')
    const body = layoutOf('Mine', 'NSE_INFY')
    expect((await server.call(session, saveChartLayout, { body })).statusCode).toBe(200)
    expect(dataOf(getChartLayouts, await server.call(session, getChartLayouts))).toEqual([body])
    const bad = await server.call(session, saveChartLayout, { body: { ...body, charts: [] } })
    expect([bad.statusCode, bad.body]).toEqual([400, expect.stringContaining('charts')])
    const mine = { ...deleteChartLayout, path: '/chart-layouts/Mine' }
    const gone = await server.call(session, mine)
    expect(gone.statusCode).toBe(200)
    expect(dataOf(getChartLayouts, await server.call(session, getChartLayouts))).toEqual([])
    await server.close()
  })
})
