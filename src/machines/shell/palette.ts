import { and, assign, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { promisePort } from '../port.ts'
import {
  emptyLine,
  noPreview,
  type PaletteAct,
  type PaletteContext,
  type PaletteEvent,
  showHistory,
  type WrittenLine,
  writeLine,
} from './palette-context.ts'
import { HISTORY_MAX, LINE_MAX, type PaletteMemory, withLine, withUse } from './palette-memory.ts'
import type { Preview, PreviewRequest } from './palette-preview.ts'

export const PREVIEW_DELAY_MS = 120
/** Enter is ignored this long after a question appears: a bouncing key must not confirm it. */
export const ANSWER_AFTER_MS = 120
/** A preview that changed by itself counts as read after this long. */
export const READ_AFTER_MS = 700
export const SCAN_AGAIN_MS = 100

const previewFailure = 'The preview could not be loaded'

const lineOf = ({ line = '', message }: { line?: string; message?: string }): WrittenLine => ({
  line,
  caret: line.length,
  message: message ?? null,
})

const rowOf = ({ event }: { readonly event: { readonly row: number } }): number =>
  Math.max(0, Math.trunc(event.row))

const hasLine = ({ event }: { readonly event: { readonly line?: string } }): boolean =>
  event.line !== undefined

const asAsked = {
  type: 'setLine',
  params: ({ event }: { readonly event: Parameters<typeof lineOf>[0] }) => lineOf(event),
} as const

const failureIn = ({ event }: { readonly event: { readonly error: unknown } }): string =>
  messageOf(event.error, previewFailure)

const isStillRead = ({
  context: { preview },
}: {
  readonly context: Pick<PaletteContext<unknown>, 'preview'>
}) => preview?.kind === 'scan' && preview.result.loading > 0

const hasPreview = ({ context }: { readonly context: Pick<PaletteContext<unknown>, 'preview'> }): boolean =>
  context.preview !== null

const withAct = <Call>({ line, caret, chosen, act }: PaletteContext<Call>) => ({
  ...{ line, caret, chosen },
  call: act?.call ?? null,
})

const isAskedByControl = ({ context: { act } }: { readonly context: Pick<PaletteContext<unknown>, 'act'> }) =>
  act?.isOfControl === true

const kept = [
  'remember',
  {
    type: 'store',
    params: ({ context }: { readonly context: PaletteMemory }) => context,
  },
] as const

export const createPaletteMachine = <Call>() =>
  setup({
    types: {
      context: {} as PaletteContext<Call>,
      events: {} as PaletteEvent<Call>,
      input: {} as PaletteMemory,
    },
    actors: {
      preview: promisePort<Preview | null, PreviewRequest<Call>>('preview'),
      run: promisePort<void, { act: PaletteAct<Call> }>('run'),
    },
    actions: {
      store: (_, _memory: PaletteMemory) => {},
      setLine: assign((_, written: WrittenLine) => writeLine(written)),
      remember: assign(({ context }) => ({
        ...emptyLine,
        ...noPreview,
        ...context.next,
        history: withLine(context.history, context.line),
        usage: context.act === null ? context.usage : withUse(context.usage, context.act.rowId),
      })),
      ask: assign((_, act: PaletteAct<Call> | undefined) => ({
        act: act ?? null,
        typedAnswer: '',
        message: null,
      })),
      forgetLine: assign(emptyLine),
      forgetAct: assign({ act: null, typedAnswer: '' }),
      reopen: assign(({ context }) => ({ isReopened: context.line !== '' })),
      countRefresh: assign({ revision: ({ context }) => context.revision + 1 }),
    },
    guards: {
      needsConfirming: (_, act: PaletteAct<Call> | undefined) => act !== undefined && act.danger !== 'none',
      isAct: (_, act: PaletteAct<Call> | undefined) => act !== undefined,
      isAnswered: ({ context: { act, typedAnswer } }) =>
        act !== null && (act.danger !== 'type' || typedAnswer.trim() === act.answer),
      /** The line means other orders than those shown, or has orders and shows none. */
      hasChanged: ({ context }) => context.preview !== null || context.previewMessage === null,
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
          'palette.toggle': { target: 'open', actions: 'reopen' },
          'palette.open': [
            {
              guard: hasLine,
              target: 'open',
              actions: asAsked,
            },
            { target: 'open', actions: 'reopen' },
          ],
        },
      },
      open: {
        initial: 'typing',
        exit: assign({ isReopened: false }),
        on: {
          'palette.toggle': 'closed',
          'palette.close': 'closed',
          'palette.type': {
            target: '.typing',
            reenter: true,
            actions: { type: 'setLine', params: ({ event }) => event },
          },
          'palette.choose': [
            { guard: ({ event }) => event.keepsPreview === true, actions: assign({ chosen: rowOf }) },
            { target: '.typing', reenter: true, actions: assign({ ...noPreview, chosen: rowOf }) },
          ],
          'palette.open': {
            guard: hasLine,
            target: '.typing',
            reenter: true,
            actions: asAsked,
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
                    actions: assign({ preview: null, previewMessage: failureIn }),
                  },
                },
              },
              /** The preview is outdated and hidden until a new one arrives. */
              renewing: {
                entry: assign(noPreview),
                invoke: {
                  src: 'preview',
                  input: ({ context: { line, caret, chosen } }) => ({ line, caret, chosen, call: null }),
                  onDone: {
                    target: 'shown.changed',
                    actions: assign({ preview: ({ event }) => event.output, previewMessage: null }),
                  },
                  onError: { target: 'shown', actions: assign({ previewMessage: failureIn }) },
                },
              },
              shown: {
                initial: 'read',
                on: {
                  'palette.refresh': [
                    { guard: and(['hasChanged', hasPreview]), target: 'renewing', actions: 'countRefresh' },
                    { guard: 'hasChanged', target: 'asking', actions: 'countRefresh' },
                    { actions: 'countRefresh' },
                  ],
                },
                states: {
                  read: {},
                  /** Changed while the user may be about to press Enter: not read yet. */
                  changed: { after: { readDelay: 'read' } },
                },
                after: { [SCAN_AGAIN_MS]: { guard: isStillRead, target: 'asking' } },
              },
            },
          },
          confirming: {
            initial: 'fresh',
            invoke: {
              src: 'preview',
              input: ({ context }) => withAct(context),
              onDone: { actions: assign({ preview: ({ event }) => event.output }) },
              onError: { actions: assign({ previewMessage: failureIn }) },
            },
            on: {
              'palette.close': [
                { guard: isAskedByControl, target: '#palette.closed', actions: 'forgetLine' },
                { target: 'typing', actions: 'forgetAct' },
              ],
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
        on: {
          'palette.open': { guard: hasLine, actions: assign({ next: ({ event }) => lineOf(event) }) },
        },
        invoke: {
          src: 'run',
          input: ({ context: { act } }) => {
            if (act === null) throw new Error('running without an act')
            return { act }
          },
          onDone: [
            { guard: ({ context }) => context.next !== null, target: 'open', actions: kept },
            { target: 'closed', actions: kept },
          ],
          onError: {
            target: 'open',
            actions: assign({
              act: null,
              next: null,
              message: ({ event }) =>
                event.error instanceof Error ? event.error.message : String(event.error),
            }),
          },
        },
      },
    },
  })
