import { assign, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { getOrderLog } from '../../contract/deployments.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'

declare module '../requests.ts' {
  interface Requests {
    /** Shows every check, or only those that led to something. */
    readonly deploymentLog: { readonly type: 'log.checks' }
  }
  interface Machines {
    readonly deploymentLog: typeof deploymentLogMachine
  }
}

export type OrderLogLine = ReplyOf<typeof getOrderLog>[number]

export const LOG_PAGE = 100
export const LOG_LINES_MAX = 2_000
/** Passing over rows must not request the log of each. */
export const LOG_FOLLOW_MS = 180
export const LOG_CHANGED_AFTER_MS = 250

export interface LogPageInput {
  readonly key: string
  readonly before: number | null
  readonly limit: number
}

export interface DeploymentLogContext {
  readonly key: string | null
  /** Newest first, without a gap. */
  readonly lines: readonly OrderLogLine[]
  readonly isLoaded: boolean
  readonly hasMore: boolean
  readonly showsChecks: boolean
  /** Lines were added since the page being loaded was asked for. */
  readonly isChanged: boolean
  readonly message: string | null
}

export type DeploymentLogEvent =
  | Requests['deploymentLog']
  | { readonly type: 'log.show'; readonly key: string }
  | { readonly type: 'log.hide' }
  | { readonly type: 'log.more' }
  | { readonly type: 'log.retry' }
  | { readonly type: 'log.changed'; readonly key: string }
  | { readonly type: 'session.ended' }

const nothing: DeploymentLogContext = {
  key: null,
  lines: [],
  isLoaded: false,
  hasMore: false,
  showsChecks: false,
  isChanged: false,
  message: null,
}

/** Lines before those loaded are kept if the page reaches them, else they would follow a gap. */
const withNewest = (
  { lines, hasMore }: DeploymentLogContext,
  page: readonly OrderLogLine[],
): Partial<DeploymentLogContext> => {
  const oldest = page.at(-1)?.seq
  const newest = lines[0]?.seq
  const isJoined = oldest !== undefined && newest !== undefined && oldest <= newest + 1
  const older = isJoined ? lines.filter(({ seq }) => seq < oldest) : []
  return {
    lines: [...page, ...older].slice(0, LOG_LINES_MAX),
    isLoaded: true,
    hasMore: isJoined && older.length > 0 ? hasMore : page.length === LOG_PAGE,
    message: null,
  }
}

const withOlder = (
  { lines }: DeploymentLogContext,
  page: readonly OrderLogLine[],
): Partial<DeploymentLogContext> => {
  const oldest = lines.at(-1)?.seq ?? Number.POSITIVE_INFINITY
  const all = [...lines, ...page.filter(({ seq }) => seq < oldest)]
  return {
    lines: all.slice(0, LOG_LINES_MAX),
    hasMore: page.length === LOG_PAGE && all.length < LOG_LINES_MAX,
    message: null,
  }
}

export const deploymentLogMachine = setup({
  types: { context: {} as DeploymentLogContext, events: {} as DeploymentLogEvent },
  actors: { loadPage: promisePort<readonly OrderLogLine[], LogPageInput>('loadPage') },
  actions: {
    look: assign(({ context }, key: string) => ({ ...nothing, key, showsChecks: context.showsChecks })),
    takeNewest: assign(({ context }, page: readonly OrderLogLine[]) => withNewest(context, page)),
    takeOlder: assign(({ context }, page: readonly OrderLogLine[]) => withOlder(context, page)),
    fail: assign((_, { error }: { readonly error: unknown }) => ({
      message: messageOf(error, getOrderLog.failure),
    })),
  },
  guards: {
    isOther: ({ context }, key: string) => context.key !== key,
    isOurs: ({ context }, key: string) => context.key === key,
    isChanged: ({ context }) => context.isChanged,
    hasMore: ({ context }) => context.hasMore,
  },
  delays: { followDelay: LOG_FOLLOW_MS, changedDelay: LOG_CHANGED_AFTER_MS },
}).createMachine({
  id: 'deploymentLog',
  context: nothing,
  initial: 'empty',
  on: {
    'log.checks': { actions: assign({ showsChecks: ({ context }) => !context.showsChecks }) },
    'log.show': {
      guard: { type: 'isOther', params: ({ event }) => event.key },
      target: '.following',
      actions: { type: 'look', params: ({ event }) => event.key },
    },
    'log.hide': {
      target: '.empty',
      actions: assign(({ context: { showsChecks } }) => ({ ...nothing, showsChecks })),
    },
    'log.changed': {
      guard: { type: 'isOurs', params: ({ event }) => event.key },
      actions: assign({ isChanged: true }),
    },
    'session.ended': { target: '.empty', actions: assign(nothing) },
  },
  states: {
    empty: {},
    following: { after: { followDelay: 'loadingNewest' } },
    loadingNewest: {
      entry: assign({ isChanged: false }),
      invoke: {
        src: 'loadPage',
        input: ({ context: { key } }) => ({ key: key ?? '', before: null, limit: LOG_PAGE }),
        onDone: { target: 'ready', actions: { type: 'takeNewest', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    ready: {
      always: { guard: 'isChanged', target: 'waiting' },
      on: { 'log.more': { guard: 'hasMore', target: 'loadingOlder' } },
    },
    /** Further changes do not restart the timer. */
    waiting: { after: { changedDelay: 'loadingNewest' } },
    loadingOlder: {
      invoke: {
        src: 'loadPage',
        input: ({ context: { key, lines } }) => ({
          key: key ?? '',
          before: lines.at(-1)?.seq ?? null,
          limit: LOG_PAGE,
        }),
        onDone: { target: 'ready', actions: { type: 'takeOlder', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      always: { guard: 'isChanged', target: 'waiting' },
      on: { 'log.retry': 'loadingNewest', 'log.more': 'loadingNewest' },
    },
  },
})
