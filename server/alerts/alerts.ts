import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import {
  ALERTS_PER_USER,
  type AlertTerms,
  isOnCandles,
  sendsByItself,
} from '../../src/domain/scanners/alert.ts'
import { findLegProblem } from '../../src/domain/scanners/alert-basket.ts'
import { findAlertOrderProblem } from '../../src/domain/scanners/alert-order.ts'
import { instrumentOfPrice, priceRuleOf } from '../../src/domain/scanners/price-alert.ts'
import { startOfIstDate, toIstDate } from '../../src/domain/time.ts'
import { Refusal } from '../refusal.ts'
import type { StoredAlert } from '../store/alerts.ts'
import type { UserId } from '../user.ts'
import { candleWatchOf, judgeCandles, rehearse } from './candle-alerts.ts'
import { lookAtPrice, priceWatchOf, STORED_EVERY_MS, storeSeen } from './price-alerts.ts'
import { type AlertNow, type AlertParts, giveUp, type NewAlert, type World } from './world.ts'

/** A candle that closes is judged within one of these. */
const CANDLES_MS = 20
const PRICES_MS = 50

type NewAlertTerms = Pick<StoredAlert, 'scannerUuid' | 'terms'>

const noAlert = (): Refusal => new Refusal('NOT_FOUND', 'No such alert')
const hasEnded = (): Refusal => new Refusal('CONFLICT', 'This alert has ended')

const dayStart = (at: number): number => startOfIstDate(toIstDate(at))

const add = (world: World, alert: StoredAlert): void => {
  const candles = candleWatchOf(alert, world.calendar)
  if (candles !== null) world.addedAt = world.wallClock.now()
  world.running.set(alert.id, {
    alert,
    candles,
    price: priceWatchOf(alert),
    retryAt: 0,
    judging: null,
    raising: null,
    ended: new AbortController(),
  })
}

const lookAtPrices = (world: World): void => {
  const wallNow = world.wallClock.now()
  for (const one of world.running.values()) {
    const { price, judging, retryAt } = one
    if (price !== null && judging === null && retryAt <= wallNow)
      one.judging = lookAtPrice(world, one, price)
        .catch((error) => giveUp(world, one, error))
        .finally(() => {
          one.judging = null
        })
  }
}

const step = (world: World): void => {
  judgeCandles(world)
  lookAtPrices(world)
}

/** A price whose trades until now were not all judged. */
const isBehind = ({ running, clock }: World): boolean =>
  [...running.values()].some(
    ({ price, retryAt }) => price !== null && retryAt === 0 && (price.seen?.at ?? 0) < clock.now(),
  )

const nowOf = async (
  { store, clock }: World,
  alerts: readonly StoredAlert[],
): Promise<readonly AlertNow[]> => {
  const ids = alerts.map(({ id }) => id)
  const raisedBy = await store.raisedSoFar(ids, dayStart(clock.now()))
  return alerts.map((alert) => ({ ...alert, ...raisedBy(alert.id) }))
}

const contractOf = ({ order, universe }: AlertTerms): InstrumentId | null =>
  order?.segSym ?? instrumentOfPrice(universe)

const refuseUnsoundBasket = async (world: World, { basket }: AlertTerms): Promise<void> => {
  for (const [index, leg] of basket?.legs.entries() ?? []) {
    const instrument = await world.look(leg.segSym)
    const problem =
      instrument === null
        ? `${leg.segSym} is not listed`
        : findLegProblem(leg, basket?.product ?? 'MIS', instrument)
    if (problem !== null)
      throw new Refusal('MALFORMED', problem, { issues: [`body.scan.basket.legs[${index}]: ${problem}`] })
  }
}

