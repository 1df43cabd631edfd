import { fromPromise } from 'xstate'
import { createEngineClient, type EngineClient, type EngineWorker } from '../../engine/worker/client.ts'
import { enginesMachine } from '../../machines/backtests/engines.ts'

export interface Engine extends EngineClient {
  untilUnpacking(): Promise<void>
}

interface EnginePorts {
  readonly createWorker: () => EngineWorker
  readonly warn: (message: string) => void
}

export const createEngine = (ports: EnginePorts): Engine => {
  let unpacking: (() => void) | null = null
  return {
    ...createEngineClient({
      ...ports,
      onLoading: (step) => {
        if (step === 'unpacking') unpacking?.()
      },
    }),
    untilUnpacking: () =>
      new Promise((resolve) => {
        unpacking = resolve
      }),
  }
}

export const provideEngines = (engine: Engine): typeof enginesMachine =>
  enginesMachine.provide({
    actors: {
      download: fromPromise(() =>
        Promise.race([
          engine.untilUnpacking().then(() => ({ isPresent: false })),
          engine.load().then(() => ({ isPresent: true })),
        ]),
      ),
      unpack: fromPromise(() => engine.load()),
    },
  })
