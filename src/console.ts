import type { KeyPress } from './commands/keymap/stroke.ts'
import { readLine } from './commands/read-line.ts'
import type { CommandCall } from './commands/registry.ts'
import { type Actors, dispatch, isSessionReady } from './console/actors.ts'
import { actOfRow, createActs, judgedLine, reconsidered } from './console/acts.ts'
import type { AfterSignIn, CreateAfterSignIn, StartedActors } from './console/after-sign-in.ts'
import { loadAfterSignIn } from './console/after-sign-in-loader.ts'
import { createAreas } from './console/area.ts'
import { atStart } from './console/at-start.ts'
import { createDeps, type DepsConfig, type StartDeps } from './console/deps.ts'
import { type Attention, createEnvironment } from './console/environment.ts'
import { createKeys } from './console/keys.ts'
import { type Judged, noOrders, type OrderJudge } from './console/orders/judging.ts'
import { watchLoginSession } from './console/session/login-session.ts'
import type { Dispatch } from './machines/requests.ts'
import type { ViewConsole } from './views/kit/console.tsx'
import type { ViewDispatch } from './views/kit/view-dispatch.ts'

export interface ConsoleConfig extends DepsConfig {
  readonly version: string
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

/** Nothing is previewed before the sign-in. */
const previewsOf = (later: () => AfterSignIn | null): Pick<StartDeps, 'previewRun' | 'previewScan'> => ({
  previewRun: async (...asked) => (await later()?.previewRun(...asked)) ?? null,
  previewScan: async (...asked) => (await later()?.previewScan(...asked)) ?? null,
})

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
  const previews = previewsOf(() => later)
  const actors: Actors = {} as StartedActors
  const deps = createDeps(config, { actors, environment: () => here.environment(), judge, ...previews })
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

  const judged = (call: CommandCall): Judged =>
    judge().judge(call, here.environment(), judgedLine(actors.palette))

  return {
    ...{ actors, notices, pressKey, quotes, logoBase: platform.logoBase },
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
      later?.stop()
    },
    run: (call) => {
      later?.hint(call)
      acts.run(call)
    },
    runLine: acts.runLine,
    dispatch: (request) => dispatch(actors, request),
    undo: ({ undo }) => undo !== undefined && dispatch(actors, undo),
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
