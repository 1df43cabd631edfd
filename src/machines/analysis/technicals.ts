import { assign, type EventObject, emit, setup } from 'xstate'
import { ApiError, messageOf } from '../../contract/api-error.ts'
import type { IntervalSummary } from '../../domain/analysis/interval-summary.ts'
import { type Interval, intervals } from '../../domain/charts/interval.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { callbackPort, promisePort } from '../port.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly technicals: TechnicalsRequest
  }
  interface Machines {
    readonly technicals: typeof technicalsMachine
  }
}

export type TechnicalsRequest =
  | { readonly type: 'technicals.watch'; readonly instrument: InstrumentId }
  | { readonly type: 'technicals.unwatch' }
  /** Without an interval: all of them. */
  | { readonly type: 'technicals.again'; readonly interval?: Interval }

export interface TechnicalsContext {
  readonly instrument: InstrumentId | null
  /** A row stays while a newer one is made; absent until the first. */
  readonly rows: Readonly<Partial<Record<Interval, IntervalSummary>>>
  /** To be summarised, in this sequence; the first is being summarised. */
  readonly queue: readonly Interval[]
}

export type TechnicalsEvent =
  | TechnicalsRequest
  /** Candles of these intervals have closed. */
  | { readonly type: 'candles.closed'; readonly intervals: readonly Interval[] }
  | { readonly type: 'page.shown' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'session.ended' }

interface SummaryInput {
  readonly instrument: InstrumentId
  readonly interval: Interval
}

export const TECHNICALS_FAILURE = 'Error calculating technical analysis'

const nothing = { instrument: null, rows: {}, queue: [] } as const

const queued = (queue: readonly Interval[], added: readonly Interval[]): readonly Interval[] => [
  ...queue,
  ...added.filter((interval) => !queue.includes(interval)),
]

const inputOf = ({ instrument, queue: [interval] }: TechnicalsContext): SummaryInput => {
  if (instrument === null || interval === undefined) throw new Error('no interval is to be summarised')
  return { instrument, interval }
}

/** The technical summary of an instrument over all intervals, finest first, and again whenever a candle closes. */
export const technicalsMachine = setup({
  types: {
    context: {} as TechnicalsContext,
    events: {} as TechnicalsEvent,
    emitted: {} as NoticeEmitted,
  },
  actors: {
    summarise: promisePort<IntervalSummary, SummaryInput>('summarise'),
    /** Sends `candles.closed`. */
    candleCloses: callbackPort<EventObject, { readonly instrument: InstrumentId }>('candleCloses'),
    /** Sends `page.shown` and `page.hidden`, the current state first. */
    pageVisibility: callbackPort('pageVisibility'),
  },
  actions: {
    look: assign(({ context }, instrument: InstrumentId) => ({
      instrument,
      rows: instrument === context.instrument ? context.rows : {},
      queue: intervals,
    })),
    ask: assign(({ context }, asked: readonly Interval[]) => ({ queue: queued(context.queue, asked) })),
    take: assign(
      (
        {
          context: {
            rows,
            queue: [interval, ...queue],
          },
        },
        row: IntervalSummary,
      ) => ({
        rows: interval === undefined ? rows : { ...rows, [interval]: row },
        queue,
      }),
    ),
    /** Guarded, so that several failing intervals show one toast. */
    tell: emit(noticed('error', TECHNICALS_FAILURE)),
  },
  guards: {
    isAsked: ({ context }) => context.queue.length > 0,
    hasFailedBefore: ({ context: { rows } }) => Object.values(rows).some(({ kind }) => kind === 'failed'),
  },
}).createMachine({
  id: 'technicals',
  context: nothing,
  initial: 'unwatched',
  on: {
    'technicals.watch': {
      target: '.watched',
      reenter: true,
      actions: { type: 'look', params: ({ event }) => event.instrument },
    },
    'session.ended': { target: '.unwatched', actions: assign(nothing) },
  },
  states: {
    unwatched: {},
    watched: {
      invoke: { src: 'pageVisibility' },
      initial: 'shown',
      on: { 'technicals.unwatch': 'unwatched', 'page.hidden': '.hidden' },
      states: {
        hidden: {
          on: { 'page.shown': { target: 'shown', actions: { type: 'ask', params: intervals } } },
        },
        shown: {
          invoke: {
            src: 'candleCloses',
            input: ({ context }) => ({ instrument: inputOf({ ...context, queue: intervals }).instrument }),
          },
          on: {
            'candles.closed': { actions: { type: 'ask', params: ({ event }) => event.intervals } },
            'technicals.again': {
              actions: {
                type: 'ask',
                params: ({ event: { interval } }) => (interval === undefined ? intervals : [interval]),
              },
            },
          },
          initial: 'waiting',
          states: {
            waiting: { always: { guard: 'isAsked', target: 'summarising' } },
            summarising: {
              invoke: {
                src: 'summarise',
                input: ({ context }) => inputOf(context),
                onDone: {
                  target: 'waiting',
                  actions: { type: 'take', params: ({ event }) => event.output },
                },
                onError: [
                  {
                    guard: 'hasFailedBefore',
                    target: 'waiting',
                    actions: { type: 'take', params: failedRow },
                  },
                  { target: 'waiting', actions: ['tell', { type: 'take', params: failedRow }] },
                ],
              },
            },
          },
        },
      },
    },
  },
})

function failedRow({ event }: { readonly event: unknown }): IntervalSummary {
  const { error } = event as { readonly error: unknown }
  if (error instanceof ApiError) return { kind: 'failed', message: messageOf(error, TECHNICALS_FAILURE) }
  const message = error instanceof Error && error.message !== '' ? error.message : TECHNICALS_FAILURE
  return { kind: 'failed', message }
}
