import { setup } from 'xstate'
import type { Requests } from '../requests.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly help: { readonly type: 'help.toggle' }
  }
  interface Machines {
    readonly help: typeof helpMachine
  }
}

export const helpMachine = setup({
  types: { events: {} as Requests['help'] | { readonly type: 'help.close' } },
}).createMachine({
  id: 'help',
  initial: 'closed',
  states: {
    closed: { on: { 'help.toggle': 'open' } },
    open: { on: { 'help.toggle': 'closed', 'help.close': 'closed' } },
  },
})
