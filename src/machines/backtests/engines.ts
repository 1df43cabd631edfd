import { assign, setup } from 'xstate'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly engines: { readonly type: 'engines.retry' }
  }
  interface Machines {
    readonly engines: typeof enginesMachine
  }
}

export interface EnginesContext {
  readonly message: string | null
}

export type EnginesEvent = Requests['engines'] | { readonly type: 'engines.load' }

export const enginesMachine = setup({
  types: { context: {} as EnginesContext, events: {} as EnginesEvent },
  actors: {
    /** Resolves at once if both functions are already in the page. */
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

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : texts.enginesError
