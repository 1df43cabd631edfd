import { assign, emit, raise, setup } from 'xstate'
import { isWorthAgain, messageOf } from '../../contract/api-error.ts'
import {
  changedNote,
  isEmptyNote,
  type NoteChange,
  noNote,
  type TripNote,
  type TripNotes,
} from '../../domain/analysis/journal/trip-note.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly tripNotes:
      | { readonly type: 'notes.load' }
      | { readonly type: 'notes.change'; readonly trips: readonly number[]; readonly change: NoteChange }
      | { readonly type: 'notes.undo' }
      | { readonly type: 'notes.redo' }
  }
  interface Machines {
    readonly tripNotes: typeof tripNotesMachine
  }
}

/** One act of the trader, on one trip or several. */
export type NoteStep = readonly {
  readonly trip: number
  readonly before: TripNote
  readonly after: TripNote
}[]

export interface TripNotesContext {
  /** Null until loaded. */
  readonly notes: TripNotes | null
  /** Steps that the server does not have yet, the oldest first. */
  readonly unsaved: readonly NoteStep[]
  readonly past: readonly NoteStep[]
  readonly future: readonly NoteStep[]
  /** Why notes are not shown or not saved. */
  readonly message: string | null
}

export type TripNotesEvent =
  | { readonly type: 'notes.load' }
  | { readonly type: 'notes.change'; readonly trips: readonly number[]; readonly change: NoteChange }
  | { readonly type: 'notes.undo' }
  | { readonly type: 'notes.redo' }
  /** Kept by the window while the server was away. */
  | { readonly type: 'notes.restore'; readonly unsaved: readonly NoteStep[] }
  | { readonly type: 'notes.retry' }
  | { readonly type: 'session.ended' }

const nothing: TripNotesContext = { notes: null, unsaved: [], past: [], future: [], message: null }

const notLoaded = 'Not changed: the notes of the journal are not loaded yet'
const failures = { load: 'Error loading the notes of the journal', save: 'Error saving the note' } as const

const SAVE_AGAIN_MS = 10_000
const PAST_MAX = 100

const applied = (notes: TripNotes, step: NoteStep): TripNotes => {
  const all = new Map(notes)
  for (const { trip, after } of step)
    if (isEmptyNote(after)) all.delete(trip)
    else all.set(trip, after)
  return all
}

const reversed = (step: NoteStep): NoteStep =>
  step.map(({ trip, before, after }) => ({ trip, before: after, after: before }))

const stepOf = (notes: TripNotes, trips: readonly number[], change: NoteChange): NoteStep =>
  trips
    .map((trip) => {
      const before = notes.get(trip) ?? noNote
      return { trip, before, after: changedNote(before, change) }
    })
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))

const taken = ({ notes, unsaved }: TripNotesContext, step: NoteStep) => ({
  notes: applied(notes ?? new Map(), step),
  unsaved: [...unsaved, step],
})

export const tripNotesMachine = setup({
  types: {
    context: {} as TripNotesContext,
    events: {} as TripNotesEvent,
    emitted: {} as NoticeEmitted,
  },
  actors: {
    load: promisePort<TripNotes>('load'),
    save: promisePort<void, { readonly step: NoteStep }>('save'),
  },
  actions: {
    change: assign(
      (
        { context },
        { trips, change }: { readonly trips: readonly number[]; readonly change: NoteChange },
      ) => {
        const step = context.notes === null ? [] : stepOf(context.notes, trips, change)
        return step.length === 0
          ? {}
          : { ...taken(context, step), past: [...context.past, step].slice(-PAST_MAX), future: [] }
      },
    ),
    undo: assign(({ context }) => {
      const step = context.past.at(-1)
      return step === undefined
        ? {}
        : {
            ...taken(context, reversed(step)),
            past: context.past.slice(0, -1),
            future: [step, ...context.future],
          }
    }),
    redo: assign(({ context }) => {
      const [step, ...future] = context.future
      return step === undefined ? {} : { ...taken(context, step), past: [...context.past, step], future }
    }),
    drop: assign({ unsaved: ({ context }) => context.unsaved.slice(1), message: null }),
  },
  guards: {
    isLoaded: ({ context }) => context.notes !== null,
    hasUnsaved: ({ context }) => context.unsaved.length > 0,
  },
}).createMachine({
  id: 'tripNotes',
  context: nothing,
  type: 'parallel',
  states: {
    list: {
      initial: 'idle',
      on: {
        'session.ended': { target: '.idle', actions: assign(nothing) },
        'notes.load': '.loading',
        'notes.restore': {
          actions: assign(({ context, event }) => ({
            // The step that is being saved must stay first.
            unsaved: [...context.unsaved, ...event.unsaved],
            notes: context.notes === null ? null : event.unsaved.reduce(applied, context.notes),
          })),
        },
        'notes.change': [
          { guard: 'isLoaded', actions: { type: 'change', params: ({ event }) => event } },
          { actions: emit(noticed('warning', notLoaded)) },
        ],
        'notes.undo': { actions: 'undo' },
        'notes.redo': { actions: 'redo' },
      },
      states: {
        idle: {},
        loading: {
          invoke: {
            src: 'load',
            onDone: {
              target: 'idle',
              actions: assign(({ context, event }) => ({
                // The answer lacks what has been changed meanwhile.
                notes: context.unsaved.reduce(applied, event.output),
                message: null,
              })),
            },
            onError: {
              target: 'failed',
              actions: assign({ message: ({ event }) => messageOf(event.error, failures.load) }),
            },
          },
        },
        failed: { on: { 'notes.retry': 'loading' } },
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
              const [step] = unsaved
              if (step === undefined) throw new Error('saving without a change')
              return { step }
            },
            onDone: { target: 'idle', actions: 'drop' },
            onError: [
              {
                guard: ({ event }) => isWorthAgain(event.error),
                target: 'waiting',
                actions: assign({ message: ({ event }) => messageOf(event.error, failures.save) }),
              },
              {
                target: 'idle',
                actions: [
                  emit(({ event }) => noticed('error', messageOf(event.error, failures.save))),
                  'drop',
                  assign({ past: [], future: [] }),
                  raise({ type: 'notes.load' }),
                ],
              },
            ],
          },
        },
        waiting: {
          on: { 'notes.retry': 'sending' },
          after: { [SAVE_AGAIN_MS]: 'sending' },
        },
      },
    },
  },
})
