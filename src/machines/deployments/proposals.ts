import { assign, enqueueActions, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { dropProposals, listProposals, sendProposal } from '../../contract/deployments.ts'
import { previewOrders } from '../../contract/orders/order-preview.ts'
import type { ProposedBy } from '../../domain/deployments/deployment.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { deploymentTexts } from './texts-of-deployments.ts'
import { isWaiting } from './waiting-proposals.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly proposals: /** The first time prices it, the second time sends it. */
      | { readonly type: 'proposal.enter'; readonly proposal: string }
      /** Priced with this quantity of units, which Enter then sends. */
      | { readonly type: 'proposal.edit'; readonly proposal: string; readonly quantity: number }
      | { readonly type: 'proposal.drop'; readonly proposal: string }
      | { readonly type: 'proposal.dropAll'; readonly of: ProposedBy }
  }
  interface Machines {
    readonly proposals: typeof proposalsMachine
  }
}

export type Proposal = ReplyOf<typeof listProposals>[number]
export type SentProposal = ReplyOf<typeof sendProposal>
export type ProposalPreview = ReplyOf<typeof previewOrders>

/** `at` is monotonic; `quote` is the price of its side in the quote book then, in rupees, null without one. */
export interface PricedProposal {
  readonly preview: ProposalPreview
  readonly quote: number | null
  readonly at: number
}

export const PROPOSALS_CHANGED_AFTER_MS = 250
/** No Enter sends so soon after the price was shown: it was meant for the row. */
export const PRICE_READ_MS = 400
export const PRICE_KEPT_MS = 3_000
/** Shorter than the above, so that a price is rarely too old to send. */
export const PRICE_AGAIN_MS = 2_000
export const PRICE_MOVED = 0.005

export type DroppedProposals = { readonly proposalUuid: string } | ProposedBy

export interface ProposalsInput {
  readonly ticks: () => number
  /** Best opposite prices in rupees, else the last, of all legs; null unless they are live. */
  readonly quoteOf: (proposal: Proposal) => number | null
}

export interface ProposalsContext extends ProposalsInput {
  /** Waiting ones first, exits before entries, then ended ones; null before the first answer. */
  readonly rows: readonly Proposal[] | null
  /** Why `rows` are old; null after they were loaded. */
  readonly message: string | null
  readonly isChanged: boolean
  readonly isShown: boolean
  readonly cursor: string | null
  readonly opened: Proposal | null
  /** Units of the opened one to send; null sends what was proposed. */
  readonly quantity: number | null
  readonly priced: PricedProposal | null
  /** Why the opened one was priced again, was not priced, or was not sent. */
  readonly note: string | null
  readonly toDrop: readonly DroppedProposals[]
}

export type ProposalsEvent =
  | Requests['proposals']
  | { readonly type: 'proposals.begin' }
  | { readonly type: 'proposals.show'; readonly key: string | null }
  | { readonly type: 'proposals.hide' }
  | { readonly type: 'proposals.load' }
  | { readonly type: 'proposals.changed' }
  | { readonly type: 'proposals.point'; readonly key: string }
  | { readonly type: 'proposal.close' }
  | { readonly type: 'session.ended' }

export type ProposalsEmitted =
  | NoticeEmitted
  /** Positions and order book are older than the server's. */
  | { readonly type: 'proposal.sent'; readonly orderId: string }

const nothing = {
  rows: null,
  message: null,
  isChanged: false,
  isShown: false,
  cursor: null,
  opened: null,
  quantity: null,
  priced: null,
  note: null,
  toDrop: [],
} as const

export const proposalAt = ({ rows }: ProposalsContext, key: string | null): Proposal | null =>
  rows?.find(({ proposalUuid }) => proposalUuid === key) ?? null

const isMoved = (from: number | null, to: number | null): boolean =>
  from !== null && to !== null && Math.abs(to - from) >= PRICE_MOVED * from

const isOld = ({ priced, ticks }: ProposalsContext): boolean =>
  priced === null || ticks() - priced.at > PRICE_KEPT_MS

