import { assign, emit, enqueueActions, setup } from 'xstate'
import { MACRO_LINES_MAX, MACROS_MAX, type Macro } from '../../domain/shortcuts/shortcuts.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { callbackPort, promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly macros:
      | { readonly type: 'macro.record'; readonly name: string }
      | { readonly type: 'macro.stop' }
      | { readonly type: 'macro.run'; readonly name: string }
      | {
          readonly type: 'macro.save'
          readonly name: string
          readonly lines: readonly string[]
          readonly before?: string
        }
      | { readonly type: 'macro.delete'; readonly name: string }
      | { readonly type: 'macro.undo' }
  }
  interface Machines {
    readonly macros: typeof macrosMachine
  }
}

/** Pause between lines, so that the effects of one are known to the next. */
const NEXT_LINE_MS = 150

export interface MacrosContext {
  readonly macros: readonly Macro[]
  readonly undone: readonly Macro[] | null
  readonly current: Macro | null
  readonly lineIndex: number
}

export type MacrosEvent =
  | Requests['macros']
  | { readonly type: 'macro.heard'; readonly line: string }
  | {
      readonly type: 'macros.restore'
      readonly macros: readonly Macro[]
      readonly dropped: readonly string[]
    }
  | { readonly type: 'session.ended' }

const undo = { to: 'macros', event: { type: 'macro.undo' } } as const
const nothing = { current: null, lineIndex: 0 } as const

const withMacro = (macros: readonly Macro[], macro: Macro, before = macro.name): readonly Macro[] => {
  const others = macros.filter(({ name }) => name !== macro.name || name === before)
  return others.some(({ name }) => name === before)
    ? others.map((one) => (one.name === before ? macro : one))
    : [...others, macro]
}

const store = {
  type: 'store',
  params: ({ context }: { readonly context: MacrosContext }) => context.macros,
} as const

const named = (macros: readonly Macro[], name: string): Macro | null =>
  macros.find((one) => one.name === name) ?? null

