import { assign, emit, enqueueActions, raise, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import {
  deleteWatchlist,
  getWatchlists,
  removeWatchlistItems,
  saveWatchlist,
} from '../../contract/watchlists.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'
import {
  inverseOf,
  refusalOf,
  type Watchlist,
  type WatchlistChange,
  withChange,
} from './watchlist-changes.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly watchlists:
      | { readonly type: 'watchlist.load' }
      /** Without a name, to the active list; creates one if there is none. */
      | {
          readonly type: 'watchlist.add'
          readonly name: string | null
          readonly instruments: readonly InstrumentId[]
        }
      | {
          readonly type: 'watchlist.remove'
          readonly name: string | null
          readonly instruments: readonly InstrumentId[]
        }
      | { readonly type: 'watchlist.move'; readonly instrument: InstrumentId; readonly to: number }
      | { readonly type: 'watchlist.select'; readonly name: string }
      | { readonly type: 'watchlist.step'; readonly by: 1 | -1 }
      | { readonly type: 'watchlist.create'; readonly name: string }
      | { readonly type: 'watchlist.rename'; readonly name: string; readonly to: string }
      | { readonly type: 'watchlist.delete'; readonly name: string }
      | { readonly type: 'watchlist.undo' }
  }
  interface Machines {
    readonly watchlists: typeof watchlistsMachine
  }
}

export interface WatchlistsContext {
  /** Includes unsaved changes; the server's response replaces it. */
  readonly lists: readonly Watchlist[]
  readonly active: string | null
  readonly message: string | null
  readonly unsaved: readonly WatchlistChange[]
  readonly undo: WatchlistChange | null
}

export interface KeptWatchlists {
  readonly lists: readonly Watchlist[]
  readonly active: string | null
}

export type WatchlistsEvent = Requests['watchlists'] | { readonly type: 'session.ended' }

export const FIRST_LIST = 'Watchlist'

const failures: Readonly<Record<WatchlistChange['kind'], string>> = {
  add: saveWatchlist.failure,
  remove: removeWatchlistItems.failure,
  replace: saveWatchlist.failure,
  order: saveWatchlist.failure,
  rename: saveWatchlist.failure,
  delete: deleteWatchlist.failure,
}

const activeOf = ({ lists, active }: Pick<WatchlistsContext, 'lists' | 'active'>): Watchlist | null =>
  lists.find(({ name }) => name === active) ?? lists[0] ?? null

const moved = <Item>(items: readonly Item[], item: Item, to: number): readonly Item[] => {
  const others = items.filter((one) => one !== item)
  const index = Math.max(0, Math.min(to, others.length))
  return [...others.slice(0, index), item, ...others.slice(index)]
}

const changeOf = (context: WatchlistsContext, event: WatchlistsEvent): WatchlistChange | null => {
  const active = activeOf(context)
  switch (event.type) {
    case 'watchlist.add': {
      const name = event.name ?? active?.name ?? FIRST_LIST
      const known = context.lists.find((list) => list.name === name)?.instruments ?? []
      const fresh = event.instruments.filter((id) => !known.includes(id))
      return fresh.length === 0 ? null : { kind: 'add', name, instruments: fresh }
    }
    case 'watchlist.remove': {
      const list = event.name === null ? active : context.lists.find(({ name }) => name === event.name)
      const gone = list?.instruments.filter((id) => event.instruments.includes(id)) ?? []
      return list && gone.length > 0 ? { kind: 'remove', name: list.name, instruments: gone } : null
    }
    case 'watchlist.move': {
      if (active === null || !active.instruments.includes(event.instrument)) return null
      const instruments = moved(active.instruments, event.instrument, event.to)
      const isSame = instruments.every((id, index) => id === active.instruments[index])
      return isSame ? null : { kind: 'order', name: active.name, instruments }
    }
    case 'watchlist.create':
      return context.lists.some(({ name }) => name === event.name)
        ? null
        : { kind: 'add', name: event.name, instruments: [] }
    case 'watchlist.rename':
      return event.to === event.name ? null : { kind: 'rename', name: event.name, to: event.to }
    case 'watchlist.delete':
      return context.lists.some(({ name }) => name === event.name)
        ? { kind: 'delete', name: event.name }
        : null
    case 'watchlist.undo':
      return context.undo
    default:
      return null
  }
}

const activeAfter = (context: WatchlistsContext, event: WatchlistsEvent): string | null => {
  if (event.type === 'watchlist.create') return event.name
  if (event.type === 'watchlist.rename' && context.active === event.name) return event.to
  if (event.type === 'watchlist.undo') return context.undo?.name ?? context.active
  return context.active
}

