import type { OrderDraft } from '../domain/order-draft.ts'
import type { KeptBasket } from '../machines/basket-writing.ts'
import type { Notices } from '../machines/notices.ts'
import { streamStateOf } from '../machines/notification-stream.ts'
import type { OrderAct } from '../machines/order-actions.ts'
import type { Platform } from '../platform/platform.ts'
import { type KeptValues, storageKeys } from '../platform/storage.ts'
import { type CoreActors, type TradingActors, tellNotices } from './actors.ts'
import type { OrderJournal } from './order-journal.ts'
import { isDraft, wireTicket } from './order-ticket-tabs.ts'
import type { createOwnMemory } from './own-memory.ts'
import { tellStorageRefusals } from './storage-notice.ts'

export interface TradingWires {
  readonly core: CoreActors
  readonly actors: TradingActors
  readonly platform: Pick<Platform, 'watchVisibility' | 'watchBlur' | 'ticks'>
  readonly storage: KeptValues
  readonly memory: ReturnType<typeof createOwnMemory>
  readonly journal: OrderJournal
  readonly notices: Notices
}

type Undo = () => void

/** A page that was hidden this long asks for everything again when it is shown. */
const STALE_AFTER_MS = 30_000

const books = ['orderBook', 'positions', 'holdings', 'funds', 'brackets'] as const
type Book = (typeof books)[number]

const reloadNow = (actors: TradingActors): void => {
  for (const book of books) actors[book].send({ type: 'reload.now' })
}

const reloadSoon = (actors: TradingActors, ...which: readonly Book[]): void => {
  for (const book of which) actors[book].send({ type: 'reload.soon' })
}

const isSignedIn = ({ auth }: CoreActors): boolean => auth.getSnapshot().matches({ signedIn: 'ready' })

/** Whose fact is whose request among the machines of trading. Answers its undo. */
export const wireTrading = (wires: TradingWires): Undo => {
  const undos = [
    tellNotices(Object.values(wires.actors), wires.notices),
    tellStorageRefusals(wires.storage, wires.notices),
    wireStream(wires),
    wireOrders(wires),
    wireExits(wires),
    wireTicket(wires),
    wireBasket(wires),
    wireArming(wires),
    wireReturn(wires),
  ]
  return () => {
    for (const undo of undos) undo()
  }
}