const refuseUnsoundOrder = async (world: World, terms: AlertTerms): Promise<void> => {
  const { order } = terms
  if (order === undefined) return
  const id = contractOf(terms)
  const instrument = id === null ? null : await world.look(id)
  if (id !== null && instrument === null) throw new Refusal('MALFORMED', `${id} is not listed`)
  const fault = findAlertOrderProblem(order, instrument)
  if (fault !== null)
    throw new Refusal('MALFORMED', fault.problem, { issues: [`body.scan.${fault.field}: ${fault.problem}`] })
}

const refuseUnlisted = async (world: World, owner: UserId, terms: AlertTerms): Promise<void> => {
  await refuseUnsoundOrder(world, terms)
  await refuseUnsoundBasket(world, terms)
  if (isOnCandles(terms)) {
    await world.listedOf(owner, terms.universe)
    return
  }
  const id = instrumentOfPrice(terms.universe)
  if (id === null || (await world.look(id)) === null)
    throw new Refusal('MALFORMED', `${terms.universe} is not listed`)
}

/** A rule may be watched for a scanner and by itself. */
const isSameRule = (one: NewAlertTerms, other: NewAlertTerms): boolean =>
  one.scannerUuid === other.scannerUuid && JSON.stringify(one.terms) === JSON.stringify(other.terms)

const set = async (world: World, { id, owner, ...alert }: NewAlert): Promise<void> => {
  const { running, store, clock } = world
  await world.takingUp
  if (running.get(id)?.alert.owner === owner) return
  if ((await store.find(owner, id)) !== null) throw new Refusal('CONFLICT', 'This alert was stopped')
  const mine = [...running.values()].filter((one) => one.alert.owner === owner)
  if (mine.length >= ALERTS_PER_USER)
    throw new Refusal('CONFLICT', `${ALERTS_PER_USER} alerts run; stop some first`)
  if (mine.some((one) => isSameRule(one.alert, alert)))
    throw new Refusal('CONFLICT', 'This alert is running already')
  await refuseUnlisted(world, owner, alert.terms)
  const now = clock.now()
  const started = {
    id,
    owner,
    ...alert,
    status: 'running',
    reason: '',
    startedAt: now,
    stoppedAt: null,
    judgedAt: now,
  } as const
  await store.insert(started)
  if ((await store.find(owner, id)) === null) throw new Refusal('CONFLICT', 'This alert_uuid is taken')
  if (!running.has(id)) add(world, started)
}

/** Once it answers nothing more is raised, and nothing of it is proposed. */
const stop = async (world: World, owner: UserId, id: string, reason: string): Promise<void> => {
  const { running, store, clock, orders } = world
  await world.takingUp
  const one = running.get(id)
  if (one?.alert.owner !== owner) {
    if ((await store.find(owner, id)) === null) throw noAlert()
    return
  }
  one.ended.abort()
  running.delete(id)
  // An alert on candles shares its scan with others, which is not waited for: once stopped, it raises nothing.
  await (one.price === null ? one.raising : one.judging)
  await store.stop(id, { at: clock.now(), reason })
  await orders.endOf(id, 'The alert was stopped')
}

interface Changing {
  readonly logic: string
  readonly nameOf: (terms: AlertTerms) => string
}

/** It waits at its other level from now, and keeps its log. */
const change = async (
  world: World,
  owner: UserId,
  id: string,
  { logic, nameOf }: Changing,
): Promise<void> => {
  const { running, store, clock } = world
  await world.takingUp
  const one = running.get(id)
  if (one?.alert.owner !== owner) {
    if ((await store.find(owner, id)) === null) throw noAlert()
    throw hasEnded()
  }
  if (one.price === null || priceRuleOf(logic) === null)
    throw new Refusal('MALFORMED', 'Only the level of an alert on a price is changed', {
      issues: ['body.logic: expected a level such as close > 26000'],
    })
  const terms = { ...one.alert.terms, logic }
  if (logic === one.alert.terms.logic) return
  const others = [...running.values()].filter((other) => other.alert.owner === owner)
  if (others.some(({ alert }) => isSameRule(alert, { ...one.alert, terms })))
    throw new Refusal('CONFLICT', 'This alert is running already')
  one.ended.abort()
  await one.judging
  if (running.get(id) !== one) throw hasEnded()
  const changed = { ...one.alert, name: nameOf(terms), terms, reason: '', judgedAt: clock.now() }
  let next: StoredAlert = one.alert
  try {
    await store.change(changed)
    next = changed
  } finally {
    // One that was stopped meanwhile stays so.
    if (running.get(id) === one) add(world, next)
  }
}

