import { assign, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { type CandlesAsked, keyOfCandles } from '../../domain/analysis/journal/trip-candles.ts'
import type { Candles } from '../../domain/charts/candle.ts'
import { promisePort } from '../port.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly tripCandles:
      | { readonly type: 'candles.want'; readonly wanted: readonly CandlesAsked[] }
      | { readonly type: 'candles.retry' }
      | { readonly type: 'candles.forget' }
  }
  interface Machines {
    readonly tripCandles: typeof tripCandlesMachine
  }
}

export type FoundCandles =
  | { readonly kind: 'loaded'; readonly candles: Candles }
  | { readonly kind: 'failed'; readonly message: string }

export interface TripCandlesContext {
  /** The most urgent first. */
  readonly wanted: readonly CandlesAsked[]
  readonly reading: CandlesAsked | null
  /** By `keyOfCandles`. */
  readonly found: ReadonlyMap<string, FoundCandles>
}

export type TripCandlesEvent =
  | { readonly type: 'candles.want'; readonly wanted: readonly CandlesAsked[] }
  | { readonly type: 'candles.retry' }
  | { readonly type: 'candles.forget' }
  | { readonly type: 'session.ended' }

/** A day of minutes has 21 KB. */
const FOUND_MAX = 400

const nextOf = ({ wanted, found }: Pick<TripCandlesContext, 'wanted' | 'found'>): CandlesAsked | null =>
  wanted.find((one) => !found.has(keyOfCandles(one))) ?? null

const withFound = (
  { found, wanted, reading }: TripCandlesContext,
  one: FoundCandles,
): ReadonlyMap<string, FoundCandles> => {
  if (reading === null) return found
  const all = new Map(found).set(keyOfCandles(reading), one)
  const needed = new Set(wanted.map(keyOfCandles))
  for (const key of all.keys()) {
    if (all.size <= FOUND_MAX) break
    if (!needed.has(key)) all.delete(key)
  }
  return all
}

const nothing = { wanted: [], reading: null } as const

const failure = 'Error loading the candles'

/** Reads one series after the other, so that the one under the cursor never waits for a list. */
export const tripCandlesMachine = setup({
  types: { context: {} as TripCandlesContext, events: {} as TripCandlesEvent },
  actors: {
    read: promisePort<Candles, { readonly asked: CandlesAsked }>('read'),
  },
  guards: { isAnyMissing: ({ context }) => nextOf(context) !== null },
}).createMachine({
  id: 'tripCandles',
  context: { ...nothing, found: new Map() },
  initial: 'idle',
  on: {
    'candles.want': { actions: assign({ wanted: ({ event }) => event.wanted }) },
    'candles.retry': {
      actions: assign({
        found: ({ context }) => new Map([...context.found].filter(([, { kind }]) => kind === 'loaded')),
      }),
    },
    'candles.forget': { target: '.idle', actions: assign({ ...nothing, found: () => new Map() }) },
    'session.ended': { target: '.idle', actions: assign({ ...nothing, found: () => new Map() }) },
  },
  states: {
    idle: { always: { guard: 'isAnyMissing', target: 'reading' } },
    reading: {
      entry: assign({ reading: ({ context }) => nextOf(context) }),
      invoke: {
        src: 'read',
        input: ({ context: { reading: asked } }) => {
          if (asked === null) throw new Error('reading candles that nobody wants')
          return { asked }
        },
        onDone: {
          target: 'idle',
          actions: assign({
            found: ({ context, event }) => withFound(context, { kind: 'loaded', candles: event.output }),
          }),
        },
        onError: {
          target: 'idle',
          actions: assign({
            found: ({ context, event }) =>
              withFound(context, { kind: 'failed', message: messageOf(event.error, failure) }),
          }),
        },
      },
    },
  },
})
