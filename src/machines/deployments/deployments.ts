import { assign, enqueueActions, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { listDeployments } from '../../contract/deployments.ts'
import { type DeploymentType, deploymentTypes } from '../../domain/deployments/deployment.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { callbackPort, promisePort } from '../port.ts'
import { deploymentAt } from './find-deployment.ts'
import { deploymentTexts } from './texts-of-deployments.ts'

declare module '../requests.ts' {
  interface Machines {
    readonly deployments: typeof deploymentsMachine
  }
}

export type Deployment = ReplyOf<typeof listDeployments>[number]
export type DeploymentRun = Deployment['runs'][number]

/** `at` is server time, ms since the epoch. */
export interface LoadedDeployments {
  readonly rows: readonly Deployment[]
  readonly at: number
}

/** The names that lines complete do not compete with what the first screen needs. */
export const DEPLOYMENTS_AFTER_MS = 2_000
export const DEPLOYMENTS_CHANGED_AFTER_MS = 250
/** Open P&L of the server follows prices, which no event reports. */
export const DEPLOYMENTS_EVERY_MS = 5_000
const FILTER_MAX = 120

export interface DeploymentsContext {
  readonly tab: DeploymentType
  /** Newest first; null before the first answer. Kept while a newer one loads and when that fails. */
  readonly lists: Readonly<Record<DeploymentType, LoadedDeployments | null>>
  /** Error of the last list; null once one loads. */
  readonly message: string | null
  readonly cursor: string | null
  readonly filter: string
  readonly isShown: boolean
  readonly isPageVisible: boolean
  readonly toLoad: readonly DeploymentType[]
  /** The stream reported changes; loaded shortly. */
  readonly changed: readonly DeploymentType[]
}

export type DeploymentsEvent =
  /** Moves the cursor to a deployment, whose type becomes the tab. */
  | { readonly type: 'deployments.point'; readonly key: string }
  | { readonly type: 'deployments.begin'; readonly tab: DeploymentType | null }
  | { readonly type: 'deployments.show'; readonly tab: DeploymentType | null; readonly key: string | null }
  | { readonly type: 'deployments.hide' }
  | { readonly type: 'deployments.load' }
  | { readonly type: 'deployments.changed'; readonly of: DeploymentType | null }
  | { readonly type: 'deployments.filter'; readonly text: string }
  | { readonly type: 'page.shown' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'session.ended' }

export type DeploymentsEmitted =
  | NoticeEmitted
  | { readonly type: 'deployments.tabChosen'; readonly tab: DeploymentType }

const nothing: DeploymentsContext = {
  tab: 'live',
  lists: { live: null, auto: null, paper: null },
  message: null,
  cursor: null,
  filter: '',
  isShown: false,
  isPageVisible: true,
  toLoad: [],
  changed: [],
}

export const rowsShown = ({
  lists,
  tab,
  filter,
}: Pick<DeploymentsContext, 'lists' | 'tab' | 'filter'>): readonly Deployment[] => {
  const rows = lists[tab]?.rows ?? []
  const sought = filter.trim().toLowerCase()
  if (sought === '') return rows
  return rows.filter(({ algoName, segSyms }) =>
    [algoName, ...segSyms].some((text) => text.toLowerCase().includes(sought)),
  )
}

/** The one under the cursor if it is in the list shown, else the first. */
export const selectedOf = (context: DeploymentsContext): Deployment | null => {
  const rows = rowsShown(context)
  return rows.find(({ deploymentUuid }) => deploymentUuid === context.cursor) ?? rows[0] ?? null
}

const withTypes = (
  types: readonly DeploymentType[],
  added: readonly DeploymentType[],
): readonly DeploymentType[] => [...new Set([...types, ...added])]

/** A list being loaded may be older than what asks for it, so it is loaded once more. */
const queued = (
  { toLoad: [first, ...rest] }: DeploymentsContext,
  added: readonly DeploymentType[],
): readonly DeploymentType[] =>
  first === undefined ? withTypes([], added) : [first, ...withTypes(rest, added)]

const missingOf = ({ lists, toLoad }: DeploymentsContext, type: DeploymentType): readonly DeploymentType[] =>
  lists[type] === null && !toLoad.includes(type) ? [type] : []

const withList = (context: DeploymentsContext, loaded: LoadedDeployments): Partial<DeploymentsContext> => {
  const [type, ...toLoad] = context.toLoad
  return type === undefined ? {} : { lists: { ...context.lists, [type]: loaded }, toLoad, message: null }
}

interface Shown {
  readonly tab: DeploymentType | null
  readonly key: string | null
}

/** Deployments by type. Each list is loaded once; what changes it, or a view that shows it, loads it again. */
export const deploymentsMachine = setup({
  types: {
    context: {} as DeploymentsContext,
    events: {} as DeploymentsEvent,
    emitted: {} as DeploymentsEmitted,
  },
  actors: {
    loadList: promisePort<LoadedDeployments, { readonly type: DeploymentType }>('loadList'),
    /** Sends `page.shown` and `page.hidden`, the current state first. */
    pageVisibility: callbackPort('pageVisibility'),
  },
  actions: {
    point: enqueueActions(({ context, enqueue }, key: string) => {
      const tab = deploymentAt(context, key)?.type ?? context.tab
      enqueue.assign({ cursor: key, tab })
      if (tab !== context.tab) enqueue.emit({ type: 'deployments.tabChosen', tab })
    }),
    show: enqueueActions(({ context, enqueue }, { tab: wanted, key }: Shown) => {
      const tab = wanted ?? deploymentAt(context, key)?.type ?? context.tab
      enqueue.assign({
        tab,
        cursor: key ?? context.cursor,
        isShown: true,
        toLoad: [...context.toLoad, ...missingOf(context, tab)],
      })
      if (tab !== context.tab || wanted !== null) enqueue.emit({ type: 'deployments.tabChosen', tab })
    }),
    queue: assign(({ context }, types: readonly DeploymentType[]) => ({ toLoad: queued(context, types) })),
    queueMissing: assign(({ context }) => ({
      toLoad: [...context.toLoad, ...deploymentTypes.flatMap((type) => missingOf(context, type))],
    })),
    noteChange: assign(({ context }, of: DeploymentType | null) => ({
      changed: withTypes(context.changed, of === null ? deploymentTypes : [of]),
    })),
    queueChanged: assign(({ context }) => ({ toLoad: queued(context, context.changed), changed: [] })),
    take: assign(({ context }, loaded: LoadedDeployments) => withList(context, loaded)),
    fail: enqueueActions(({ context, enqueue }, { error }: { readonly error: unknown }) => {
      const [, ...toLoad] = context.toLoad
      enqueue.assign({ toLoad, message: messageOf(error, listDeployments.failure) })
      // A list that is loaded every few seconds must not complain every few seconds.
      if (context.isShown && context.message === null)
        enqueue.emit(noticed('error', deploymentTexts.notLoaded))
    }),
  },
  guards: {
    hasToLoad: ({ context }) => context.toLoad.length > 0,
    hasChanged: ({ context }) => context.changed.length > 0,
    isPageVisible: ({ context }) => context.isPageVisible,
  },
  delays: {
    namesDelay: DEPLOYMENTS_AFTER_MS,
    changedDelay: DEPLOYMENTS_CHANGED_AFTER_MS,
    reloadDelay: DEPLOYMENTS_EVERY_MS,
  },
}).createMachine({
  id: 'deployments',
  context: nothing,
  invoke: { src: 'pageVisibility' },
  type: 'parallel',
  on: {
    'deployments.point': { actions: { type: 'point', params: ({ event }) => event.key } },
    'deployments.filter': {
      actions: assign({ filter: ({ event }) => event.text.slice(0, FILTER_MAX) }),
    },
    'deployments.load': { actions: { type: 'queue', params: ({ context }) => [context.tab] } },
    'deployments.changed': { actions: { type: 'noteChange', params: ({ event }) => event.of } },
    'page.shown': { actions: assign({ isPageVisible: true }) },
    'page.hidden': { actions: assign({ isPageVisible: false }) },
  },
  states: {
    loading: {
      initial: 'idle',
      on: {
        'session.ended': {
          target: '.idle',
          actions: assign(({ context: { isPageVisible } }) => ({ ...nothing, isPageVisible })),
        },
      },
      states: {
        idle: {
          always: [
            { guard: 'hasToLoad', target: 'asking' },
            { guard: 'hasChanged', target: 'waiting' },
          ],
        },
        /** Further changes do not restart the timer: a steady stream would postpone the lists forever. */
        waiting: {
          always: { guard: 'hasToLoad', target: 'asking' },
          after: { changedDelay: { target: 'idle', actions: 'queueChanged' } },
        },
        asking: {
          invoke: {
            src: 'loadList',
            input: ({ context }) => ({ type: context.toLoad[0] ?? context.tab }),
            onDone: { target: 'idle', actions: { type: 'take', params: ({ event }) => event.output } },
            onError: {
              target: 'idle',
              actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    names: {
      initial: 'idle',
      on: { 'session.ended': '.idle' },
      states: {
        idle: {
          on: {
            'deployments.begin': {
              target: 'waiting',
              actions: assign(({ context, event }) => ({ tab: event.tab ?? context.tab })),
            },
          },
        },
        waiting: { after: { namesDelay: { target: 'wanted', actions: 'queueMissing' } } },
        wanted: {},
      },
    },
    watching: {
      initial: 'hidden',
      on: { 'session.ended': '.hidden' },
      states: {
        hidden: {
          on: {
            'deployments.show': { target: 'shown', actions: { type: 'show', params: ({ event }) => event } },
          },
        },
        shown: {
          on: {
            'deployments.show': { actions: { type: 'show', params: ({ event }) => event } },
            'deployments.hide': { target: 'hidden', actions: assign({ isShown: false }) },
          },
          after: {
            reloadDelay: [
              {
                guard: 'isPageVisible',
                target: 'shown',
                reenter: true,
                actions: { type: 'queue', params: ({ context }) => [context.tab] },
              },
              { target: 'shown', reenter: true },
            ],
          },
        },
      },
    },
  },
})
