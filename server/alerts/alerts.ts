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
import { type AlertContext, type AlertNow, type AlertParts, giveUp, type NewAlert } from './alert-context.ts'
import { candleWatchOf, judgeCandles, rehearse } from './candle-alerts.ts'
import { lookAtPrice, priceWatchOf, STORED_EVERY_MS, storeSeen } from './price-alerts.ts'

/** A candle that closes is judged within one of these. */
const CANDLES_MS = 20
const PRICES_MS = 50

type NewAlertTerms = Pick<StoredAlert, 'scannerUuid' | 'terms'>

const noAlert = (): Refusal => new Refusal('NOT_FOUND', 'No such alert')
const hasEnded = (): Refusal => new Refusal('CONFLICT', 'This alert has ended')

const dayStart = (at: number): number => startOfIstDate(toIstDate(at))

const add = (context: AlertContext, alert: StoredAlert): void => {
  const candles = candleWatchOf(alert, context.calendar)
  if (candles !== null) context.addedAt = context.wallClock.now()
  context.running.set(alert.id, {
    alert,
    candles,
    price: priceWatchOf(alert),
    retryAt: 0,
    judging: null,
    raising: null,
    ended: new AbortController(),
  })
}

const lookAtPrices = (context: AlertContext): void => {
  const wallNow = context.wallClock.now()
  for (const one of context.running.values()) {
    const { price, judging, retryAt } = one
    if (price !== null && judging === null && retryAt <= wallNow)
      one.judging = lookAtPrice(context, one, price)
        .catch((error) => giveUp(context, one, error))
        .finally(() => {
          one.judging = null
        })
  }
}

const step = (context: AlertContext): void => {
  judgeCandles(context)
  lookAtPrices(context)
}

/** A price whose trades until now were not all judged. */
const isBehind = ({ running, clock }: AlertContext): boolean =>
  [...running.values()].some(
    ({ price, retryAt }) => price !== null && retryAt === 0 && (price.seen?.at ?? 0) < clock.now(),
  )

const nowOf = async (
  { store, clock }: AlertContext,
  alerts: readonly StoredAlert[],
): Promise<readonly AlertNow[]> => {
  const ids = alerts.map(({ id }) => id)
  const raisedBy = await store.raisedSoFar(ids, dayStart(clock.now()))
  return alerts.map((alert) => ({ ...alert, ...raisedBy(alert.id) }))
}

const contractOf = ({ order, universe }: AlertTerms): InstrumentId | null =>
  order?.segSym ?? instrumentOfPrice(universe)

const refuseUnsoundBasket = async (context: AlertContext, { basket }: AlertTerms): Promise<void> => {
  for (const [index, leg] of basket?.legs.entries() ?? []) {
    const instrument = await context.look(leg.segSym)
    const problem =
      instrument === null
        ? `${leg.segSym} is not listed`
        : findLegProblem(leg, basket?.product ?? 'MIS', instrument)
    if (problem !== null)
      throw new Refusal('MALFORMED', problem, { issues: [`body.scan.basket.legs[${index}]: ${problem}`] })
  }
}

const refuseUnsoundOrder = async (context: AlertContext, terms: AlertTerms): Promise<void> => {
  const { order } = terms
  if (order === undefined) return
  const id = contractOf(terms)
  const instrument = id === null ? null : await context.look(id)
  if (id !== null && instrument === null) throw new Refusal('MALFORMED', `${id} is not listed`)
  const fault = findAlertOrderProblem(order, instrument)
  if (fault !== null)
    throw new Refusal('MALFORMED', fault.problem, { issues: [`body.scan.${fault.field}: ${fault.problem}`] })
}

const refuseUnlisted = async (context: AlertContext, owner: UserId, terms: AlertTerms): Promise<void> => {
  await refuseUnsoundOrder(context, terms)
  await refuseUnsoundBasket(context, terms)
  if (isOnCandles(terms)) {
    await context.listedOf(owner, terms.universe)
    return
  }
  const id = instrumentOfPrice(terms.universe)
  if (id === null || (await context.look(id)) === null)
    throw new Refusal('MALFORMED', `${terms.universe} is not listed`)
}

/** A rule may be watched for a scanner and by itself. */
const isSameRule = (one: NewAlertTerms, other: NewAlertTerms): boolean =>
  one.scannerUuid === other.scannerUuid && JSON.stringify(one.terms) === JSON.stringify(other.terms)

