import { assign, setup } from 'xstate'
import type { BacktestTrade } from '../../../domain/backtests/backtest.ts'
import type { CandleSource, Candles } from '../../../domain/charts/candle.ts'
import type { LineDraw } from '../../../domain/charts/indicators/spec.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { RowReading, TimesTrue } from '../../../domain/strategies/rule-reading.ts'
import type { Strategy } from '../../../domain/strategies/strategy.ts'
import { promisePort } from '../../port.ts'

declare module '../../requests.ts' {
  interface Machines {
    readonly rulePreview: typeof rulePreviewMachine
  }
}

/** The candle in progress closes within this time at the latest on the smallest interval. */
export const PREVIEW_REFRESH_MS = 60_000

export interface RowOfRule {
  readonly rule: 'entry' | 'exit'
  readonly row: number
}

export interface PreviewAsked {
  /** Its rules can be read. */
  readonly strategy: Strategy
  readonly instrument: InstrumentId
  /** The row under the cursor: how often the rule would be true without it. */
  readonly row: RowOfRule | null
}

export interface PreviewLine {
  readonly label: string
  readonly values: Float64Array
  readonly pane: string
  readonly draw: LineDraw
  readonly levels: readonly number[]
}

export interface RulePreview extends PreviewAsked {
  readonly source: CandleSource
  readonly days: number
  readonly candles: Candles
  readonly lines: readonly PreviewLine[]
  readonly isTrue: TimesTrue
  /** Candles on which it would be true without the row under the cursor; null if that is not a row of the entry. */
  readonly candlesWithout: number | null
  readonly entry: readonly RowReading[]
  readonly exit: readonly RowReading[]
  /** Entered within those days, oldest first; none of options, whose prices are those of contracts. */
  readonly trades: readonly BacktestTrade[]
  /** Why there are no trades, if they could not be computed. */
  readonly notTraded: string | null
}

export interface RulePreviewContext {
  readonly asked: PreviewAsked | null
  readonly running: PreviewAsked | null
  /** The previous result while a newer one is computed. */
  readonly preview: RulePreview | null
  readonly message: string | null
}

export type RulePreviewEvent =
  | { readonly type: 'preview.show'; readonly asked: PreviewAsked }
  | { readonly type: 'preview.hide' }
  | { readonly type: 'preview.retry' }
  | { readonly type: 'session.ended' }

const nothing: RulePreviewContext = { asked: null, running: null, preview: null, message: null }

const messageIn = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** One computation at a time: a running kernel cannot be interrupted, so the newest request waits for it. */
export const rulePreviewMachine = setup({
  types: { context: {} as RulePreviewContext, events: {} as RulePreviewEvent },
  actors: { compute: promisePort<RulePreview, PreviewAsked>('compute') },
  actions: {
    ask: assign((_, asked: PreviewAsked) => ({ asked })),
    take: assign((_, preview: RulePreview) => ({ preview, message: null })),
    fail: assign(({ context: { preview, asked } }, { error }: { readonly error: unknown }) => ({
      message: messageIn(error),
      preview: preview?.instrument === asked?.instrument ? preview : null,
    })),
  },
  guards: { isOutdated: ({ context }) => context.asked !== context.running },
  delays: { refreshDelay: PREVIEW_REFRESH_MS },
}).createMachine({
  id: 'rulePreview',
  context: nothing,
  initial: 'hidden',
  on: {
    'preview.hide': { target: '.hidden', actions: assign(nothing) },
    'session.ended': { target: '.hidden', actions: assign(nothing) },
    'preview.show': { target: '.computing', actions: { type: 'ask', params: ({ event }) => event.asked } },
  },
  states: {
    hidden: {},
    computing: {
      entry: assign({ running: ({ context }) => context.asked }),
      on: { 'preview.show': { actions: { type: 'ask', params: ({ event }) => event.asked } } },
      invoke: {
        src: 'compute',
        input: ({ context: { asked } }) => {
          if (asked === null) throw new Error('computing without a rule')
          return asked
        },
        onDone: [
          {
            guard: 'isOutdated',
            target: 'computing',
            reenter: true,
            actions: { type: 'take', params: ({ event }) => event.output },
          },
          { target: 'shown', actions: { type: 'take', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: 'isOutdated', target: 'computing', reenter: true },
          { target: 'failed', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    shown: { after: { refreshDelay: 'computing' } },
    failed: { on: { 'preview.retry': 'computing' } },
  },
})
