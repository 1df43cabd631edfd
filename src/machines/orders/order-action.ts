import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { SentExit } from '../../domain/orders/exit-progress.ts'
import type { OrderChanges, Product } from '../../domain/orders/order.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { orderPlacementMachine, type PlacementSnapshot } from './order-placement.ts'

/** Quantity in units; null is the whole position. */
export interface PositionExit {
  readonly instrument: InstrumentId
  readonly product: Product
  readonly quantity: number | null
}

export type OrderChange = Pick<
  OrderChanges<number>,
  'orderType' | 'quantity' | 'price' | 'triggerPrice' | 'validity'
>

type ActEvent = Requests['orderActions']

export type ActRequest =
  | { readonly type: 'order.cancel'; readonly orderId: string }
  | ({ readonly type: 'position.exit' } & PositionExit)
  | Exclude<ActEvent, { readonly type: 'order.cancel' | 'position.exit' | 'act.dismiss' }>

export interface Leftover {
  readonly sym: string
  readonly reason: string
}

interface ActDone {
  readonly leftovers: readonly Leftover[]
  readonly exits: readonly SentExit[]
}

/** The client order id derives from the position, so that a repeated exit is one order. */
interface PlannedExit {
  readonly draft: OrderDraft
  readonly clientOrderId: string
}

interface Refused {
  readonly kind: 'refused'
  readonly message: string
  readonly code?: string
}

/** Ports return refusals and reject only by mistake. */
export type ActAnswer = ({ readonly kind: 'done' } & ActDone) | Refused
export type ExitAnswer = ({ readonly kind: 'planned' } & PlannedExit) | Refused

export interface OrderActionInput {
  readonly request: ActRequest
  readonly failure: string
  readonly now: () => number
}

export interface OrderActionContext extends OrderActionInput {
  readonly planned: PlannedExit | null
  readonly leftovers: readonly Leftover[]
  readonly exits: readonly SentExit[]
  readonly message: string | null
  readonly code: string | null
  /** The server reports this failure itself, as a notification. */
  readonly isToldByServer: boolean
}

export const orderActionMachine = setup({
  types: {
    context: {} as OrderActionContext,
    input: {} as OrderActionInput,
  },
  actors: {
    act: promisePort<ActAnswer, { readonly request: ActRequest }>('act'),
    /** Reads the current position, whatever the page shows. */
    planExit: promisePort<ExitAnswer, { readonly exit: PositionExit }>('planExit'),
    placement: orderPlacementMachine,
  },
  actions: {
    noteRefusal: assign((_, answer: ActAnswer | ExitAnswer) =>
      answer.kind === 'refused' ? { message: answer.message, code: answer.code ?? null } : {},
    ),
    noteDone: assign((_, answer: ActAnswer) =>
      answer.kind === 'done' ? { leftovers: answer.leftovers, exits: answer.exits } : {},
    ),
    notePlan: assign((_, answer: ExitAnswer) =>
      answer.kind === 'planned'
        ? { planned: { draft: answer.draft, clientOrderId: answer.clientOrderId } }
        : {},
    ),
    notePlacement: assign((_, { context }: PlacementSnapshot) => ({
      message: context.message,
      isToldByServer: context.isToldByServer,
    })),
    noteFailure: assign(({ context }) => ({ message: context.failure })),
    noteExit: assign(({ context }, { orderId, isSent }: { orderId: string | null; isSent: boolean }) => {
      const { request, planned, message, failure } = context
      if (request.type !== 'position.exit') return {}
      const quantity = planned?.draft.quantity ?? 0
      const reason = isSent ? null : (message ?? failure)
      return { exits: [{ sym: request.instrument, product: request.product, quantity, orderId, reason }] }
    }),
  },
  guards: {
    isExit: ({ context }) => context.request.type === 'position.exit',
    isRefused: (_, answer: ActAnswer | ExitAnswer) => answer.kind === 'refused',
    isIn: (_, { snapshot, state }: { snapshot: PlacementSnapshot; state: 'sent' | 'failed' }) =>
      snapshot.value === state,
  },
}).createMachine({
  id: 'orderAction',
  context: ({ input }) => ({
    ...input,
    planned: null,
    leftovers: [],
    exits: [],
    message: null,
    code: null,
    isToldByServer: false,
  }),
  initial: 'idle',
  states: {
    idle: { always: [{ guard: 'isExit', target: 'sending.planning' }, { target: 'sending.asking' }] },
    sending: {
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'act',
            input: ({ context: { request } }) => ({ request }),
            onDone: [
              {
                guard: { type: 'isRefused', params: ({ event }) => event.output },
                target: '#orderAction.failed',
                actions: { type: 'noteRefusal', params: ({ event }) => event.output },
              },
              {
                target: '#orderAction.done',
                actions: { type: 'noteDone', params: ({ event }) => event.output },
              },
            ],
            onError: { target: '#orderAction.failed', actions: 'noteFailure' },
          },
        },
        planning: {
          invoke: {
            src: 'planExit',
            input: ({ context: { request } }) => {
              if (request.type !== 'position.exit') throw new Error(`${request.type} exits no position`)
              return { exit: request }
            },
            onDone: [
              {
                guard: { type: 'isRefused', params: ({ event }) => event.output },
                target: '#orderAction.failed',
                actions: [
                  { type: 'noteRefusal', params: ({ event }) => event.output },
                  { type: 'noteExit', params: { orderId: null, isSent: false } },
                ],
              },
              { target: 'placing', actions: { type: 'notePlan', params: ({ event }) => event.output } },
            ],
            onError: {
              target: '#orderAction.failed',
              actions: ['noteFailure', { type: 'noteExit', params: { orderId: null, isSent: false } }],
            },
          },
        },
        placing: {
          invoke: {
            id: 'placement',
            src: 'placement',
            input: ({ context: { planned, now } }) => {
              if (planned === null) throw new Error('placing without a plan')
              return { ...planned, amoOrderId: null, isResumed: false, at: now(), now }
            },
            onSnapshot: [
              {
                guard: { type: 'isIn', params: ({ event }) => ({ snapshot: event.snapshot, state: 'sent' }) },
                target: '#orderAction.done',
                actions: {
                  type: 'noteExit',
                  params: ({ event }) => ({ orderId: event.snapshot.context.orderId, isSent: true }),
                },
              },
              {
                guard: {
                  type: 'isIn',
                  params: ({ event }) => ({ snapshot: event.snapshot, state: 'failed' }),
                },
                target: '#orderAction.failed',
                actions: [
                  { type: 'notePlacement', params: ({ event }) => event.snapshot },
                  {
                    type: 'noteExit',
                    params: ({ event }) => ({ orderId: event.snapshot.context.orderId, isSent: false }),
                  },
                ],
              },
              { actions: { type: 'notePlacement', params: ({ event }) => event.snapshot } },
            ],
          },
        },
      },
    },
    done: {},
    failed: {},
  },
})

export type OrderActionActor = ActorRefFrom<typeof orderActionMachine>
export type OrderActionSnapshot = SnapshotFrom<typeof orderActionMachine>