const set = async (context: AlertContext, { id, owner, ...alert }: NewAlert): Promise<void> => {
  const { running, store, clock } = context
  await context.takingUp
  if (running.get(id)?.alert.owner === owner) return
  if ((await store.find(owner, id)) !== null) throw new Refusal('CONFLICT', 'This alert was stopped')
  const mine = [...running.values()].filter((one) => one.alert.owner === owner)
  if (mine.length >= ALERTS_PER_USER)
    throw new Refusal('CONFLICT', `${ALERTS_PER_USER} alerts run; stop some first`)
  if (mine.some((one) => isSameRule(one.alert, alert)))
    throw new Refusal('CONFLICT', 'This alert is running already')
  await refuseUnlisted(context, owner, alert.terms)
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
  if (!running.has(id)) add(context, started)
}

/** Once it answers nothing more is raised, and nothing of it is proposed. */
const stop = async (context: AlertContext, owner: UserId, id: string, reason: string): Promise<void> => {
  const { running, store, clock, orders } = context
  await context.takingUp
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
  context: AlertContext,
  owner: UserId,
  id: string,
  { logic, nameOf }: Changing,
): Promise<void> => {
  const { running, store, clock } = context
  await context.takingUp
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
    if (running.get(id) === one) add(context, next)
  }
}

/** Stops automatic alerts, and ends the proposals of all others. */
const stopOrders = async (context: AlertContext, owner: UserId, reason: string): Promise<void> => {
  for (const { alert } of [...context.running.values()])
    if (alert.owner === owner && sendsByItself(alert.terms)) await stop(context, owner, alert.id, reason)
  await context.orders.endOfOwner(owner, reason)
}

const alertsOf = async (context: AlertContext, owner: UserId): Promise<readonly AlertNow[]> => {
  const { running, store, clock } = context
  const current = [...running.values()].flatMap(({ alert }) => (alert.owner === owner ? [alert] : []))
  const stopped = await store.stoppedSince(owner, dayStart(clock.now()))
  const all = [...current, ...stopped.filter(({ id }) => !running.has(id))]
  return [...(await nowOf(context, all))].sort((one, other) => other.startedAt - one.startedAt)
}

const judgingsOf = ({ running }: AlertContext) =>
  [...running.values()].flatMap(({ judging }) => judging ?? [])

export const createAlerts = (parts: AlertParts) => {
  const { store } = parts
  const context: AlertContext = {
    ...parts,
    running: new Map(),
    takingUp: Promise.resolve(),
    scans: 0,
    addedAt: null,
    closing: new AbortController(),
  }
  const { running } = context
  let timers: readonly (() => void)[] = []
  return {
    async start(): Promise<void> {
      context.takingUp = store.running().then((alerts) => {
        for (const alert of alerts) add(context, alert)
      })
      await context.takingUp
      timers = [
        parts.scheduler.every(CANDLES_MS, () => {
          judgeCandles(context)
          rehearse(context)
        }),
        parts.scheduler.every(PRICES_MS, () => lookAtPrices(context)),
        parts.scheduler.every(STORED_EVERY_MS, () => void storeSeen(context)),
      ]
    },

    async close(): Promise<void> {
      context.closing.abort()
      for (const stop of timers) stop()
      for (const { ended } of running.values()) ended.abort()
      await Promise.all(judgingsOf(context))
      await storeSeen(context)
    },

    /** Resolves once all that was due has been judged. */
    async settle(): Promise<void> {
      do {
        step(context)
        while (judgingsOf(context).length > 0) await Promise.all(judgingsOf(context))
      } while (isBehind(context))
    },

    /** Throws Refusal, as all that follow. */
    set: (alert: NewAlert) => set(context, alert),
    change: (owner: UserId, id: string, changing: Changing) => change(context, owner, id, changing),
    stop: (owner: UserId, id: string, reason = '') => stop(context, owner, id, reason),
    stopOrders: (owner: UserId, reason: string) => stopOrders(context, owner, reason),

    ofScanners: (owner: UserId): ReadonlyMap<string, string> =>
      new Map(
        [...running.values()].flatMap(({ alert }) =>
          alert.owner === owner && alert.scannerUuid !== null ? [[alert.scannerUuid, alert.id] as const] : [],
        ),
      ),

    of: (owner: UserId) => alertsOf(context, owner),

    async history(owner: UserId, id: string, page: { readonly limit: number; readonly offset: number }) {
      const alert = running.get(id)?.alert ?? (await store.find(owner, id))
      if (alert === null || alert.owner !== owner) throw noAlert()
      const [now] = await nowOf(context, [alert])
      return { alert: now as AlertNow, hits: await store.log(id, page) }
    },
  }
}

export type Alerts = ReturnType<typeof createAlerts>
