import { assign, emit, setup } from 'xstate'
import type * as z from 'zod/mini'
import { messageOf } from '../../contract/api-error.ts'
import { type BacktestMeta, deleteBacktest, listBacktests } from '../../contract/backtests.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import type { FromWire } from '../../contract/wire.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly savedRuns:
      | { readonly type: 'savedRuns.load'; readonly search?: string }
      | { readonly type: 'savedRuns.more' }
      | { readonly type: 'savedRuns.delete'; readonly slug: string }
      /** Possible for 5 s, after which the delete is sent. */
      | { readonly type: 'savedRuns.undoDelete' }
  }
  interface Machines {
    readonly savedRuns: typeof savedRunsMachine
  }
}

export type SavedRunMeta = FromWire<z.infer<typeof BacktestMeta>>
export type SavedRunsPage = ReplyOf<typeof listBacktests>

export const UNDO_MS = 5000
export const DELETES_MAX = 50
export const SAVED_RUNS_MAX = 2000

interface Removed {
  readonly run: SavedRunMeta
  readonly index: number
}

export interface SavedRunsContext {
  readonly runs: readonly SavedRunMeta[]
  readonly search: string
  readonly page: number
  readonly total: number
  readonly message: string | null
  /** Hidden, and deleted after `UNDO_MS`. */
  readonly removed: Removed | null
  readonly toDelete: readonly Removed[]
}

export type SavedRunsEvent =
  | Requests['savedRuns']
  /** The page is unloading: pending deletes are sent now. */
  | { readonly type: 'savedRuns.flush' }
  | { readonly type: 'session.ended' }

const isMore = ({ currentPage, totalPages }: SavedRunsPage): boolean => currentPage < totalPages

const withoutGone = (
  { removed, toDelete }: SavedRunsContext,
  runs: readonly SavedRunMeta[],
): readonly SavedRunMeta[] => {
  const gone = new Set([removed, ...toDelete].map((one) => one?.run.slug))
  return runs.filter(({ slug }) => !gone.has(slug))
}

/** Page 1 replaces, later pages append only new runs: a run saved meanwhile shifts the pages. */
const withPage = (context: SavedRunsContext, page: SavedRunsPage): Partial<SavedRunsContext> => {
  const known = page.currentPage === 1 ? [] : context.runs
  const slugs = new Set(known.map(({ slug }) => slug))
  const added = withoutGone(context, page.data).filter(({ slug }) => !slugs.has(slug))
  return {
    runs: [...known, ...added].slice(0, SAVED_RUNS_MAX),
    page: page.currentPage,
    total: page.total,
    message: null,
  }
}

const putBack = (runs: readonly SavedRunMeta[], { run, index }: Removed): readonly SavedRunMeta[] =>
  runs.some(({ slug }) => slug === run.slug) ? runs : [...runs.slice(0, index), run, ...runs.slice(index)]

const take = (context: SavedRunsContext, slug: string): Partial<SavedRunsContext> => {
  const index = context.runs.findIndex((run) => run.slug === slug)
  const run = context.runs[index]
  return run === undefined
    ? {}
    : {
        removed: { run, index },
        runs: context.runs.filter((known) => known !== run),
        total: context.total - 1,
      }
}

const queueRemoved = ({ removed, toDelete }: SavedRunsContext): Partial<SavedRunsContext> => ({
  removed: null,
  toDelete: removed === null ? toDelete : [...toDelete, removed],
})

const nothing: SavedRunsContext = {
  runs: [],
  search: '',
  page: 0,
  total: 0,
  message: null,
  removed: null,
  toDelete: [],
}

