import { assign, emit, setup } from 'xstate'
import type { Scan } from '../../domain/scanners/scan.ts'
import { isSameScan, type ShownScan } from '../../domain/scanners/scan-address.ts'
import { type EditHistory, historyOf, recorded, redone, undone } from '../edit-history.ts'
import type { Requests } from '../requests.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly scanEdits: { readonly type: 'scanEdits.undo' } | { readonly type: 'scanEdits.redo' }
  }
  interface Machines {
    readonly scanEdits: typeof scanEditsMachine
  }
}

/** Letters typed with shorter pauses are undone together. */
export const TYPING_PAUSE_MS = 800

type Of = Pick<NonNullable<ShownScan['of']>, 'slug'>

export interface ScannerShown {
  readonly of: Of
  readonly scan: Scan
}

export interface ScanEditsContext {
  readonly of: Of | null
  readonly history: EditHistory<Scan> | null
}

export type ScanEditsEvent =
  | Requests['scanEdits']
  | { readonly type: 'scanEdits.shown'; readonly shown: ScannerShown | null }

export interface ScanEditsEmitted {
  readonly type: 'scanEdits.back'
  readonly scan: Scan
}

const away: ScanEditsContext = { of: null, history: null }

const TYPED = 'typed'

/** Undo and redo on the screen of a scanner, whose rule is in its address. Another scanner has changes of its own. */
export const scanEditsMachine = setup({
  types: {
    context: {} as ScanEditsContext,
    events: {} as ScanEditsEvent,
    emitted: {} as ScanEditsEmitted,
  },
  actions: {
    open: assign((_, shown: ScannerShown | null) =>
      shown === null ? away : { of: shown.of, history: historyOf(shown.scan) },
    ),
    record: assign(({ context: { history } }, shown: ScannerShown | null) => ({
      history: history === null || shown === null ? history : recorded(history, shown.scan, TYPED),
    })),
    endGroup: assign(({ context: { history } }) => ({
      history: history === null ? null : { ...history, group: null },
    })),
    undo: assign(({ context: { history } }) => ({ history: history === null ? null : undone(history) })),
    redo: assign(({ context: { history } }) => ({ history: history === null ? null : redone(history) })),
    show: emit(({ context: { history } }) => {
      if (history === null) throw new Error('shown without a scan')
      return { type: 'scanEdits.back', scan: history.draft } as const
    }),
  },
  guards: {
    isOther: ({ context: { of, history } }, shown: ScannerShown | null) =>
      shown === null || history === null || shown.of.slug !== of?.slug,
    isChanged: ({ context: { history } }, shown: ScannerShown | null) =>
      shown !== null && history !== null && !isSameScan(shown.scan, history.draft),
    canUndo: ({ context: { history } }) => history !== null && history.past.length > 0,
    canRedo: ({ context: { history } }) => history !== null && history.future.length > 0,
  },
  delays: { typingPause: TYPING_PAUSE_MS },
}).createMachine({
  id: 'scanEdits',
  context: away,
  initial: 'still',
  on: {
    'scanEdits.shown': [
      {
        guard: { type: 'isOther', params: ({ event }) => event.shown },
        target: '.still',
        actions: { type: 'open', params: ({ event }) => event.shown },
      },
      {
        guard: { type: 'isChanged', params: ({ event }) => event.shown },
        target: '.typing',
        reenter: true,
        actions: { type: 'record', params: ({ event }) => event.shown },
      },
    ],
    'scanEdits.undo': { guard: 'canUndo', target: '.still', actions: ['undo', 'show'] },
    'scanEdits.redo': { guard: 'canRedo', target: '.still', actions: ['redo', 'show'] },
  },
  states: {
    still: {},
    typing: { after: { typingPause: { target: 'still', actions: 'endGroup' } } },
  },
})
