import { type InstrumentId, parseInstrumentId } from '../../domain/instruments/instrument.ts'
import { pathOf } from '../../domain/screens.ts'
import { command, optional, required, to } from '../command.ts'
import type { Environment } from '../environment.ts'
import { choice } from '../grammar/choice.ts'
import { focusedInstrument, instrument, titleOf } from '../grammar/instruments/instrument.ts'
import { instruments } from '../grammar/instruments/instruments.ts'
import { rowNumber } from '../grammar/key-text.ts'
import { anyName, knownName, newName } from '../grammar/list-name.ts'

const names = {
  expects: 'a watchlist by name',
  namesOf: ({ watchlists = [] }: Environment) => watchlists.map(({ name }) => name),
}
const known = knownName(names)
const anyList = anyName(names)

const picked = ({ context, selection = [] }: Environment): readonly InstrumentId[] | undefined => {
  const selected = context['focus.kind'] === 'watch' ? selection : []
  const ids = selected.flatMap((key) => parseInstrumentId(key)?.id ?? [])
  if (ids.length > 0) return ids
  const focused = focusedInstrument(context)
  return focused === undefined ? undefined : [focused]
}

const titlesOf = (ids: readonly InstrumentId[], environment: Environment): string => {
  const [first] = ids
  const title = first === undefined ? '' : titleOf(first, environment.instruments)
  return ids.length <= 1 ? title : `${title} and ${ids.length - 1} more`
}

const active = ({ activeWatchlist }: Environment): string | undefined => activeWatchlist ?? undefined

export const watch = command({
  id: 'watch.add',
  title: 'Add to watchlist',
  keywords: ['watchlist', 'add', 'follow'],
  verb: 'watch',
  aliases: ['a', 'watch add'],
  when: 'signedIn',
  effect: 'local',
  args: {
    instruments: required('Instruments', instruments, { initial: picked }),
    list: optional('List', anyList, { word: 'to' }),
  },
  run: ({ instruments: ids, list }) =>
    to('watchlists', { type: 'watchlist.add', name: list ?? null, instruments: ids }),
  describe: ({ instruments: ids, list }, environment) => {
    const name = list ?? environment.activeWatchlist ?? null
    return `Add ${titlesOf(ids, environment)} to ${name ?? 'the watchlist'}`
  },
  ghost: ({ list }, { activeWatchlist }) =>
    list === undefined && activeWatchlist ? `to ${anyList.print(activeWatchlist)}` : '',
  undo: () => to('watchlists', { type: 'watchlist.undo' }),
})

export const unwatch = command({
  id: 'watch.remove',
  title: 'Remove from watchlist',
  keywords: ['watchlist', 'remove', 'delete'],
  verb: 'unwatch',
  when: 'signedIn',
  effect: 'local',
  args: {
    instruments: required('Instruments', instruments, { initial: picked }),
    list: optional('List', known, { word: 'from' }),
  },
  run: ({ instruments: ids, list }) =>
    to('watchlists', { type: 'watchlist.remove', name: list ?? null, instruments: ids }),
  describe: ({ instruments: ids }, environment) => `Remove ${titlesOf(ids, environment)} from the watchlist`,
  undo: () => to('watchlists', { type: 'watchlist.undo' }),
})

export const undoWatch = command({
  id: 'watch.undo',
  title: 'Undo the last watchlist change',
  keywords: ['restore'],
  verb: 'watch undo',
  when: 'signedIn',
  effect: 'local',
  run: () => to('watchlists', { type: 'watchlist.undo' }),
})

export const openWatchlist = command({
  id: 'watch.open',
  title: 'Open a watchlist',
  keywords: ['show', 'list'],
  verb: 'list',
  aliases: ['open list'],
  when: 'signedIn',
  effect: 'read',
  args: { list: required('List', known) },
  run: ({ list }) => [
    to('watchlists', { type: 'watchlist.select', name: list }),
    to('navigation', { type: 'view.open', path: pathOf('watchlist') }),
  ],
  describe: ({ list }) => `Open the watchlist ${list}`,
})

export const createWatchlist = command({
  id: 'watch.create',
  title: 'New watchlist',
  keywords: ['make', 'list'],
  verb: 'watch create',
  aliases: ['new watchlist'],
  when: 'signedIn',
  effect: 'local',
  args: { list: required('Name', newName({ ...names, expects: 'a name for the watchlist' })) },
  run: ({ list }) => to('watchlists', { type: 'watchlist.create', name: list }),
  check: ({ list }, environment) =>
    names.namesOf(environment).includes(list)
      ? { arg: 'list', found: list, expected: 'a name not used by another watchlist' }
      : null,
  describe: ({ list }) => `Create the watchlist ${list}`,
})

export const renameWatchlist = command({
  id: 'watch.rename',
  title: 'Rename a watchlist',
  keywords: ['name', 'list'],
  verb: 'watch rename',
  when: 'signedIn',
  effect: 'local',
  args: {
    list: required('List', known, { initial: active }),
    to: required('Name', newName({ ...names, expects: 'a name for the watchlist' }), { word: 'to' }),
  },
  run: (args) => to('watchlists', { type: 'watchlist.rename', name: args.list, to: args.to }),
  describe: (args) => `Rename ${args.list} to ${args.to}`,
})

export const deleteWatchlist = command({
  id: 'watch.delete',
  title: 'Delete a watchlist',
  keywords: ['remove', 'list'],
  verb: 'watch delete',
  when: 'signedIn',
  effect: 'local',
  args: { list: required('List', known) },
  run: ({ list }) => to('watchlists', { type: 'watchlist.delete', name: list }),
  describe: ({ list }) => `Delete the watchlist ${list}`,
  undo: () => to('watchlists', { type: 'watchlist.undo' }),
})

export const moveWatched = command({
  id: 'watch.move',
  title: 'Move in the watchlist',
  keywords: ['order', 'sort'],
  verb: 'watch move',
  isListed: false,
  when: 'signedIn',
  effect: 'local',
  args: {
    instrument: required('Instrument', instrument, {
      initial: ({ context }) => focusedInstrument(context),
    }),
    to: required('Row', rowNumber, { word: 'to' }),
  },
  run: (args) => to('watchlists', { type: 'watchlist.move', instrument: args.instrument, to: args.to }),
})

const direction = choice('next or previous', [
  { value: 1, words: ['next'], title: 'Next watchlist' },
  { value: -1, words: ['previous'], title: 'Previous watchlist' },
])

export const stepWatchlist = command({
  id: 'watch.step',
  title: 'Switch watchlist',
  keywords: ['next', 'previous'],
  verb: 'watch step',
  when: 'signedIn',
  effect: 'read',
  args: { by: required('Direction', direction) },
  run: (args) => to('watchlists', { type: 'watchlist.step', by: args.by }),
  describe: (args) => (args.by === 1 ? 'Next watchlist' : 'Previous watchlist'),
})

export const watchlistCommands = [
  watch,
  unwatch,
  undoWatch,
  openWatchlist,
  createWatchlist,
  renameWatchlist,
  deleteWatchlist,
  moveWatched,
  stepWatchlist,
] as const
