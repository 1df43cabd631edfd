import { findAccountFault } from '../../../../server/broker/ledger/invariants.ts'
import { verifyLedger } from '../../../../server/broker/ledger/verify.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { createLedgerStore } from '../../../../server/store/orders/ledger/ledger.ts'
import type { OrderStatus } from '../../../../src/domain/orders/order.ts'
import { emptyLedger } from '../ledger.ts'
import { createChangingList } from './changing-list.ts'
import { type Clients, createClients } from './clients.ts'
import { DAY, type Fault, fixedList, instruments, openWorld, users, type World } from './world.ts'

const TURNS = 30
const SETTLE_TURNS = 8
const WALL_SET_MAX_MS = 600_000
/** In the other worlds the list stays, so that most orders are of its terms. */
const CHANGING_LISTS = 0.3

/** What was met on the way, over all seeds. */
export interface Seen {
  readonly faults: Map<Fault, number>
  readonly statuses: Set<OrderStatus>
  orders: number
  fills: number
  partialFills: number
}

/** Each check names what does not hold; the seed is enough to see it again. */
const findWrong = ({ server, told }: World): string | null => {
  if (server.lost.length > 0) return 'the store was given up'
  const broken = server.faults[0]
  if (broken) return `entry ${broken.seq} of ${broken.owner}: ${broken.what}`
  for (const account of server.ledger.accounts()) {
    const fault = findAccountFault(account as Parameters<typeof findAccountFault>[0])
    if (fault !== null) return `${account.owner}: ${fault}`
    for (const order of account.orders.values()) {
      if (order.owner !== account.owner) return `${order.id} of ${order.owner} is with ${account.owner}`
      for (const fill of order.fills) {
        const said = told.get(fill.id)
        if (said?.order !== order.id || said.price !== fill.price || said.quantity < fill.quantity)
          return `${order.id} has a fill ${fill.id} that no exchange told`
      }
    }
  }
  return null
}

const turn = async (world: World, clients: Clients): Promise<void> => {
  const { dice } = world
  const asked: Promise<unknown>[] = [clients.retry(world), clients.reuse(world)]
  for (const owner of users) {
    if (dice.roll() < 0.4) asked.push(clients.place(world, owner))
    if (dice.roll() < 0.3) asked.push(clients.meddle(world, owner))
  }
  // Time passes while the ledger writes: what is asked and what is reported race.
  asked.push(world.pass(world.strikes('clockJump') ? 240_000 : 100 + dice.upTo(900)))
  await Promise.all(asked)
  if (world.strikes('restart')) await world.restart()
}

/** Somebody sets the wall clock, imports another list, or copies an older database over the one in use. */
const interfere = async (world: World, clients: Clients, wrong: (what: string) => void): Promise<void> => {
  const { dice } = world
  if (world.strikes('wallSetBack')) world.setWall(-dice.upTo(WALL_SET_MAX_MS))
  if (world.strikes('wallSetForward')) world.setWall(dice.upTo(WALL_SET_MAX_MS))
  if (world.strikes('listChanged')) world.list.change()
  if (!world.strikes('databaseSwapped')) return
  const { acknowledged, isNoticed } = await world.swapDatabase(() =>
    Promise.all(users.map((owner) => clients.place(world, owner))),
  )
  if (acknowledged > 0) wrong(`${acknowledged} entries were acknowledged into an older copy of the database`)
  if (!isNoticed) wrong('a start would not have noticed the older copy of the database')
  await world.restart()
}

/** Faults have stopped: every question is answered and every open order can be ended. */
const settle = async (world: World, clients: Clients): Promise<void> => {
  world.calm()
  for (let left = SETTLE_TURNS; left > 0; left--) {
    await clients.retry(world)
    await world.pass(500)
    await Promise.all(
      users.flatMap((owner) => world.openOrders(owner).map((order) => world.cancel(owner, order))),
    )
    await world.pass(500)
  }
}

/** One seed from its first order to its rest. Throws with the seed and what does not hold. */
export const play = async (store: Store, seed: number, seen: Seen): Promise<void> => {
  const wrong = (what: string): never => {
    throw new Error(`SAUDA_SEED=${seed} at turn ${at}: ${what}`)
  }
  let at = 0
  await emptyLedger(store)
  const world = await openWorld(store, seed, (dice) =>
    dice.roll() < CHANGING_LISTS ? createChangingList(instruments, dice) : fixedList,
  )
  const clients = createClients(wrong)
  for (const owner of users) await world.server.ledger.account(owner, world.now, DAY).catch(() => null)
  for (; at < TURNS; at++) {
    await turn(world, clients)
    await interfere(world, clients, wrong)
    const fault = findWrong(world)
    if (fault !== null) wrong(fault)
  }
  await settle(world, clients)
  const fault = findWrong(world)
  if (fault !== null) wrong(fault)
  const open = users.flatMap((owner) => world.openOrders(owner))
  if (open.length > 0) wrong(`${open.length} orders stay ${open[0]?.status} although they were cancelled`)
  const keys = new Set<string>()
  for (const [key, { owner, answer, intent }] of clients.sent) {
    if (answer === null) wrong(`${key} was never answered`)
    const order = await world.server.ledger.findByClientId(owner, intent.ticket.clientOrderId)
    if (answer !== 'refused' && order?.id !== answer)
      wrong(`${key} was answered ${answer} and is ${order?.id}`)
    if (order !== null) keys.add(order.id)
  }
  const hash = world.server.ledger.stateHash()
  const orders = world.server.ledger.accounts().flatMap((account) => [...account.orders.values()])
  if (orders.length !== keys.size) wrong(`${orders.length} orders for ${keys.size} keys`)
  await world.restart()
  if (world.server.ledger.stateHash() !== hash) wrong('another state after a restart')
  const verdict = await verifyLedger(createLedgerStore(store))
  if (verdict.fault !== null || verdict.stateHash !== hash)
    wrong(verdict.fault ?? 'another state after a replay')
  await world.close()

  for (const [kind, count] of world.fired) seen.faults.set(kind, (seen.faults.get(kind) ?? 0) + count)
  for (const order of orders) {
    for (const { status } of order.history) seen.statuses.add(status)
    seen.fills += order.fills.length
    if (order.filledQuantity > 0 && order.cancelledQuantity > 0) seen.partialFills += 1
  }
  seen.orders += orders.length
}
