import { fromPromise } from 'xstate'
import type { createKeptCurrentMachine } from '../machines/kept-current.ts'
import type { Platform } from '../platform/platform.ts'
import { pageVisibility } from './page-visibility.ts'

type Machine<Output> = ReturnType<typeof createKeptCurrentMachine<Output>>

export const provideKept = <Output>(
  { platform }: { readonly platform: Pick<Platform, 'watchVisibility'> },
  machine: Machine<Output>,
  ask: (key: string, signal: AbortSignal) => Promise<Output>,
): Machine<Output> =>
  machine.provide({
    actors: {
      ask: fromPromise(({ input: { key }, signal }) => ask(key, signal)),
      pageVisibility: pageVisibility(platform),
    },
  })