const hasMoved = ({ priced, opened, quoteOf }: ProposalsContext): boolean =>
  priced !== null && opened !== null && isMoved(priced.quote, quoteOf(opened))

const priceIn = ({ preview }: PricedProposal): number | null =>
  preview.orders.reduce<number | null>(
    (sum, { price, quantity }) => (sum === null || price === null ? null : sum + price * quantity),
    0,
  )
const refusalIn = ({ preview }: PricedProposal): string | null =>
  preview.orders.find(({ refusal }) => refusal !== null)?.refusal?.message ?? null

const isOtherPrice = ({ priced }: ProposalsContext, next: PricedProposal): boolean =>
  priced === null || isMoved(priceIn(priced), priceIn(next)) || refusalIn(priced) !== refusalIn(next)

const withRows = (context: ProposalsContext, rows: readonly Proposal[]): Partial<ProposalsContext> => {
  const { opened } = context
  const now = rows.find(({ proposalUuid }) => proposalUuid === opened?.proposalUuid)
  return { rows, message: null, opened: now ?? opened }
}

export interface ProposedOrder {
  readonly proposal: Proposal
  /** Units; null is what was proposed. */
  readonly quantity: number | null
}

const orderIn = ({ opened, quantity }: ProposalsContext): ProposedOrder => {
  if (opened === null) throw new Error('an order without a proposal')
  return { proposal: opened, quantity }
}

const isOpened = ({ opened }: ProposalsContext, key: string): boolean => opened?.proposalUuid === key

