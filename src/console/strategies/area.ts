import { createActor } from 'xstate'
import type { KnownStrategy } from '../../commands/environment.ts'
import { marketDayAt } from '../../domain/calendar/market-time.ts'
import { onceFor } from '../../domain/once-for.ts'
import { pathOf, screenAt } from '../../domain/screens.ts'
import type { Category } from '../../domain/strategies/strategy.ts'
import { isStrategySlug } from '../../domain/strategies/strategy-slug.ts'
import { isUnsaved } from '../../machines/strategies/editor/strategy-editor.ts'
import type { StrategyEntry } from '../../machines/strategies/strategies.ts'
import { readStrategyQuery } from '../../machines/strategies/strategy-query.ts'
import type { Actors } from '../actors.ts'
import { type Area, type Undo, undoAll, unsubscribeAll } from '../area.ts'
import { uuidMaker } from '../create-uuid.ts'
import type { Deps } from '../deps.ts'
import { followPath } from '../follow-path.ts'
import { whenOnlineAgain } from '../online-again.ts'
import {
  connectDefinitions,
  provideDefinitionActs,
  provideDefinitions,
  provideDefinitionVersions,
} from './definition-adapters.ts'
import { provideLegsMargin, provideLegsPayoff, provideStrategyEditor } from './editor/editor-adapters.ts'
import { keepDraft, keptDraft } from './editor/kept-drafts.ts'
import { provideRulePreview } from './editor/preview-adapters.ts'
import {
  provideStrategies,
  provideStrategyActs,
  provideStrategyPanel,
  provideStrategyRun,
} from './strategy-adapters.ts'

const showAt = ({ strategies, sampleStrategies }: Actors, path: string): void => {
  const screen = screenAt(path)
  const address = path.split('?')[1] ?? ''
  const slug = new URLSearchParams(address).get('slug')
  const show = { type: 'strategies.show', query: readStrategyQuery(address), slug } as const
  strategies.send(screen === 'my-strategies' ? show : { type: 'strategies.hide' })
  sampleStrategies.send(screen === 'discover-strategies' ? show : { type: 'strategies.hide' })
}

const connectActs = ({ recents, strategies, strategyActs }: Actors): Undo =>
  unsubscribeAll([
    strategyActs.on('strategy.kept', ({ slug }) => strategies.send({ type: 'strategies.load', slug })),
    strategyActs.on('strategy.deleted', ({ slug }) => {
      strategies.send({ type: 'strategies.removed', slug })
      recents.send({ type: 'recents.forget', slug })
    }),
    strategyActs.on('strategy.outdated', () => strategies.send({ type: 'strategies.load' })),
  ])

const tellChanged = ({ strategies, sampleStrategies }: Actors): void => {
  strategies.send({ type: 'strategies.changed' })
  sampleStrategies.send({ type: 'strategies.changed' })
}

const isBuilder = (path: string): boolean => path.split('?')[0] === pathOf('strategy')

const categoryAt = (slug: string | null, defaultType: string | null): Category =>
  slug?.startsWith('opt-') || (slug === null && defaultType === 'options') ? 'options' : 'equity'

/** An address that names nothing leaves what is open. */
const editAt = ({ actors: { strategyEditor }, memory }: Deps, path: string): void => {
  if (!isBuilder(path)) return
  const address = new URLSearchParams(path.split('?')[1] ?? '')
  const slug = address.get('slug')
  const defaultType = address.get('defaultType')
  if (slug === null && defaultType === null && !strategyEditor.getSnapshot().matches('closed')) return
  const category = categoryAt(slug, defaultType)
  strategyEditor.send({ type: 'editor.open', slug, category, kept: keptDraft(memory, slug, category) })
}

/** The panel reads the row that the list's address names; a name without a known slug is searched for. */
const connectPanel = ({ navigation, strategyPanel }: Actors): Undo => {
  const subscription = strategyPanel.on('panel.wanted', ({ slug }) =>
    navigation.send({
      type: 'view.open',
      path: pathOf('my-strategies', isStrategySlug(slug) ? { slug } : { q: slug }),
    }),
  )
  return () => subscription.unsubscribe()
}

const connectEditor = ({ actors, memory }: Deps): Undo => {
  const { navigation, strategies, strategyActs, strategyEditor } = actors
  return undoAll([
    unsubscribeAll([
      strategyEditor.on('draft.changed', ({ key, kept }) => keepDraft(memory, key, kept)),
      strategyEditor.on('strategy.kept', ({ slug }) => strategies.send({ type: 'strategies.load', slug })),
      strategyEditor.on('editor.named', ({ slug }) => {
        if (isBuilder(navigation.getSnapshot().context.path))
          navigation.send({ type: 'view.replace', path: pathOf('strategy', { slug }) })
      }),
      strategyActs.on('strategy.kept', ({ slug }) => strategyEditor.send({ type: 'editor.refresh', slug })),
    ]),
    whenOnlineAgain(actors, () => strategyEditor.send({ type: 'connection.back' })),
  ])
}

