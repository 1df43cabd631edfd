import { assign, emit, enqueueActions, raise, setup } from 'xstate'
import { isWorthAgain, messageOf } from '../../contract/api-error.ts'
import { changeDrawings, getDrawings } from '../../contract/charts/drawings.ts'
import {
  DRAWINGS_MAX,
  type Drawing,
  type DrawingChange,
  type DrawingPoint,
  type DrawingStyle,
  isFinished,
  plainStyle,
  problemOf,
} from '../../domain/charts/drawings/drawing.ts'
import { type DrawingTool, pointsToPlace, toolSpecs } from '../../domain/charts/drawings/tools.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { callbackPort, promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'
import type { ChartSlot } from './chart.ts'
import { type DrawingLists, drawingAt, type SelectedDrawing } from './drawing-at.ts'
import {
  type AddedDrawing,
  additionOf,
  alterationOf,
  applied,
  type DrawingAlteration,
  type DrawingHistory,
  done,
  movementOf,
  redone,
  removalOf,
  removalOfAll,
  undone,
} from './drawing-changes.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly drawings:
      | { readonly type: 'drawings.watch'; readonly slot: ChartSlot; readonly instrument: InstrumentId }
      | { readonly type: 'drawings.unwatch'; readonly slot: ChartSlot }
      | { readonly type: 'drawings.load' }
      /** Null puts the tool away. */
      | { readonly type: 'drawing.tool'; readonly tool: DrawingTool | null }
      | { readonly type: 'drawing.point'; readonly instrument: InstrumentId; readonly point: DrawingPoint }
      | ({ readonly type: 'drawing.stroke' } & Omit<AddedDrawing, 'tool'>)
      /** Takes back the last point. */
      | { readonly type: 'drawing.back' }
      | { readonly type: 'drawing.finish' }
      /** Puts the tool away, stops writing or ends the selection. */
      | { readonly type: 'drawing.cancel' }
      | ({ readonly type: 'drawing.add' } & AddedDrawing)
      | { readonly type: 'drawing.select'; readonly selected: SelectedDrawing | null }
      | {
          readonly type: 'drawing.move'
          readonly of: SelectedDrawing
          readonly points: readonly DrawingPoint[]
        }
      /** Changes the selected drawing where `of` is absent; a style is also used for the next drawing. */
      | {
          readonly type: 'drawing.alter'
          readonly of?: SelectedDrawing
          readonly alteration: DrawingAlteration
        }
      | { readonly type: 'drawing.edit' }
      | { readonly type: 'drawing.write'; readonly text: string }
      | { readonly type: 'drawing.remove'; readonly of?: SelectedDrawing }
      | { readonly type: 'drawings.removeAll'; readonly instrument: InstrumentId }
      | { readonly type: 'drawing.undo' }
      | { readonly type: 'drawing.redo' }
      | { readonly type: 'drawings.snap' }
      | { readonly type: 'drawings.hide' }
  }
  interface Machines {
    readonly drawings: typeof drawingsMachine
  }
}

/** Kept by the browser. What is not saved is kept by the window. */
export interface KeptDrawings {
  readonly style: DrawingStyle
  readonly isSnapping: boolean
  readonly areHidden: boolean
  readonly unsaved: readonly DrawingChange[]
}

export interface DrawingsContext extends DrawingHistory, KeptDrawings {
  /** Why drawings are not shown or not saved. */
  readonly message: string | null
  readonly tool: DrawingTool | null
  readonly pending: { readonly instrument: InstrumentId; readonly points: readonly DrawingPoint[] } | null
  readonly selected: SelectedDrawing | null
  readonly createUuid: () => string
}

export type DrawingsEvent =
  | Requests['drawings']
  | { readonly type: 'drawings.restore'; readonly kept: KeptDrawings }
  | { readonly type: 'drawings.retry' }
  | { readonly type: 'drawings.changed' }
  | { readonly type: 'session.ended' }

const nothing: Omit<DrawingsContext, 'createUuid'> = {
  lists: {},
  unsaved: [],
  past: [],
  future: [],
  watched: {},
  message: null,
  tool: null,
  pending: null,
  selected: null,
  style: plainStyle,
  isSnapping: true,
  areHidden: false,
}

