import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { termsOf } from '../../../server/broker/instrument-terms.ts'
import type { Intent } from '../../../server/broker/rules.ts'
import type { Store } from '../../../server/store/database/database.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, type Paise } from '../../../src/domain/money.ts'
import type { ClientOrderId } from '../../../src/domain/orders/order.ts'
import { emptyLedger } from '../../support/server/ledger.ts'
import { createChangingList } from '../../support/server/simulation/changing-list.ts'
import { DAY, instruments, openWorld, users, type World } from '../../support/server/simulation/world.ts'
import { stores } from '../../support/server/stores.ts'

const SEEDS = Number(process.env.SAUDA_LIST_SEEDS ?? 25)
const TURNS = 25
const CHANGES = 0.2

const limitOf = (world: World, listed: Instrument, key: string): Intent => {
  const quote = world.live.quote(listed, world.now)
  const price = ((quote?.lastPrice ?? 150_000) + world.dice.upTo(41) - 20) as Paise
  return {
    placedBy: 'user',
    terms: termsOf(listed, DAY),
    ...(world.dice.roll() < 0.5 ? { listVersion: world.list.version() } : {}),
    ticket: {
      clientOrderId: key as ClientOrderId,
      instrument: listed.id,
      side: world.dice.pick(['buy', 'sell']),
      orderType: 'LIMIT',
      product: 'MIS',
      variety: 'regular',
      quantity: world.dice.pick([1, 5, 25, 75, 150]),
      price,
      triggerPrice: null,
      validity: 'DAY',
      validityTtl: null,
      marketProtection: -1,
      disclosedQuantity: 0,
      autoslice: false,
      tag: '',
      algoUuid: '',
    },
  }
}

describe('the list of instruments changes while orders rest', () => {
  let store: Store
  beforeAll(async () => {
    store = await stores[0].open()
    await sql`pragma synchronous = off`.execute(store.db)
  })
  afterAll(() => store.close())

  test('nothing is placed or modified off the tick in force, and what rests stays as it is', async () => {
    const met = { placed: 0, offTick: 0, otherList: 0, modified: 0, changes: 0, rested: 0 }
    for (let seed = 1; seed <= SEEDS; seed++) {
      await emptyLedger(store)
      const world = await openWorld(store, seed, (dice) => createChangingList(instruments, dice))
      world.calm()
      for (const owner of users) await world.server.ledger.account(owner, world.now, DAY)
      const tickOf = (id: string): number => fromRupees(world.list.find(id)?.tickSize ?? 0)
      for (let at = 0; at < TURNS; at++) {
        const owner = world.dice.pick([...users] as [(typeof users)[number]])
        const listed = world.list.find(world.dice.pick(instruments).id) ?? instruments[0]
        const intent = limitOf(world, listed, `list-${seed}-${at}`)
        const before = world.openOrders(owner).map(({ id, price, quantity }) => [id, price, quantity])
        if (world.dice.roll() < CHANGES) world.list.change()
        met.rested += before.length
        expect(world.openOrders(owner).map(({ id, price, quantity }) => [id, price, quantity])).toEqual(
          before,
        )
        const tick = tickOf(listed.id)
        const isOther = intent.listVersion !== undefined && intent.listVersion !== world.list.version()
        const placed = await world.place(owner, intent)
        if (placed?.kind === 'done') {
          met.placed += 1
          expect([seed, at, (intent.ticket.price ?? 0) % tick, isOther]).toEqual([seed, at, 0, false])
        }
        if (placed?.kind === 'refused' && placed.code === 'TICK_SIZE') met.offTick += 1
        if (placed?.kind === 'refused' && placed.code === 'INSTRUMENTS_CHANGED') met.otherList += 1
        await world.pass(500)
        const resting = world.openOrders(owner)[0]
        if (resting === undefined) continue
        const price = ((resting.price ?? 0) + world.dice.upTo(21) - 10) as Paise
        const inForce = tickOf(resting.terms.id)
        const modified = await world.modify(owner, resting, { price })
        if (modified?.kind === 'done') {
          met.modified += 1
          expect([seed, at, price % inForce]).toEqual([seed, at, 0])
        }
        await world.pass(500)
      }
      met.changes += world.list.changes
      await world.close()
    }
    // A simulation that never meets what it is for proves nothing.
    expect(Object.entries(met).filter(([, count]) => count < SEEDS / 5)).toEqual([])
  }, 120_000)
})
