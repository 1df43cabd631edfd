import { assign, emit, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { listVersions } from '../../contract/strategies.ts'
import { promisePort } from '../port.ts'

declare module '../requests.ts' {
  interface Requests {
    /** Opens the panel at a strategy, with its versions and what changed in each. */
    readonly strategyPanel: { readonly type: 'panel.read'; readonly slug: string }
  }
  interface Machines {
    readonly strategyPanel: typeof strategyPanelMachine
  }
}

export type StrategyVersions = ReplyOf<typeof listVersions>

/** Passing over rows must not request each one. */
export const PANEL_FOLLOW_MS = 180
export const VERSIONS_KEPT_MAX = 20

interface Row {
  readonly slug: string
  readonly version: number
}

export interface StrategyPanelContext {
  /** Null: open where there is room beside the list. */
  readonly isOpen: boolean | null
  readonly row: Row | null
  /** The row shown last is first. */
  readonly kept: readonly { readonly row: Row; readonly versions: StrategyVersions }[]
  readonly message: string | null
}

export type StrategyPanelEvent =
  | { readonly type: 'panel.read'; readonly slug: string }
  | { readonly type: 'panel.set'; readonly isOpen: boolean }
  | { readonly type: 'panel.show'; readonly slug: string; readonly version: number }
  | { readonly type: 'panel.leave' }
  | { readonly type: 'panel.retry' }
  | { readonly type: 'session.ended' }

const isSame = (one: Row, other: Row): boolean => one.slug === other.slug && one.version === other.version

export const versionsIn = ({ row, kept }: StrategyPanelContext): StrategyVersions | null =>
  (row === null ? undefined : kept.find((one) => isSame(one.row, row)))?.versions ?? null

const keep = (
  { row, kept }: StrategyPanelContext,
  versions: StrategyVersions,
): Partial<StrategyPanelContext> =>
  row === null
    ? {}
    : {
        kept: [{ row, versions }, ...kept.filter((one) => !isSame(one.row, row))].slice(0, VERSIONS_KEPT_MAX),
        message: null,
      }

const nothing: StrategyPanelContext = { isOpen: null, row: null, kept: [], message: null }

/** The reading panel beside a list of strategies: whether it is open, and the versions of its row. */
export const strategyPanelMachine = setup({
  types: {
    context: {} as StrategyPanelContext,
    events: {} as StrategyPanelEvent,
    emitted: {} as { readonly type: 'panel.wanted'; readonly slug: string },
  },
  actors: { loadVersions: promisePort<StrategyVersions, { readonly slug: string }>('loadVersions') },
  actions: {
    look: assign((_, { slug, version }: Row) => ({ row: { slug, version }, message: null })),
    keep: assign(({ context }, versions: StrategyVersions) => keep(context, versions)),
  },
  guards: {
    isKept: ({ context }, row: Row) => context.kept.some((one) => isSame(one.row, row)),
  },
  delays: { followDelay: PANEL_FOLLOW_MS },
}).createMachine({
  id: 'strategyPanel',
  context: nothing,
  initial: 'empty',
  on: {
    'panel.read': {
      actions: [
        assign({ isOpen: true }),
        emit(({ event }) => ({ type: 'panel.wanted' as const, slug: event.slug })),
      ],
    },
    'panel.set': { actions: assign({ isOpen: ({ event }) => event.isOpen }) },
    'panel.show': [
      {
        guard: { type: 'isKept', params: ({ event }) => event },
        target: '.shown',
        actions: [
          { type: 'look', params: ({ event }) => event },
          assign(({ context }) => keep(context, versionsIn(context) ?? [])),
        ],
      },
      { target: '.waiting', actions: { type: 'look', params: ({ event }) => event } },
    ],
    'panel.leave': { target: '.empty', actions: assign({ row: null, message: null }) },
    'session.ended': { target: '.empty', actions: assign(nothing) },
  },
  states: {
    empty: {},
    waiting: { after: { followDelay: 'loading' } },
    loading: {
      invoke: {
        src: 'loadVersions',
        input: ({ context }) => ({ slug: context.row?.slug ?? '' }),
        onDone: { target: 'shown', actions: { type: 'keep', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: assign({ message: ({ event }) => messageOf(event.error, listVersions.failure) }),
        },
      },
    },
    shown: {},
    failed: { on: { 'panel.retry': 'loading' } },
  },
})