/** Proposals of notification-based deployments: the list, the one that is priced and sent, and those dropped. */
export const proposalsMachine = setup({
  types: {
    context: {} as ProposalsContext,
    events: {} as ProposalsEvent,
    emitted: {} as ProposalsEmitted,
    input: {} as ProposalsInput,
  },
  actors: {
    loadList: promisePort<readonly Proposal[]>('loadList'),
    price: promisePort<PricedProposal, ProposedOrder>('price'),
    send: promisePort<SentProposal, ProposedOrder>('send'),
    drop: promisePort<number, { readonly dropped: DroppedProposals }>('drop'),
  },
  actions: {
    takeRows: assign(({ context }, rows: readonly Proposal[]) => withRows(context, rows)),
    failRows: enqueueActions(({ context, enqueue }, { error }: { readonly error: unknown }) => {
      const message = messageOf(error, listProposals.failure)
      enqueue.assign({ message })
      if (context.isShown && context.message === null) enqueue.emit(noticed('error', message))
    }),
    open: assign(({ context }, key: string) => ({
      opened: proposalAt(context, key),
      quantity: null,
      cursor: key,
      priced: null,
      note: null,
    })),
    edit: assign({ quantity: (_, quantity: number) => quantity }),
    close: assign({ opened: null, quantity: null, priced: null }),
    takePrice: assign((_, priced: PricedProposal) => ({ priced })),
    failPrice: assign((_, { error }: { readonly error: unknown }) => ({
      priced: null,
      note: messageOf(error, previewOrders.failure),
    })),
    noteWhyAgain: assign({
      note: ({ context }) => (hasMoved(context) ? deploymentTexts.priceMoved : deploymentTexts.priceOld),
    }),
    finish: enqueueActions(({ enqueue }, { orderId, isRepeat }: SentProposal) => {
      enqueue.assign({ opened: null, quantity: null, priced: null, note: null, isChanged: true })
      enqueue.emit({ type: 'proposal.sent', orderId })
      if (isRepeat) enqueue.emit(noticed('info', deploymentTexts.sentBefore))
    }),
    /** The order may be there even so; the same proposal sent again is the same order. */
    failSend: enqueueActions(({ enqueue }, { error }: { readonly error: unknown }) => {
      const note = messageOf(error, sendProposal.failure)
      enqueue.assign({ priced: null, note, isChanged: true })
      enqueue.emit(noticed('error', note))
    }),
    queueDrop: assign(({ context }, dropped: DroppedProposals) => ({
      toDrop: context.toDrop.some((one) => JSON.stringify(one) === JSON.stringify(dropped))
        ? context.toDrop
        : [...context.toDrop, dropped],
    })),
    finishDrop: enqueueActions(({ context, enqueue }, count: number) => {
      enqueue.assign({ toDrop: context.toDrop.slice(1), isChanged: true })
      enqueue.emit(noticed('info', deploymentTexts.dropped(count)))
    }),
    failDrop: enqueueActions(({ context, enqueue }, { error }: { readonly error: unknown }) => {
      enqueue.assign({ toDrop: context.toDrop.slice(1), isChanged: true })
      enqueue.emit(noticed('error', messageOf(error, dropProposals.failure)))
    }),
  },
  guards: {
    isChanged: ({ context }) => context.isChanged,
    canOpen: ({ context }, key: string) => proposalAt(context, key)?.status === 'waiting',
    isOther: ({ context }, key: string) =>
      !isOpened(context, key) && proposalAt(context, key)?.status === 'waiting',
    isOpened: ({ context }, key: string) => isOpened(context, key),
    isToPriceAgain: ({ context }, key: string) =>
      isOpened(context, key) && (isOld(context) || hasMoved(context)),
    isOtherPrice: ({ context }, priced: PricedProposal) => isOtherPrice(context, priced),
    hasToDrop: ({ context }) => context.toDrop.length > 0,
    isEnded: ({ context }) => context.opened === null || !isWaiting(context.opened),
  },
  delays: {
    changedDelay: PROPOSALS_CHANGED_AFTER_MS,
    readDelay: PRICE_READ_MS,
    againDelay: PRICE_AGAIN_MS,
  },
}).createMachine({
  id: 'proposals',
  context: ({ input }) => ({ ...nothing, ...input }),
  type: 'parallel',
  on: {
    'proposals.point': { actions: assign({ cursor: ({ event }) => event.key }) },
    'proposals.changed': { actions: assign({ isChanged: true }) },
    'proposals.show': {
      actions: assign(({ context, event }) => ({ isShown: true, cursor: event.key ?? context.cursor })),
    },
  },
  states: {
    list: {
      initial: 'idle',
      on: { 'session.ended': { target: '.idle', actions: assign(nothing) } },
      states: {
        idle: { on: { 'proposals.begin': 'loading', 'proposals.load': 'loading' } },
        loading: {
          entry: assign({ isChanged: false }),
          invoke: {
            src: 'loadList',
            onDone: { target: 'ready', actions: { type: 'takeRows', params: ({ event }) => event.output } },
            onError: {
              target: 'failed',
              actions: { type: 'failRows', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        ready: { always: { guard: 'isChanged', target: 'waiting' }, on: { 'proposals.load': 'loading' } },
        /** Further changes do not restart the timer. */
        waiting: { after: { changedDelay: 'loading' } },
        failed: { always: { guard: 'isChanged', target: 'waiting' }, on: { 'proposals.load': 'loading' } },
      },
    },
    opened: {
      initial: 'none',
      on: {
        'session.ended': '.none',
        'proposal.edit': {
          guard: { type: 'canOpen', params: ({ event }) => event.proposal },
          target: '.pricing',
          actions: [
            { type: 'open', params: ({ event }) => event.proposal },
            { type: 'edit', params: ({ event }) => event.quantity },
          ],
        },
        'proposals.hide': { target: '.none', actions: ['close', assign({ isShown: false })] },
      },
      states: {
        none: {
          on: {
            'proposal.enter': {
              guard: { type: 'canOpen', params: ({ event }) => event.proposal },
              target: 'pricing',
              actions: { type: 'open', params: ({ event }) => event.proposal },
            },
          },
        },
        /** Nothing priced is on screen, so nothing can be sent. */
        pricing: {
          entry: assign({ priced: null }),
          invoke: {
            src: 'price',
            input: ({ context }) => orderIn(context),
            onDone: {
              target: 'priced.fresh',
              actions: { type: 'takePrice', params: ({ event }) => event.output },
            },
            onError: {
              target: 'unpriced',
              actions: { type: 'failPrice', params: ({ event }) => ({ error: event.error }) },
            },
          },
          always: {
            guard: 'isEnded',
            target: 'none',
            actions: ['close', assign({ note: deploymentTexts.proposalEnded })],
          },
          on: {
            'proposal.close': { target: 'none', actions: 'close' },
            'proposal.enter': {
              guard: { type: 'isOther', params: ({ event }) => event.proposal },
              target: 'pricing',
              reenter: true,
              actions: { type: 'open', params: ({ event }) => event.proposal },
            },
          },
        },
        unpriced: {
          on: {
            'proposal.close': { target: 'none', actions: 'close' },
            'proposal.enter': {
              guard: { type: 'canOpen', params: ({ event }) => event.proposal },
              target: 'pricing',
              actions: { type: 'open', params: ({ event }) => event.proposal },
            },
          },
        },
        priced: {
          initial: 'fresh',
          always: {
            guard: 'isEnded',
            target: 'none',
            actions: ['close', assign({ note: deploymentTexts.proposalEnded })],
          },
          on: {
            'proposal.close': { target: 'none', actions: 'close' },
            'proposal.enter': {
              guard: { type: 'isOther', params: ({ event }) => event.proposal },
              target: 'pricing',
              actions: { type: 'open', params: ({ event }) => event.proposal },
            },
          },
          states: {
            fresh: { after: { readDelay: 'read' } },
            read: {
              initial: 'current',
              on: {
                'proposal.enter': [
                  {
                    guard: { type: 'isToPriceAgain', params: ({ event }) => event.proposal },
                    target: '#proposals.opened.pricing',
                    actions: 'noteWhyAgain',
                  },
                  {
                    guard: { type: 'isOpened', params: ({ event }) => event.proposal },
                    target: '#proposals.opened.sending',
                  },
                  {
                    guard: { type: 'isOther', params: ({ event }) => event.proposal },
                    target: '#proposals.opened.pricing',
                    actions: { type: 'open', params: ({ event }) => event.proposal },
                  },
                ],
              },
              states: {
                current: { after: { againDelay: 'pricingAgain' } },
                pricingAgain: {
                  invoke: {
                    src: 'price',
                    input: ({ context }) => orderIn(context),
                    onDone: [
                      {
                        guard: { type: 'isOtherPrice', params: ({ event }) => event.output },
                        target: '#proposals.opened.priced.fresh',
                        actions: { type: 'takePrice', params: ({ event }) => event.output },
                      },
                      {
                        target: 'current',
                        actions: { type: 'takePrice', params: ({ event }) => event.output },
                      },
                    ],
                    onError: {
                      target: '#proposals.opened.unpriced',
                      actions: { type: 'failPrice', params: ({ event }) => ({ error: event.error }) },
                    },
                  },
                },
              },
            },
          },
        },
        sending: {
          /** An order in flight is not changed any more. */
          on: { 'proposal.edit': {} },
          invoke: {
            src: 'send',
            input: ({ context }) => orderIn(context),
            onDone: { target: 'none', actions: { type: 'finish', params: ({ event }) => event.output } },
            onError: {
              target: 'unpriced',
              actions: { type: 'failSend', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    dropping: {
      initial: 'idle',
      on: {
        'session.ended': '.idle',
        'proposal.drop': {
          actions: { type: 'queueDrop', params: ({ event }) => ({ proposalUuid: event.proposal }) },
        },
        'proposal.dropAll': {
          actions: { type: 'queueDrop', params: ({ event }) => event.of },
        },
      },
      states: {
        idle: { always: { guard: 'hasToDrop', target: 'sending' } },
        sending: {
          invoke: {
            src: 'drop',
            input: ({ context: { toDrop } }) => {
              const [dropped] = toDrop
              if (dropped === undefined) throw new Error('dropping without a proposal')
              return { dropped }
            },
            onDone: { target: 'idle', actions: { type: 'finishDrop', params: ({ event }) => event.output } },
            onError: {
              target: 'idle',
              actions: { type: 'failDrop', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
})
