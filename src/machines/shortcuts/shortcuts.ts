import { assign, emit, enqueueActions, setup } from 'xstate'
import { noShortcuts, type Shortcuts } from '../../domain/shortcuts/shortcuts.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { callbackPort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly shortcuts:
      | {
          readonly type: 'shortcuts.change'
          readonly change: Partial<Shortcuts>
          readonly told: string
        }
      | { readonly type: 'shortcuts.undo' }
  }
  interface Machines {
    readonly shortcuts: typeof shortcutsMachine
  }
}

export interface ShortcutsContext {
  readonly shortcuts: Shortcuts
  readonly undone: Shortcuts | null
}

export type ShortcutsEvent =
  | Requests['shortcuts']
  /** `dropped` names what was invalid. */
  | {
      readonly type: 'shortcuts.restore'
      readonly shortcuts: Shortcuts
      readonly dropped: readonly string[]
    }
  | { readonly type: 'session.ended' }

const undo = { to: 'shortcuts', event: { type: 'shortcuts.undo' } } as const

export const shortcutsMachine = setup({
  types: {
    context: {} as ShortcutsContext,
    events: {} as ShortcutsEvent,
    emitted: {} as NoticeEmitted,
  },
  actors: {
    otherTabs: callbackPort('otherTabs'),
  },
  actions: {
    store: (_, _shortcuts: Shortcuts) => {},
    tellDropped: enqueueActions(({ enqueue }, dropped: readonly string[]) => {
      if (dropped.length > 0) enqueue.emit(noticed('warning', texts.shortcutsDropped(dropped)))
    }),
  },
  guards: { hasUndone: ({ context }) => context.undone !== null },
}).createMachine({
  id: 'shortcuts',
  context: { shortcuts: noShortcuts, undone: null },
  invoke: { src: 'otherTabs' },
  initial: 'kept',
  states: {
    kept: {
      on: {
        'shortcuts.change': {
          actions: [
            assign({
              shortcuts: ({ context, event }) => ({ ...context.shortcuts, ...event.change }),
              undone: ({ context }) => context.shortcuts,
            }),
            { type: 'store', params: ({ context }) => context.shortcuts },
            emit(({ event }) => noticed('info', event.told, undo)),
          ],
        },
        'shortcuts.undo': {
          guard: 'hasUndone',
          actions: [
            assign({
              shortcuts: ({ context }) => context.undone ?? context.shortcuts,
              undone: ({ context }) => context.shortcuts,
            }),
            { type: 'store', params: ({ context }) => context.shortcuts },
          ],
        },
        'shortcuts.restore': {
          actions: [
            assign({ shortcuts: ({ event }) => event.shortcuts, undone: null }),
            { type: 'tellDropped', params: ({ event }) => event.dropped },
          ],
        },
        'session.ended': { actions: assign({ shortcuts: noShortcuts, undone: null }) },
      },
    },
  },
})