/** What the stream tells is taken in at once; what it may have missed is asked for whenever it opens. */
const wireStream = ({ core, actors }: TradingWires): Undo => {
  let before = streamStateOf(core.notificationStream.getSnapshot())
  const subscriptions = [
    core.notificationStream.on('orders.changed', ({ order }) => {
      const { clientOrderId, orderId, status, statusMessage } = order
      actors.orderBook.send({ type: 'reload.merge', change: order })
      // The answer that is on its way may be older than this change.
      if (actors.orderBook.getSnapshot().matches('loading')) reloadSoon(actors, 'orderBook')
      const heard = {
        type: 'order.heard',
        clientOrderId,
        order: { kind: 'known', orderId, status, statusMessage },
      } as const
      actors.orders.send(heard)
      actors.basket.send(heard)
      actors.orderDetails.send({ type: 'details.changed', orderId })
      reloadSoon(actors, 'brackets', 'funds')
    }),
    core.notificationStream.on('positions.changed', () =>
      reloadSoon(actors, 'positions', 'holdings', 'funds', 'brackets'),
    ),
    core.notificationStream.subscribe((snapshot) => {
      const now = streamStateOf(snapshot)
      if (now === 'open' && before !== 'open') reloadSoon(actors, ...books)
      before = now
    }),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
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

const wireOrders = ({ core, actors }: TradingWires): Undo => {
  const subscriptions = [
    actors.ticket.on('ticket.sent', ({ draft }) => actors.orders.send({ type: 'order.place', draft })),
    actors.orders.on('order.settled', ({ placement, isDirect }) => {
      if (placement.orderId === null) return
      reloadSoon(actors, ...(isDirect ? (['orderBook'] as const) : (['positions', 'orderBook'] as const)))
    }),
    actors.orderActions.on('act.done', ({ act }) => reloadSoon(actors, ...reloadAfter[act.kind])),
    actors.killSwitch.on('kill.done', () => {
      actors.arming.send({ type: 'kill.pulled' })
      reloadNow(actors)
    }),
    actors.killSwitch.on('kill.done', () => core.killIntent.send({ type: 'intent.drop' })),
    actors.killSwitch.on('kill.dropped', () => core.killIntent.send({ type: 'intent.drop' })),
    actors.killSwitch.on('kill.owed', () => core.killIntent.send({ type: 'intent.keep' })),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}

/** What was sent to exit positions is followed in the order book until it has filled or failed. */
const wireExits = ({ actors }: TradingWires): Undo => {
  const { exitReport, orderBook } = actors
  let known = orderBook.getSnapshot().context.output
  const subscriptions = [
    actors.orderActions.on('exits.sent', (sent) => exitReport.send(sent)),
    actors.killSwitch.on('kill.done', ({ exits }) =>
      exitReport.send({ type: 'exits.sent', origin: 'kill', exits }),
    ),
    orderBook.subscribe(({ context: { output } }) => {
      if (output === known) return
      known = output
      exitReport.send({ type: 'orders.known', orders: output ?? [] })
    }),
    exitReport.on('exits.unsure', () => reloadSoon(actors, 'orderBook')),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}

const wireBasket = ({ core, actors, memory, storage }: TradingWires): Undo => {
  const subscriptions = [
    actors.basket.on('basket.settled', () => reloadSoon(actors, 'orderBook')),
    actors.basket.on('basket.changed', ({ kept, drafts }) =>
      memory.write(storageKeys.basket, { kept, drafts }),
    ),
  ]
  // What one page has sent must not stand in another as if it had not been.
  const unwatch = storage.watch(storageKeys.basket, () => {
    if (isSignedIn(core))
      actors.basket.send({ type: 'basket.restore', ...readBasket(memory.read(storageKeys.basket)) })
  })
  return () => {
    unwatch()
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}

export const isScalperPath = (path: string): boolean => path.split('?')[0] === '/markets'

/** Everything that takes the eye or the hand from the screen disarms its keys. */
const wireArming = ({ core, actors, platform }: TradingWires): Undo => {
  const subscriptions = [
    core.quoteSocket.subscribe((socket) => {
      if (socket.matches('waitingToReconnect')) actors.arming.send({ type: 'quotes.lost' })
    }),
    core.orderPath.on('orderPath.late', () => actors.arming.send({ type: 'server.late' })),
    core.navigation.subscribe(({ context }) => {
      if (!isScalperPath(context.path)) actors.arming.send({ type: 'view.left' })
    }),
    core.connectivity.subscribe(({ context }) => {
      if (context.isOutdated) actors.arming.send({ type: 'page.outdated' })
    }),
  ]
  const undos = [
    platform.watchBlur(() => actors.arming.send({ type: 'page.blurred' })),
    platform.watchVisibility({ shown: () => {}, hidden: () => actors.arming.send({ type: 'page.blurred' }) }),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
    for (const undo of undos) undo()
  }
}

/** A network or a person that is there again finds the present. */
const wireReturn = ({ core, actors, platform }: TradingWires): Undo => {
  let wasOnline = core.connectivity.getSnapshot().matches('online')
  let hiddenAt: number | null = null
  const subscription = core.connectivity.subscribe((connectivity) => {
    const isOnline = connectivity.matches('online')
    if (isOnline && !wasOnline && isSignedIn(core)) {
      actors.orders.send({ type: 'network.back' })
      actors.basket.send({ type: 'network.back' })
      actors.killSwitch.send({ type: 'kill.load' })
      reloadNow(actors)
    }
    wasOnline = isOnline
  })
  const unwatch = platform.watchVisibility({
    hidden: () => {
      hiddenAt = platform.ticks()
    },
    shown: () => {
      const isStale = hiddenAt !== null && platform.ticks() - hiddenAt >= STALE_AFTER_MS
      hiddenAt = null
      if (!isSignedIn(core)) return
      // Lists may have been edited in another tab, however short that was.
      actors.watchlists.send({ type: 'watchlist.load' })
      if (isStale) reloadNow(actors)
    },
  })
  return () => {
    subscription.unsubscribe()
    unwatch()
  }
}

const readDrafts = (value: unknown): readonly OrderDraft[] =>
  Array.isArray(value) ? value.filter(isDraft) : []

const readBasket = (value: unknown): { kept: readonly KeptBasket[]; drafts: readonly OrderDraft[] } => {
  const { kept, drafts } = (typeof value === 'object' && value !== null ? value : {}) as {
    readonly kept?: unknown
    readonly drafts?: unknown
  }
  const named = (Array.isArray(kept) ? kept : []) as readonly { name?: unknown; drafts?: unknown }[]
  return {
    drafts: readDrafts(drafts),
    kept: named.flatMap((one) =>
      typeof one?.name === 'string' ? [{ name: one.name, drafts: readDrafts(one.drafts) }] : [],
    ),
  }
}

/** Somebody has signed in: what was left behind comes back, and the books are asked for. */
export const beginTrading = ({ core, actors, memory, journal }: TradingWires): void => {
  actors.orders.send({ type: 'orders.resume', sent: journal.read() })
  const draft = memory.read(storageKeys.ticket)
  if (isDraft(draft)) actors.ticket.send({ type: 'ticket.restore', draft })
  actors.basket.send({ type: 'basket.restore', ...readBasket(memory.read(storageKeys.basket)) })
  actors.killSwitch.send({ type: 'kill.load' })
  if (core.killIntent.getSnapshot().context.owed !== null) actors.killSwitch.send({ type: 'kill.offer' })
  actors.watchlists.send({ type: 'watchlist.load' })
  reloadNow(actors)
}

/** The session has ended. What is kept for the user stays kept. */
export const endTrading = ({ actors }: Pick<TradingWires, 'actors'>): void => {
  const ended = { type: 'session.ended' } as const
  for (const actor of Object.values(actors)) (actor as { send(event: typeof ended): void }).send(ended)
}
