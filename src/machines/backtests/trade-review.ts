import { assign, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { TradeReasons } from '../../domain/backtests/trade-reasons/trade-reasons.ts'
import type { Candles } from '../../domain/charts/candle.ts'
import type { Draw } from '../../domain/charts/indicators/spec.ts'
import type { Side } from '../../domain/orders/order.ts'
import { promisePort } from '../port.ts'
import { texts } from '../texts.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly tradeReview:
      | { readonly type: 'review.open'; readonly key: string; readonly part: ReviewPart }
      | { readonly type: 'review.step'; readonly by: 1 | -1 }
      | { readonly type: 'review.close' }
  }
  interface Machines {
    readonly tradeReview: typeof tradeReviewMachine
  }
}

export const reviewParts = ['chart', 'why'] as const
export type ReviewPart = (typeof reviewParts)[number]

/** An operand of the rule, one value for each candle. */
export interface RuleLine {
  readonly label: string
  readonly values: Float64Array
  readonly draw: Draw
}

export interface ReviewMark {
  readonly at: number
  readonly price: number
  readonly side: Side
  readonly quantity: number
}

export interface ReviewedTrade {
  readonly key: string
  readonly reasons: TradeReasons
  readonly candles: Candles
  readonly lines: readonly RuleLine[]
  readonly marks: readonly ReviewMark[]
}

/** `gone`: the run's candles are no longer stored, or others have replaced them. */
export type Review =
  | { readonly kind: 'reviewed'; readonly trade: ReviewedTrade }
  | { readonly kind: 'gone'; readonly reason: string }

export interface TradeReviewContext {
  readonly key: string | null
  readonly part: ReviewPart
  /** Keys of the trades in the order of their table. */
  readonly keys: readonly string[]
  /** Stays while the next trade is loading. */
  readonly reviewed: ReviewedTrade | null
  readonly message: string | null
}

export type TradeReviewEvent =
  | { readonly type: 'review.open'; readonly key: string; readonly part: ReviewPart }
  | { readonly type: 'review.step'; readonly by: 1 | -1 }
  | { readonly type: 'review.close' }
  | { readonly type: 'review.list'; readonly keys: readonly string[] }
  | { readonly type: 'review.retry' }
  | { readonly type: 'session.ended' }

const nothing = { key: null, reviewed: null, message: null } as const

const neighbourOf = ({ key, keys }: Pick<TradeReviewContext, 'key' | 'keys'>, by: 1 | -1): string | null => {
  const index = key === null ? -1 : keys.indexOf(key)
  // A trade that the filter hides has no neighbours; the list then starts from its first.
  return (index < 0 ? keys[0] : keys[index + by]) ?? null
}

export const tradeReviewMachine = setup({
  types: { context: {} as TradeReviewContext, events: {} as TradeReviewEvent },
  actors: { review: promisePort<Review, { readonly key: string }>('review') },
  guards: {
    isShown: ({ context }, key: string) => context.key === key && context.reviewed?.key === key,
    hasNeighbour: ({ context }, by: 1 | -1) => neighbourOf(context, by) !== null,
  },
}).createMachine({
  id: 'tradeReview',
  context: { ...nothing, part: 'chart', keys: [] },
  initial: 'closed',
  on: {
    'review.list': { actions: assign({ keys: ({ event }) => event.keys }) },
    'review.open': [
      {
        guard: { type: 'isShown', params: ({ event }) => event.key },
        actions: assign({ part: ({ event }) => event.part }),
      },
      {
        target: '.loading',
        reenter: true,
        actions: assign({ key: ({ event }) => event.key, part: ({ event }) => event.part }),
      },
    ],
    'review.step': {
      guard: { type: 'hasNeighbour', params: ({ event }) => event.by },
      target: '.loading',
      reenter: true,
      actions: assign({ key: ({ context, event }) => neighbourOf(context, event.by) }),
    },
    'review.close': '.closed',
    'session.ended': { target: '.closed', actions: assign({ keys: [] }) },
  },
  states: {
    closed: { entry: assign(nothing), on: { 'review.step': {} } },
    loading: {
      entry: assign({ message: null }),
      invoke: {
        src: 'review',
        input: ({ context }) => ({ key: context.key ?? '' }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'reviewed',
            target: 'shown',
            actions: assign(({ event: { output } }) =>
              output.kind === 'reviewed' ? { reviewed: output.trade } : {},
            ),
          },
          {
            target: 'gone',
            actions: assign(({ event: { output } }) => ({
              reviewed: null,
              message: output.kind === 'gone' ? output.reason : null,
            })),
          },
        ],
        onError: {
          target: 'failed',
          actions: assign({ reviewed: null, message: ({ event }) => reasonOf(event.error) }),
        },
      },
    },
    shown: {},
    gone: {},
    failed: { on: { 'review.retry': 'loading' } },
  },
})

const reasonOf = (error: unknown): string => {
  const said = messageOf(error, texts.reviewFailed)
  return said === texts.reviewFailed && error instanceof Error && error.message !== '' ? error.message : said
}
