import { assign, emit, enqueueActions, setup } from 'xstate'
import { messageOf } from '../contract/api-error.ts'
import { type NoticeEmitted, noticed } from './notices.ts'
import { promisePort } from './port.ts'

export interface RequestContext<Input, Output> {
  readonly input: Input | null
  readonly output: Output | null
  readonly message: string | null
}

export type RequestEvent<Input> =
  | { readonly type: 'request.send'; readonly input: Input }
  | { readonly type: 'request.retry' }
  | { readonly type: 'session.ended' }

export interface RequestSucceeded<Output> {
  readonly type: 'request.succeeded'
  readonly output: Output
}

/** A new `request.send` drops the pending one. `failure` is the fallback message; `isQuiet` skips toasts. */
export const createRequestMachine = <Input, Output>(settings: {
  readonly id: string
  readonly failure: string
  readonly isQuiet?: boolean
}) =>
  setup({
    types: {
      context: {} as RequestContext<Input, Output>,
      events: {} as RequestEvent<Input>,
      emitted: {} as NoticeEmitted | RequestSucceeded<Output>,
    },
    actors: { ask: promisePort<Output, { readonly asked: Input }>(settings.id) },
    actions: {
      forget: assign({ input: null, output: null, message: null }),
      tellFailure: enqueueActions(({ context, enqueue }) => {
        if (settings.isQuiet !== true) enqueue.emit(noticed('error', context.message ?? settings.failure))
      }),
    },
  }).createMachine({
    id: settings.id,
    context: { input: null, output: null, message: null },
    initial: 'idle',
    on: {
      'request.send': {
        target: '.loading',
        reenter: true,
        actions: assign({ input: ({ event }) => event.input, message: null }),
      },
      'session.ended': { target: '.idle', actions: 'forget' },
    },
    states: {
      idle: {},
      loading: {
        invoke: {
          src: 'ask',
          // Only `request.send` and a retry after it lead here, so the input is set.
          input: ({ context }) => ({ asked: context.input as Input }),
          onDone: {
            target: 'success',
            actions: [
              assign({ output: ({ event }) => event.output }),
              emit(({ event }) => ({ type: 'request.succeeded' as const, output: event.output })),
            ],
          },
          onError: {
            target: 'failure',
            actions: [
              assign({ message: ({ event }) => messageOf(event.error, settings.failure) }),
              'tellFailure',
            ],
          },
        },
      },
      success: {},
      failure: {
        on: { 'request.retry': { target: 'loading', actions: assign({ message: null }) } },
      },
    },
  })
