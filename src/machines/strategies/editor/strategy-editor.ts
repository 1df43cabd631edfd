import { assign, enqueueActions, setup } from 'xstate'
import { isFateUnknown, isRejectedAs, messageOf } from '../../../contract/api-error.ts'
import { getStrategy, saveEquityStrategy } from '../../../contract/strategies.ts'
import type { StrategyOfRun } from '../../../domain/backtests/backtest.ts'
import { pathOf } from '../../../domain/screens.ts'
import { checkStrategy } from '../../../domain/strategies/check-strategy.ts'
import { newStrategy } from '../../../domain/strategies/new-strategy.ts'
import type { Category, Strategy } from '../../../domain/strategies/strategy.ts'
import { historyOf, redone, undone } from '../../edit-history.ts'
import { type NoticeEmitted, noticed } from '../../notices.ts'
import { promisePort } from '../../port.ts'
import type { Requests } from '../../requests.ts'
import { strategyTexts } from '../texts-of-strategies.ts'
import { changed, type DraftHistory, isSameStrategy, type StrategyPart } from './draft-history.ts'
import { editorTexts } from './texts-of-editor.ts'

declare module '../../requests.ts' {
  interface Requests {
    readonly strategyEditor:
      | { readonly type: 'editor.save' }
      | { readonly type: 'editor.undo' }
      | { readonly type: 'editor.redo' }
      /** Drops what is not saved. */
      | { readonly type: 'editor.startOver' }
      | { readonly type: 'editor.resolve'; readonly keep: Keep }
  }
  interface Machines {
    readonly strategyEditor: typeof strategyEditorMachine
  }
}

export type Keep = 'mine' | 'theirs' | 'both'

export interface LoadedStrategy extends StrategyOfRun {
  readonly strategy: Strategy
  readonly isSample: boolean
}

/** A draft that was unsaved when the page was left; `of` is the version it was made from. */
export interface KeptDraft {
  readonly strategy: Strategy
  readonly of: StrategyOfRun | null
}

export interface StrategyEditorContext {
  readonly createUuid: () => string
  readonly slug: string | null
  readonly category: Category
  readonly history: DraftHistory
  /** The version that the draft was made from; null for a strategy that was never saved. */
  readonly of: StrategyOfRun | null
  /** The form of version `of`; empty or the sample where that is null. */
  readonly saved: Strategy
  readonly isSample: boolean
  /** Id of a strategy saved for the first time, so that saving again after a lost answer adds nothing. */
  readonly algoUuid: string
  readonly kept: KeptDraft | null
  readonly isRestored: boolean
  /** Being sent, or sent without an answer: then it is sent again before anything newer is. */
  readonly sent: Strategy | null
  /** The newest version, if another device has saved since `of`. */
  readonly theirs: LoadedStrategy | null
  readonly message: string | null
  /** True from the first attempt to save: from then on problems are shown. */
  readonly isChecked: boolean
}

interface Opened {
  readonly slug: string | null
  readonly category: Category
  readonly kept: KeptDraft | null
}

export type StrategyEditorEvent =
  | Requests['strategyEditor']
  /** Null for a new strategy. */
  | ({ readonly type: 'editor.open' } & Opened)
  | { readonly type: 'editor.change'; readonly part: StrategyPart; readonly group: string | null }
  | { readonly type: 'editor.retry' }
  /** A strategy was saved or restored by other means. */
  | { readonly type: 'editor.refresh'; readonly slug: string }
  | { readonly type: 'connection.back' }
  | { readonly type: 'session.ended' }

export type StrategyEditorEmitted =
  | NoticeEmitted
  | { readonly type: 'strategy.kept'; readonly slug: string }
  /** A new strategy has its slug; its address is another. */
  | { readonly type: 'editor.named'; readonly slug: string }
  | { readonly type: 'draft.changed'; readonly key: string; readonly kept: KeptDraft | null }

export interface SaveInput {
  readonly strategy: Strategy
  readonly of: StrategyOfRun | null
  readonly algoUuid: string
}

interface Failure {
  readonly error: unknown
}

/** Under which an unsaved draft is kept. */
export const draftKey = (slug: string | null, category: Category): string => slug ?? `new ${category}`

export const isUnsaved = ({ history, saved }: Pick<StrategyEditorContext, 'history' | 'saved'>): boolean =>
  !isSameStrategy(history.draft, saved)

const closed: Omit<StrategyEditorContext, 'createUuid'> = {
  slug: null,
  category: 'equity',
  history: historyOf(newStrategy('equity')),
  of: null,
  saved: newStrategy('equity'),
  isSample: false,
  algoUuid: '',
  kept: null,
  isRestored: false,
  sent: null,
  theirs: null,
  message: null,
  isChecked: false,
}

const opened = (
  { createUuid }: StrategyEditorContext,
  { slug, category, kept }: Opened,
): Partial<StrategyEditorContext> => {
  const saved = newStrategy(category)
  return {
    ...closed,
    slug,
    category,
    kept,
    saved,
    algoUuid: createUuid(),
    history: historyOf(slug === null ? (kept?.strategy ?? saved) : saved),
    isRestored: slug === null && kept !== null,
  }
}