/** A run of a strategy opens as any run does; its figures then stand in the lists. */
const connectRuns = ({ actors, clock }: Deps): Undo => {
  const { backtest, recents, savedRuns, strategies, strategyRun } = actors
  const changed = (): void => tellChanged(actors)
  const visit = (): void => {
    const slug = backtest.getSnapshot().context.params?.strategy?.slug
    const entry = strategies.getSnapshot().context.known.find((known) => known.slug === slug)
    if (entry === undefined) return
    const item = { slug: entry.slug, name: entry.algoName, kind: 'strategy', at: clock.now() } as const
    recents.send({ type: 'recents.visit', item })
  }
  return unsubscribeAll([
    strategyRun.on('request.succeeded', ({ output }) => backtest.send({ type: 'backtest.run', ...output })),
    backtest.on('backtest.opened', visit),
    backtest.on('backtest.finished', visit),
    backtest.subscribe(whenSaved(changed)),
    savedRuns.on('savedRuns.deleted', changed),
  ])
}

type BacktestSnapshot = ReturnType<Actors['backtest']['getSnapshot']>

/** The server has the figures of a run once its combined report is saved. */
const whenSaved = (saved: () => void) => {
  let wasSaving = false
  return (run: BacktestSnapshot): void => {
    const isSaving = run.matches({ done: 'savingCumulative' })
    if (wasSaving && !isSaving && run.context.params?.strategy !== undefined) saved()
    wasSaving = isSaving
  }
}

const knownStrategy = (entry: StrategyEntry): KnownStrategy => ({
  slug: entry.slug,
  name: entry.algoName,
  algoUuid: entry.algoUuid,
  category: entry.category,
  version: entry.version,
  isSample: entry.isSample,
  interval: entry.interval,
  trend: entry.trend,
  subCategory: entry.subCategory,
  note: entry.note,
  report: entry.lastBacktest?.slug ?? null,
})

const knownStrategies = onceFor((known: readonly StrategyEntry[]) => known.map(knownStrategy))

/** `of` names the version where nothing has changed since. */
const draftOf = ({ strategyEditor }: Actors) => {
  const editor = strategyEditor.getSnapshot()
  if (!editor.matches('open')) return null
  const { history, of } = editor.context
  return { strategy: history.draft, of: isUnsaved(editor.context) ? null : of, saved: of }
}

const strategyEnvironment = (actors: Actors) => {
  const { backtest, definitions, strategies, sampleStrategies } = actors
  const { params, rows } = backtest.getSnapshot().context
  return {
    draft: draftOf(actors),
    definitions: definitions.getSnapshot().context.output ?? [],
    strategies: [strategies, sampleStrategies].flatMap((list) =>
      knownStrategies(list.getSnapshot().context.known),
    ),
    runOnScreen: params === null ? null : { params, instruments: rows.map(({ instrument }) => instrument) },
  }
}

export const strategies = (deps: Deps) => {
  const { actors, clock, engine, http, platform } = deps
  const known = (): readonly StrategyEntry[] =>
    [actors.strategies, actors.sampleStrategies].flatMap((list) => list.getSnapshot().context.known)
  const ports = { http, known }
  const lists = provideStrategies({ http, clock })
  const createUuid = uuidMaker(platform)
  return {
    actors: {
      strategies: createActor(lists, { input: { isSample: false } }),
      sampleStrategies: createActor(lists, { input: { isSample: true } }),
      strategyActs: createActor(provideStrategyActs(ports), { input: { createUuid } }),
      strategyRun: createActor(provideStrategyRun(ports)),
      strategyPanel: createActor(provideStrategyPanel({ http })),
      strategyEditor: createActor(provideStrategyEditor(ports), { input: { createUuid } }),
      definitions: createActor(provideDefinitions(deps)),
      definitionActs: createActor(provideDefinitionActs(deps)),
      definitionVersions: createActor(provideDefinitionVersions(deps)),
      legsMargin: createActor(provideLegsMargin(http)),
      legsPayoff: createActor(provideLegsPayoff(http)),
      rulePreview: createActor(
        provideRulePreview({
          http,
          engine,
          instruments: () => actors.instruments.getSnapshot().context.index,
          today: () => marketDayAt(actors.marketState.getSnapshot().context, clock.now()),
          slippageBps: () => actors.preferences.getSnapshot().context.slippageBps,
          now: clock.now,
        }),
      ),
    },
    connect: () =>
      undoAll([
        connectActs(actors),
        connectDefinitions(deps),
        connectEditor(deps),
        connectPanel(actors),
        connectRuns(deps),
        followPath(actors, (path) => {
          showAt(actors, path)
          editAt(deps, path)
        }),
        whenOnlineAgain(actors, () => tellChanged(actors)),
      ]),
    environment: () => strategyEnvironment(actors),
    begin: () => {
      const { path } = actors.navigation.getSnapshot().context
      showAt(actors, path)
      editAt(deps, path)
      actors.strategies.send({ type: 'strategies.begin' })
      actors.definitions.send({ type: 'reload.now' })
      actors.sampleStrategies.send({ type: 'strategies.begin' })
    },
  } satisfies Area
}
