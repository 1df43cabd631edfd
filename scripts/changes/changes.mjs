// One change of each kind, as a contributor would make it. `after` is text of the file that the new text follows; a change
// without it is a new file.
const indicator = [
  {
    path: 'src/domain/charts/indicators/averages.ts',
    after: `    key: 'median_price',
    name: 'Median Price',
    params: [period(14)],
    pane: 'price',
  }),
`,
    text: `  indicator({
    key: 'weighted_close',
    name: 'Weighted Close',
    params: [period(14)],
    pane: 'price',
  }),
`,
  },
  {
    path: 'src/engine/program/overlay-steps.ts',
    after: "  median_price: (build, params) => mean(build, fieldOf(build, 'hl2'), numberAt(params, 0)),\n",
    text: "  weighted_close: (build, params) => mean(build, fieldOf(build, 'hlcc4'), numberAt(params, 0)),\n",
  },
  {
    path: 'docs/indicator-texts.ts',
    after: `    description: 'Mean of the middles of the last candles.',
  },
`,
    text: `  weighted_close: {
    trend: 'any',
    tags: 'price; close; hlcc4; overlay',
    description: 'Mean of the last candles, in which the close counts twice.',
  },
`,
  },
  {
    path: 'tests/support/engine/naive/naive-indicators.ts',
    after: "  median_price: (bars, params) => sma(field(bars, 'hl2'), n(params, 0)),\n",
    text: "  weighted_close: (bars, params) => sma(field(bars, 'hlcc4'), n(params, 0)),\n",
  },
  {
    path: 'tests/engine/program/indicators.test.ts',
    after: 'median_price_ma ',
    text: 'weighted_close ',
  },
]

const call = [
  {
    path: 'src/contract/watchlists.ts',
    after: `  summary: "The user's watchlists in their order, symbols separated by commas.",
})
`,
    text: `
export const getWatchlistNames = endpoint({
  name: 'getWatchlistNames',
  method: 'GET',
  path: '/watchlist/names',
  reply: z.array(z.string()),
  failure: 'Error fetching watchlist names',
  summary: "The names of the user's watchlists in their order.",
})
`,
  },
  {
    path: 'src/contract/contract.ts',
    after: 'import { deleteWatchlist, ',
    text: 'getWatchlistNames, ',
  },
  { path: 'src/contract/contract.ts', after: '  getWatchlists,\n', text: '  getWatchlistNames,\n' },
  {
    path: 'server/services/watchlists.ts',
    after: `      (await listWatchlists(store.db, user.id)).map(toWatchlist),
`,
    text: `
    names: async (user: User): Promise<string[]> =>
      (await listWatchlists(store.db, user.id)).map(({ name }) => name),
`,
  },
  { path: 'server/http/routes/watchlists.ts', after: '  deleteWatchlist,\n', text: '  getWatchlistNames,\n' },
  {
    path: 'server/http/routes/watchlists.ts',
    after: '  serve(app, getWatchlists, ({ user }) => watchlists.list(user))\n',
    text: '  serve(app, getWatchlistNames, ({ user }) => watchlists.names(user))\n',
  },
]

const machine = [
  {
    path: 'src/machines/watchlists/watchlist-names.ts',
    text: `import { getWatchlistNames } from '../../contract/watchlists.ts'
import { createReloadMachine } from '../reload.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly watchlistNames: { readonly type: 'reload.now' }
  }
  interface Machines {
    readonly watchlistNames: typeof watchlistNamesMachine
  }
}

export const watchlistNamesMachine = createReloadMachine<readonly string[]>({
  id: 'watchlistNames',
  failure: getWatchlistNames.failure,
})
`,
  },
  {
    path: 'src/console/watchlists/watchlist-adapters.ts',
    after: `import {
  deleteWatchlist,
`,
    text: '  getWatchlistNames,\n',
  },
  {
    path: 'src/console/watchlists/watchlist-adapters.ts',
    after: "import type { WatchlistChange } from '../../machines/watchlists/watchlist-changes.ts'\n",
    text: "import { watchlistNamesMachine } from '../../machines/watchlists/watchlist-names.ts'\n",
  },
  {
    path: 'src/console/watchlists/watchlist-adapters.ts',
    after: `interface WatchPorts {
  readonly http: HttpClient
  readonly memory: UserStorage
}
`,
    text: `
export const provideWatchlistNames = ({ http }: WatchPorts): typeof watchlistNamesMachine =>
  watchlistNamesMachine.provide({
    actors: { load: fromPromise(({ signal }) => http.call(getWatchlistNames, { signal })) },
  })
`,
  },
  {
    path: 'src/console/watchlists/area.ts',
    after: 'import { provideWatchlists',
    text: ', provideWatchlistNames',
  },
  {
    path: 'src/console/watchlists/area.ts',
    after: 'watchlists: createActor(provideWatchlists(deps))',
    text: ', watchlistNames: createActor(provideWatchlistNames(deps))',
  },
]

