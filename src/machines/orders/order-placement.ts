import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { ReplyOf } from '../../contract/call-types.ts'
import type { previewOrders } from '../../contract/orders/order-preview.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import { promisePort } from '../port.ts'
import { texts } from '../texts.ts'

export type OrderPreviewAnswer = ReplyOf<typeof previewOrders>
export type OrderOutlookEntry = OrderPreviewAnswer['orders'][number]

/** `unknown`: the response was lost; the order is looked up by client order id, never blindly resent. */
export type PlacementState = 'placing' | 'retryingAmo' | 'sent' | 'failed' | 'unknown'

export const placementLabels = { sent: 'Order Sent', failed: 'Failed' } as const

export interface Placement {
  /** The id of the latest attempt: the AMO attempt has its own. */
  readonly clientOrderId: string
  readonly draft: OrderDraft
  readonly state: PlacementState
  readonly orderId: string | null
  readonly message: string | null
  readonly code: string | null
  /** Corrected clock, epoch ms. */
  readonly at: number
}

const LOOK_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const
/** An order may appear late: until then `notFound` is not final. */
export const NOT_FOUND_AFTER_MS = 60_000

export interface KnownPlacement {
  readonly kind: 'known'
  readonly orderId: string
  readonly status: string
  readonly statusMessage: string | null
}

export type PlacingAnswer =
  | KnownPlacement
  | {
      readonly kind: 'refused'
      readonly message: string
      readonly asksForAmo: boolean
      readonly code?: string
    }
  | { readonly kind: 'lost'; readonly reason?: string }

export type LookingAnswer = KnownPlacement | { readonly kind: 'notFound' }

export interface PlacementInput {
  readonly draft: OrderDraft
  readonly clientOrderId: string
  /** Client order id of the AMO attempt; null if a refusal is final. */
  readonly amoOrderId: string | null
  /** Sent before this page loaded: only its outcome is looked up. */
  readonly isResumed: boolean
  readonly at: number
  readonly now: () => number
}

export interface PlacementContext {
  readonly draft: OrderDraft
  readonly clientOrderId: string
  readonly amoOrderId: string | null
  readonly isResumed: boolean
  readonly at: number
  readonly now: () => number
  readonly answer: PlacingAnswer | LookingAnswer | null
  readonly orderId: string | null
  readonly message: string | null
  readonly isToldByServer: boolean
  readonly lostAt: number
  readonly looks: number
}

export type PlacementEvent =
  | { readonly type: 'placement.look' }
  | { readonly type: 'placement.heard'; readonly order: KnownPlacement }

