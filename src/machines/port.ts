import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
} from 'xstate'

/** Work that adapters or a test provide; it fails loudly if not provided. */
export const promisePort = <Output, Input = undefined>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`port ${name} has not been provided`)))

export const callbackPort = <Receives extends EventObject, Input = undefined>(
  name: string,
): CallbackActorLogic<Receives, Input> =>
  fromCallback<Receives, Input>(() => {
    throw new Error(`port ${name} has not been provided`)
  })
