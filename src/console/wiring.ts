import { readPaletteMemory } from '../machines/palette-memory.ts'
import { readRecents } from '../machines/recents.ts'
import { storageKeys } from '../platform/storage.ts'
import type { Actors } from './actors.ts'
import type { createOwnMemory } from './own-memory.ts'
import type { createPreview } from './preview.ts'
import type { QuoteFeed } from './quote-feed.ts'
import { pathOfRun, slugAt } from './run-path.ts'
import type { createRunTime } from './run-time.ts'
import type { Trading } from './trading.ts'

export interface WiringPorts {
  readonly actors: Actors
  readonly memory: ReturnType<typeof createOwnMemory>
  readonly runTime: ReturnType<typeof createRunTime>
  readonly preview: ReturnType<typeof createPreview>
  readonly feed: QuoteFeed
  readonly playAlert: () => void
  readonly now: () => number
  readonly watchLeaving: (listener: () => void) => () => void
  readonly after: (ms: number, run: () => void) => () => void
  readonly trading: () => Trading | null
}

/** Notifications that arrive together are counted together. */
const COUNT_AFTER_MS = 300

type Undo = () => void

/** Whose fact is whose request: the one place where machines come to know of each other. Answers its undo. */
export const wire = (ports: WiringPorts): Undo => {
  const undos = [
    wireSession(ports),
    wireRuns(ports),
    wireAddress(ports),
    wireCandles(ports),
    wireNetwork(ports),
    wireNotifications(ports),
    ports.feed.watch(),
    ports.watchLeaving(() => ports.actors.savedRuns.send({ type: 'savedRuns.flush' })),
  ]
  return () => {
    for (const undo of undos) undo()
  }
}

/** Signing in starts what needs a session, and its end empties it. */
const wireSession = ({ actors, memory, feed, trading }: WiringPorts): Undo => {
  let before: 'out' | 'in' | 'ready' = 'out'

  const start = (): void => {
    const { user } = actors.auth.getSnapshot().context
    if (user !== null) {
      const { userUuid, userName } = user
      actors.killIntent.send({ type: 'intent.user', user: { userUuid, userName } })
    }
    actors.palette.send({ type: 'palette.remember', ...readPaletteMemory(memory.read(storageKeys.palette)) })
    actors.recents.send({ type: 'recents.replace', items: readRecents(memory.read(storageKeys.recents)) })
    actors.instruments.send({ type: 'instruments.load' })
    actors.engines.send({ type: 'engines.load' })
    actors.savedRuns.send({ type: 'savedRuns.load' })
    actors.storedSeries.send({ type: 'request.send', input: null })
    actors.prices.send({ type: 'prices.start' })
    actors.marketState.send({ type: 'market.watch' })
    actors.quoteSocket.send({ type: 'quotes.connect' })
    actors.notificationStream.send({ type: 'stream.connect' })
    actors.orderPath.send({ type: 'orderPath.watch' })
    trading()?.begin()
    arrive(actors)
  }

  const end = (): void => {
    const ended = { type: 'session.ended' } as const
    actors.backtest.send(ended)
    actors.savedRuns.send(ended)
    actors.candleImport.send(ended)
    actors.palette.send(ended)
    actors.prices.send(ended)
    actors.recents.send(ended)
    actors.marketState.send(ended)
    actors.quoteSocket.send(ended)
    actors.notificationStream.send(ended)
    actors.orderPath.send(ended)
    trading()?.end()
    feed.book.clear()
    const requests = [
      actors.storedSeries,
      actors.deleteSeries,
      actors.passwordChange,
      actors.notificationCount,
    ]
    for (const request of requests) request.send({ type: 'request.reset' })
    actors.instruments.send({ type: 'instruments.clear' })
    actors.help.send({ type: 'help.close' })
    actors.navigation.send({ type: 'view.replace', path: '/' })
  }

  const look = (): void => {
    const auth = actors.auth.getSnapshot()
    const isIn = auth.matches('signedIn')
    const now = isIn
      ? auth.matches({ signedIn: 'ready' })
        ? 'ready'
        : before === 'out'
          ? 'in'
          : before
      : 'out'
    const was = before
    before = now
    if (auth.matches({ signedIn: 'failed' })) actors.navigation.send({ type: 'view.replace', path: '/' })
    if (now === 'ready' && was !== 'ready') start()
    if (now === 'out' && was !== 'out') end()
  }

  const subscription = actors.auth.subscribe(look)
  return () => subscription.unsubscribe()
}

