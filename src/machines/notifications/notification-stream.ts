import { assign, emit, enqueueActions, not, type SnapshotFrom, sendTo, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { getNotificationRecords, notificationStream } from '../../contract/notifications/notifications.ts'
import { groupOf, isAlert, noticeOf } from '../../domain/notifications/notice.ts'
import { crowdedDelayMs, reconnectDelayMs, STEADY_MS } from '../../domain/reconnect.ts'
import { pathOf } from '../../domain/screens.ts'
import { type NoticeEmitted, type NoticeSource, noticed, notified } from '../notices.ts'
import { callbackPort, promisePort } from '../port.ts'
import { texts } from '../texts.ts'
import {
  type Arrived,
  emptyNoticeList,
  type NoticeList,
  type NotificationItem,
  withArrived,
  withMarked,
} from './notice-list.ts'
import type {
  DeploymentChange,
  OrderOfUpdate,
  StreamEvent,
  StreamState,
  TabMessage,
} from './stream-events.ts'

declare module '../requests.ts' {
  interface Machines {
    readonly notificationStream: typeof notificationStreamMachine
  }
}

export const STREAM_RETRIES_MAX = 10
export const STREAM_CONNECT_TIMEOUT_MS = 10_000
const MISSED_MAX = 1_000
export const GAP_RETRY_MS = 5_000
export const TOLD_AT_ONCE_MAX = 3

/** State of the earlier notifications; those of the stream are listed either way. */
export type NoticeHistory =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known' }
  | { readonly kind: 'failed'; readonly message: string }

export interface NotificationStreamContext {
  readonly random: () => number
  readonly isLeader: boolean
  readonly isVisible: boolean
  readonly list: NoticeList
  readonly history: NoticeHistory
  /** Arrived while this page was hidden, and not shown by another page since. */
  readonly missed: readonly NotificationItem[]
  /** Arrived while the gap was being filled; listed after it. */
  readonly held: readonly NotificationItem[]
  /** Consecutive connections that failed or did not last. */
  readonly tries: number
  /** The last try was refused because too many windows are open. */
  readonly isCrowded: boolean
  readonly retryMs: number
  /** Reported by the page that holds the stream; null while this page does. */
  readonly leaderState: StreamState | null
}

export type NotificationStreamEvent =
  | { readonly type: 'stream.connect' }
  | { readonly type: 'stream.retry' }
  | { readonly type: 'notices.reload' }
  | { readonly type: 'leader.elected' }
  /** The browser freezes this page; another one takes over the stream. */
  | { readonly type: 'page.slept' }
  | { readonly type: 'network.back' }
  | { readonly type: 'page.shown' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'notices.marked'; readonly notices: readonly string[] | null }
  | { readonly type: 'session.ended' }
  | StreamEvent
  | TabMessage

export type NotificationStreamEmitted =
  | NoticeEmitted
  | { readonly type: 'orders.changed'; readonly order: OrderOfUpdate }
  | { readonly type: 'positions.changed'; readonly syms: readonly string[] }
  | { readonly type: 'calendar.changed' }
  | { readonly type: 'deployments.changed'; readonly change: DeploymentChange }
  | { readonly type: 'notices.added' }
  | { readonly type: 'notices.sounded'; readonly notices: readonly NotificationItem[] }

interface Taken extends Arrived {
  readonly from: 'stream' | 'tabs'
}

const nothing = {
  isLeader: false,
  isVisible: true,
  list: emptyNoticeList,
  history: { kind: 'loading' },
  missed: [],
  held: [],
  tries: 0,
  isCrowded: false,
  retryMs: 0,
  leaderState: null,
} as const

/** Few are shown one by one. Of many, rejected orders stay apart and the rest are summarised. */
const saidOf = (notices: readonly NotificationItem[]): readonly NoticeEmitted[] => {
  const shown = notices.flatMap((one) => {
    const said = noticeOf(one)
    return said === null ? [] : [{ said, source: sourceOf(one) }]
  })
  const each = (some: typeof shown) => some.map(({ said, source }) => notified(said, source))
  if (shown.length <= TOLD_AT_ONCE_MAX) return each(shown)
  const rejected = shown.filter(({ source }) => source.group === 'rejected')
  const rest = shown.filter(({ source }) => source.group !== 'rejected')
  if (rest.length === 1) return each([...rejected, ...rest])
  const text = texts.noticesMeanwhile(rest.length)
  const meanwhile = noticed('info', text, undefined, pathOf('notifications'))
  const inOne: NoticeEmitted = { ...meanwhile, notice: { ...meanwhile.notice, isNotification: true } }
  return [...each(rejected), ...(rest.length === 0 ? [] : [inOne])]
}

/** Orders are told apart by their own id, anything else by that of the notification. */
const sourceOf = (notice: NotificationItem): NoticeSource => ({
  group: groupOf(notice),
  id: notice.orderId ?? notice.notificationUuid,
})

export const notificationStreamMachine = setup({
  types: {
    context: {} as NotificationStreamContext,
    events: {} as NotificationStreamEvent,
    emitted: {} as NotificationStreamEmitted,
    input: {} as { readonly random: () => number },
  },
  actors: {
    /** The newest notifications, oldest first. */
    loadNewest: promisePort<readonly NotificationItem[]>('loadNewest'),
    /** Notifications after one, or the newest if there is none; oldest first. */
    fillGap: promisePort<readonly NotificationItem[], { readonly after: string | null }>('fillGap'),
    /** Opens a stream with a stream ticket of its own, sends `StreamEvent`s, closes it when stopped. */
    stream: callbackPort('stream'),
    /** Sends `leader.elected` once this page holds the stream for all pages, and `page.slept`. */
    leadership: callbackPort('leadership'),
    otherTabs: callbackPort<TabMessage>('otherTabs'),
    pageVisibility: callbackPort('pageVisibility'),
  },
  actions: {
    take: enqueueActions(({ context, enqueue }, { from, ...arrived }: Taken) => {
      if (arrived.notices.length + (arrived.live?.length ?? 0) === 0 && !arrived.isWhole) return
      // Sent before `tabs.told`: a page can only drop notices that have reached it.
      if (from === 'stream') enqueue.sendTo('otherTabs', { type: 'tabs.notices', ...arrived } as const)
      const { list, fresh } = withArrived(context.list, arrived)
      enqueue.assign({ list })
      if (fresh.length === 0) return
      enqueue.emit({ type: 'notices.added' })
      const worthTelling = fresh.filter((one) => noticeOf(one) !== null)
      if (worthTelling.length === 0) return
      const alerts = worthTelling.filter(isAlert)
      if (context.isLeader && alerts.length > 0) enqueue.emit({ type: 'notices.sounded', notices: alerts })
      if (!context.isVisible) {
        enqueue.assign({ missed: [...context.missed, ...worthTelling].slice(-MISSED_MAX) })
        return
      }
      for (const said of saidOf(worthTelling)) enqueue.emit(said)
      const uuids = worthTelling.map(({ notificationUuid }) => notificationUuid)
      enqueue.sendTo('otherTabs', { type: 'tabs.told', uuids } as const)
    }),
    forgetHeld: assign({ held: [] }),
    /** A list that was known stays known: the stream fills in what it misses. */
    noteHistoryFailed: assign({
      history: ({ context }, { error }: { readonly error: unknown }): NoticeHistory =>
        context.history.kind === 'known'
          ? context.history
          : { kind: 'failed', message: messageOf(error, getNotificationRecords.failure) },
    }),
    tellMissed: enqueueActions(({ context, enqueue }) => {
      if (context.missed.length === 0) return
      for (const said of saidOf(context.missed)) enqueue.emit(said)
      const uuids = context.missed.map(({ notificationUuid }) => notificationUuid)
      enqueue.sendTo('otherTabs', { type: 'tabs.told', uuids } as const)
      enqueue.assign({ missed: [] })
    }),
    dropTold: assign({
      missed: ({ context }, uuids: readonly string[]) =>
        context.missed.filter(({ notificationUuid }) => !uuids.includes(notificationUuid)),
    }),
    mark: assign({
      list: ({ context }, marked: readonly string[] | null) => withMarked(context.list, marked),
    }),
    tellTabs: sendTo('otherTabs', (_, order: TabMessage) => order),
    tellState: sendTo('otherTabs', (_, state: StreamState): TabMessage => ({ type: 'tabs.stream', state })),
    orderChanged: emit((_, order: OrderOfUpdate) => ({ type: 'orders.changed' as const, order })),
    positionsChanged: emit((_, syms: readonly string[]) => ({ type: 'positions.changed' as const, syms })),
    deploymentsChanged: emit((_, change: DeploymentChange) => ({
      type: 'deployments.changed' as const,
      change,
    })),
    sayGaveUp: emit(noticed('error', notificationStream.failure)),
    countTry: assign(({ context }) => {
      const tries = context.tries + 1
      const delayMs = context.isCrowded ? crowdedDelayMs : reconnectDelayMs
      return { tries, retryMs: delayMs(tries, context.random()) }
    }),
  },
  guards: {
    isLeader: ({ context }) => context.isLeader,
    isHistoryUnknown: ({ context }) => context.history.kind !== 'known',
    isLastTry: ({ context }) => context.tries >= STREAM_RETRIES_MAX,
  },
  delays: {
    reconnectDelay: ({ context }) => context.retryMs,
    steady: STEADY_MS,
    connectTimeout: STREAM_CONNECT_TIMEOUT_MS,
    gapRetry: GAP_RETRY_MS,
  },
}).createMachine({
  id: 'notificationStream',
  context: ({ input }) => ({ ...input, ...nothing }),
  initial: 'idle',
  states: {
    idle: {
      entry: assign(nothing),
      on: { 'stream.connect': 'active' },
    },
    active: {
      invoke: [
        { id: 'leadership', src: 'leadership' },
        { id: 'otherTabs', src: 'otherTabs' },
        { id: 'pageVisibility', src: 'pageVisibility' },
      ],
      initial: 'loading',
      on: {
        'session.ended': 'idle',
        'leader.elected': { actions: assign({ isLeader: true, leaderState: null }) },
        'page.slept': [
          {
            guard: 'isLeader',
            target: '.following',
            actions: assign({ isLeader: false, tries: 0 }),
          },
          // Messages of other pages do not reach a frozen page, so it reloads when it wakes.
          { target: '.following', reenter: true, actions: assign({ history: { kind: 'loading' } }) },
        ],
        'page.hidden': { actions: assign({ isVisible: false }) },
        'page.shown': { actions: [assign({ isVisible: true }), 'tellMissed'] },
        'tabs.notices': {
          actions: {
            type: 'take',
            params: ({ event: { notices, isWhole, live = [] } }) => ({
              notices,
              isWhole,
              live,
              from: 'tabs',
            }),
          },
        },
        'tabs.order': { actions: { type: 'orderChanged', params: ({ event }) => event.order } },
        'tabs.positions': { actions: { type: 'positionsChanged', params: ({ event }) => event.syms } },
        'tabs.calendar': { actions: emit({ type: 'calendar.changed' }) },
        'tabs.deployments': { actions: { type: 'deploymentsChanged', params: ({ event }) => event.change } },
        'notices.marked': {
          actions: [
            { type: 'mark', params: ({ event }) => event.notices },
            { type: 'tellTabs', params: ({ event }) => ({ type: 'tabs.marked', notices: event.notices }) },
          ],
        },
        'tabs.marked': { actions: { type: 'mark', params: ({ event }) => event.notices } },
        'tabs.told': { actions: { type: 'dropTold', params: ({ event }) => event.uuids } },
        'tabs.stream': {
          guard: not('isLeader'),
          actions: assign({ leaderState: ({ event }) => event.state }),
        },
        'stream.retry': { actions: { type: 'tellTabs', params: { type: 'tabs.retry' } } },
      },
      states: {
        loading: {
          invoke: {
            src: 'loadNewest',
            onDone: {
              target: 'following',
              actions: assign({
                list: ({ context, event }) =>
                  withArrived(context.list, { notices: event.output, isWhole: true }).list,
                history: { kind: 'known' },
              }),
            },
            onError: {
              target: 'following',
              actions: { type: 'noteHistoryFailed', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        following: {
          always: { guard: 'isLeader', target: 'connected' },
          after: { gapRetry: { guard: 'isHistoryUnknown', target: 'loading' } },
          on: {
            'notices.reload': 'loading',
            'leader.elected': { target: 'connected', actions: assign({ isLeader: true, leaderState: null }) },
          },
        },
        connected: {
          // Exit actions run before those of the transition, which may set it again.
          exit: assign({ isCrowded: false }),
          invoke: {
            id: 'stream',
            src: 'stream',
            onError: {
              target: 'lost',
              actions: [
                {
                  type: 'take',
                  params: ({ context }) => ({ notices: context.held, isWhole: false, from: 'stream' }),
                },
                'forgetHeld',
              ],
            },
          },
          on: {
            'stream.crowded': { target: 'lost', actions: assign({ isCrowded: true }) },
            'stream.closed': {
              target: 'lost',
              actions: [
                {
                  type: 'take',
                  params: ({ context }) => ({ notices: context.held, isWhole: false, from: 'stream' }),
                },
                'forgetHeld',
              ],
            },
          },
          initial: 'connecting',
          states: {
            connecting: {
              on: { 'stream.opened': 'open', 'notices.reload': '#notificationStream.active.loading' },
              after: { connectTimeout: '#notificationStream.active.lost' },
            },
            open: {
              entry: { type: 'tellState', params: 'open' },
              after: { steady: { actions: assign({ tries: 0 }) } },
              on: {
                'stream.notice': {
                  actions: {
                    type: 'take',
                    params: ({ event }) => ({ notices: [event.notice], isWhole: false, from: 'stream' }),
                  },
                },
                'stream.order': {
                  actions: [
                    { type: 'orderChanged', params: ({ event }) => event.order },
                    { type: 'tellTabs', params: ({ event }) => ({ type: 'tabs.order', order: event.order }) },
                  ],
                },
                'stream.calendar': {
                  actions: [
                    emit({ type: 'calendar.changed' }),
                    { type: 'tellTabs', params: { type: 'tabs.calendar' } },
                  ],
                },
                'stream.deployments': {
                  actions: [
                    { type: 'deploymentsChanged', params: ({ event }) => event.change },
                    {
                      type: 'tellTabs',
                      params: ({ event }) => ({ type: 'tabs.deployments', change: event.change }),
                    },
                  ],
                },
                'stream.positions': {
                  actions: [
                    { type: 'positionsChanged', params: ({ event }) => event.syms },
                    {
                      type: 'tellTabs',
                      params: ({ event }) => ({ type: 'tabs.positions', syms: event.syms }),
                    },
                  ],
                },
              },
              initial: 'fillingGap',
              states: {
                fillingGap: {
                  on: {
                    'stream.notice': {
                      actions: assign({ held: ({ context, event }) => [...context.held, event.notice] }),
                    },
                  },
                  invoke: {
                    src: 'fillGap',
                    input: ({ context }) => ({
                      after: context.history.kind === 'known' ? context.list.lastUuid : null,
                    }),
                    onDone: {
                      target: 'current',
                      actions: [
                        assign({ history: { kind: 'known' } }),
                        {
                          type: 'take',
                          params: ({ context, event }) => ({
                            notices: event.output,
                            isWhole: true,
                            live: context.held,
                            from: 'stream',
                          }),
                        },
                        'forgetHeld',
                      ],
                    },
                    onError: {
                      target: 'waitingForGap',
                      actions: [
                        { type: 'noteHistoryFailed', params: ({ event }) => ({ error: event.error }) },
                        {
                          type: 'take',
                          params: ({ context }) => ({
                            notices: context.held,
                            isWhole: false,
                            from: 'stream',
                          }),
                        },
                        'forgetHeld',
                      ],
                    },
                  },
                },
                waitingForGap: {
                  on: { 'notices.reload': 'fillingGap' },
                  after: { gapRetry: 'fillingGap' },
                },
                current: {
                  on: {
                    'stream.notice': {
                      actions: {
                        type: 'take',
                        params: ({ event }) => ({ notices: [event.notice], isWhole: true, from: 'stream' }),
                      },
                    },
                  },
                },
              },
            },
          },
        },
        lost: {
          always: [{ guard: 'isLastTry', target: 'gaveUp' }, { target: 'waitingToReconnect' }],
        },
        waitingToReconnect: {
          entry: [
            'countTry',
            {
              type: 'tellState',
              params: ({ context }) => (context.isCrowded ? 'crowded' : 'reconnecting'),
            },
          ],
          on: {
            'notices.reload': 'loading',
            'network.back': 'connected',
            'page.shown': { target: 'connected', actions: [assign({ isVisible: true }), 'tellMissed'] },
          },
          after: { reconnectDelay: 'connected' },
        },
        gaveUp: {
          entry: ['sayGaveUp', { type: 'tellState', params: 'gaveUp' }],
          exit: assign({ tries: 0 }),
          on: {
            'notices.reload': 'loading',
            'stream.retry': 'connected',
            'tabs.retry': 'connected',
            'network.back': 'connected',
          },
        },
      },
    },
  },
})

export const streamStateOf = (
  snapshot: SnapshotFrom<typeof notificationStreamMachine>,
): StreamState | null => {
  if (snapshot.matches('idle')) return null
  const { isLeader, leaderState } = snapshot.context
  if (!isLeader) return leaderState ?? 'open'
  if (snapshot.matches({ active: 'gaveUp' })) return 'gaveUp'
  if (snapshot.matches({ active: { connected: 'open' } })) return 'open'
  return snapshot.context.isCrowded ? 'crowded' : 'reconnecting'
}
