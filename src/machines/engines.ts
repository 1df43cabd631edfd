import { assign, setup } from 'xstate'
import type { Requests } from './events.ts'
import { promisePort } from './port.ts'
import { texts } from './texts.ts'

export interface EnginesContext {
  /** Why the last attempt failed, in words. */
  readonly message: string | null
}

export type EnginesEvent = Requests['engines'] | { readonly type: 'engines.load' }

export const enginesMachine = setup({
  types: { context: {} as EnginesContext, events: {} as EnginesEvent },
  actors: {
    /** Brings the archives here. Answers at once, with true, when both functions are already in the page. */
    download: promisePort<{ readonly isPresent: boolean }>('download'),
    unpack: promisePort<void>('unpack'),
  },
}).createMachine({
  id: 'engines',
  context: { message: null },
  initial: 'absent',
  states: {
    absent: { on: { 'engines.load': 'downloading' } },
    downloading: {
      entry: assign({ message: null }),
      invoke: {
        src: 'download',
        onDone: [{ guard: ({ event }) => event.output.isPresent, target: 'ready' }, { target: 'unpacking' }],
        onError: { target: 'failed', actions: assign({ message: ({ event }) => reasonOf(event.error) }) },
      },
    },
    unpacking: {
      invoke: {
        src: 'unpack',
        onDone: 'ready',
        onError: { target: 'failed', actions: assign({ message: ({ event }) => reasonOf(event.error) }) },
      },
    },
    ready: {},
    failed: { on: { 'engines.retry': 'downloading', 'engines.load': 'downloading' } },
  },
})

/** The engine's own failures say in their message what broke. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : texts.enginesError
