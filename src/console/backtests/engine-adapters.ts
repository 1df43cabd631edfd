import { fromPromise } from 'xstate'
import type { EngineClient } from '../../engine/worker/client.ts'
import type { LoadStep } from '../../engine/worker/messages.ts'
import { enginesMachine } from '../../machines/backtests/engines.ts'

/** Splits the one promise of `engine.load` into two steps, download and unpack. */
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