/** Stops automatic alerts, and ends the proposals of all others. */
const stopOrders = async (world: World, owner: UserId, reason: string): Promise<void> => {
  for (const { alert } of [...world.running.values()])
    if (alert.owner === owner && sendsByItself(alert.terms)) await stop(world, owner, alert.id, reason)
  await world.orders.endOfOwner(owner, reason)
}

const alertsOf = async (world: World, owner: UserId): Promise<readonly AlertNow[]> => {
  const { running, store, clock } = world
  const current = [...running.values()].flatMap(({ alert }) => (alert.owner === owner ? [alert] : []))
  const stopped = await store.stoppedSince(owner, dayStart(clock.now()))
  const all = [...current, ...stopped.filter(({ id }) => !running.has(id))]
  return [...(await nowOf(world, all))].sort((one, other) => other.startedAt - one.startedAt)
}

const judgingsOf = ({ running }: World) => [...running.values()].flatMap(({ judging }) => judging ?? [])

export const createAlerts = (parts: AlertParts) => {
  const { store } = parts
  const world: World = {
    ...parts,
    running: new Map(),
    takingUp: Promise.resolve(),
    scans: 0,
    addedAt: null,
    closing: new AbortController(),
  }
  const { running } = world
  let timers: readonly (() => void)[] = []
  return {
    async start(): Promise<void> {
      world.takingUp = store.running().then((alerts) => {
        for (const alert of alerts) add(world, alert)
      })
      await world.takingUp
      timers = [
        parts.scheduler.every(CANDLES_MS, () => {
          judgeCandles(world)
          rehearse(world)
        }),
        parts.scheduler.every(PRICES_MS, () => lookAtPrices(world)),
        parts.scheduler.every(STORED_EVERY_MS, () => void storeSeen(world)),
      ]
    },

    async close(): Promise<void> {
      world.closing.abort()
      for (const stop of timers) stop()
      for (const { ended } of running.values()) ended.abort()
      await Promise.all(judgingsOf(world))
      await storeSeen(world)
    },

    /** Resolves once all that was due has been judged. */
    async settle(): Promise<void> {
      do {
        step(world)
        while (judgingsOf(world).length > 0) await Promise.all(judgingsOf(world))
      } while (isBehind(world))
    },

    /** Throws Refusal, as all that follow. */
    set: (alert: NewAlert) => set(world, alert),
    change: (owner: UserId, id: string, changing: Changing) => change(world, owner, id, changing),
    stop: (owner: UserId, id: string, reason = '') => stop(world, owner, id, reason),
    stopOrders: (owner: UserId, reason: string) => stopOrders(world, owner, reason),

    ofScanners: (owner: UserId): ReadonlyMap<string, string> =>
      new Map(
        [...running.values()].flatMap(({ alert }) =>
          alert.owner === owner && alert.scannerUuid !== null ? [[alert.scannerUuid, alert.id] as const] : [],
        ),
      ),

    of: (owner: UserId) => alertsOf(world, owner),

    async history(owner: UserId, id: string, page: { readonly limit: number; readonly offset: number }) {
      const alert = running.get(id)?.alert ?? (await store.find(owner, id))
      if (alert === null || alert.owner !== owner) throw noAlert()
      const [now] = await nowOf(world, [alert])
      return { alert: now as AlertNow, hits: await store.log(id, page) }
    },
  }
}

export type Alerts = ReturnType<typeof createAlerts>
