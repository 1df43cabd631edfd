import { assign, enqueueActions, setup } from 'xstate'
import type * as z from 'zod/mini'
import { messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { listStrategies, type StrategyEntry as StrategyEntryOnWire } from '../../contract/strategies.ts'
import type { FromWire } from '../../contract/wire.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import { isSameQuery, type StrategyQuery, usualQuery } from './strategy-query.ts'
import { strategyTexts } from './texts-of-strategies.ts'

declare module '../requests.ts' {
  interface Machines {
    /** The user's own. */
    readonly strategies: typeof strategiesMachine
    readonly sampleStrategies: typeof strategiesMachine
  }
}

export type StrategyEntry = FromWire<z.infer<typeof StrategyEntryOnWire>>
export type TrendCounts = ReplyOf<typeof listStrategies>['trendCounts']
export type StrategiesPage = ReplyOf<typeof listStrategies> & { readonly at: number }

export const STRATEGIES_PAGE = 20
/** The names that lines complete do not compete with what the first screen needs. */
export const NAMES_AFTER_MS = 2_000
/** Rows loaded to find the one that an address names. */
export const SOUGHT_WITHIN = 400

export interface StrategiesContext {
  readonly isSample: boolean
  readonly isShown: boolean
  readonly query: StrategyQuery
  /** The previous answer while a newer one loads, and when that fails; null before the first. */
  readonly rowsOf: StrategyQuery | null
  readonly rows: readonly StrategyEntry[]
  /** All rows of this login session, whatever the query was; the newest of each. */
  readonly known: readonly StrategyEntry[]
  readonly page: number
  readonly total: number
  readonly trendCounts: TrendCounts | null
  readonly loadedAt: number | null
  readonly message: string | null
  /** Slug of the row under the cursor, kept while another screen is open. */
  readonly cursor: string | null
  /** The cursor is to move to its row, which may be on a later page. */
  readonly isSought: boolean
  readonly isStale: boolean
}

export type StrategiesEvent =
  | { readonly type: 'strategies.begin' }
  | { readonly type: 'strategies.show'; readonly query: StrategyQuery; readonly slug: string | null }
  | { readonly type: 'strategies.hide' }
  | { readonly type: 'strategies.load'; readonly slug?: string }
  | { readonly type: 'strategies.more' }
  /** Loaded again when it is shown. */
  | { readonly type: 'strategies.changed' }
  | { readonly type: 'strategies.removed'; readonly slug: string }
  | { readonly type: 'strategies.point'; readonly slug: string }
  | { readonly type: 'session.ended' }

const isMore = ({ currentPage, totalPages }: StrategiesPage): boolean => currentPage < totalPages

const merged = (
  known: readonly StrategyEntry[],
  newer: readonly StrategyEntry[],
): readonly StrategyEntry[] => {
  const slugs = new Set(newer.map(({ slug }) => slug))
  return [...newer, ...known.filter(({ slug }) => !slugs.has(slug))]
}

/** Page 1 replaces, later pages append only new rows: one saved meanwhile shifts the pages. */
const withPage = (context: StrategiesContext, page: StrategiesPage): Partial<StrategiesContext> => {
  const before = page.currentPage === 1 ? [] : context.rows
  const slugs = new Set(before.map(({ slug }) => slug))
  const rows = [...before, ...page.data.filter(({ slug }) => !slugs.has(slug))]
  return {
    rows,
    rowsOf: context.query,
    known: merged(context.known, page.data),
    page: page.currentPage,
    total: page.total,
    trendCounts: page.trendCounts,
    loadedAt: page.at,
    message: null,
    isSought: context.isSought && (isMore(page) || rows.some(({ slug }) => slug === context.cursor)),
    isStale: false,
  }
}

/** The last page is loaded again, because the row after the removed one moved to it. */
const withoutRow = (context: StrategiesContext, slug: string): Partial<StrategiesContext> => {
  const row = context.rows.find((one) => one.slug === slug)
  const known = context.known.filter((one) => one.slug !== slug)
  if (row === undefined) return { known }
  const rows = context.rows.filter((one) => one !== row)
  const { trendCounts } = context
  return {
    rows,
    known,
    page: Math.min(context.page, Math.floor(rows.length / STRATEGIES_PAGE)),
    total: context.total - 1,
    trendCounts: trendCounts && { ...trendCounts, [row.trend]: trendCounts[row.trend] - 1 },
  }
}

/** Rows of another query would be taken for those of this one. */
const failed = ({ query, rows, rowsOf }: StrategiesContext, error: unknown): Partial<StrategiesContext> => ({
  message: messageOf(error, listStrategies.failure),
  rows: rowsOf !== null && isSameQuery(rowsOf, query) ? rows : [],
})

const nothing: Omit<StrategiesContext, 'isSample'> = {
  isShown: false,
  query: usualQuery,
  rowsOf: null,
  rows: [],
  known: [],
  page: 0,
  total: 0,
  trendCounts: null,
  loadedAt: null,
  message: null,
  cursor: null,
  isSought: false,
  isStale: false,
}

const seeking = (slug: string | null | undefined): Partial<StrategiesContext> =>
  slug === null || slug === undefined ? {} : { cursor: slug, isSought: true }

interface Failure {
  readonly error: unknown
}

export const strategiesMachine = setup({
  types: {
    context: {} as StrategiesContext,
    events: {} as StrategiesEvent,
    emitted: {} as NoticeEmitted,
    input: {} as { readonly isSample: boolean },
  },
  actors: {
    loadPage: promisePort<
      StrategiesPage,
      { readonly isSample: boolean; readonly query: StrategyQuery; readonly page: number }
    >('loadPage'),
  },
  actions: {
    takePage: assign(({ context }, page: StrategiesPage) => withPage(context, page)),
    fail: enqueueActions(({ context, enqueue }, { error }: Failure) => {
      enqueue.assign(failed(context, error))
      if (context.isShown) enqueue.emit(noticed('error', strategyTexts.notLoaded))
    }),
    show: assign((_, { query, slug }: Pick<Shown, 'query' | 'slug'>) => ({
      isShown: true,
      query,
      ...seeking(slug),
    })),
  },
  guards: {
    isMore: (_, page: StrategiesPage) => isMore(page),
    isSoughtFurther: ({ context }, page: StrategiesPage) =>
      context.isSought &&
      isMore(page) &&
      page.currentPage * page.perPage < SOUGHT_WITHIN &&
      page.data.every(({ slug }) => slug !== context.cursor),
    isToLoad: ({ context }, { query, slug }: Pick<Shown, 'query' | 'slug'>) =>
      context.isStale ||
      context.rowsOf === null ||
      !isSameQuery(context.query, query) ||
      !isSameQuery(context.rowsOf, query) ||
      (slug !== null && context.rows.every((row) => row.slug !== slug)),
    isShown: ({ context }) => context.isShown,
  },
  delays: { namesDelay: NAMES_AFTER_MS },
}).createMachine({
  id: 'strategies',
  context: ({ input }) => ({ ...nothing, isSample: input.isSample }),
  initial: 'idle',
  on: {
    'strategies.show': [
      {
        guard: { type: 'isToLoad', params: ({ event }) => event },
        target: '.loadingFirst',
        actions: { type: 'show', params: ({ event }) => event },
      },
      { actions: { type: 'show', params: ({ event }) => event } },
    ],
    'strategies.hide': { actions: assign({ isShown: false }) },
    'strategies.load': { target: '.loadingFirst', actions: assign(({ event }) => seeking(event.slug)) },
    'strategies.changed': [
      { guard: 'isShown', target: '.loadingFirst' },
      { actions: assign({ isStale: true }) },
    ],
    'strategies.removed': { actions: assign(({ context, event }) => withoutRow(context, event.slug)) },
    'strategies.point': { actions: assign(({ event }) => ({ cursor: event.slug, isSought: false })) },
    'session.ended': { target: '.idle', actions: assign(nothing) },
  },
  states: {
    idle: { on: { 'strategies.begin': 'waiting' } },
    waiting: { after: { namesDelay: 'loadingFirst' } },
    loadingFirst: {
      invoke: {
        src: 'loadPage',
        input: ({ context: { isSample, query } }) => ({ isSample, query, page: 1 }),
        onDone: [
          {
            guard: { type: 'isSoughtFurther', params: ({ event }) => event.output },
            target: 'loadingMore',
            actions: { type: 'takePage', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isMore', params: ({ event }) => event.output },
            target: 'ready',
            actions: { type: 'takePage', params: ({ event }) => event.output },
          },
          { target: 'exhausted', actions: { type: 'takePage', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    ready: { on: { 'strategies.more': 'loadingMore' } },
    loadingMore: {
      invoke: {
        src: 'loadPage',
        input: ({ context: { isSample, query, page } }) => ({ isSample, query, page: page + 1 }),
        onDone: [
          {
            guard: { type: 'isSoughtFurther', params: ({ event }) => event.output },
            target: 'loadingMore',
            reenter: true,
            actions: { type: 'takePage', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isMore', params: ({ event }) => event.output },
            target: 'ready',
            actions: { type: 'takePage', params: ({ event }) => event.output },
          },
          { target: 'exhausted', actions: { type: 'takePage', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {},
    exhausted: {},
  },
})

type Shown = Extract<StrategiesEvent, { type: 'strategies.show' }>
