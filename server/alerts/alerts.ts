import {
  ALERTS_PER_USER,
  type AlertTerms,
  type CandleTerms,
  isOnCandles,
  nextCloseAfter,
} from '../../src/domain/scanners/alert.ts'
import { instrumentOfPrice } from '../../src/domain/scanners/price-alert.ts'
import { startOfIstDate, toIstDate } from '../../src/domain/time.ts'
import { Refusal } from '../refusal.ts'
import type { Raised } from '../scanning/scan-input.ts'
import type { StoredAlert } from '../store/alerts.ts'
import type { UserId } from '../user.ts'
import { createSeenStorage, lookAtPrice, priceWatchOf, storeSeen } from './price-alerts.ts'
import {
  type AlertNow,
  type AlertParts,
  type NewAlert,
  note,
  type Running,
  raise,
  type World,
} from './world.ts'

/** A candle that closes is judged within one of these. */
const BEAT_MS = 50
/** Scans that users wait for have the other turns of the scanning thread. */
const JUDGED_AT_ONCE = 2
/** Candles of a universe that are not kept are read a second or two at a time. */
const READS_MAX = 400
const BEHIND_MS = 20
/** After a failure of ours it is tried again, in wall time. */
const RETRY_MS = 2_000

const noAlert = (): Refusal => new Refusal('NOT_FOUND', 'No such alert')

const dayStart = (at: number): number => startOfIstDate(toIstDate(at))

const add = ({ running, calendar }: World, alert: StoredAlert): void => {
  const { terms, judgedAt } = alert
  running.set(alert.id, {
    alert,
    nextCloseAt: isOnCandles(terms) ? nextCloseAfter(judgedAt, terms.interval, calendar) : Infinity,
    price: priceWatchOf(alert),
    retryAt: 0,
    judging: null,
    ended: new AbortController(),
  })
}

/** Null where it was stopped meanwhile. */
const raisedOf = async (world: World, one: Running, terms: CandleTerms): Promise<Raised | null> => {
  const { owner, judgedAt } = one.alert
  const { signal } = one.ended
  const listed = await world.listedOf(owner, terms.universe)
  const input = { scan: { ...terms, moment: 'close' } as const, listed, judgedAt }
  for (let reads = 0; reads < READS_MAX; reads++) {
    const raised = await world.raised(owner, input, signal)
    if (signal.aborted) return null
    if (raised.loading === 0) return raised
    await note(world, one, `candles are being read, ${raised.loading} symbols are left`)
  }
  throw new Refusal('UNAVAILABLE', 'candles of its universe cannot be read in time')
}

const judge = async (world: World, one: Running): Promise<void> => {
  const { terms } = one.alert
  if (!isOnCandles(terms)) return
  const due = one.nextCloseAt
  const raised = await raisedOf(world, one, terms)
  if (raised === null) return
  if (raised.asOf < due) {
    // The thread is behind this one by some milliseconds.
    one.retryAt = world.wallClock.now() + BEHIND_MS
    return
  }
  await raise(world, one, { hits: raised.hits, judgedAt: raised.asOf, isOver: false })
  one.nextCloseAt = nextCloseAfter(raised.asOf, terms.interval, world.calendar)
  one.retryAt = 0
}

/** It goes on at the next try: an alert ends only where its user stops it. */
const giveUp = async (world: World, one: Running, error: unknown): Promise<void> => {
  one.retryAt = world.wallClock.now() + RETRY_MS
  if (one.ended.signal.aborted) return
  const isRefused = error instanceof Refusal
  if (!isRefused) world.log.error({ err: error, alert: one.alert.id }, 'an alert was not judged')
  await note(world, one, isRefused ? error.message : 'It could not be judged; it is tried again')
}

const begin = (world: World, one: Running, judging: Promise<void>): Promise<void> => {
  const begun = judging
    .catch((error) => giveUp(world, one, error))
    .catch((error) =>
      world.log.error({ err: error, alert: one.alert.id }, 'the state of an alert was not stored'),
    )
    .finally(() => {
      one.judging = null
    })
  one.judging = begun
  return begun
}