const contextKey = [
  {
    path: 'src/commands/context/session.ts',
    after: '  signedIn: ({ auth }): boolean => auth !== undefined && isSignedIn(auth),\n',
    text: "  'session.isOwn': ({ auth }): boolean => auth?.context.isOwnSignIn ?? false,\n",
  },
]

const command = [
  {
    path: 'src/commands/catalogue/watchlists.ts',
    after:
      'const active = ({ activeWatchlist }: Environment): string | undefined => activeWatchlist ?? undefined\n',
    text: `
export const reloadWatchlistNames = command({
  id: 'watchlist.names',
  title: 'Reload the names of watchlists',
  keywords: ['watchlist', 'refresh'],
  verb: 'watchlist names',
  when: 'signedIn && session.isOwn',
  effect: 'read',
  run: () => to('watchlistNames', { type: 'reload.now' }),
})
`,
  },
  {
    path: 'src/commands/catalogue/watchlists.ts',
    after: '  moveWatched,\n',
    text: '  reloadWatchlistNames,\n',
  },
]

const screen = [
  {
    path: 'src/domain/screens.ts',
    after: "  { id: 'support', path: '/support', title: 'Support', folder: 'support' },\n",
    text: "  { id: 'diary', path: '/diary', title: 'Diary', chord: 'g 9', folder: 'diary' },\n",
  },
  {
    path: 'src/views/screens/diary/diary-screen.tsx',
    text: `import { ScreenTitle } from '../../kit/layout/screen-title.tsx'

export function DiaryScreen() {
  return <ScreenTitle title="Diary" />
}
`,
  },
]

export const changes = [
  { what: 'an indicator', edits: indicator },
  { what: 'a call', edits: call },
  { what: 'a machine', edits: machine },
  { what: 'a key of the context', edits: contextKey },
  { what: 'a command', edits: command },
  { what: 'a screen', edits: screen },
]

/** A line runs the command, which sends its event to the machine, which makes the call. */
export const proof = {
  path: 'tests/machines/watchlists/added.test.ts',
  text: `import { expect, test } from 'vitest'
import { readLine } from '../../../src/commands/read-line.ts'
import { overServer } from '../../support/over-server.ts'
import { waitFor } from '../../support/wait-for.ts'

const { password, bench } = overServer()

test('a line reaches the server through what was added', async () => {
  const { console } = bench().open()
  const { auth } = console.actors
  await waitFor(auth, (one) => one.matches('signedOut'))
  auth.send({ type: 'auth.signIn', userName: 'asha', password: password() })
  await waitFor(auth, (one) => one.matches({ signedIn: 'ready' }))
  const line = 'watchlist names'
  const { call } = readLine(line, line.length, console.environment())
  if (call === null) throw new Error('the line is not read')
  console.run(call)
  await waitFor(console.actors.watchlistNames, ({ context }) => context.output !== null)
  expect(console.actors.watchlistNames.getSnapshot().context.output).toEqual([])
})
`,
  tests: [
    'tests/engine/program/indicators.test.ts',
    'tests/commands/shortcuts/keymap.test.ts',
    'tests/domain/screens.test.ts',
  ],
}