/** Only changes that can be undone or are not on screen get a notice. */
const saidOf = (change: WatchlistChange, event: WatchlistsEvent): NoticeEmitted | null => {
  const undo = { to: 'watchlists', event: { type: 'watchlist.undo' } } as const
  if (change.kind === 'delete') return noticed('info', texts.watchlistDeleted(change.name), undo)
  if (change.kind === 'remove')
    return noticed('info', texts.watchlistRemoved(change.instruments.length, change.name), undo)
  return event.type === 'watchlist.add' && change.kind === 'add'
    ? noticed('info', texts.watchlistAdded(change.instruments.length, change.name))
    : null
}

const nothing: WatchlistsContext = { lists: [], active: null, message: null, unsaved: [], undo: null }

export const watchlistsMachine = setup({
  types: {
    context: {} as WatchlistsContext,
    events: {} as WatchlistsEvent,
    emitted: {} as NoticeEmitted,
  },
  actors: {
    load: promisePort<KeptWatchlists>('load'),
    save: promisePort<void, { readonly change: WatchlistChange }>('save'),
  },
  actions: {
    storeActive: (_, _active: string | null) => {},
    change: enqueueActions(({ context, event, enqueue }) => {
      const change = changeOf(context, event)
      if (change === null) return
      const refusal = refusalOf(context.lists, change)
      if (refusal !== null) {
        enqueue.emit(noticed('error', refusal))
        return
      }
      const lists = withChange(context.lists, change)
      enqueue.assign({
        lists,
        active: activeOf({ lists, active: activeAfter(context, event) })?.name ?? null,
        unsaved: [...context.unsaved, change],
        undo: event.type === 'watchlist.undo' ? null : inverseOf(context.lists, change),
      })
      const said = saidOf(change, event)
      if (said !== null) enqueue.emit(said)
    }),
    drop: assign({ unsaved: ({ context }) => context.unsaved.slice(1) }),
    look: assign(({ context, event }) => {
      if (event.type === 'watchlist.select')
        return context.lists.some(({ name }) => name === event.name) ? { active: event.name } : {}
      if (event.type !== 'watchlist.step' || context.lists.length === 0) return {}
      const index = context.lists.findIndex(({ name }) => name === context.active)
      const count = context.lists.length
      return { active: context.lists[(index + event.by + count) % count]?.name ?? context.active }
    }),
  },
  guards: {
    hasUnsaved: ({ context }) => context.unsaved.length > 0,
    hasMore: ({ context }) => context.unsaved.length > 1,
  },
}).createMachine({
  id: 'watchlists',
  context: nothing,
  type: 'parallel',
  states: {
    lists: {
      initial: 'idle',
      on: {
        'session.ended': { target: '.idle', actions: assign(nothing) },
        'watchlist.load': '.loading',
      },
      states: {
        idle: {},
        loading: {
          invoke: {
            src: 'load',
            onDone: {
              target: 'ready',
              actions: assign(({ context, event }) => {
                // The response lacks the changes made meanwhile.
                const lists = context.unsaved.reduce(withChange, event.output.lists)
                const active = activeOf({ lists, active: context.active ?? event.output.active })
                return { lists, active: active?.name ?? null, message: null }
              }),
            },
            onError: {
              target: 'failed',
              actions: [
                assign({ message: ({ event }) => messageOf(event.error, getWatchlists.failure) }),
                emit(({ context }) => noticed('error', context.message ?? getWatchlists.failure)),
              ],
            },
          },
        },
        ready: {},
        failed: {},
      },
    },
    saving: {
      initial: 'idle',
      on: {
        'session.ended': '.idle',
        'watchlist.select': {
          actions: ['look', { type: 'storeActive', params: ({ context }) => context.active }],
        },
        'watchlist.step': {
          actions: ['look', { type: 'storeActive', params: ({ context }) => context.active }],
        },
        'watchlist.add': { actions: 'change' },
        'watchlist.remove': { actions: 'change' },
        'watchlist.move': { actions: 'change' },
        'watchlist.create': {
          actions: ['change', { type: 'storeActive', params: ({ context }) => context.active }],
        },
        'watchlist.rename': {
          actions: ['change', { type: 'storeActive', params: ({ context }) => context.active }],
        },
        'watchlist.delete': { actions: 'change' },
        'watchlist.undo': { actions: 'change' },
      },
      states: {
        idle: { always: { guard: 'hasUnsaved', target: 'sending' } },
        sending: {
          invoke: {
            src: 'save',
            input: ({ context: { unsaved } }) => {
              const [change] = unsaved
              if (change === undefined) throw new Error('sending without a change')
              return { change }
            },
            onDone: [
              { guard: 'hasMore', target: 'sending', reenter: true, actions: 'drop' },
              { target: 'idle', actions: ['drop', raise({ type: 'watchlist.load' })] },
            ],
            onError: {
              target: 'idle',
              actions: [
                emit(({ context, event }) => {
                  const failure = failures[context.unsaved[0]?.kind ?? 'add']
                  return noticed('error', messageOf(event.error, failure))
                }),
                assign({ unsaved: [] }),
                raise({ type: 'watchlist.load' }),
              ],
            },
          },
        },
      },
    },
  },
})
