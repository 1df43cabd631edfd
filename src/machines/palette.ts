import { assign, setup } from 'xstate'
import { messageOf } from '../contract/api-error.ts'
import type { CandleSource } from '../domain/candle.ts'
import type { SeenOrder } from '../domain/order-doubt.ts'
import type { ProgramCost } from '../domain/program-cost.ts'
import type { IstDate } from '../domain/time.ts'
import type { Requests } from './events.ts'
import type { OrderPreviewAnswer } from './order-placement.ts'
import { promisePort } from './port.ts'

export const LINE_MAX = 4000
export const HISTORY_MAX = 200
export const USAGE_MAX = 500
/** A line is previewed when typing has paused for this long. */
export const PREVIEW_DELAY_MS = 120
/** A question stands for so long before Enter answers it: a key that bounces answers nothing. */
export const ANSWER_AFTER_MS = 120
/** A preview that has changed by itself counts as read after so long. */
export const READ_AFTER_MS = 700

/** What the console makes of a chosen row. `call` is the command with its arguments; nothing here looks inside. */
export interface PaletteAct<Call> {
  readonly rowId: string
  readonly call: Call
  /** The act in words, restated where it wants confirming. */
  readonly title: string
  readonly danger: 'none' | 'confirm' | 'type'
  /** What has to be typed where `danger` is `type`. */
  readonly answer: string
  /** Why it asks; null where the act always does. */
  readonly reason: string | null
  /** The orders it would place, as they are at this moment; empty for any other act. */
  readonly orders: readonly SeenOrder[]
}

/** What a backtest would go over, before Enter. */
export interface BacktestPreview {
  readonly kind: 'backtest'
  readonly instruments: number
  readonly rows: number
  readonly firstDay: IstDate | null
  readonly lastDay: IstDate | null
  readonly source: CandleSource | 'mixed' | null
  /** Days cut off the span because the interval allows fewer; null when nothing is cut. */
  readonly cutDays: number | null
  readonly estimateMs: number
  /** What the conditions take; null where the engine will refuse them. */
  readonly cost: ProgramCost | null
}

/** What orders would need, cost and change, by the server, before Enter. */
export interface OrdersPreview {
  readonly kind: 'orders'
  readonly orders: readonly SeenOrder[]
  readonly answer: OrderPreviewAnswer
  /** Whether Enter places them: false for those that only go to the basket. */
  readonly isPlaced: boolean
}

export type Preview = BacktestPreview | OrdersPreview

export interface PreviewAsk<Call> {
  readonly line: string
  readonly caret: number
  /** Place of the chosen row. */
  readonly chosen: number
  /** What is being asked about, whatever the line says. */
  readonly call: Call | null
}

export interface PaletteContext<Call> {
  readonly line: string
  readonly caret: number
  readonly chosen: number
  /** Lines run before, newest first. */
  readonly history: readonly string[]
  /** Which line of the history is shown; null when none is. */
  readonly historyPlace: number | null
  /** How often each row was chosen. */
  readonly usage: Readonly<Record<string, number>>
  readonly preview: Preview | null
  readonly previewMessage: string | null
  /** Rises whenever prices came in that the line is read with. */
  readonly revision: number
  /** What Enter will do, while it is being confirmed or done. */
  readonly act: PaletteAct<Call> | null
  readonly typedAnswer: string
  readonly message: string | null
}

export type PaletteEvent<Call> =
  | Requests['palette']
  | { readonly type: 'palette.type'; readonly line: string; readonly caret: number }
  | { readonly type: 'palette.choose'; readonly row: number }
  | { readonly type: 'palette.older' }
  | { readonly type: 'palette.newer' }
  | { readonly type: 'palette.answer'; readonly text: string }
  /** Without an act in `confirming`: the act that waits there. With one: it is asked about anew. */
  | { readonly type: 'palette.enter'; readonly act?: PaletteAct<Call> }
  /** Prices or chains that the line is read with have come or changed. */
  | { readonly type: 'palette.refresh' }
  | {
      readonly type: 'palette.remember'
      readonly history: readonly string[]
      readonly usage: Readonly<Record<string, number>>
    }
  | { readonly type: 'session.ended' }

export interface PaletteMemory {
  readonly history: readonly string[]
  readonly usage: Readonly<Record<string, number>>
}

const withUse = (usage: PaletteMemory['usage'], rowId: string): PaletteMemory['usage'] => {
  const { [rowId]: times = 0, ...others } = usage
  return Object.fromEntries([[rowId, times + 1], ...Object.entries(others)].slice(0, USAGE_MAX))
}

const withLine = (history: readonly string[], line: string): readonly string[] =>
  line.trim() === '' ? history : [line, ...history.filter((known) => known !== line)].slice(0, HISTORY_MAX)

