import type { Context } from './commands/context.ts'
import type { Environment } from './commands/environment.ts'
import type { KeyPress } from './commands/keymap/stroke.ts'
import { readLine } from './commands/read-line.ts'
import type { PaletteRow, Reading } from './commands/reading.ts'
import { type CommandCall, titleOfCall } from './commands/registry.ts'
import { type Actors, dispatch, isSessionReady } from './console/actors.ts'
import { actOfRow, createActs, reconsidered, shownPreview } from './console/acts.ts'
import type { AfterSignIn, CreateAfterSignIn, StartedActors } from './console/after-sign-in.ts'
import { loadAfterSignIn } from './console/after-sign-in-loader.ts'
import { createAreas } from './console/area.ts'
import { atStart } from './console/at-start.ts'
import { createDeps, type DepsConfig } from './console/deps.ts'
import { type Attention, createEnvironment } from './console/environment.ts'
import { createKeys } from './console/keys.ts'
import { type Judged, noOrders, type OrderJudge } from './console/orders/judging.ts'
import { watchLoginSession } from './console/session/login-session.ts'
import type { InstrumentIndex } from './domain/instruments/instrument-index.ts'
import type { Notices } from './machines/notices.ts'
import type { Dispatch } from './machines/requests.ts'
import type { PaletteAct } from './machines/shell/palette-context.ts'
import type { QuoteBook } from './market/quotes/quote-book.ts'

export interface ConsoleConfig extends DepsConfig {
  readonly version: string
  /** Loads every area at once, for tests; otherwise they load at sign-in. */
  readonly createAfterSignIn?: CreateAfterSignIn
}

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
  /** Must be called first for every key. Returns true if the key ran a command and the event was stopped. */
  pressKey(event: KeyPress & Pick<Event, 'preventDefault' | 'stopPropagation'>): boolean
  read(line: string, caret: number): Reading
  /** Null for a row that only completes the line. */
  actOf(row: PaletteRow): PaletteAct<CommandCall> | null
  /** Null if the act may run; otherwise the act with a new confirmation, because the market has moved. */
  reconsider(act: PaletteAct<CommandCall>): PaletteAct<CommandCall> | null
  context(): Context
  environment(): Environment
  setFocus(focus: Attention['focus']): void
  setDialog(isOpen: boolean): void
  setSelection(keys: readonly string[]): void
  instruments(): InstrumentIndex | null
  /** Server time, in milliseconds since the epoch. */
  now(): number
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
  const actors: Actors = {} as StartedActors
  const deps = createDeps(config, { actors, environment: () => here.environment(), judge })
  const { clock, notices, quotes } = deps
  const areas = createAreas(deps, atStart)
  const here = createEnvironment({
    ...{ actors, clock, platform, attention, quotes },
    ofAreas: () => later?.areas.environment() ?? {},
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
    later = create({ ...deps, acts })
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
    actors,
    notices,
    quotes,
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
    pressKey,
    read: (line, caret) => {
      const environment = here.environment()
      const { context } = actors.palette.getSnapshot()
      return readLine(line, caret, line === context.line ? judge().readIn(environment, context) : environment)
    },
    actOf: (row) => {
      const act = actOfRow(row, here.environment(), judged)
      if (act === null) return null
      return { ...act, title: titleOfCall(act.call, judge().sentIn(here.environment(), act.orders)) }
    },
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
