import { tradingSymbolOf } from '../../src/domain/instruments/instrument.ts'
import { GTT_DAYS, GTTS_PER_USER, type GttTerms } from '../../src/domain/orders/gtt/gtt.ts'
import { DAY_MS, type IstDate, startOfIstDate } from '../../src/domain/time.ts'
import { Refusal } from '../refusal.ts'
import type { StoredGtt } from '../store/orders/gtts.ts'
import type { UserId } from '../user.ts'
import { end, type GttContext, type GttParts, type Watched } from './gtt-context.ts'
import { lookForTrigger } from './look-for-trigger.ts'
import { keyOf, sendOrder } from './send-order.ts'

const BEAT_MS = 100
const RETRY_MS = 2_000
/** How far trades were judged is stored this often, in wall time: after a restart those since then are judged again. */
const STORED_EVERY_MS = 60_000

const noGtt = (): Refusal => new Refusal('NOT_FOUND', 'No such GTT order')

const ended = (gtt: StoredGtt, status: 'cancelled' | 'expired', reason: string, at: number): StoredGtt => ({
  ...gtt,
  status,
  reason,
  endedAt: at,
})

const lookAt = async (context: GttContext, one: Watched): Promise<void> => {
  const { store, look, live, clock } = context
  const instrument = await look(one.gtt.sym)
  const now = clock.now()
  if (instrument === null) {
    const reason = `${tradingSymbolOf(one.gtt.sym)} is no longer listed`
    return end(context, one, ended(one.gtt, 'cancelled', reason, now))
  }
  if (one.gtt.status === 'active') {
    const { watchedAt, triggered } = lookForTrigger(
      live,
      instrument,
      one.gtt,
      Math.min(now, one.gtt.expiresAt),
    )
    if (triggered === null) {
      one.gtt = { ...one.gtt, watchedAt }
      const isOver = watchedAt >= one.gtt.expiresAt
      return isOver ? end(context, one, ended(one.gtt, 'expired', '', now)) : undefined
    }
    // Stored before its order is sent: after a crash it is sent, whatever the price does meanwhile.
    const sending: StoredGtt = { ...one.gtt, status: 'sending', triggered, watchedAt }
    await store.update(sending)
    one.gtt = sending
  }
  await sendOrder(context, one, instrument)
}

const begin = (context: GttContext, one: Watched): void => {
  one.working = lookAt(context, one)
    .then(() => {
      one.retryAt = 0
    })
    .catch((error: unknown) => {
      one.retryAt = context.wallClock.now() + RETRY_MS
      if (!(error instanceof Refusal))
        context.log.error({ err: error, gtt: one.gtt.id }, 'a GTT order failed')
    })
    .finally(() => {
      one.working = null
    })
}

const step = (context: GttContext): void => {
  if (context.isClosing) return
  const wallNow = context.wallClock.now()
  for (const one of [...context.watched.values()])
    if (one.working === null && one.retryAt <= wallNow) begin(context, one)
}

const workingOf = ({ watched }: GttContext) => [...watched.values()].flatMap(({ working }) => working ?? [])

const isBehind = ({ watched, clock }: GttContext): boolean =>
  [...watched.values()].some(
    ({ gtt, retryAt }) => gtt.status === 'active' && retryAt === 0 && gtt.watchedAt < clock.now(),
  )

const storeWatched = async ({ watched, store, log }: GttContext): Promise<void> => {
  try {
    for (const { gtt } of [...watched.values()])
      if (gtt.status === 'active') await store.watched(gtt.id, gtt.watchedAt)
  } catch (error) {
    log.error({ err: error }, 'how far trades were judged was not stored')
  }
}

export interface NewGtt extends GttTerms {
  readonly id: string
  readonly owner: UserId
  readonly lastPrice: number | null
  readonly expiry: IstDate | null
  readonly replaces: string | null
}

/** Pauses it, so that the caller can end it. Null if already cancelled. Throws Refusal once its order was placed. */
const openOne = async (context: GttContext, owner: UserId, id: string): Promise<Watched | null> => {
  const { watched, store, broker } = context
  const one = watched.get(id)
  await one?.working
  if (one !== undefined && one.gtt.owner === owner && watched.has(id)) {
    one.retryAt = Number.POSITIVE_INFINITY
    // One that was triggered may wait for trading to go on.
    const placed = one.gtt.status === 'active' ? null : await broker.findByClientId(owner, keyOf(one.gtt))
    if (placed === null) return one
    one.retryAt = 0
    throw new Refusal('CONFLICT', 'It was triggered, and its order was sent')
  }
  const known = await store.find(id)
  if (known === null || known.owner !== owner) throw noGtt()
  if (known.status !== 'cancelled') throw new Refusal('CONFLICT', `It has ended already: ${known.status}`)
  return null
}

