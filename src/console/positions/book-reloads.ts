import type { OrderAct } from '../../machines/orders/order-actions.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Actors, isSessionReady } from '../actors.ts'
import { type Undo, undoAll, unsubscribeAll } from '../area.ts'
import { whenOnlineAgain } from '../online-again.ts'
import { whenStreamOpens } from '../stream-opens.ts'

interface BookPorts {
  readonly actors: Actors
  readonly platform: Pick<Platform, 'watchVisibility' | 'ticks'>
}

/** A page hidden for this long reloads the books when it is shown. */
const STALE_AFTER_MS = 30_000

const books = ['orderBook', 'positions', 'holdings', 'funds', 'brackets'] as const
type Book = (typeof books)[number]

export const reloadNow = (actors: Actors): void => {
  for (const book of books) actors[book].send({ type: 'reload.now' })
}

const reloadSoon = (actors: Actors, ...which: readonly Book[]): void => {
  for (const book of which) actors[book].send({ type: 'reload.soon' })
}

const reloadAfter: Readonly<Record<OrderAct['kind'], readonly Book[]>> = {
  cancel: ['orderBook'],
  modify: ['orderBook'],
  cancelAll: ['orderBook'],
  exit: ['positions', 'orderBook'],
  exitAll: ['positions', 'orderBook'],
  convert: ['positions', 'holdings', 'funds'],
  protect: ['brackets'],
}

const connectStream = (actors: Actors): Undo => {
  const { notificationStream, orderBook } = actors
  const events = unsubscribeAll([
    notificationStream.on('orders.changed', ({ order }) => {
      orderBook.send({ type: 'reload.merge', change: order })
      // A reply in flight may be older than this change.
      if (orderBook.getSnapshot().matches('loading')) reloadSoon(actors, 'orderBook')
      reloadSoon(actors, 'brackets', 'funds')
    }),
    notificationStream.on('positions.changed', () =>
      reloadSoon(actors, 'positions', 'holdings', 'funds', 'brackets'),
    ),
  ])
  return undoAll([events, whenStreamOpens(actors, () => reloadSoon(actors, ...books))])
}

const connectActs = (actors: Actors): Undo =>
  unsubscribeAll([
    actors.placements.on('order.answered', ({ placement, isDirect }) => {
      if (placement.orderId === null) return
      reloadSoon(actors, ...(isDirect ? (['orderBook'] as const) : (['positions', 'orderBook'] as const)))
    }),
    actors.basket.on('basket.answered', () => reloadSoon(actors, 'orderBook')),
    actors.orderActions.on('act.done', ({ act }) => reloadSoon(actors, ...reloadAfter[act.kind])),
    actors.exitReport.on('exits.unsure', () => reloadSoon(actors, 'orderBook')),
    actors.killSwitch.on('kill.done', () => reloadNow(actors)),
    actors.positions.on('reload.loaded', () => {
      actors.dayPnl.send({ type: 'current.ask' })
      actors.positionRisk.send({ type: 'current.ask' })
    }),
  ])

const connectReturn = ({ actors, platform }: BookPorts): Undo => {
  const reload = (): void => {
    if (isSessionReady(actors)) reloadNow(actors)
  }
  let hiddenAt: number | null = null
  return undoAll([
    whenOnlineAgain(actors, reload),
    platform.watchVisibility({
      hidden: () => {
        hiddenAt = platform.ticks()
      },
      shown: () => {
        const isStale = hiddenAt !== null && platform.ticks() - hiddenAt >= STALE_AFTER_MS
        hiddenAt = null
        if (isStale) reload()
      },
    }),
  ])
}

export const connectBooks = (ports: BookPorts): Undo =>
  undoAll([connectStream(ports.actors), connectActs(ports.actors), connectReturn(ports)])
