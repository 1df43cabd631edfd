import { createActor, fromPromise } from 'xstate'
import type { Context } from './commands/context.ts'
import type { Environment } from './commands/environment.ts'
import type { KeyPress } from './commands/keymap/stroke.ts'
import { readLine } from './commands/read-line.ts'
import type { PaletteRow, Reading } from './commands/reading.ts'
import { type CommandCall, titleOfCall } from './commands/registry.ts'
import { type Actors, type CoreActors, dispatch, tellingActors, tellNotices } from './console/actors.ts'
import { actOfRow, carryOut, createActs, reconsidered, shownPreview } from './console/acts.ts'
import { keptKill, provideAuth, provideKillIntent, providePasswordChange } from './console/auth-ports.ts'
import { provideBacktest, provideSavedRuns } from './console/backtest-ports.ts'
import {
  keptPreferences,
  provideConnectivity,
  provideNavigation,
  provideOrderPath,
  providePreferences,
  providePrices,
  provideRecents,
} from './console/browser-ports.ts'
import { createLoadSteps, provideEngines } from './console/engine-ports.ts'
import { type Attention, createSight } from './console/environment.ts'
import { provideDeleteSeries, provideImport, provideStoredSeries } from './console/import-ports.ts'
import { provideInstruments } from './console/instrument-ports.ts'
import { type Judged, noOrders, type OrderJudge } from './console/judging.ts'
import { createKeys } from './console/keys.ts'
import { createLinePreview } from './console/line-preview.ts'
import { provideNotificationCount, provideNotificationStream } from './console/notification-ports.ts'
import type { createOrderPreview } from './console/order-preview.ts'
import { createOwnMemory } from './console/own-memory.ts'
import { createPreview } from './console/preview.ts'
import { createPreviewedLists } from './console/previewed-lists.ts'
import { createQuoteFeed } from './console/quote-feed.ts'
import { provideMarketState, provideQuoteSocket } from './console/quote-ports.ts'
import { createRunTime } from './console/run-time.ts'
import type { CreateTrading, Trading } from './console/trading.ts'
import { loadTradingWhenWanted } from './console/trading-loader.ts'
import { wire } from './console/wiring.ts'
import { startEngineWorker, startInstrumentWorker } from './console/workers.ts'
import { type Base, defaultBases } from './contract/endpoint.ts'
import type { InstrumentIndex } from './domain/instrument-index.ts'
import { createEngineClient, type EngineWorker } from './engine/client.ts'
import { chordMachine } from './machines/chord.ts'
import type { Dispatch } from './machines/events.ts'
import { helpMachine } from './machines/help.ts'
import { createNotices, type Notices } from './machines/notices.ts'
import { createPaletteMachine } from './machines/palette.ts'
import type { PaletteAct } from './machines/palette-context.ts'
import type { WorkerPort } from './market/instrument-client.ts'
import type { QuoteBook } from './market/quote-book.ts'
import { createClock } from './platform/clock.ts'
import { createHttpClient } from './platform/http-client.ts'
import type { Platform } from './platform/platform.ts'
import { createSession } from './platform/session.ts'
import { createSessionCookie } from './platform/session-cookie.ts'
import { createAlertSound } from './platform/sound.ts'
import { createStorage, storageKeys } from './platform/storage.ts'
import { createTabs } from './platform/tabs.ts'
import { createUpload } from './platform/upload.ts'

export interface ConsoleConfig {
  readonly platform: Platform
  readonly version: string
  readonly bases?: Readonly<Record<Base, string>>
  readonly createEngineWorker?: () => EngineWorker
  readonly createInstrumentWorker?: () => WorkerPort
  /** At once, where a test wants it there from the start; otherwise it is loaded behind the first paint. */
  readonly createTrading?: CreateTrading
}

/** Whether the machines of trading are there. */
export interface TradingState {
  isReady(): boolean
  watch(listener: () => void): () => void
}

export interface Console {
  readonly actors: Actors
  readonly notices: Notices
  readonly quotes: QuoteBook
  readonly trading: TradingState
  start(): void
  stop(): void
  run(call: CommandCall): void
  runLine(line: string): void
  dispatch(request: Dispatch): void
  /** To be given every key first. True when the key belonged to a command; it has been kept from others then. */
  pressKey(event: KeyPress & Pick<Event, 'preventDefault' | 'stopPropagation'>): boolean
  read(line: string, caret: number): Reading
  /** What Enter on a row of the palette does, for `palette.enter`; null for a row that only writes. */
  actOf(row: PaletteRow): PaletteAct<CommandCall> | null
  /** The act asked about anew where the market has moved since; null when Enter answers the question. */
  reconsider(act: PaletteAct<CommandCall>): PaletteAct<CommandCall> | null
  context(): Context
  environment(): Environment
  setFocus(focus: Attention['focus']): void
  setDialog(isOpen: boolean): void
  setSelection(keys: readonly string[]): void
  instruments(): InstrumentIndex | null
  /** Server time as well as it is known, in milliseconds since the epoch. */
  now(): number
}