const SAVE_AGAIN_MS = 10_000

const noTool = { tool: null, pending: null } as const

const keptOf = ({ style, isSnapping, areHidden, unsaved }: DrawingsContext): KeptDrawings => ({
  style,
  isSnapping,
  areHidden,
  unsaved,
})

const textOf = (lists: DrawingLists, selected: SelectedDrawing | null): Drawing | null => {
  const drawing = drawingAt(lists, selected)
  return drawing !== null && !drawing.isLocked && toolSpecs[drawing.tool].hasText === true ? drawing : null
}

export const drawingsMachine = setup({
  types: {
    context: {} as DrawingsContext,
    events: {} as DrawingsEvent,
    emitted: {} as NoticeEmitted,
    input: {} as { readonly createUuid: () => string },
  },
  actors: {
    load: promisePort<DrawingLists, { readonly instruments: readonly InstrumentId[] }>('load'),
    save: promisePort<void, { readonly change: DrawingChange }>('save'),
    /** Sends `drawings.load` and `drawings.retry`; receives what to keep. */
    outside: callbackPort<{ readonly type: 'drawings.keep'; readonly kept: KeptDrawings }>('outside'),
  },
  actions: {
    keep: enqueueActions(({ context, enqueue }) =>
      enqueue.sendTo('outside', { type: 'drawings.keep', kept: keptOf(context) }),
    ),
    carryOut: enqueueActions(({ context, enqueue }, change: DrawingChange | null) => {
      if (change === null) return
      enqueue.assign(done(context, change))
      enqueue.raise({ type: 'drawings.changed' })
    }),
    add: enqueueActions(({ context, enqueue }, added: AddedDrawing) => {
      const id = context.createUuid()
      const change = additionOf(added, id, context.style)
      const after = done(context, change)
      const problem = change.steps.map((step) => step.after && problemOf(step.after))[0] ?? null
      const isFull = (after.lists[added.instrument]?.length ?? 0) > DRAWINGS_MAX
      if (isFull) enqueue.emit(noticed('error', texts.drawingsFull(DRAWINGS_MAX)))
      else if (problem !== null) enqueue.emit(noticed('error', texts.notDrawn(problem)))
      else enqueue.assign({ ...after, selected: { instrument: added.instrument, id } })
      enqueue.assign(noTool)
      enqueue.raise({ type: 'drawings.changed' })
    }),
    remove: enqueueActions(({ context, enqueue }, change: DrawingChange | null) => {
      if (change === null) return
      enqueue.assign({ ...done(context, change), selected: null })
      enqueue.raise({ type: 'drawings.changed' })
      enqueue.emit(
        noticed('info', texts.drawingsRemoved(change.steps.length), {
          to: 'drawings',
          event: { type: 'drawing.undo' },
        }),
      )
    }),
    restyle: assign(({ context }, alteration: DrawingAlteration) =>
      alteration.kind === 'style' ? { style: { ...context.style, ...alteration.style } } : {},
    ),
    deselectHidden: assign(({ context: { lists, selected } }) =>
      drawingAt(lists, selected)?.isHidden === true ? { selected: null } : {},
    ),
    step: enqueueActions(({ context, enqueue }, after: ReturnType<typeof undone>) => {
      if (after === null) return
      const isGone = drawingAt(after.lists, context.selected) === null
      enqueue.assign({ ...after, ...(isGone ? { selected: null } : {}) })
      enqueue.raise({ type: 'drawings.changed' })
    }),
    addPoint: assign(
      (
        { context: { pending } },
        { instrument, point }: { readonly instrument: InstrumentId; readonly point: DrawingPoint },
      ) => ({
        pending: {
          instrument,
          points: [...(pending?.instrument === instrument ? pending.points : []), point],
        },
      }),
    ),
    drop: assign({ unsaved: ({ context }) => context.unsaved.slice(1), message: null }),
  },
  guards: {
    hasUnsaved: ({ context }) => context.unsaved.length > 0,
    hasText: ({ context }) => textOf(context.lists, context.selected) !== null,
  },
}).createMachine({
  id: 'drawings',
  context: ({ input: { createUuid } }) => ({ ...nothing, createUuid }),
  type: 'parallel',
  invoke: { id: 'outside', src: 'outside' },
  on: {
    'drawings.changed': { actions: 'keep' },
    'drawings.restore': {
      actions: [
        assign(({ context, event: { kept } }) => ({
          ...kept,
          // The change that is being saved must stay first.
          unsaved: [...context.unsaved, ...kept.unsaved],
          lists: kept.unsaved.reduce(applied, context.lists),
        })),
        raise({ type: 'drawings.load' }),
      ],
    },
  },
  states: {
    lists: {
      initial: 'idle',
      on: {
        'session.ended': {
          target: '.idle',
          actions: assign(({ context: { createUuid } }) => ({ ...nothing, createUuid })),
        },
        'drawings.load': '.loading',
        'drawings.watch': {
          target: '.loading',
          actions: assign({
            watched: ({ context, event }) => ({ ...context.watched, [event.slot]: event.instrument }),
          }),
        },
        'drawings.unwatch': {
          actions: assign({
            watched: ({ context, event }) => ({ ...context.watched, [event.slot]: undefined }),
          }),
        },
      },
      states: {
        idle: {},
        loading: {
          invoke: {
            src: 'load',
            input: ({ context: { watched } }) => ({
              instruments: [...new Set(Object.values(watched).filter((one) => one !== undefined))],
            }),
            onDone: {
              target: 'idle',
              actions: assign(({ context, event }) => {
                // The answer lacks the changes made meanwhile.
                const loaded = { ...context.lists, ...event.output }
                const instruments = Object.keys(event.output)
                const lists = context.unsaved
                  .filter(({ instrument }) => instruments.includes(instrument))
                  .reduce(applied, loaded)
                const isGone = drawingAt(lists, context.selected) === null
                return { lists, message: null, ...(isGone ? { selected: null } : {}) }
              }),
            },
            onError: {
              target: 'failed',
              actions: assign({ message: ({ event }) => messageOf(event.error, getDrawings.failure) }),
            },
          },
        },
        failed: { on: { 'drawings.retry': 'loading' } },
      },
    },
    saving: {
      initial: 'idle',
      on: { 'session.ended': '.idle' },
      states: {
        idle: { always: { guard: 'hasUnsaved', target: 'sending' } },
        sending: {
          invoke: {
            src: 'save',
            input: ({ context: { unsaved } }) => {
              const [change] = unsaved
              if (change === undefined) throw new Error('saving without a change')
              return { change }
            },
            onDone: { target: 'idle', actions: ['drop', 'keep'] },
            onError: [
              {
                guard: ({ event }) => isWorthAgain(event.error),
                target: 'waiting',
                actions: assign({ message: ({ event }) => messageOf(event.error, changeDrawings.failure) }),
              },
              {
                target: 'idle',
                actions: [
                  emit(({ event }) => noticed('error', messageOf(event.error, changeDrawings.failure))),
                  'drop',
                  'keep',
                  raise({ type: 'drawings.load' }),
                ],
              },
            ],
          },
        },
        waiting: {
          on: { 'drawings.retry': 'sending' },
          after: { [SAVE_AGAIN_MS]: 'sending' },
        },
      },
    },
    hand: {
      initial: 'resting',
      on: {
        'session.ended': '.resting',
        'drawing.tool': [
          {
            guard: ({ event }) => event.tool !== null,
            target: '.placing',
            actions: assign(({ event }) => ({
              ...noTool,
              tool: event.tool,
              selected: null,
              areHidden: false,
            })),
          },
          { target: '.resting', actions: assign(noTool) },
        ],
        'drawing.add': { actions: { type: 'add', params: ({ event }) => event } },
        'drawing.select': {
          target: '.resting',
          actions: assign(({ event }) => ({ ...noTool, selected: event.selected })),
        },
        'drawing.move': {
          actions: {
            type: 'carryOut',
            params: ({ context, event }) => movementOf(context.lists, event.of, event.points),
          },
        },
        'drawing.alter': {
          actions: [
            { type: 'restyle', params: ({ event }) => event.alteration },
            {
              type: 'carryOut',
              params: ({ context, event }) =>
                alterationOf(context.lists, event.of ?? context.selected, event.alteration),
            },
            'deselectHidden',
            'keep',
          ],
        },
        'drawing.remove': {
          actions: {
            type: 'remove',
            params: ({ context, event }) => {
              const of = event.of ?? context.selected
              return of === null ? null : removalOf(context.lists, of)
            },
          },
        },
        'drawings.removeAll': {
          actions: {
            type: 'remove',
            params: ({ context, event }) => removalOfAll(context.lists, event.instrument),
          },
        },
        'drawing.undo': { actions: { type: 'step', params: ({ context }) => undone(context) } },
        'drawing.redo': { actions: { type: 'step', params: ({ context }) => redone(context) } },
        'drawings.snap': {
          actions: [assign({ isSnapping: ({ context }) => !context.isSnapping }), 'keep'],
        },
        'drawings.hide': {
          actions: [assign(({ context }) => ({ areHidden: !context.areHidden, selected: null })), 'keep'],
        },
      },
      states: {
        resting: {
          on: {
            'drawing.cancel': { actions: assign({ selected: null }) },
            'drawing.edit': { guard: 'hasText', target: 'writing' },
          },
        },
        placing: {
          on: {
            'drawing.cancel': { target: 'resting', actions: assign(noTool) },
            'drawing.back': {
              actions: assign(({ context: { pending } }) => ({
                pending: pending && { ...pending, points: pending.points.slice(0, -1) },
              })),
            },
            'drawing.stroke': {
              target: 'resting',
              actions: { type: 'add', params: ({ event }) => ({ ...event, tool: 'brush' as const }) },
            },
            'drawing.finish': {
              guard: ({ context: { tool, pending } }) =>
                tool !== null && (pending?.points.length ?? 0) >= pointsToPlace(tool),
              target: 'resting',
              actions: { type: 'add', params: ({ context }) => addedBy(context) },
            },
            'drawing.point': [
              // The second press of a double click.
              { guard: ({ context, event }) => isThere(context, event.point) },
              {
                guard: ({ context, event }) => !isLast(context, event.instrument),
                actions: { type: 'addPoint', params: ({ event }) => event },
              },
              {
                guard: ({ context: { tool } }) => tool !== null && toolSpecs[tool].hasText === true,
                target: 'writing',
                actions: { type: 'addPoint', params: ({ event }) => event },
              },
              {
                target: 'resting',
                actions: [
                  { type: 'addPoint', params: ({ event }) => event },
                  { type: 'add', params: ({ context }) => addedBy(context) },
                ],
              },
            ],
          },
        },
        /** The text that is being placed, or the selected one, is written. */
        writing: {
          on: {
            'drawing.cancel': { target: 'resting', actions: assign(noTool) },
            'drawing.write': [
              { guard: ({ event }) => event.text.trim() === '', target: 'resting', actions: assign(noTool) },
              {
                guard: ({ context }) => context.pending !== null,
                target: 'resting',
                actions: {
                  type: 'add',
                  params: ({ context, event }) => ({ ...addedBy(context), text: event.text.trim() }),
                },
              },
              {
                target: 'resting',
                actions: {
                  type: 'carryOut',
                  params: ({ context, event }) =>
                    alterationOf(context.lists, context.selected, {
                      kind: 'text',
                      text: event.text.trim(),
                    }),
                },
              },
            ],
          },
        },
      },
    },
  },
})

const isThere = ({ pending }: DrawingsContext, { at, price }: DrawingPoint): boolean => {
  const last = pending?.points.at(-1)
  return last !== undefined && last.at === at && last.price === price
}

const isLast = ({ tool, pending }: DrawingsContext, instrument: InstrumentId): boolean =>
  tool !== null && isFinished(tool, (pending?.instrument === instrument ? pending.points.length : 0) + 1)

const addedBy = ({ tool, pending }: DrawingsContext): AddedDrawing => {
  if (tool === null || pending === null) throw new Error('a drawing without a tool or points')
  return { tool, ...pending }
}