/** A kept draft replaces the loaded strategy, and is saved onto the version that it was made from. */
const loaded = (
  { kept, createUuid }: StrategyEditorContext,
  { strategy, isSample, ...ref }: LoadedStrategy,
): Partial<StrategyEditorContext> => ({
  slug: ref.slug,
  category: strategy.category,
  saved: strategy,
  history: historyOf(kept?.strategy ?? strategy),
  of: isSample ? null : (kept?.of ?? ref),
  isSample,
  algoUuid: createUuid(),
  isRestored: kept !== null && !isSameStrategy(kept.strategy, strategy),
  kept: null,
})

/** Where the strategy cannot be loaded, what was kept can still be worked on. */
const openedKept = ({ kept }: StrategyEditorContext): Partial<StrategyEditorContext> =>
  kept === null
    ? {}
    : {
        category: kept.strategy.category,
        history: historyOf(kept.strategy),
        of: kept.of,
        isRestored: true,
        kept: null,
      }

const resolved = (
  { history, theirs, createUuid }: StrategyEditorContext,
  keep: Keep,
): Partial<StrategyEditorContext> => {
  if (theirs === null) return {}
  const { strategy, isSample, ...of } = theirs
  const newest = { of, saved: strategy, theirs: null }
  if (keep === 'mine') return newest
  if (keep === 'theirs') return { ...newest, history: changed(history, strategy, null) }
  const algoName = copyName(history.draft.algoName)
  const renamed = changed(history, { algoName }, null)
  return { of: null, theirs: null, algoUuid: createUuid(), slug: null, history: renamed }
}

const NAME_MAX = 60

const copyName = (name: string): string => `${name.slice(0, NAME_MAX - ' copy'.length)} copy`

