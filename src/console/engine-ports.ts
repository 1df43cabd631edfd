import { fromPromise } from 'xstate'
import type { EngineClient } from '../engine/client.ts'
import type { LoadStep } from '../engine/messages.ts'
import { enginesMachine } from '../machines/engines.ts'

/** Splits the one promise of the engine client at the moment it begins to unpack. */
export const createLoadSteps = () => {
  let unpacking: (() => void) | null = null
  return {
    heard: (step: LoadStep): void => {
      if (step === 'unpacking') unpacking?.()
    },
    untilUnpacking: (): Promise<void> =>
      new Promise((resolve) => {
        unpacking = resolve
      }),
  }
}

export const provideEngines = (
  engine: EngineClient,
  steps: ReturnType<typeof createLoadSteps>,
): typeof enginesMachine =>
  enginesMachine.provide({
    actors: {
      download: fromPromise(() =>
        Promise.race([
          steps.untilUnpacking().then(() => ({ isPresent: false })),
          engine.load().then(() => ({ isPresent: true })),
        ]),
      ),
      unpack: fromPromise(() => engine.load()),
    },
  })