/** A run has its place in the address bar, in the recent items and in the list of saved runs. */
const wireRuns = ({ actors, runTime, now }: WiringPorts): Undo => {
  const show = (slug: string): void => {
    const { path } = actors.navigation.getSnapshot().context
    const isThere = path.split('?')[0] === '/backtest'
    actors.navigation.send({ type: isThere ? 'view.replace' : 'view.open', path: pathOfRun(slug) })
  }
  const visit = (slug: string): void => {
    const { params } = actors.backtest.getSnapshot().context
    if (params !== null)
      actors.recents.send({
        type: 'recents.visit',
        item: { slug, name: params.name, kind: 'backtest', at: now() },
      })
  }
  const subscriptions = [
    actors.backtest.on('backtest.started', ({ slug }) => show(slug)),
    actors.backtest.on('backtest.opened', ({ slug }) => {
      show(slug)
      visit(slug)
    }),
    actors.backtest.on('backtest.finished', ({ slug }) => {
      const { rows } = actors.backtest.getSnapshot().context
      for (const { result } of rows) if (result !== null) runTime.learn(result)
      if (rows.some(({ state }) => state === 'saved')) visit(slug)
      actors.savedRuns.send({ type: 'savedRuns.load' })
    }),
    actors.savedRuns.on('savedRuns.deleted', ({ slug }) =>
      actors.recents.send({ type: 'recents.forget', slug }),
    ),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}

/** Does what the address asks for: shows a run, or signs out. */
const arrive = (actors: Actors): void => {
  const { path } = actors.navigation.getSnapshot().context
  if (path === '/logout') {
    actors.navigation.send({ type: 'view.replace', path: '/' })
    actors.auth.send({ type: 'auth.signOut' })
    return
  }
  const slug = slugAt(path)
  const { context } = actors.backtest.getSnapshot()
  if (slug === null || slug === context.slug || slug === context.openingSlug) return
  actors.backtest.send({ type: 'backtest.open', slug })
}

const wireAddress = ({ actors }: WiringPorts): Undo => {
  let before = actors.navigation.getSnapshot().context.path
  const subscription = actors.navigation.subscribe(({ context: { path } }) => {
    if (path === before) return
    before = path
    if (actors.auth.getSnapshot().matches({ signedIn: 'ready' })) arrive(actors)
  })
  return () => subscription.unsubscribe()
}

/** Imported and deleted candles change what is stored and what a preview says. */
const wireCandles = ({ actors, preview }: WiringPorts): Undo => {
  const reload = (): void => {
    preview.forget()
    actors.storedSeries.send({ type: 'request.send', input: null })
  }
  const subscriptions = [
    actors.candleImport.on('import.done', reload),
    actors.deleteSeries.on('request.succeeded', reload),
    actors.passwordChange.on('request.succeeded', () => actors.auth.send({ type: 'auth.renewed' })),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}

/** A server that is there again is not waited for. */
const wireNetwork = ({ actors }: WiringPorts): Undo => {
  let wasOnline = true
  const subscription = actors.connectivity.subscribe((connectivity) => {
    const isOnline = connectivity.matches('online')
    if (isOnline && !wasOnline) {
      actors.quoteSocket.send({ type: 'network.back' })
      actors.notificationStream.send({ type: 'network.back' })
    }
    wasOnline = isOnline
  })
  return () => subscription.unsubscribe()
}

const wireNotifications = ({ actors, playAlert, after }: WiringPorts): Undo => {
  let stopWaiting: Undo | null = null
  const count = (): void => {
    stopWaiting?.()
    stopWaiting = after(COUNT_AFTER_MS, () =>
      actors.notificationCount.send({ type: 'request.send', input: null }),
    )
  }
  const subscriptions = [
    actors.notificationStream.on('notices.added', count),
    actors.notificationStream.on('notices.sounded', playAlert),
  ]
  return () => {
    stopWaiting?.()
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
