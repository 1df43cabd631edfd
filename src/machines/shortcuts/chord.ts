import { assign, setup } from 'xstate'

declare module '../requests.ts' {
  interface Machines {
    readonly chord: typeof chordMachine
  }
}

export const CHORD_TIMEOUT_MS = 1200
export const CHORD_HINTS_MS = 300

export interface ChordHint {
  readonly stroke: string
  readonly title: string
}

export interface ChordContext {
  readonly strokes: readonly string[]
  readonly hints: readonly ChordHint[]
}

export type ChordEvent =
  | {
      readonly type: 'chord.stroke'
      readonly strokes: readonly string[]
      readonly hints: readonly ChordHint[]
    }
  | { readonly type: 'chord.end' }

const nothing: ChordContext = { strokes: [], hints: [] }

export const chordMachine = setup({
  types: { context: {} as ChordContext, events: {} as ChordEvent },
  delays: { chordTimeout: CHORD_TIMEOUT_MS, chordHints: CHORD_HINTS_MS },
}).createMachine({
  id: 'chord',
  context: nothing,
  initial: 'idle',
  on: {
    'chord.stroke': {
      target: '.pending',
      reenter: true,
      actions: assign({ strokes: ({ event }) => event.strokes, hints: ({ event }) => event.hints }),
    },
  },
  states: {
    idle: { entry: assign(nothing) },
    pending: {
      initial: 'quiet',
      on: { 'chord.end': 'idle' },
      after: { chordTimeout: 'idle' },
      states: {
        quiet: { after: { chordHints: 'hinting' } },
        hinting: {},
      },
    },
  },
})
