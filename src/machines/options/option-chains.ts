import {
  type ActorRefFrom,
  assign,
  enqueueActions,
  type SnapshotEvent,
  type SnapshotFrom,
  setup,
} from 'xstate'
import { type NoticeEmitted, noticed } from '../notices.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'
import { type ChainContext, type ChainState, optionChainMachine } from './option-chain.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly optionChains: /** Kept current while watched. Keys as in `getOptionChain`. */
      | { readonly type: 'chain.watch'; readonly key: string }
      | { readonly type: 'chain.unwatch'; readonly key: string }
      | { readonly type: 'chain.retry'; readonly key: string }
  }
  interface Machines {
    readonly optionChains: typeof optionChainsMachine
  }
}

/** Bounds the load: each chain is reloaded every few seconds. */
export const CHAINS_MAX = 8

export interface WatchedChain extends ChainState {
  readonly watchers: number
}

export interface OptionChainsContext {
  readonly chains: Readonly<Record<string, WatchedChain>>
  readonly watched: Readonly<Record<string, ActorRefFrom<typeof optionChainMachine>>>
}

export type OptionChainsEvent =
  | Requests['optionChains']
  | SnapshotEvent<SnapshotFrom<typeof optionChainMachine>>
  | { readonly type: 'session.ended' }

export const isAnyChainLoading = ({ chains }: Pick<OptionChainsContext, 'chains'>): boolean =>
  Object.values(chains).some(({ isLoading }) => isLoading)

const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== key))

/** The first watcher of a chain loads it, the last one ends it. */
export const optionChainsMachine = setup({
  types: {
    context: {} as OptionChainsContext,
    events: {} as OptionChainsEvent,
    emitted: {} as NoticeEmitted,
  },
  actors: { chain: optionChainMachine },
  guards: {
    isWatched: ({ context }, key: string) => context.chains[key] !== undefined,
    isLastWatcher: ({ context }, key: string) => context.chains[key]?.watchers === 1,
    hasRoom: ({ context }) => Object.keys(context.chains).length < CHAINS_MAX,
    hasJustFailed: ({ context }, { key, message }: ChainContext) =>
      message !== null && context.chains[key]?.message === null,
  },
  actions: {
    begin: assign(({ context, spawn }, key: string) => ({
      chains: { ...context.chains, [key]: { watchers: 1, isLoading: true, chain: null, message: null } },
      watched: { ...context.watched, [key]: spawn('chain', { id: key, input: { key }, syncSnapshot: true }) },
    })),
    count: assign(({ context }, { key, by }: { readonly key: string; readonly by: 1 | -1 }) => {
      const one = context.chains[key]
      return one === undefined
        ? {}
        : { chains: { ...context.chains, [key]: { ...one, watchers: one.watchers + by } } }
    }),
    end: enqueueActions(({ context, enqueue }, key: string) => {
      const chain = context.watched[key]
      if (chain !== undefined) enqueue.stopChild(chain)
      enqueue.assign({ chains: without(context.chains, key), watched: without(context.watched, key) })
    }),
    endAll: enqueueActions(({ context, enqueue }) => {
      for (const chain of Object.values(context.watched)) enqueue.stopChild(chain)
      enqueue.assign({ chains: {}, watched: {} })
    }),
    ask: enqueueActions(({ context, enqueue }, key: string) => {
      const chain = context.watched[key]
      if (chain !== undefined) enqueue.sendTo(chain, { type: 'chain.ask' })
    }),
    note: assign(({ context }, { key, isLoading, chain, message }: ChainContext) => {
      const one = context.chains[key]
      return one === undefined
        ? {}
        : { chains: { ...context.chains, [key]: { ...one, isLoading, chain, message } } }
    }),
    tellFailure: enqueueActions(({ enqueue }) => enqueue.emit(noticed('error', texts.chainFailed))),
  },
}).createMachine({
  id: 'optionChains',
  context: { chains: {}, watched: {} },
  initial: 'open',
  states: {
    open: {
      on: {
        'chain.watch': [
          {
            guard: { type: 'isWatched', params: ({ event }) => event.key },
            actions: { type: 'count', params: ({ event }) => ({ key: event.key, by: 1 }) },
          },
          { guard: 'hasRoom', actions: { type: 'begin', params: ({ event }) => event.key } },
        ],
        'chain.unwatch': [
          {
            guard: { type: 'isLastWatcher', params: ({ event }) => event.key },
            actions: { type: 'end', params: ({ event }) => event.key },
          },
          { actions: { type: 'count', params: ({ event }) => ({ key: event.key, by: -1 }) } },
        ],
        'chain.retry': { actions: { type: 'ask', params: ({ event }) => event.key } },
        'xstate.snapshot.*': [
          {
            guard: { type: 'hasJustFailed', params: ({ event }) => event.snapshot.context },
            actions: [{ type: 'note', params: ({ event }) => event.snapshot.context }, 'tellFailure'],
          },
          { actions: { type: 'note', params: ({ event }) => event.snapshot.context } },
        ],
        'session.ended': { actions: 'endAll' },
      },
    },
  },
})
