import { assign, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { getOptionChain } from '../../contract/options.ts'
import { callbackPort, promisePort } from '../port.ts'

export type OptionChain = ReplyOf<typeof getOptionChain>
export type ChainStrike = OptionChain['strikes'][number]

/** For volatility and greeks; prices arrive live. */
export const CHAIN_RELOAD_MS = 5_000

export interface ChainState {
  readonly isLoading: boolean
  readonly chain: OptionChain | null
  readonly message: string | null
}

export interface ChainContext extends ChainState {
  readonly key: string
}

export type ChainEvent =
  | { readonly type: 'chain.ask' }
  | { readonly type: 'page.shown' }
  | { readonly type: 'page.hidden' }

export const optionChainMachine = setup({
  types: {
    context: {} as ChainContext,
    events: {} as ChainEvent,
    input: {} as { readonly key: string },
  },
  actors: {
    askChain: promisePort<OptionChain, { readonly key: string }>('askChain'),
    pageVisibility: callbackPort('pageVisibility'),
  },
  delays: { reloadTime: CHAIN_RELOAD_MS },
}).createMachine({
  id: 'optionChain',
  context: ({ input: { key } }) => ({ key, isLoading: true, chain: null, message: null }),
  invoke: { src: 'pageVisibility' },
  initial: 'asking',
  on: { 'page.hidden': '.hidden', 'chain.ask': { target: '.asking', reenter: true } },
  states: {
    asking: {
      entry: assign({ isLoading: true }),
      exit: assign({ isLoading: false }),
      invoke: {
        src: 'askChain',
        input: ({ context: { key } }) => ({ key }),
        onDone: {
          target: 'waiting',
          actions: assign({ chain: ({ event }) => event.output, message: null }),
        },
        onError: {
          target: 'waiting',
          actions: assign({ message: ({ event }) => messageOf(event.error, getOptionChain.failure) }),
        },
      },
    },
    waiting: { after: { reloadTime: 'asking' } },
    hidden: { on: { 'page.shown': 'asking' } },
  },
})
