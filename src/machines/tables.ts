import { emit, setup } from 'xstate'
import type { Requests } from './events.ts'

/** Passes on to the table on screen what a command asks of it. */
export const tablesMachine = setup({
  types: {
    events: {} as Requests['tables'] | { readonly type: 'session.ended' },
    emitted: {} as
      | { readonly type: 'table.exportAsked' }
      | { readonly type: 'table.editAsked'; readonly key: string },
  },
}).createMachine({
  id: 'tables',
  initial: 'open',
  states: {
    open: {
      on: {
        'table.export': { actions: emit({ type: 'table.exportAsked' }) },
        'table.edit': { actions: emit(({ event }) => ({ type: 'table.editAsked', key: event.key })) },
      },
    },
  },
})
