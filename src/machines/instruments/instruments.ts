import { assign, emit, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { instrumentsList } from '../../contract/instruments/instruments.ts'
import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly instruments: { readonly type: 'instruments.reload' }
  }
  interface Machines {
    readonly instruments: typeof instrumentsMachine
  }
}

export interface LoadedInstruments {
  readonly index: InstrumentIndex
  readonly rows: number
  readonly badRows: number
}

export interface InstrumentsContext {
  readonly index: InstrumentIndex | null
  readonly rows: number
  readonly badRows: number
  readonly isFromCache: boolean
  readonly message: string | null
}

export type InstrumentsEvent =
  | Requests['instruments']
  | { readonly type: 'instruments.load' }
  | { readonly type: 'instruments.clear' }

export const instrumentsMachine = setup({
  types: {
    context: {} as InstrumentsContext,
    events: {} as InstrumentsEvent,
    emitted: {} as NoticeEmitted,
  },
  actors: {
    /** Null without a cache, or if it is old, damaged or foreign. */
    readCache: promisePort<LoadedInstruments | null>('readCache'),
    /** A refused cache write is not an error. */
    fetchList: promisePort<LoadedInstruments>('fetchList'),
  },
  actions: {
    tell: emit((_, notice: NoticeEmitted['notice']) => noticed(notice.kind, notice.text)),
  },
}).createMachine({
  id: 'instruments',
  context: { index: null, rows: 0, badRows: 0, isFromCache: false, message: null },
  initial: 'idle',
  on: {
    'instruments.clear': {
      target: '.idle',
      actions: assign({ index: null, rows: 0, badRows: 0, isFromCache: false, message: null }),
    },
  },
  states: {
    idle: { on: { 'instruments.load': 'readingCache' } },
    readingCache: {
      invoke: {
        src: 'readCache',
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'ready',
            actions: assign(({ event }) => ({ ...event.output, isFromCache: true, message: null })),
          },
          { target: 'fetching' },
        ],
        onError: 'fetching',
      },
    },
    fetching: {
      invoke: {
        src: 'fetchList',
        onDone: {
          target: 'ready',
          actions: assign(({ event }) => ({ ...event.output, isFromCache: false, message: null })),
        },
        onError: {
          target: 'failed',
          actions: [
            assign({ message: ({ event }) => messageOf(event.error, instrumentsList.failure) }),
            {
              type: 'tell',
              params: ({ event }) => ({
                kind: 'error',
                text: messageOf(event.error, instrumentsList.failure),
              }),
            },
          ],
        },
      },
    },
    ready: { on: { 'instruments.reload': 'fetching' } },
    failed: { on: { 'instruments.reload': 'fetching', 'instruments.load': 'fetching' } },
  },
})
