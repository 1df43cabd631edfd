import type { KeyPress } from './commands/keymap/stroke.ts'
import { readLine } from './commands/read-line.ts'
import type { CommandCall } from './commands/registry.ts'
import { type Actors, dispatch, isSessionReady } from './console/actors.ts'
import { actOfRow, createActs, reconsidered, shownPreview } from './console/acts.ts'
import type { AfterSignIn, CreateAfterSignIn, StartedActors } from './console/after-sign-in.ts'
import { loadAfterSignIn } from './console/after-sign-in-loader.ts'
import { createAreas } from './console/area.ts'
import { atStart } from './console/at-start.ts'
import { createLoadSteps } from './console/backtests/engine-adapters.ts'
import { createRunDuration } from './console/backtests/run-duration.ts'
import { createRunPreview } from './console/backtests/run-preview.ts'
import type { StartDeps } from './console/deps.ts'
import { type Attention, createEnvironment } from './console/environment.ts'
import { createKeys } from './console/keys.ts'
import { type Judged, noOrders, type OrderJudge } from './console/orders/judging.ts'
import { lazyOrderPreview } from './console/orders/lazy-order-preview.ts'
import { createPreviewedLists } from './console/orders/previewed-lists.ts'
import { createQuoteFeed } from './console/quotes/quote-feed.ts'
import { watchLoginSession } from './console/session/login-session.ts'
import { createUserStorage } from './console/shell/user-storage.ts'
import { startEngineWorker, startInstrumentWorker } from './console/workers.ts'
import { type Base, defaultBases } from './contract/endpoint.ts'
import { createEngineClient, type EngineWorker } from './engine/worker/client.ts'
import { createNotices } from './machines/notices.ts'
import type { Dispatch } from './machines/requests.ts'
import type { WorkerPort } from './market/instruments/instrument-client.ts'
import { type Clock, createClock } from './platform/clock.ts'
import { createHttpClient } from './platform/http-client.ts'
import type { Platform } from './platform/platform.ts'
import { createSession } from './platform/session.ts'
import { createSessionCookie } from './platform/session-cookie.ts'
import { createStorage } from './platform/storage.ts'
import { createUpload } from './platform/upload.ts'
import type { ViewConsole } from './views/kit/console.tsx'
import type { ViewDispatch } from './views/kit/view-dispatch.ts'

export interface ConsoleConfig {
  readonly platform: Platform
  readonly version: string
  readonly bases?: Readonly<Record<Base, string>>
  readonly createEngineWorker?: () => EngineWorker
  readonly createInstrumentWorker?: () => WorkerPort
  /** Loads every area at once, for tests; otherwise they load at sign-in. */
  readonly createAfterSignIn?: CreateAfterSignIn
}

export interface Console extends ViewConsole {
  readonly actors: Actors
  start(): void
  stop(): void
  dispatch(request: Dispatch | ViewDispatch): void
  /** Must be called first for every key. Returns true if the key ran a command and the event was stopped. */
  pressKey(event: KeyPress & Pick<Event, 'preventDefault' | 'stopPropagation'>): boolean
}

const createHttp = (config: ConsoleConfig, actors: Actors, observeTime: Clock['observe']) => {
  const { platform } = config
  const session = createSession(createSessionCookie(platform.cookies), {
    replaced: () => actors.auth.send({ type: 'auth.otherTabSignedIn' }),
    gone: () => actors.auth.send({ type: 'auth.expired' }),
  })
  const http = createHttpClient({
    bases: config.bases ?? defaultBases,
    healthUrl: '/health',
    fetch: platform.fetch,
    ticks: platform.ticks,
    token: session.token,
    listeners: {
      unauthorized: () => actors.auth.send({ type: 'auth.expired' }),
      answered: (latencyMs) => actors.connectivity.send({ type: 'call.answered', latencyMs }),
      unreachable: () => actors.connectivity.send({ type: 'call.unreachable' }),
      outdated: () => actors.connectivity.send({ type: 'contract.outdated' }),
      serverTime: observeTime,
    },
  })
  return { session, http }
}

