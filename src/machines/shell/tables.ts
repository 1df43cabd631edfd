import { emit, setup } from 'xstate'
import type { Requests } from '../requests.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly tables:
      | { readonly type: 'table.export' }
      | { readonly type: 'report.export' }
      /** Opens the fields of a row where the row is shown. */
      | { readonly type: 'table.edit'; readonly key: string }
  }
  interface Machines {
    readonly tables: typeof tablesMachine
  }
}

export const tablesMachine = setup({
  types: {
    events: {} as Requests['tables'] | { readonly type: 'session.ended' },
    emitted: {} as
      | { readonly type: 'table.exportAsked' }
      | { readonly type: 'report.exportAsked' }
      | { readonly type: 'table.editAsked'; readonly key: string },
  },
}).createMachine({
  id: 'tables',
  initial: 'open',
  states: {
    open: {
      on: {
        'table.export': { actions: emit({ type: 'table.exportAsked' }) },
        'report.export': { actions: emit({ type: 'report.exportAsked' }) },
        'table.edit': { actions: emit(({ event }) => ({ type: 'table.editAsked', key: event.key })) },
      },
    },
  },
})
