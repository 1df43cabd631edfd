import { assign, setup } from 'xstate'
import { messageOf } from '../contract/api-error.ts'
import type { InstrumentId } from '../domain/instrument.ts'
import type { LuckTest } from '../domain/trust/luck.ts'
import { promisePort } from './port.ts'
import { texts } from './texts.ts'

export interface LuckContext {
  /** What is tested, or was last; null where the run itself decides. */
  readonly instrument: InstrumentId | null
  /** By instrument, of the run on screen. */
  readonly results: Readonly<Record<InstrumentId, LuckTest>>
  readonly message: string | null
}

export type LuckEvent =
  | { readonly type: 'luck.run'; readonly instrument: InstrumentId | null }
  | { readonly type: 'luck.cancel' }
  /** Another run is on screen, or the session has ended. */
  | { readonly type: 'luck.clear' }

export interface TestedLuck {
  readonly instrument: InstrumentId
  readonly result: LuckTest
}

/** Sets chance beside one symbol of the run on screen. A new request replaces the one that is going on. */
export const luckTestMachine = setup({
  types: {
    context: {} as LuckContext,
    events: {} as LuckEvent,
  },
  actors: { test: promisePort<TestedLuck, Pick<LuckContext, 'instrument'>>('test') },
}).createMachine({
  id: 'luckTest',
  context: { instrument: null, results: {}, message: null },
  initial: 'idle',
  on: {
    'luck.run': {
      target: '.testing',
      reenter: true,
      actions: assign({ instrument: ({ event }) => event.instrument, message: null }),
    },
    'luck.clear': { target: '.idle', actions: assign({ instrument: null, results: {}, message: null }) },
  },
  states: {
    idle: {},
    testing: {
      on: { 'luck.cancel': 'idle' },
      invoke: {
        src: 'test',
        input: ({ context: { instrument } }) => ({ instrument }),
        onDone: {
          target: 'idle',
          actions: assign({
            instrument: ({ event }) => event.output.instrument,
            results: ({ context, event }) => ({
              ...context.results,
              [event.output.instrument]: event.output.result,
            }),
          }),
        },
        onError: {
          target: 'failed',
          actions: assign({ message: ({ event }) => reasonOf(event.error) }),
        },
      },
    },
    failed: {},
  },
})

/** What the engine or the server says of it. */
const reasonOf = (error: unknown): string => {
  const said = messageOf(error, texts.luckFailed)
  return said === texts.luckFailed && error instanceof Error && error.message !== '' ? error.message : said
}