/** Not watched from now on; again if it could not be stored. */
const takeOff = async (
  { watched }: GttContext,
  one: Watched | null,
  stored: () => Promise<void>,
): Promise<void> => {
  if (one !== null) watched.delete(one.gtt.id)
  try {
    await stored()
  } catch (error) {
    if (one !== null) watched.set(one.gtt.id, { ...one, retryAt: 0 })
    throw error
  }
}

const isSame = (one: GttTerms, other: GttTerms): boolean =>
  one.sym === other.sym &&
  one.side === other.side &&
  one.product === other.product &&
  one.quantity === other.quantity &&
  (one.isReduceOnly === true) === (other.isReduceOnly === true) &&
  JSON.stringify(one.triggers) === JSON.stringify(other.triggers)

const expiresAtOf = (expiry: IstDate | null, now: number): number =>
  Math.min(
    now + GTT_DAYS * DAY_MS,
    expiry === null ? Number.POSITIVE_INFINITY : startOfIstDate(expiry) + DAY_MS,
  )

const place = async (context: GttContext, { replaces, expiry, ...asked }: NewGtt): Promise<StoredGtt> => {
  const { watched, store, clock } = context
  const known = await store.find(asked.id)
  if (known !== null) {
    if (known.owner === asked.owner && isSame(known, asked)) return known
    throw new Refusal('CONFLICT', 'This gtt_uuid is taken')
  }
  const replaced = replaces === null ? null : await openOne(context, asked.owner, replaces)
  const mine = [...watched.values()].filter(({ gtt }) => gtt.owner === asked.owner)
  if (replaced === null && mine.length >= GTTS_PER_USER)
    throw new Refusal('CONFLICT', `${GTTS_PER_USER} GTT orders are active; cancel some first`)
  const now = clock.now()
  const gtt: StoredGtt = {
    ...asked,
    status: 'active',
    reason: '',
    triggered: null,
    orderId: null,
    createdAt: now,
    expiresAt: expiresAtOf(expiry, now),
    endedAt: null,
    watchedAt: now,
  }
  const before = replaced === null ? null : ended(replaced.gtt, 'cancelled', 'changed', now)
  await takeOff(context, replaced, () => store.insert(gtt, before))
  watched.set(gtt.id, { gtt, retryAt: 0, working: null })
  return gtt
}

const cancel = async (context: GttContext, owner: UserId, id: string, reason: string): Promise<StoredGtt> => {
  const { store, clock } = context
  const one = await openOne(context, owner, id)
  if (one === null) return (await store.find(id)) as StoredGtt
  const cancelled = ended(one.gtt, 'cancelled', reason, clock.now())
  await takeOff(context, one, () => store.update(cancelled))
  return cancelled
}

export const createGtts = (parts: GttParts) => {
  const context: GttContext = { ...parts, watched: new Map(), isClosing: false }
  const { watched, store } = context
  let timers: readonly (() => void)[] = []
  return {
    async start(): Promise<void> {
      for (const gtt of await store.open()) watched.set(gtt.id, { gtt, retryAt: 0, working: null })
      timers = [
        parts.scheduler.every(BEAT_MS, () => step(context)),
        parts.scheduler.every(STORED_EVERY_MS, () => void storeWatched(context)),
      ]
    },

    async close(): Promise<void> {
      context.isClosing = true
      for (const stop of timers) stop()
      await Promise.all(workingOf(context))
      await storeWatched(context)
    },

    async settle(): Promise<void> {
      do {
        step(context)
        while (workingOf(context).length > 0) await Promise.all(workingOf(context))
      } while (isBehind(context))
    },

    /** Throws Refusal, as all that follow. */
    place: (gtt: NewGtt) => place(context, gtt),
    cancel: (owner: UserId, id: string) => cancel(context, owner, id, ''),
    listOf: (owner: UserId) => store.listOf(owner),

    /** Skips those whose order was sent already. */
    async cancelAll(owner: UserId, reason: string): Promise<void> {
      for (const { gtt } of [...watched.values()])
        if (gtt.owner === owner)
          await cancel(context, owner, gtt.id, reason).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error
          })
    },
  }
}

export type Gtts = ReturnType<typeof createGtts>
