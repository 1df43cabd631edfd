import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { ReplyOf } from '../contract/call-types.ts'
import type { previewOrders } from '../contract/order-preview.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import { promisePort } from './port.ts'
import { texts } from './texts.ts'

/** What orders would need, cost and change, by the server. */
export type OrderPreviewAnswer = ReplyOf<typeof previewOrders>
export type OrderOutlookEntry = OrderPreviewAnswer['orders'][number]

/** Where one order is. `unknown`: its answer was lost; it is looked for by its client id and never sent again blindly. */
export type PlacementState = 'placing' | 'retryingAmo' | 'sent' | 'failed' | 'unknown'

/** Texts of the specification for a key that has ended. */
export const placementLabels = { sent: 'Order Sent', failed: 'Failed' } as const

/** One order on its way, as it is shown. */
export interface Placement {
  /** Of its latest attempt: the one after the market has a name of its own. */
  readonly clientOrderId: string
  readonly draft: OrderDraft
  readonly state: PlacementState
  readonly orderId: string | null
  readonly message: string | null
  /** Corrected clock, milliseconds since the epoch. */
  readonly at: number
}

/** The first questions for an order whose answer was lost; later ones keep the last distance. */
const LOOK_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const
/** An order may show up late: before so long, `there is no such order` is no answer. */
export const NOT_FOUND_AFTER_MS = 60_000

/** The order as the server knows it. */
export interface KnownPlacement {
  readonly kind: 'known'
  readonly orderId: string
  readonly status: string
  readonly statusMessage: string | null
}

/** What became of sending an order once. `lost`: nobody can say. */
export type PlacingAnswer =
  | KnownPlacement
  | {
      readonly kind: 'refused'
      readonly message: string
      readonly asksForAmo: boolean
      /** The server's; absent where it was not asked. */
      readonly code?: string
    }
  /** `reason` is what the server said, where it said anything. */
  | { readonly kind: 'lost'; readonly reason?: string }

export type LookingAnswer = KnownPlacement | { readonly kind: 'notFound' }

export interface PlacementInput {
  readonly draft: OrderDraft
  readonly clientOrderId: string
  /** Name of the second attempt, as an order after the market; null where a refusal is final. */
  readonly amoOrderId: string | null
  /** Was sent before this page began: only its fate is looked for. */
  readonly isResumed: boolean
  readonly at: number
  /** Corrected clock. */
  readonly now: () => number
}

export interface PlacementContext {
  readonly draft: OrderDraft
  readonly clientOrderId: string
  readonly amoOrderId: string | null
  readonly isResumed: boolean
  readonly at: number
  readonly now: () => number
  /** The last one that said anything. */
  readonly answer: PlacingAnswer | LookingAnswer | null
  readonly orderId: string | null
  readonly message: string | null
  /** The server tells of this end by itself, as a notification. */
  readonly isToldByServer: boolean
  /** When the answer was lost, on the corrected clock. */
  readonly lostAt: number
  readonly looks: number
}

export type PlacementEvent =
  /** The network is there again: no reason to wait. */
  | { readonly type: 'placement.look' }
  /** The stream has told of it. */
  | { readonly type: 'placement.heard'; readonly order: KnownPlacement }

/** One order: sent once, or twice where the market is closed and the second is meant for its next session. */
export const orderPlacementMachine = setup({
  types: {
    context: {} as PlacementContext,
    events: {} as PlacementEvent,
    input: {} as PlacementInput,
  },
  actors: {
    /** Remembers the order where a reload finds it, then sends it. Rejects only by mistake. */
    place: promisePort<PlacingAnswer, { readonly draft: OrderDraft; readonly clientOrderId: string }>(
      'place',
    ),
    look: promisePort<LookingAnswer, { readonly clientOrderId: string }>('look'),
  },
  actions: {
    /** Nobody need look for it any more. */
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
    /** By the broker's own checks, after it was taken into the book. */
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

/** One order on its way as it is shown. */
export const placementOf = (snapshot: PlacementSnapshot): Placement => {
  const { clientOrderId, draft, orderId, message, at } = snapshot.context
  return { clientOrderId, draft, orderId, message, at, state: stateOf(snapshot) }
}

export const isPlacementOver = ({ state }: Pick<Placement, 'state'>): boolean =>
  state === 'sent' || state === 'failed'