/** Said when the server says nothing better. */
const previewFailure = 'The preview could not be loaded'

const noPreview = { preview: null, previewMessage: null } as const
const emptyLine = {
  line: '',
  caret: 0,
  chosen: 0,
  historyPlace: null,
  act: null,
  typedAnswer: '',
  message: null,
}

const showHistory = <Call>(context: PaletteContext<Call>, by: 1 | -1): Partial<PaletteContext<Call>> => {
  const place = (context.historyPlace ?? -1) + by
  if (place < 0) return { line: '', caret: 0, historyPlace: null, chosen: 0 }
  const line = context.history[place]
  return line === undefined ? {} : { line, caret: line.length, historyPlace: place, chosen: 0 }
}

export const createPaletteMachine = <Call>() =>
  setup({
    types: {
      context: {} as PaletteContext<Call>,
      events: {} as PaletteEvent<Call>,
      input: {} as PaletteMemory,
    },
    actors: {
      /** Null when the chosen row has nothing to preview. */
      preview: promisePort<Preview | null, PreviewAsk<Call>>('preview'),
      run: promisePort<void, { act: PaletteAct<Call> }>('run'),
    },
    actions: {
      store: (_, _memory: PaletteMemory) => {},
      setLine: assign((_, { line, caret }: { line: string; caret: number }) => ({
        ...emptyLine,
        ...noPreview,
        line: line.slice(0, LINE_MAX),
        caret: Math.min(caret, LINE_MAX),
      })),
      remember: assign(({ context }) => ({
        ...emptyLine,
        ...noPreview,
        history: withLine(context.history, context.line),
        usage: context.act === null ? context.usage : withUse(context.usage, context.act.rowId),
      })),
      ask: assign((_, act: PaletteAct<Call> | undefined) => ({
        act: act ?? null,
        typedAnswer: '',
        message: null,
      })),
      countRefresh: assign({ revision: ({ context }) => context.revision + 1 }),
    },
    guards: {
      needsConfirming: (_, act: PaletteAct<Call> | undefined) => act !== undefined && act.danger !== 'none',
      isAct: (_, act: PaletteAct<Call> | undefined) => act !== undefined,
      isAnswered: ({ context: { act, typedAnswer } }) =>
        act !== null && (act.danger !== 'type' || typedAnswer.trim() === act.answer),
      /** Whether the line means something else by now than what is previewed. */
      isOutdated: ({ context }) => context.preview !== null,
      /** Whether the line can be previewed by now and is not. */
      isLacking: ({ context }) => context.preview === null && context.previewMessage === null,
    },
    delays: { previewDelay: PREVIEW_DELAY_MS, answerDelay: ANSWER_AFTER_MS, readDelay: READ_AFTER_MS },
  }).createMachine({
    id: 'palette',
    context: ({ input }) => ({
      ...emptyLine,
      ...noPreview,
      history: input.history.slice(0, HISTORY_MAX),
      usage: input.usage,
      revision: 0,
    }),
    initial: 'closed',
    on: {
      'palette.remember': {
        actions: assign(({ event }) => ({
          history: event.history.slice(0, HISTORY_MAX),
          usage: event.usage,
        })),
      },
      'session.ended': {
        target: '.closed',
        actions: assign({ ...emptyLine, ...noPreview, history: [], usage: {} }),
      },
    },
    states: {
      closed: {
        on: {
          'palette.toggle': 'open',
          'palette.open': [
            {
              guard: ({ event }) => event.line !== undefined,
              target: 'open',
              actions: {
                type: 'setLine',
                params: ({ event }) => ({ line: event.line ?? '', caret: event.line?.length ?? 0 }),
              },
            },
            { target: 'open' },
          ],
        },
      },
      open: {
        initial: 'typing',
        on: {
          'palette.toggle': 'closed',
          'palette.close': 'closed',
          'palette.type': {
            target: '.typing',
            reenter: true,
            actions: { type: 'setLine', params: ({ event }) => event },
          },
          'palette.choose': {
            target: '.typing',
            reenter: true,
            actions: assign({ chosen: ({ event }) => Math.max(0, Math.trunc(event.row)), ...noPreview }),
          },
          'palette.open': {
            guard: ({ event }) => event.line !== undefined,
            target: '.typing',
            reenter: true,
            actions: {
              type: 'setLine',
              params: ({ event }) => ({ line: event.line ?? '', caret: event.line?.length ?? 0 }),
            },
          },
          'palette.older': {
            target: '.typing',
            reenter: true,
            actions: assign(({ context }) => ({ ...noPreview, ...showHistory(context, 1) })),
          },
          'palette.newer': {
            target: '.typing',
            reenter: true,
            actions: assign(({ context }) => ({ ...noPreview, ...showHistory(context, -1) })),
          },
          'palette.enter': [
            {
              guard: { type: 'needsConfirming', params: ({ event }) => event.act },
              target: '.confirming',
              actions: { type: 'ask', params: ({ event }) => event.act },
            },
            {
              guard: { type: 'isAct', params: ({ event }) => event.act },
              target: 'running',
              actions: { type: 'ask', params: ({ event }) => event.act },
            },
          ],
          'palette.refresh': { actions: 'countRefresh' },
        },
        states: {
          typing: { after: { previewDelay: 'previewing' } },
          previewing: {
            initial: 'asking',
            states: {
              asking: {
                invoke: {
                  src: 'preview',
                  input: ({ context: { line, caret, chosen } }) => ({ line, caret, chosen, call: null }),
                  onDone: {
                    target: 'shown',
                    actions: assign({ preview: ({ event }) => event.output, previewMessage: null }),
                  },
                  onError: {
                    target: 'shown',
                    actions: assign({
                      preview: null,
                      previewMessage: ({ event }) => messageOf(event.error, previewFailure),
                    }),
                  },
                },
              },
              /** What was shown is no longer true: asked again, and nothing is shown until then. */
              renewing: {
                entry: assign(noPreview),
                invoke: {
                  src: 'preview',
                  input: ({ context: { line, caret, chosen } }) => ({ line, caret, chosen, call: null }),
                  onDone: {
                    target: 'shown.changed',
                    actions: assign({ preview: ({ event }) => event.output, previewMessage: null }),
                  },
                  onError: {
                    target: 'shown',
                    actions: assign({
                      previewMessage: ({ event }) => messageOf(event.error, previewFailure),
                    }),
                  },
                },
              },
              shown: {
                initial: 'read',
                on: {
                  'palette.refresh': [
                    { guard: 'isOutdated', target: 'renewing', actions: 'countRefresh' },
                    { guard: 'isLacking', target: 'asking', actions: 'countRefresh' },
                    { actions: 'countRefresh' },
                  ],
                },
                states: {
                  read: {},
                  /** Under the eyes of whoever is about to press Enter: nobody has read it yet. */
                  changed: { after: { readDelay: 'read' } },
                },
              },
            },
          },
          confirming: {
            initial: 'fresh',
            invoke: {
              src: 'preview',
              input: ({ context: { line, caret, chosen, act } }) => ({
                line,
                caret,
                chosen,
                call: act?.call ?? null,
              }),
              onDone: { actions: assign({ preview: ({ event }) => event.output }) },
              onError: {
                actions: assign({ previewMessage: ({ event }) => messageOf(event.error, previewFailure) }),
              },
            },
            on: {
              'palette.close': { target: 'typing', actions: assign({ act: null, typedAnswer: '' }) },
              'palette.answer': {
                actions: assign({ typedAnswer: ({ event }) => event.text.slice(0, LINE_MAX) }),
              },
            },
            states: {
              fresh: { on: { 'palette.enter': {} }, after: { answerDelay: 'standing' } },
              standing: {
                on: {
                  'palette.enter': [
                    {
                      guard: { type: 'needsConfirming', params: ({ event }) => event.act },
                      target: '#palette.open.confirming',
                      reenter: true,
                      actions: { type: 'ask', params: ({ event }) => event.act },
                    },
                    { guard: 'isAnswered', target: '#palette.running' },
                  ],
                },
              },
            },
          },
        },
      },
      running: {
        invoke: {
          src: 'run',
          input: ({ context: { act } }) => {
            if (act === null) throw new Error('running without an act')
            return { act }
          },
          onDone: {
            target: 'closed',
            actions: ['remember', { type: 'store', params: ({ context }) => context }],
          },
          onError: {
            target: 'open',
            actions: assign({
              act: null,
              message: ({ event }) =>
                event.error instanceof Error ? event.error.message : String(event.error),
            }),
          },
        },
      },
    },
  })

/** Takes from a stored value what is a memory of the palette. */
export const readPaletteMemory = (stored: unknown): PaletteMemory => {
  if (typeof stored !== 'object' || stored === null) return { history: [], usage: {} }
  const { history, usage } = stored as Readonly<Record<string, unknown>>
  const counts = Object.entries(typeof usage === 'object' && usage !== null ? usage : {}).filter(
    (pair): pair is [string, number] => typeof pair[1] === 'number' && pair[1] > 0,
  )
  return {
    history: (Array.isArray(history) ? history : [])
      .filter((line) => typeof line === 'string')
      .map((line) => line.slice(0, LINE_MAX))
      .slice(0, HISTORY_MAX),
    usage: Object.fromEntries(counts.slice(0, USAGE_MAX)),
  }
}
