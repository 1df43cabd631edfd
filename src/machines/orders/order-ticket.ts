import { assign, emit, enqueueActions, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { previewOrders } from '../../contract/orders/order-preview.ts'
import { changeSince, type SeenOrder } from '../../domain/orders/order-doubt.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import type { NoticeEmitted } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import type { OrderPreviewAnswer } from './order-placement.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly ticket:
      | { readonly type: 'ticket.open'; readonly draft: OrderDraft }
      | { readonly type: 'ticket.change'; readonly change: Partial<OrderDraft> }
      | { readonly type: 'ticket.send' }
      | { readonly type: 'ticket.back' }
      | { readonly type: 'ticket.close' }
  }
  interface Machines {
    readonly ticket: typeof orderTicketMachine
  }
}

export const PRICED_AFTER_MS = 150

export interface OrderTicketInput {
  readonly seen: (drafts: readonly OrderDraft[]) => readonly SeenOrder[]
}

export interface OrderTicketContext extends OrderTicketInput {
  readonly draft: OrderDraft | null
  readonly preview: OrderPreviewAnswer | null
  readonly message: string | null
  readonly asked: readonly SeenOrder[]
  /** Why confirmation is needed again; null the first time. */
  readonly doubt: string | null
}

export type OrderTicketEvent =
  | Requests['ticket']
  | { readonly type: 'ticket.restore'; readonly draft: OrderDraft }
  /** Changed in another tab; null once it was sent or closed there. */
  | { readonly type: 'ticket.follow'; readonly draft: OrderDraft | null }
  | { readonly type: 'session.ended' }

export type OrderTicketEmitted =
  | NoticeEmitted
  | { readonly type: 'ticket.sent'; readonly draft: OrderDraft }
  /** Stored for a reload; null removes it. */
  | { readonly type: 'ticket.changed'; readonly draft: OrderDraft | null }

const nothing = { draft: null, preview: null, message: null, asked: [], doubt: null } as const

const draftsOf = ({ draft }: Pick<OrderTicketContext, 'draft'>) => (draft === null ? [] : [draft])

const changeOf = ({ seen, asked, ...context }: OrderTicketContext) => {
  const now = seen(draftsOf(context))
  return changeSince({ shown: asked, again: now, now })
}

export const orderTicketMachine = setup({
  types: {
    context: {} as OrderTicketContext,
    events: {} as OrderTicketEvent,
    emitted: {} as OrderTicketEmitted,
    input: {} as OrderTicketInput,
  },
  actors: {
    preview: promisePort<OrderPreviewAnswer, { readonly drafts: readonly OrderDraft[] }>('preview'),
  },
  actions: {
    write: assign((_, draft: OrderDraft) => ({ draft, preview: null, message: null })),
    follow: assign(({ context }, draft: OrderDraft | null) => ({
      draft: draft ?? context.draft,
      preview: null,
      message: null,
    })),
    amend: assign(({ context }, change: Partial<OrderDraft>) =>
      context.draft === null ? {} : { draft: { ...context.draft, ...change }, preview: null, message: null },
    ),
    notePreview: assign((_, preview: OrderPreviewAnswer) => ({ preview, message: null })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({
      preview: null,
      message: messageOf(error, previewOrders.failure),
    })),
    noteAsked: assign(({ context }) => ({ asked: context.seen(draftsOf(context)), doubt: null })),
    askAgain: assign(({ context }) => ({
      asked: context.seen(draftsOf(context)),
      doubt: changeOf(context)?.text ?? null,
    })),
    tellChanged: emit(({ context: { draft } }) => ({ type: 'ticket.changed' as const, draft })),
    tellGone: emit({ type: 'ticket.changed', draft: null }),
    tellSent: enqueueActions(({ context: { draft }, enqueue }) => {
      if (draft !== null) enqueue.emit({ type: 'ticket.sent', draft })
    }),
  },
  guards: {
    hasChanged: ({ context }) => changeOf(context) !== null,
    isPriced: ({ context }) => context.preview !== null,
    isGone: (_, draft: OrderDraft | null) => draft === null,
  },
  delays: { pricedAfter: PRICED_AFTER_MS },
}).createMachine({
  id: 'ticket',
  context: ({ input }) => ({ ...input, ...nothing }),
  initial: 'closed',
  on: {
    'ticket.open': {
      target: '.draft',
      reenter: true,
      actions: [{ type: 'write', params: ({ event }) => event.draft }, 'tellChanged'],
    },
    'ticket.follow': [
      { guard: { type: 'isGone', params: ({ event }) => event.draft }, target: '.closed' },
      {
        target: '.draft',
        reenter: true,
        actions: { type: 'follow', params: ({ event }) => event.draft },
      },
    ],
    'session.ended': '.closed',
  },
  states: {
    closed: {
      entry: assign(nothing),
      on: {
        'ticket.restore': {
          target: 'draft',
          actions: { type: 'write', params: ({ event }) => event.draft },
        },
      },
    },
    draft: {
      on: {
        'ticket.change': {
          target: 'draft',
          reenter: true,
          actions: [{ type: 'amend', params: ({ event }) => event.change }, 'tellChanged'],
        },
        'ticket.send': 'confirming',
        'ticket.close': { target: 'closed', actions: 'tellGone' },
      },
      after: { pricedAfter: 'pricing' },
    },
    pricing: {
      invoke: {
        src: 'preview',
        input: ({ context: { draft } }) => ({ drafts: draft === null ? [] : [draft] }),
        onDone: { target: 'priced', actions: { type: 'notePreview', params: ({ event }) => event.output } },
        onError: {
          target: 'priced',
          actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: {
        'ticket.change': {
          target: 'draft',
          actions: [{ type: 'amend', params: ({ event }) => event.change }, 'tellChanged'],
        },
        'ticket.send': 'confirming',
        'ticket.close': { target: 'closed', actions: 'tellGone' },
      },
    },
    priced: {
      on: {
        'ticket.change': {
          target: 'draft',
          actions: [{ type: 'amend', params: ({ event }) => event.change }, 'tellChanged'],
        },
        'ticket.send': 'confirming',
        'ticket.close': { target: 'closed', actions: 'tellGone' },
      },
    },
    confirming: {
      initial: 'deciding',
      entry: 'noteAsked',
      exit: assign({ asked: [], doubt: null }),
      on: {
        'ticket.send': [
          { guard: 'hasChanged', actions: 'askAgain' },
          { target: 'closed', actions: ['tellSent', 'tellGone'] },
        ],
        'ticket.back': 'draft',
        'ticket.close': { target: 'closed', actions: 'tellGone' },
      },
      states: {
        deciding: { always: [{ guard: 'isPriced', target: 'shown' }, { target: 'pricing' }] },
        pricing: {
          invoke: {
            src: 'preview',
            input: ({ context: { draft } }) => ({ drafts: draft === null ? [] : [draft] }),
            onDone: {
              target: 'shown',
              actions: { type: 'notePreview', params: ({ event }) => event.output },
            },
            onError: {
              target: 'shown',
              actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        shown: {},
      },
    },
  },
})