export const macrosMachine = setup({
  types: {
    context: {} as MacrosContext,
    events: {} as MacrosEvent,
    emitted: {} as NoticeEmitted,
  },
  actors: {
    otherTabs: callbackPort('otherTabs'),
    /** Resolves when the line has run; rejects if it is invalid or was not confirmed. */
    playLine: promisePort<void, { readonly line: string }>('playLine'),
  },
  actions: {
    store: (_, _macros: readonly Macro[]) => {},
    keepRecorded: enqueueActions(({ context: { macros, current }, enqueue }) => {
      if (current === null || current.lines.length === 0) {
        enqueue.emit(noticed('info', texts.macroEmpty))
        return
      }
      const kept = withMacro(macros, current)
      enqueue.assign({ macros: kept, undone: macros })
      enqueue.emit(noticed('success', texts.macroRecorded(current.name, current.lines.length), undo))
    }),
    keep: enqueueActions(
      ({ context: { macros }, enqueue }, { macro, before }: { macro: Macro; before?: string }) => {
        const kept = withMacro(macros, macro, before)
        if (kept.length > MACROS_MAX) {
          enqueue.emit(noticed('warning', texts.macrosFull(MACROS_MAX)))
          return
        }
        enqueue.assign({ macros: kept, undone: macros })
        enqueue.emit(noticed('success', texts.macroKept(macro.name), undo))
      },
    ),
    remove: enqueueActions(({ context: { macros }, enqueue }, name: string) => {
      const kept = macros.filter((one) => one.name !== name)
      if (kept.length === macros.length) {
        enqueue.emit(noticed('warning', texts.macroUnknown(name)))
        return
      }
      enqueue.assign({ macros: kept, undone: macros })
      enqueue.emit(noticed('info', texts.macroDeleted(name), undo))
    }),
    restoreUndone: enqueueActions(({ context: { macros, undone }, enqueue }) => {
      if (undone === null) return
      enqueue.assign({ macros: undone, undone: macros })
    }),
    tellDropped: enqueueActions(({ enqueue }, dropped: readonly string[]) => {
      if (dropped.length > 0) enqueue.emit(noticed('warning', texts.shortcutsDropped(dropped)))
    }),
    hear: assign(({ context: { current } }, line: string) =>
      current === null ? {} : { current: { ...current, lines: [...current.lines, line] } },
    ),
  },
  guards: {
    hasRoom: ({ context }, name: string) =>
      context.macros.length < MACROS_MAX || named(context.macros, name) !== null,
    isKnown: ({ context }, name: string) => named(context.macros, name) !== null,
    isNoLine: (_, line: string) => line === '',
    isLastLine: ({ context: { current } }) => (current?.lines.length ?? 0) + 1 >= MACRO_LINES_MAX,
    hasMore: ({ context: { current, lineIndex } }) => lineIndex + 1 < (current?.lines.length ?? 0),
  },
  delays: { nextLine: NEXT_LINE_MS },
}).createMachine({
  id: 'macros',
  context: { macros: [], undone: null, ...nothing },
  invoke: { src: 'otherTabs' },
  initial: 'idle',
  on: {
    'macros.restore': {
      actions: [
        assign({ macros: ({ event }) => event.macros, undone: null }),
        { type: 'tellDropped', params: ({ event }) => event.dropped },
      ],
    },
    'session.ended': { target: '.idle', actions: assign({ macros: [], undone: null }) },
  },
  states: {
    idle: {
      entry: assign(nothing),
      on: {
        'macro.record': [
          {
            guard: { type: 'hasRoom', params: ({ event }) => event.name },
            target: 'recording',
            actions: assign({ current: ({ event }) => ({ name: event.name, lines: [] }) }),
          },
          { actions: emit(noticed('warning', texts.macrosFull(MACROS_MAX))) },
        ],
        'macro.run': [
          {
            guard: { type: 'isKnown', params: ({ event }) => event.name },
            target: 'playing',
            actions: assign({ current: ({ context, event }) => named(context.macros, event.name) }),
          },
          { actions: emit(({ event }) => noticed('warning', texts.macroUnknown(event.name))) },
        ],
        'macro.save': {
          actions: [
            {
              type: 'keep',
              params: ({ event: { name, lines, before } }) => ({
                macro: { name, lines },
                ...(before === undefined ? {} : { before }),
              }),
            },
            store,
          ],
        },
        'macro.delete': { actions: [{ type: 'remove', params: ({ event }) => event.name }, store] },
        'macro.undo': { actions: ['restoreUndone', store] },
      },
    },
    recording: {
      entry: emit(({ context }) => noticed('info', texts.macroRecording(context.current?.name ?? ''))),
      on: {
        'macro.heard': [
          { guard: { type: 'isNoLine', params: ({ event }) => event.line } },
          {
            guard: 'isLastLine',
            target: 'idle',
            actions: [
              { type: 'hear', params: ({ event }) => event.line },
              emit(noticed('warning', texts.macroFull(MACRO_LINES_MAX))),
              'keepRecorded',
              store,
            ],
          },
          { actions: { type: 'hear', params: ({ event }) => event.line } },
        ],
        'macro.stop': { target: 'idle', actions: ['keepRecorded', store] },
      },
    },
    playing: {
      initial: 'line',
      on: {
        'macro.stop': {
          target: 'idle',
          actions: emit(({ context: { current, lineIndex } }) =>
            noticed('info', texts.macroStopped(current?.name ?? '', lineIndex + 1)),
          ),
        },
      },
      states: {
        line: {
          invoke: {
            src: 'playLine',
            input: ({ context: { current, lineIndex } }) => ({ line: current?.lines[lineIndex] ?? '' }),
            onDone: [{ guard: 'hasMore', target: 'pause' }, { target: '#macros.idle' }],
            onError: {
              target: '#macros.idle',
              actions: emit(({ context: { current, lineIndex }, event }) =>
                noticed(
                  'error',
                  texts.macroFailed(
                    current?.name ?? '',
                    lineIndex + 1,
                    event.error instanceof Error ? event.error.message : String(event.error),
                  ),
                ),
              ),
            },
          },
        },
        pause: {
          after: {
            nextLine: {
              target: 'line',
              actions: assign({ lineIndex: ({ context }) => context.lineIndex + 1 }),
            },
          },
        },
      },
    },
  },
})
