import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
} from 'xstate'

/** The work of an actor that a machine names and console.ts, or a test, provides. Unprovided work fails loudly. */
export const promisePort = <Output, Input = undefined>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`port ${name} has not been provided`)))

/** Like `promisePort`, for work that goes on and sends events to its machine. */
export const callbackPort = <Receives extends EventObject, Input = undefined>(
  name: string,
): CallbackActorLogic<Receives, Input> =>
  fromCallback<Receives, Input>(() => {
    throw new Error(`port ${name} has not been provided`)
  })