/** `paging` loads the list, `removal` holds the run that undo restores, `deleting` sends the deletes. */
export const savedRunsMachine = setup({
  types: {
    context: {} as SavedRunsContext,
    events: {} as SavedRunsEvent,
    emitted: {} as NoticeEmitted | { readonly type: 'savedRuns.deleted'; readonly slug: string },
  },
  actors: {
    loadPage: promisePort<SavedRunsPage, { search: string; page: number }>('loadPage'),
    deleteRun: promisePort<void, { slug: string }>('deleteRun'),
  },
  actions: {
    tell: emit((_, notice: NoticeEmitted['notice']) => noticed(notice.kind, notice.text)),
    offerUndo: emit(
      noticed('info', texts.runDeleted, { to: 'savedRuns', event: { type: 'savedRuns.undoDelete' } }),
    ),
    queueRemoved: assign(({ context }) => queueRemoved(context)),
    take: assign(({ context }, slug: string) => take(context, slug)),
  },
  guards: {
    canDelete: ({ context }, slug: string) =>
      context.toDelete.length < DELETES_MAX && context.runs.some((run) => run.slug === slug),
    hasToDelete: ({ context }) => context.toDelete.length > 0,
    isMore: (_, page: SavedRunsPage) => isMore(page),
  },
  delays: { undoTime: UNDO_MS },
}).createMachine({
  id: 'savedRuns',
  context: nothing,
  type: 'parallel',
  on: {
    'session.ended': {
      target: ['.paging.idle', '.removal.none', '.deleting.idle'],
      actions: assign(nothing),
    },
  },
  states: {
    paging: {
      initial: 'idle',
      on: {
        'savedRuns.load': {
          target: '.loadingFirst',
          actions: assign({ search: ({ context, event }) => event.search ?? context.search }),
        },
      },
      states: {
        idle: {},
        loadingFirst: {
          invoke: {
            src: 'loadPage',
            input: ({ context }) => ({ search: context.search, page: 1 }),
            onDone: [
              {
                guard: { type: 'isMore', params: ({ event }) => event.output },
                target: 'ready',
                actions: assign(({ context, event }) => withPage(context, event.output)),
              },
              {
                target: 'exhausted',
                actions: assign(({ context, event }) => withPage(context, event.output)),
              },
            ],
            onError: {
              target: 'failed',
              actions: assign({ message: ({ event }) => messageOf(event.error, listBacktests.failure) }),
            },
          },
        },
        ready: {
          on: {
            'savedRuns.more': {
              guard: ({ context }) => context.runs.length < SAVED_RUNS_MAX,
              target: 'loadingMore',
            },
          },
        },
        loadingMore: {
          invoke: {
            src: 'loadPage',
            input: ({ context }) => ({ search: context.search, page: context.page + 1 }),
            onDone: [
              {
                guard: { type: 'isMore', params: ({ event }) => event.output },
                target: 'ready',
                actions: assign(({ context, event }) => withPage(context, event.output)),
              },
              {
                target: 'exhausted',
                actions: assign(({ context, event }) => withPage(context, event.output)),
              },
            ],
            onError: {
              target: 'failed',
              actions: assign({ message: ({ event }) => messageOf(event.error, listBacktests.failure) }),
            },
          },
        },
        failed: {
          on: {
            'savedRuns.more': [
              { guard: ({ context }) => context.page > 0, target: 'loadingMore' },
              { target: 'loadingFirst' },
            ],
          },
        },
        exhausted: {},
      },
    },
    removal: {
      initial: 'none',
      on: {
        'savedRuns.delete': {
          guard: { type: 'canDelete', params: ({ event }) => event.slug },
          target: '.waiting',
          actions: ['queueRemoved', { type: 'take', params: ({ event }) => event.slug }, 'offerUndo'],
        },
      },
      states: {
        none: {},
        waiting: {
          after: { undoTime: { target: 'none', actions: 'queueRemoved' } },
          on: {
            'savedRuns.flush': { target: 'none', actions: 'queueRemoved' },
            'savedRuns.undoDelete': {
              target: 'none',
              actions: [
                assign({
                  runs: ({ context }) =>
                    context.removed === null ? context.runs : putBack(context.runs, context.removed),
                  total: ({ context }) => context.total + 1,
                  removed: null,
                }),
                { type: 'tell', params: { kind: 'info', text: texts.runRestored } },
              ],
            },
          },
        },
      },
    },
    deleting: {
      initial: 'idle',
      states: {
        idle: { always: { guard: 'hasToDelete', target: 'sending' } },
        sending: {
          invoke: {
            src: 'deleteRun',
            input: ({ context }) => ({ slug: context.toDelete[0]?.run.slug ?? '' }),
            onDone: {
              target: 'idle',
              actions: [
                emit(({ context }) => ({
                  type: 'savedRuns.deleted' as const,
                  slug: context.toDelete[0]?.run.slug ?? '',
                })),
                assign({ toDelete: ({ context }) => context.toDelete.slice(1) }),
              ],
            },
            onError: {
              target: 'idle',
              actions: [
                {
                  type: 'tell',
                  params: ({ event }) => ({
                    kind: 'error',
                    text: messageOf(event.error, deleteBacktest.failure),
                  }),
                },
                assign(({ context }) => {
                  const [kept, ...rest] = context.toDelete
                  return kept === undefined
                    ? {}
                    : { toDelete: rest, runs: putBack(context.runs, kept), total: context.total + 1 }
                }),
              ],
            },
          },
        },
      },
    },
  },
})