export const strategyEditorMachine = setup({
  types: {
    context: {} as StrategyEditorContext,
    events: {} as StrategyEditorEvent,
    emitted: {} as StrategyEditorEmitted,
    input: {} as { readonly createUuid: () => string },
  },
  actors: {
    load: promisePort<LoadedStrategy, { readonly slug: string }>('load'),
    save: promisePort<StrategyOfRun, SaveInput>('save'),
  },
  actions: {
    open: assign(({ context }, asked: Opened) => opened(context, asked)),
    takeLoaded: assign(({ context }, output: LoadedStrategy) => loaded(context, output)),
    takeKept: assign(({ context }) => openedKept(context)),
    change: assign({
      history: (
        { context },
        { part, group }: { readonly part: StrategyPart; readonly group: string | null },
      ) => changed(context.history, part, group),
      isRestored: false,
      message: null,
    }),
    undo: assign({ history: ({ context }) => undone(context.history) }),
    redo: assign({ history: ({ context }) => redone(context.history) }),
    startOver: assign(({ context: { history, saved } }) => ({
      history: changed(history, saved, null),
      sent: null,
      isRestored: false,
      message: null,
      isChecked: false,
    })),
    keepDraft: enqueueActions(({ context, enqueue }) => {
      const { slug, category, history, of } = context
      const kept = isUnsaved(context) ? { strategy: history.draft, of } : null
      enqueue.emit({ type: 'draft.changed', key: draftKey(slug, category), kept })
    }),
    refuse: assign(({ context: { history } }) => ({
      isChecked: true,
      message: editorTexts.invalid(checkStrategy(history.draft)[0]?.problem ?? ''),
    })),
    finish: enqueueActions(({ context, enqueue }, of: StrategyOfRun) => {
      const { sent, category, slug: before, isSample } = context
      if (sent === null) return
      const { slug, version } = of
      const isNamed = before !== slug || isSample
      if (isNamed) enqueue.emit({ type: 'draft.changed', key: draftKey(before, category), kept: null })
      enqueue.assign({ of, slug, saved: sent, sent: null, isSample: false })
      enqueue.assign({ message: null, isChecked: false, theirs: null, isRestored: false })
      enqueue.emit({ type: 'strategy.kept', slug })
      enqueue.emit(
        noticed(
          'success',
          strategyTexts.saved(sent.algoName, version),
          undefined,
          pathOf('strategy', { slug }),
        ),
      )
      if (isNamed) enqueue.emit({ type: 'editor.named', slug })
    }),
    noteFailure: assign({
      sent: null,
      message: (_, { error }: Failure) => messageOf(error, saveEquityStrategy.failure),
    }),
    /** Saved again, it is another strategy. */
    noteGone: assign(({ context: { createUuid } }) => ({
      of: null,
      sent: null,
      algoUuid: createUuid(),
      message: editorTexts.gone,
    })),
    noteTheirs: assign({ sent: null, theirs: (_, theirs: LoadedStrategy) => theirs }),
    resolve: enqueueActions(({ context, enqueue }, { keep }: { readonly keep: Keep }) => {
      const { slug, category } = context
      if (keep === 'both') enqueue.emit({ type: 'draft.changed', key: draftKey(slug, category), kept: null })
      enqueue.assign(resolved(context, keep))
    }),
  },
  guards: {
    isOpen: ({ context }, { slug, category }: Opened) =>
      context.slug === slug && (slug !== null || context.category === category),
    isNew: (_, { slug }: Opened) => slug === null,
    hasKept: ({ context }) => context.kept !== null,
    isToSave: ({ context }) => context.of === null || isUnsaved(context),
    isValid: ({ context }) => checkStrategy(context.history.draft).length === 0,
    isConflict: (_, { error }: Failure) => isRejectedAs(error, 'VERSION_CONFLICT'),
    isGone: ({ context }, { error }: Failure) => context.of !== null && isRejectedAs(error, 'NOT_FOUND'),
    isLost: (_, { error }: Failure) => isFateUnknown(error),
    isRefreshed: ({ context }, slug: string) =>
      context.slug === slug && context.sent === null && !isUnsaved(context),
    isTheirs: (_, { keep }: { readonly keep: Keep }) => keep === 'theirs',
  },
}).createMachine({
  id: 'strategyEditor',
  context: ({ input: { createUuid } }) => ({ ...closed, createUuid }),
  initial: 'closed',
  on: {
    'session.ended': { target: '.closed', actions: assign(closed) },
    'editor.open': [
      {
        guard: { type: 'isNew', params: ({ event }) => event },
        target: '.open',
        actions: { type: 'open', params: ({ event }) => event },
      },
      { target: '.loading', actions: { type: 'open', params: ({ event }) => event } },
    ],
  },
  states: {
    closed: {},
    loading: {
      invoke: {
        src: 'load',
        input: ({ context }) => ({ slug: context.slug ?? '' }),
        onDone: { target: 'open', actions: { type: 'takeLoaded', params: ({ event }) => event.output } },
        onError: [
          { guard: 'hasKept', target: 'open', actions: 'takeKept' },
          {
            target: 'failed',
            actions: assign({ message: ({ event }) => messageOf(event.error, getStrategy.failure) }),
          },
        ],
      },
    },
    failed: { on: { 'editor.retry': 'loading' } },
    open: {
      initial: 'editing',
      on: {
        'editor.open': [
          { guard: { type: 'isOpen', params: ({ event }) => event } },
          {
            guard: { type: 'isNew', params: ({ event }) => event },
            target: 'open',
            reenter: true,
            actions: { type: 'open', params: ({ event }) => event },
          },
          { target: 'loading', actions: { type: 'open', params: ({ event }) => event } },
        ],
        'editor.change': { actions: [{ type: 'change', params: ({ event }) => event }, 'keepDraft'] },
        'editor.undo': { actions: ['undo', 'keepDraft'] },
        'editor.redo': { actions: ['redo', 'keepDraft'] },
        'editor.refresh': {
          guard: { type: 'isRefreshed', params: ({ event }) => event.slug },
          target: 'loading',
        },
        'editor.startOver': { target: '.editing', actions: ['startOver', 'keepDraft'] },
      },
      states: {
        editing: {
          on: {
            'editor.save': [{ guard: 'isValid', target: 'deciding' }, { actions: 'refuse' }],
          },
        },
        deciding: { always: [{ guard: 'isToSave', target: 'saving' }, { target: 'editing' }] },
        saving: {
          entry: assign({
            sent: ({ context: { sent, history } }) => sent ?? history.draft,
            message: null,
            isChecked: false,
          }),
          invoke: {
            src: 'save',
            input: ({ context: { sent, history, of, algoUuid } }) => ({
              strategy: sent ?? history.draft,
              of,
              algoUuid,
            }),
            onDone: {
              target: 'editing',
              actions: [{ type: 'finish', params: ({ event }) => event.output }, 'keepDraft'],
            },
            onError: [
              {
                guard: { type: 'isConflict', params: ({ event }) => ({ error: event.error }) },
                target: 'comparing',
              },
              {
                guard: { type: 'isGone', params: ({ event }) => ({ error: event.error }) },
                target: 'editing',
                actions: 'noteGone',
              },
              {
                guard: { type: 'isLost', params: ({ event }) => ({ error: event.error }) },
                target: 'waiting',
                actions: assign({ message: editorTexts.waiting }),
              },
              {
                target: 'editing',
                actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
        /** Saved once the connection is back. */
        waiting: {
          on: { 'connection.back': 'saving', 'editor.save': 'saving' },
        },
        comparing: {
          invoke: {
            src: 'load',
            input: ({ context }) => ({ slug: context.of?.slug ?? '' }),
            onDone: {
              target: 'conflicted',
              actions: { type: 'noteTheirs', params: ({ event }) => event.output },
            },
            onError: {
              target: 'editing',
              actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        conflicted: {
          on: {
            'editor.resolve': [
              {
                guard: { type: 'isTheirs', params: ({ event }) => event },
                target: 'editing',
                actions: [{ type: 'resolve', params: ({ event }) => event }, 'keepDraft'],
              },
              { target: 'saving', actions: { type: 'resolve', params: ({ event }) => event } },
            ],
          },
        },
      },
    },
  },
})