/** Builds everything once, outside React: machines get their work here, views get what this returns. */
export const createConsole = (config: ConsoleConfig): Console => {
  const { platform } = config
  const clock = createClock(platform)
  const notices = createNotices(platform.ticks)
  const storage = createStorage({
    areas: platform.storage,
    watchOtherTabs: platform.watchOtherTabs,
  })
  const session = createSession(createSessionCookie(platform.cookies), {
    replaced: () => actors.auth.send({ type: 'auth.otherTabSignedIn' }),
    gone: () => actors.auth.send({ type: 'auth.expired' }),
  })
  const tabs = createTabs(storage, () => platform.randomHex(8))
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
      serverTime: clock.observe,
    },
  })
  const upload = createUpload(http, platform.createRequest)
  const steps = createLoadSteps()
  const engine = createEngineClient({
    createWorker: config.createEngineWorker ?? startEngineWorker,
    onLoading: steps.heard,
    warn: platform.log,
  })
  const runTime = createRunTime()
  const isSpanLimitLifted = () => actors.preferences.getSnapshot().context.liftSpanLimits
  const instruments = () => actors.instruments.getSnapshot().context.index
  const preview = createPreview({ http, isSpanLimitLifted, estimateMs: runTime.estimateMs })
  const memory = createOwnMemory(storage, () => userUuid() || null)
  const attention: Attention = {
    focus: { kind: '', key: '' },
    focusedAt: 0,
    isDialogOpen: false,
    selection: [],
  }

  const chance = () => Number.parseInt(platform.randomHex(4), 16) / 2 ** 32
  const feed = createQuoteFeed({ actors: () => actors, platform, now: clock.now })
  const quotePorts = {
    platform,
    http,
    book: () => feed.book,
    user: () => userUuid(),
    tellClock: (told: { readonly marketTime: number; readonly speed: number }) =>
      actors.marketState.send({ type: 'market.clock', ...told }),
  }
  const userUuid = () => actors.auth.getSnapshot().context.user?.userUuid ?? ''

  const authPorts = {
    http,
    session,
    tabs,
    clock,
    notices,
    beforeLogout: () => actors.savedRuns.send({ type: 'savedRuns.flush' }),
  }
  const previewed = createPreviewedLists()
  let orderPreview: Promise<ReturnType<typeof createOrderPreview>> | null = null
  const loadOrderPreview = () => {
    orderPreview ??= import('./console/order-preview.ts').then(({ createOrderPreview }) =>
      createOrderPreview({ http, ticks: platform.ticks, previewed }),
    )
    // What did not come is asked for again.
    orderPreview.catch(() => {
      orderPreview = null
    })
    return orderPreview
  }
  const linePreview = createLinePreview({
    environment: () => sight.environment(),
    judge: () => judge(),
    backtest: preview.of,
    orders: async (found, signal) => (await loadOrderPreview())(found, signal),
  })
  const palette = createPaletteMachine<CommandCall>().provide({
    actors: {
      preview: fromPromise(({ input, signal }) => linePreview.of(input, signal)),
      run: fromPromise(async ({ input }) =>
        carryOut(
          input.act.call,
          { actors, environment: () => sentIn(input.act.orders) },
          actors.palette.getSnapshot().context.line,
        ),
      ),
    },
    actions: {
      store: (_, { history, usage }) => memory.write(storageKeys.palette, { history, usage }),
    },
    guards: {
      isOutdated: ({ context }) => linePreview.isOutdated(context),
      isLacking: ({ context }) => linePreview.isLacking(context),
    },
  })

  const judge = (): OrderJudge => trading?.judge ?? noOrders
  /** What the rows of the line say stands, whatever the market has done since they were shown. */
  const sentIn = (orders: PaletteAct<CommandCall>['orders']): Environment =>
    judge().sentIn(sight.environment(), orders)
  const judged = (call: CommandCall): Judged => {
    const { context } = actors.palette.getSnapshot()
    const line = { ...context, readPreview: shownPreview(actors.palette) }
    return judge().judge(call, sight.environment(), line)
  }

  const core: CoreActors = {
    auth: createActor(provideAuth(authPorts), { input: { now: clock.now } }),
    killIntent: createActor(provideKillIntent(storage), { input: { owed: keptKill(storage) } }),
    instruments: createActor(
      provideInstruments({
        http,
        storage,
        clock,
        createWorker: config.createInstrumentWorker ?? startInstrumentWorker,
        log: platform.log,
        onLoaded: previewed.loaded,
      }),
    ),
    engines: createActor(provideEngines(engine, steps)),
    navigation: createActor(provideNavigation(platform), { input: { path: platform.history.path() } }),
    backtest: createActor(
      provideBacktest({ http, engine, instruments, isSpanLimitLifted, randomHex: platform.randomHex }),
    ),
    savedRuns: createActor(provideSavedRuns({ http })),
    candleImport: createActor(provideImport({ http, upload })),
    storedSeries: createActor(provideStoredSeries({ http })),
    deleteSeries: createActor(provideDeleteSeries({ http })),
    passwordChange: createActor(providePasswordChange(authPorts)),
    preferences: createActor(providePreferences(storage), {
      input: { preferences: keptPreferences(storage) },
    }),
    palette: createActor(palette, { input: { history: [], usage: {} } }),
    help: createActor(helpMachine),
    chord: createActor(chordMachine),
    connectivity: createActor(provideConnectivity(platform, http), { input: { now: clock.now } }),
    orderPath: createActor(provideOrderPath(http), { input: { now: clock.now } }),
    prices: createActor(providePrices(platform, http), { input: { now: clock.now } }),
    recents: createActor(provideRecents(storage, memory), { input: { items: [] } }),
    quoteSocket: createActor(provideQuoteSocket(quotePorts), { input: { now: clock.now, chance } }),
    marketState: createActor(provideMarketState(platform, http), { input: { now: clock.now } }),
    notificationStream: createActor(provideNotificationStream({ platform, http, userUuid }), {
      input: { chance },
    }),
    notificationCount: createActor(provideNotificationCount(http)),
  }

  previewed.onOtherList(() => core.instruments.send({ type: 'instruments.reload' }))

  // Those of trading are put in when they are there.
  const actors = { ...core } as Actors
  let trading: Trading | null = null
  let unwireTrading: (() => void) | null = null
  const tradingListeners = new Set<() => void>()
  const addTrading = (create: CreateTrading): void => {
    trading = create({
      ...{ core, platform, http, engine, clock, storage, memory, notices, acts, previewed },
      quotes: feed.book,
      environment: sight.environment,
      createEngineWorker: config.createEngineWorker ?? startEngineWorker,
    })
    Object.assign(actors, trading.actors)
    for (const actor of Object.values(trading.actors)) actor.start()
    unwireTrading?.()
    unwireTrading = trading.wire()
    if (actors.auth.getSnapshot().matches({ signedIn: 'ready' })) trading.begin()
    for (const tell of tradingListeners) tell()
  }

  const sight = createSight({
    ...{ actors, clock, platform, attention },
    quotes: feed.book,
    shortcuts: () => trading?.shortcuts() ?? {},
  })
  const acts = createActs({ actors, environment: sight.environment, notices, judge })
  const pressKey = createKeys({
    actors,
    context: sight.context,
    ticks: platform.ticks,
    focusedAt: () => attention.focusedAt,
    isMac: platform.isMac,
    isPhysical: () => actors.preferences.getSnapshot().context.hasPhysicalKeys,
    ...acts,
  })
  let unwire: (() => void) | null = null

  return {
    actors,
    notices,
    quotes: feed.book,
    trading: {
      isReady: () => trading !== null,
      watch(listener) {
        tradingListeners.add(listener)
        return () => tradingListeners.delete(listener)
      },
    },
    start() {
      if (unwire !== null) return
      platform.log(`sauda ${config.version}`)
      const { watchLeaving, after } = platform
      const playAlert = createAlertSound({
        createAudio: platform.createAudio,
        ticks: platform.ticks,
        warn: platform.log,
      })
      const undoWires = wire({
        actors,
        memory,
        runTime,
        preview,
        feed,
        playAlert: () => {
          if (actors.preferences.getSnapshot().context.hasSound) playAlert()
        },
        now: clock.now,
        watchLeaving,
        after,
        trading: () => trading,
      })
      const untell = tellNotices(tellingActors(core), notices)
      unwire = () => {
        undoWires()
        untell()
      }
      for (const actor of Object.values(core)) actor.start()
      if (config.createTrading !== undefined) addTrading(config.createTrading)
      else {
        unwireTrading = loadTradingWhenWanted({
          auth: core.auth,
          platform,
          add: (create) => {
            if (unwire !== null && trading === null) addTrading(create)
          },
        })
      }
    },
    stop() {
      unwireTrading?.()
      unwire?.()
      for (const actor of Object.values(actors)) actor.stop()
      engine.stop()
    },
    run: (call) => {
      trading?.teach(call)
      acts.run(call)
    },
    runLine: acts.runLine,
    dispatch: (request) => dispatch(actors, request),
    pressKey,
    read: (line, caret) => {
      const here = sight.environment()
      const { context } = actors.palette.getSnapshot()
      return readLine(line, caret, line === context.line ? judge().readIn(here, context) : here)
    },
    actOf: (row) => {
      const act = actOfRow(row, sight.environment(), judged)
      return act === null ? null : { ...act, title: titleOfCall(act.call, sentIn(act.orders)) }
    },
    reconsider: (act) => reconsidered(act, sight.environment(), judge()),
    context: sight.context,
    environment: sight.environment,
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
    instruments,
    now: clock.now,
  }
}