const judgeCandles = (world: World): void => {
  const now = world.clock.now()
  const wallNow = world.wallClock.now()
  const all = [...world.running.values()].filter(({ price }) => price === null)
  let free = JUDGED_AT_ONCE - all.filter(({ judging }) => judging !== null).length
  const due = all
    .filter(
      ({ judging, nextCloseAt, retryAt }) => judging === null && nextCloseAt <= now && retryAt <= wallNow,
    )
    .sort((one, other) => one.nextCloseAt - other.nextCloseAt)
  for (const one of due) {
    if (free-- <= 0) return
    begin(world, one, judge(world, one)).then(() => {
      if (!world.isClosing) judgeCandles(world)
    })
  }
}

const lookAtPrices = (world: World): void => {
  const wallNow = world.wallClock.now()
  for (const one of world.running.values()) {
    const { price, judging, retryAt } = one
    if (price !== null && judging === null && retryAt <= wallNow)
      begin(world, one, lookAtPrice(world, one, price))
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

/** With what they raised. */
const nowOf = async (
  { store, clock }: World,
  alerts: readonly StoredAlert[],
): Promise<readonly AlertNow[]> => {
  const ids = alerts.map(({ id }) => id)
  const raisedBy = await store.raisedSoFar(ids, dayStart(clock.now()))
  return alerts.map((alert) => ({ ...alert, ...raisedBy(alert.id) }))
}

const refuseUnlisted = async (world: World, owner: UserId, terms: AlertTerms): Promise<void> => {
  if (isOnCandles(terms)) {
    await world.listedOf(owner, terms.universe)
    return
  }
  const id = instrumentOfPrice(terms.universe)
  if (id === null || (await world.look(id)) === null)
    throw new Refusal('MALFORMED', `${terms.universe} is not listed`)
}

const set = async (world: World, { id, owner, ...alert }: NewAlert): Promise<void> => {
  const { running, store, clock } = world
  await world.takingUp
  if (running.get(id)?.alert.owner === owner) return
  if ((await store.find(owner, id)) !== null) throw new Refusal('CONFLICT', 'This alert was stopped')
  const mine = [...running.values()].filter((one) => one.alert.owner === owner)
  if (mine.length >= ALERTS_PER_USER)
    throw new Refusal('CONFLICT', `${ALERTS_PER_USER} alerts run; stop some first`)
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

/** Once it answers nothing more is raised. */
const stop = async (world: World, owner: UserId, id: string, reason: string): Promise<void> => {
  const { running, store, clock } = world
  await world.takingUp
  const one = running.get(id)
  if (one?.alert.owner !== owner) {
    if ((await store.find(owner, id)) === null) throw noAlert()
    return
  }
  one.ended.abort()
  running.delete(id)
  await one.judging
  await store.stop(id, clock.now(), reason)
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
  const world: World = { ...parts, running: new Map(), takingUp: Promise.resolve(), isClosing: false }
  const storeSeenAtTimes = createSeenStorage(world)
  const { running } = world
  let stopTimer = (): void => {}
  return {
    async start(): Promise<void> {
      world.takingUp = store.running().then((alerts) => {
        for (const alert of alerts) add(world, alert)
      })
      await world.takingUp
      stopTimer = parts.scheduler.every(BEAT_MS, () => {
        step(world)
        storeSeenAtTimes()
      })
    },

    async close(): Promise<void> {
      world.isClosing = true
      stopTimer()
      for (const { ended } of running.values()) ended.abort()
      await Promise.all(judgingsOf(world))
      await storeSeen(world).catch((error) =>
        parts.log.error({ err: error }, 'how far prices were judged was not stored'),
      )
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
    stop: (owner: UserId, id: string, reason = '') => stop(world, owner, id, reason),

    /** The alert that runs of each scanner. */
    ofScanners: (owner: UserId): ReadonlyMap<string, string> =>
      new Map(
        [...running.values()].flatMap(({ alert }) =>
          alert.owner === owner && alert.scannerUuid !== null ? [[alert.scannerUuid, alert.id] as const] : [],
        ),
      ),

    /** Those that run, and those stopped today; newest first. */
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