const createDeps = (
  config: ConsoleConfig,
  { environment, judge }: Pick<StartDeps, 'environment' | 'judge'>,
): StartDeps => {
  const { platform, createEngineWorker = startEngineWorker } = config
  const actors: Actors = {} as StartedActors
  const clock = createClock(platform)
  const { session, http } = createHttp(config, actors, clock.observe)
  const storage = createStorage({ areas: platform.storage, watchOtherTabs: platform.watchOtherTabs })
  const steps = createLoadSteps()
  const runDuration = createRunDuration()
  const previewed = createPreviewedLists()
  const userUuid = () => actors.auth.getSnapshot().context.user?.userUuid ?? ''
  const isSpanLimitLifted = () => actors.preferences.getSnapshot().context.liftSpanLimits
  return {
    ...{ actors, platform, http, session, storage, clock, steps, runDuration, userUuid, environment, judge },
    upload: createUpload(http, platform.createRequest),
    memory: createUserStorage(storage, () => userUuid() || null),
    notices: createNotices(platform.ticks),
    engine: createEngineClient({
      createWorker: createEngineWorker,
      onLoading: steps.heard,
      warn: platform.log,
    }),
    feed: createQuoteFeed({ actors: () => actors, platform, now: clock.now }),
    runPreview: createRunPreview({ http, isSpanLimitLifted, estimateMs: runDuration.estimateMs }),
    previewed,
    previewOrders: lazyOrderPreview({ http, ticks: platform.ticks, previewed }),
    createEngineWorker,
    createInstrumentWorker: config.createInstrumentWorker ?? startInstrumentWorker,
  }
}

export const createConsole = (config: ConsoleConfig): Console => {
  const { platform } = config
  const attention: Attention = {
    focus: { kind: '', key: '' },
    focusedAt: 0,
    isDialogOpen: false,
    selection: [],
  }
  let later: AfterSignIn | null = null
  const judge = (): OrderJudge => later?.judge ?? noOrders
  const deps = createDeps(config, { environment: () => here.environment(), judge })
  const { actors, clock, feed, notices } = deps
  const areas = createAreas(deps, atStart)
  const here = createEnvironment({
    ...{ actors, clock, platform, attention },
    quotes: feed.book,
    shortcuts: () => later?.environment() ?? {},
  })
  const acts = createActs({ actors, environment: here.environment, notices, judge })
  const pressKey = createKeys({
    actors,
    context: here.context,
    ticks: platform.ticks,
    focusedAt: () => attention.focusedAt,
    isMac: platform.isMac,
    isPhysical: () => actors.preferences.getSnapshot().context.hasPhysicalKeys,
    ...acts,
  })

  let disconnect: (() => void) | null = null
  let disconnectLater = () => {}
  const laterListeners = new Set<() => void>()
  const addLater = (create: CreateAfterSignIn): void => {
    later = create({ ...deps, quotes: feed.book, acts })
    later.areas.startActors()
    disconnectLater()
    disconnectLater = later.areas.connect()
    if (isSessionReady(actors)) later.areas.begin()
    for (const tell of laterListeners) tell()
  }

  const judged = (call: CommandCall): Judged => {
    const { context } = actors.palette.getSnapshot()
    const line = { ...context, readPreview: shownPreview(actors.palette) }
    return judge().judge(call, here.environment(), line)
  }

  return {
    ...{ actors, notices, pressKey },
    quotes: feed.book,
    trading: {
      isReady: () => later !== null,
      watch(listener) {
        laterListeners.add(listener)
        return () => laterListeners.delete(listener)
      },
    },
    start() {
      if (disconnect !== null) return
      platform.log(`sauda ${config.version}`)
      const disconnectAreas = areas.connect()
      const unwatch = watchLoginSession(actors, {
        begin: () => {
          areas.begin()
          later?.areas.begin()
        },
        // Trading keys are disarmed before the screen changes, which would report them as disarmed by leaving it.
        end: () => {
          later?.areas.end()
          areas.end()
        },
      })
      disconnect = () => {
        unwatch()
        disconnectAreas()
      }
      areas.startActors()
      if (config.createAfterSignIn !== undefined) addLater(config.createAfterSignIn)
      else {
        disconnectLater = loadAfterSignIn({
          auth: actors.auth,
          platform,
          add: (create) => {
            if (disconnect !== null && later === null) addLater(create)
          },
        })
      }
    },
    stop() {
      disconnectLater()
      disconnect?.()
      for (const actor of Object.values(actors)) actor.stop()
      deps.engine.stop()
    },
    run: (call) => {
      later?.hint(call)
      acts.run(call)
    },
    runLine: acts.runLine,
    dispatch: (request) => dispatch(actors, request),
    undo: ({ undo }) => undo !== undefined && dispatch(actors, undo),
    tellPalette: (event) => actors.palette.send(event),
    read: (line, caret) => {
      const environment = here.environment()
      const { context } = actors.palette.getSnapshot()
      return readLine(line, caret, line === context.line ? judge().readIn(environment, context) : environment)
    },
    actOf: (row) => actOfRow(row, here.environment(), judged),
    reconsider: (act) => reconsidered(act, here.environment(), judge()),
    context: here.context,
    environment: here.environment,
    setFocus: (focus) => {
      if (focus.key !== attention.focus.key) attention.focusedAt = platform.ticks()
      attention.focus = focus
    },
    setDialog: (isOpen) => {
      attention.isDialogOpen = isOpen
    },
    setSelection: (keys) => {
      attention.selection = keys
    },
    instruments: () => actors.instruments.getSnapshot().context.index,
    now: clock.now,
  }
}
