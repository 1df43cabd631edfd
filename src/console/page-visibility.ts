import { type EventObject, fromCallback, fromPromise } from 'xstate'
import type { createKeptCurrentMachine } from '../machines/kept-current.ts'
import type { Platform } from '../platform/platform.ts'

/** The present state is sent first. */
export const pageVisibility = ({ watchVisibility }: Pick<Platform, 'watchVisibility'>) =>
  fromCallback<EventObject, undefined>(({ sendBack }) =>
    watchVisibility({
      shown: () => sendBack({ type: 'page.shown' }),
      hidden: () => sendBack({ type: 'page.hidden' }),
    }),
  )

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