/** Sent once, or a second time as an AMO order if the market is closed. */
export const orderPlacementMachine = setup({
  types: {
    context: {} as PlacementContext,
    events: {} as PlacementEvent,
    input: {} as PlacementInput,
  },
  actors: {
    /** Stores the order where a reload finds it, then sends it. Rejects only by mistake. */
    place: promisePort<PlacingAnswer, { readonly draft: OrderDraft; readonly clientOrderId: string }>(
      'place',
    ),
    look: promisePort<LookingAnswer, { readonly clientOrderId: string }>('look'),
  },
  actions: {
    forget: (_, _clientOrderId: string) => {},
    noteAnswer: assign((_, answer: PlacingAnswer | LookingAnswer) => ({ answer })),
    noteEnd: assign(({ context: { answer } }) => {
      switch (answer?.kind) {
        case 'known':
          return { orderId: answer.orderId, message: answer.statusMessage, isToldByServer: true }
        case 'refused':
          return { message: answer.message }
        case 'notFound':
          return { message: texts.orderNotReceived }
        default:
          return {}
      }
    }),
    noteLoss: assign(({ context: { answer, now } }) => ({
      lostAt: now(),
      message:
        answer?.kind === 'lost' && answer.reason !== undefined
          ? texts.orderUnknownBecause(answer.reason)
          : texts.orderUnknown,
    })),
    becomeAmo: assign(({ context }) => ({
      draft: { ...context.draft, variety: 'amo' as const },
      clientOrderId: context.amoOrderId ?? context.clientOrderId,
      amoOrderId: null,
    })),
  },
  guards: {
    isResumed: ({ context }) => context.isResumed,
    /** By the broker's own checks, after it entered the book. */
    isRejected: ({ context: { answer } }) => answer?.kind === 'known' && answer.status === 'REJECTED',
    isKnown: ({ context: { answer } }) => answer?.kind === 'known',
    isLost: ({ context: { answer } }) => answer?.kind === 'lost',
    mayRetryAmo: ({ context: { answer, amoOrderId, draft } }) =>
      answer?.kind === 'refused' && answer.asksForAmo && amoOrderId !== null && draft.variety === 'regular',
    mayYetBeFound: ({ context }, answer: LookingAnswer) =>
      answer.kind === 'notFound' && context.now() - context.lostAt < NOT_FOUND_AFTER_MS,
  },
  delays: {
    lookDelay: ({ context }) => LOOK_AFTER_MS[Math.min(context.looks, LOOK_AFTER_MS.length - 1)] ?? 0,
  },
}).createMachine({
  id: 'orderPlacement',
  context: ({ input }) => ({
    ...input,
    orderId: null,
    answer: null,
    message: input.isResumed ? texts.orderUnknown : null,
    isToldByServer: false,
    lostAt: input.at,
    looks: 0,
  }),
  initial: 'beginning',
  states: {
    beginning: { always: [{ guard: 'isResumed', target: 'unknown.looking' }, { target: 'placing' }] },
    placing: {
      invoke: {
        src: 'place',
        input: ({ context: { draft, clientOrderId } }) => ({ draft, clientOrderId }),
        onDone: {
          target: 'judging',
          actions: { type: 'noteAnswer', params: ({ event }) => event.output },
        },
        onError: { target: 'unknown', actions: 'noteLoss' },
      },
    },
    retryingAmo: {
      invoke: {
        src: 'place',
        input: ({ context: { draft, clientOrderId } }) => ({ draft, clientOrderId }),
        onDone: {
          target: 'judging',
          actions: { type: 'noteAnswer', params: ({ event }) => event.output },
        },
        onError: { target: 'unknown', actions: 'noteLoss' },
      },
    },
    judging: {
      always: [
        {
          guard: 'mayRetryAmo',
          target: 'retryingAmo',
          actions: [{ type: 'forget', params: ({ context }) => context.clientOrderId }, 'becomeAmo'],
        },
        { guard: 'isLost', target: 'unknown', actions: 'noteLoss' },
        { guard: 'isRejected', target: 'failed', actions: 'noteEnd' },
        { guard: 'isKnown', target: 'sent', actions: 'noteEnd' },
        { target: 'failed', actions: 'noteEnd' },
      ],
    },
    unknown: {
      on: {
        'placement.heard': {
          target: 'judging',
          actions: { type: 'noteAnswer', params: ({ event }) => event.order },
        },
      },
      initial: 'waiting',
      states: {
        waiting: { on: { 'placement.look': 'looking' }, after: { lookDelay: 'looking' } },
        looking: {
          entry: assign({ looks: ({ context }) => context.looks + 1 }),
          invoke: {
            src: 'look',
            input: ({ context: { clientOrderId } }) => ({ clientOrderId }),
            onDone: [
              {
                guard: { type: 'mayYetBeFound', params: ({ event }) => event.output },
                target: 'waiting',
              },
              {
                target: '#orderPlacement.judging',
                actions: { type: 'noteAnswer', params: ({ event }) => event.output },
              },
            ],
            onError: 'waiting',
          },
        },
      },
    },
    sent: { entry: { type: 'forget', params: ({ context }) => context.clientOrderId } },
    failed: { entry: { type: 'forget', params: ({ context }) => context.clientOrderId } },
  },
})

export type PlacementActor = ActorRefFrom<typeof orderPlacementMachine>
export type PlacementSnapshot = SnapshotFrom<typeof orderPlacementMachine>

const stateOf = ({ value }: Pick<PlacementSnapshot, 'value'>): PlacementState => {
  if (value === 'retryingAmo' || value === 'sent' || value === 'failed') return value
  return typeof value === 'object' ? 'unknown' : 'placing'
}

export const placementOf = (snapshot: PlacementSnapshot): Placement => {
  const { clientOrderId, draft, orderId, message, at, answer } = snapshot.context
  const code = answer?.kind === 'refused' ? (answer.code ?? null) : null
  return { clientOrderId, draft, orderId, message, code, at, state: stateOf(snapshot) }
}

export const isPlacementOver = ({ state }: Pick<Placement, 'state'>): boolean =>
  state === 'sent' || state === 'failed'
