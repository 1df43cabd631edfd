import { assign, emit, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { readNotifications } from '../../contract/notifications/notifications.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'

export type NoticeTab = 'all' | 'order' | 'live' | 'auto' | 'paper' | 'scanner'

declare module '../requests.ts' {
  interface Requests {
    readonly noticePanel:
      | { readonly type: 'notices.toggle' }
      | { readonly type: 'notices.close' }
      | { readonly type: 'notices.tab'; readonly tab: NoticeTab }
      | { readonly type: 'notices.read'; readonly notices: readonly string[] }
      | { readonly type: 'notices.readAll' }
  }
  interface Machines {
    readonly noticePanel: typeof noticePanelMachine
  }
}

/** Ids, or null for all. */
export type MarkedNotices = readonly string[] | null

export interface NoticePanelContext {
  readonly tab: NoticeTab
  readonly toMark: readonly MarkedNotices[]
}

export type NoticePanelEvent = Requests['noticePanel'] | { readonly type: 'session.ended' }

export type NoticePanelEmitted =
  | NoticeEmitted
  | { readonly type: 'notices.marked'; readonly notices: MarkedNotices }

export const noticePanelMachine = setup({
  types: {
    context: {} as NoticePanelContext,
    events: {} as NoticePanelEvent,
    emitted: {} as NoticePanelEmitted,
  },
  actors: { mark: promisePort<null, { readonly notices: MarkedNotices }>('mark') },
  guards: { hasToMark: ({ context }) => context.toMark.length > 0 },
}).createMachine({
  id: 'noticePanel',
  context: { tab: 'all', toMark: [] },
  type: 'parallel',
  on: {
    'notices.tab': { actions: assign({ tab: ({ event }) => event.tab }) },
  },
  states: {
    panel: {
      initial: 'closed',
      on: { 'session.ended': { target: '.closed', actions: assign({ tab: 'all', toMark: [] }) } },
      states: {
        closed: { on: { 'notices.toggle': 'open' } },
        open: { on: { 'notices.toggle': 'closed', 'notices.close': 'closed' } },
      },
    },
    marking: {
      initial: 'idle',
      on: {
        'session.ended': '.idle',
        'notices.read': {
          actions: assign({ toMark: ({ context, event }) => [...context.toMark, event.notices] }),
        },
        'notices.readAll': { actions: assign({ toMark: ({ context }) => [...context.toMark, null] }) },
      },
      states: {
        idle: { always: { guard: 'hasToMark', target: 'sending' } },
        sending: {
          invoke: {
            src: 'mark',
            input: ({ context }) => ({ notices: context.toMark[0] ?? null }),
            onDone: {
              target: 'idle',
              actions: [
                emit(({ context }) => ({
                  type: 'notices.marked' as const,
                  notices: context.toMark[0] ?? null,
                })),
                assign({ toMark: ({ context }) => context.toMark.slice(1) }),
              ],
            },
            onError: {
              target: 'idle',
              actions: [
                assign({ toMark: [] }),
                emit(({ event }) => noticed('error', messageOf(event.error, readNotifications.failure))),
              ],
            },
          },
        },
      },
    },
  },
})
