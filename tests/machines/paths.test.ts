import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { setup } from 'xstate'
import { emptyCandles } from '../../src/domain/candle.ts'
import { epochMs } from '../../src/domain/time.ts'
import { authMachine } from '../../src/machines/auth.ts'
import { backtestMachine } from '../../src/machines/backtest-batch.ts'
import { backtestSymbolMachine, type SymbolInput } from '../../src/machines/backtest-symbol.ts'
import { candleImportMachine } from '../../src/machines/candle-import.ts'
import { chartMachine, emptyChart } from '../../src/machines/chart.ts'
import { chartsMachine } from '../../src/machines/charts.ts'
import { chordMachine } from '../../src/machines/chord.ts'
import { connectivityMachine } from '../../src/machines/connectivity.ts'
import { depthMachine } from '../../src/machines/depth.ts'
import { enginesMachine } from '../../src/machines/engines.ts'
import { helpMachine } from '../../src/machines/help.ts'
import { instrumentsMachine } from '../../src/machines/instruments.ts'
import { luckTestMachine } from '../../src/machines/luck-test.ts'
import { marketStateMachine } from '../../src/machines/market-state.ts'
import { navigationMachine } from '../../src/machines/navigation.ts'
import { noticePanelMachine } from '../../src/machines/notice-panel.ts'
import { notificationStreamMachine } from '../../src/machines/notification-stream.ts'
import { optionChainMachine } from '../../src/machines/option-chain.ts'
import { optionChainsMachine } from '../../src/machines/option-chains.ts'
import { createPaletteMachine } from '../../src/machines/palette.ts'
import { defaultPreferences, preferencesMachine } from '../../src/machines/preferences.ts'
import { pricesMachine } from '../../src/machines/prices.ts'
import { quoteSocketMachine } from '../../src/machines/quote-socket.ts'
import { recentsMachine } from '../../src/machines/recents.ts'
import { createRequestMachine } from '../../src/machines/request.ts'
import { savedRunsMachine } from '../../src/machines/saved-runs.ts'
import { scalperMachine } from '../../src/machines/scalper.ts'
import { sweepMachine } from '../../src/machines/sweep.ts'
import { tablesMachine } from '../../src/machines/tables.ts'
import { trialsMachine } from '../../src/machines/trials.ts'
import { watchlistsMachine } from '../../src/machines/watchlists.ts'
import { backtestParams, backtestResult, tradedContract } from '../support/backtests.ts'
import { keyWalks } from '../support/key-walks.ts'
import { marketState, notification } from '../support/live.ts'
import { type Walk, walk, wander } from '../support/machine-paths.ts'
import { orderWalks } from '../support/order-walks.ts'
import { INFY, NIFTY, scalperMarket, TECHM } from '../support/scalper.ts'

// Machines with many contexts have many paths.
vi.setConfig({ testTimeout: 60_000 })

const now = () => epochMs(1_760_000_000_000)
const user = {
  userUuid: 'u',
  userName: 'asha',
  userBrokerId: 'PAPER-1',
  mustChangePassword: false,
  sessionEndsAt: 1_760_034_600_000,
}

const page = (currentPage: number, totalPages: number) => ({
  currentPage,
  totalPages,
  perPage: 1,
  total: totalPages,
  data: [{ slug: currentPage === 1 ? 'one' : 'two' }],
})

const importStatus = (state: string) => ({
  state,
  message: state,
  proposal: { options: { key: 'INDICES_NIFTY 50', interval: 'min', timeMarks: 'open', mapping: {} } },
})

/** A symbol that never moves: the listed snapshots say what became of it. */
const stillSymbol = setup({
  types: { input: {} as SymbolInput },
}).createMachine({
  context: ({ input }) => ({
    instrument: input.contract.instrument,
    result: null,
    message: null,
    backtestUuid: null,
  }),
  initial: 'queued',
  states: { queued: {} },
})

/** A chain that never moves, likewise. */
const stillChain = setup({ types: { input: {} as { readonly key: string } } }).createMachine({
  context: ({ input: { key } }) => ({ key, isLoading: true, chain: null, message: null }),
  initial: 'asking',
  states: { asking: {} },
})

/** A chart that never moves: the listed snapshots say what it shows. */
const stillChart = setup({ types: { input: {} as { readonly place: 'first' | 'second' } } }).createMachine({
  context: ({ input }) => emptyChart(input.place),
  initial: 'resting',
  states: { resting: {} },
})

const walks: readonly Walk[] = [
  ...orderWalks,
  ...keyWalks,
  {
    machine: authMachine,
    states: 11,
    transitions: 22,
    input: { now },
    events: [
      { type: 'auth.signIn', userName: 'asha', password: 'a long pass phrase' },
      { type: 'auth.signOut' },
      { type: 'auth.retry' },
      { type: 'auth.reset' },
      { type: 'auth.expired' },
      { type: 'auth.renewed' },
      { type: 'auth.otherTabSignedIn' },
      { type: 'auth.otherTabSignedOut' },
    ],
    answers: {
      findToken: [true, false],
      login: [undefined],
      fetchUser: [{ user, notificationCount: null }],
      logout: [undefined],
    },
  },
  {
    machine: chartMachine,
    states: 13,
    transitions: 28,
    input: { place: 'first' },
    events: [
      { type: 'charts.watch' },
      { type: 'charts.unwatch' },
      { type: 'chart.show', instrument: 'NSE_INFY', interval: 'day' },
      { type: 'chart.indicators', indicators: ['ema(close,9)'] },
      { type: 'chart.indicators', indicators: [] },
      { type: 'chart.retry' },
      { type: 'chart.older' },
      { type: 'chart.refresh' },
      { type: 'session.ended' },
    ],
    answers: {
      loadCandles: [
        { candles: emptyCandles(2), source: 'simulated' },
        { candles: emptyCandles(0), source: 'simulated' },
      ],
      loadNewer: [emptyCandles(1)],
      loadOlder: [emptyCandles(0)],
      computeLines: [[]],
    },
    project: ({ candles, isWhole, indicators }) => [candles?.time.length ?? null, isWhole, indicators],
  },
  {
    machine: chartsMachine,
    states: 2,
    transitions: 14,
    children: { first: stillChart, second: stillChart },
    events: [
      ...(['first', 'second'] as const).flatMap((place) => [
        { type: 'chart.instrument', place, instrument: 'NSE_INFY' },
        { type: 'chart.interval', place, interval: 'day' },
        { type: 'chart.indicators', place, indicators: ['ema(close,9)'] },
        { type: 'chart.indicator', place, indicator: 'rsi(14)' },
        {
          type: `xstate.snapshot.${place}`,
          snapshot: { context: { ...emptyChart(place), indicators: ['rsi(14)'] } },
        },
      ]),
      { type: 'charts.restore', place: 'first', instrument: 'NSE_TCS', interval: 'min', indicators: [] },
      ...['charts.watch', 'charts.unwatch', 'chart.retry', 'chart.older', 'chart.grown'].map((type) => ({
        type,
        place: 'first',
      })),
      { type: 'charts.refresh' },
      { type: 'session.ended' },
    ],
    project: ({ charts }) => [charts.first.indicators, charts.second.indicators],
  },
  {
    machine: chordMachine,
    states: 5,
    transitions: 4,
    events: [{ type: 'chord.stroke', strokes: ['g'], hints: [] }, { type: 'chord.end' }],
  },
  {
    machine: enginesMachine,
    states: 6,
    transitions: 8,
    events: [{ type: 'engines.load' }, { type: 'engines.retry' }],
    answers: { download: [{ isPresent: true }, { isPresent: false }], unpack: [undefined] },
  },
  {
    machine: instrumentsMachine,
    states: 6,
    transitions: 10,
    events: [{ type: 'instruments.load' }, { type: 'instruments.reload' }, { type: 'instruments.clear' }],
    answers: {
      readCache: [null, { index: null, rows: 3, badRows: 0 }],
      fetchList: [{ index: null, rows: 3, badRows: 0 }],
    },
  },
  {
    machine: createRequestMachine<string, number>({ id: 'request', failure: 'Error asking' }),
    states: 5,
    transitions: 5,
    events: [{ type: 'request.send', input: 'one' }, { type: 'request.retry' }, { type: 'request.reset' }],
    answers: { ask: [1] },
  },
  {
    machine: sweepMachine,
    states: 11,
    transitions: 20,
    events: [
      {
        type: 'sweep.run',
        plan: { base: backtestParams(), hasOwnExit: true, hasOwnName: true, axes: [] },
        instruments: ['A', 'B'],
        cutFrom: 'start',
        measure: 'sharpe',
        walk: null,
      },
      { type: 'sweep.cancel' },
      { type: 'sweep.open', combination: null },
      { type: 'sweep.clear' },
      { type: 'sweep.progressed', done: 1 },
      { type: 'sweep.computed', swept: { figures: null, steps: [] } },
      { type: 'sweep.refused', message: 'no candles' },
      { type: 'sweep.stopped' },
      { type: 'session.ended' },
    ],
    answers: {
      prepare: [
        {
          plan: { base: backtestParams(), hasOwnExit: true, hasOwnName: true, axes: [] },
          cut: null,
          contracts: ['A', 'B'].map(tradedContract),
          windows: null,
        },
      ],
      loadCandles: [{ candles: emptyCandles(1), source: 'imported', minutes: null }],
    },
    project: ({ at, done, symbols }) => [
      at,
      done,
      symbols.map(({ state }: { readonly state: string }) => state),
    ],
  },
  {
    machine: tablesMachine,
    states: 2,
    transitions: 2,
    events: [{ type: 'table.export' }, { type: 'table.edit', key: 'an order' }],
  },
  {
    machine: helpMachine,
    states: 3,
    transitions: 3,
    events: [{ type: 'help.toggle' }, { type: 'help.close' }],
  },
  {
    machine: connectivityMachine,
    states: 6,
    transitions: 11,
    input: { now },
    events: [
      { type: 'browser.online' },
      { type: 'browser.offline' },
      { type: 'call.answered', latencyMs: 12 },
      { type: 'call.unreachable' },
      { type: 'contract.outdated' },
    ],
    answers: { askHealth: [undefined] },
  },
  {
    machine: pricesMachine,
    states: 6,
    transitions: 7,
    input: { now },
    events: [
      { type: 'prices.start' },
      { type: 'page.shown' },
      { type: 'page.hidden' },
      { type: 'session.ended' },
    ],
    answers: { askPrices: [[]] },
  },
  {
    machine: quoteSocketMachine,
    states: 9,
    transitions: 19,
    input: { now, chance: () => 0.5 },
    events: [
      { type: 'quotes.connect' },
      { type: 'quotes.disconnect' },
      { type: 'quotes.want', wanted: ['INDICES_NIFTY 50'] },
      { type: 'network.back' },
      { type: 'session.ended' },
      { type: 'socket.opened' },
      { type: 'socket.heard' },
      { type: 'socket.garbled' },
      { type: 'socket.closed' },
    ],
    answers: { socket: [] },
    project: ({ wanted, subscribed, garbledAt, tries }) => [
      wanted,
      subscribed,
      garbledAt.length,
      Math.min(tries, 4),
    ],
  },
  {
    machine: marketStateMachine,
    states: 7,
    transitions: 9,
    input: { now },
    events: [
      { type: 'market.watch' },
      { type: 'market.clock', marketTime: 1_760_000_000_000, speed: 1 },
      { type: 'page.shown' },
      { type: 'page.hidden' },
      { type: 'session.ended' },
    ],
    answers: { askMarket: [marketState()] },
  },
  {
    machine: notificationStreamMachine,
    states: 14,
    transitions: 35,
    input: { chance: () => 0.5 },
    events: [
      { type: 'stream.connect' },
      { type: 'stream.retry' },
      { type: 'leader.elected' },
      { type: 'network.back' },
      { type: 'page.shown' },
      { type: 'page.hidden' },
      { type: 'session.ended' },
      { type: 'stream.opened' },
      { type: 'stream.closed' },
      { type: 'stream.notice', notice: notification('one') },
      { type: 'stream.order', order: { orderId: '1' } },
      { type: 'stream.positions', syms: ['NSE_INFY'] },
      { type: 'tabs.notices', notices: [notification('two')], isWhole: true },
      { type: 'tabs.order', order: { orderId: '1' } },
      { type: 'tabs.positions', syms: ['NSE_INFY'] },
      { type: 'tabs.told', uuids: ['two'] },
      { type: 'notices.marked', notices: ['two'] },
      { type: 'tabs.marked', notices: null },
      { type: 'tabs.stream', state: 'gaveUp' },
      { type: 'tabs.retry' },
    ],
    answers: { loadNewest: [[]], fillGap: [[notification('one')]], stream: [] },
    project: ({ isLeader, tries }) => [isLeader, tries],
  },
  {
    machine: navigationMachine,
    states: 2,
    transitions: 5,
    input: { path: '/' },
    events: [
      { type: 'view.open', path: '/backtest' },
      { type: 'view.open', path: 'https://elsewhere.example/' },
      { type: 'view.replace', path: '/settings' },
      { type: 'view.moved', path: '/holdings' },
      { type: 'view.back' },
    ],
    project: ({ path, depth }) => [path, Math.min(depth, 2)],
  },
  {
    machine: preferencesMachine,
    states: 2,
    transitions: 3,
    input: { preferences: defaultPreferences },
    events: [
      { type: 'theme.set', theme: 'toggle' },
      { type: 'preference.set', name: 'slippageBps', value: 5 },
      { type: 'preference.set', name: 'slippageBps', value: 'much' },
      { type: 'preferences.changedElsewhere', preferences: defaultPreferences },
    ],
    project: (context) => context,
  },
  {
    machine: trialsMachine,
    states: 2,
    transitions: 3,
    events: [
      {
        type: 'trials.add',
        idea: 'one',
        trials: [{ set: 'a', from: '2024-04-01', to: '2024-06-28', sharpe: 0.1 }],
      },
      { type: 'trials.replace', tried: [] },
      { type: 'session.ended' },
    ],
  },
  {
    machine: luckTestMachine,
    states: 4,
    transitions: 5,
    events: [
      { type: 'luck.run', instrument: null },
      { type: 'luck.run', instrument: 'A' },
      { type: 'luck.cancel' },
      { type: 'luck.clear' },
    ],
    answers: { test: [{ instrument: 'A', result: { seed: 1 } }] },
  },
  {
    machine: recentsMachine,
    states: 2,
    transitions: 4,
    input: { items: [] },
    events: [
      { type: 'recents.visit', item: { slug: 'one', name: 'One', kind: 'backtest', at: 1 } },
      { type: 'recents.forget', slug: 'one' },
      { type: 'recents.replace', items: [] },
      { type: 'session.ended' },
    ],
    project: (context) => context,
  },
  {
    machine: createPaletteMachine<string>(),
    states: 14,
    transitions: 34,
    input: { history: ['bt one', 'bt two'], usage: {} },
    events: [
      { type: 'palette.toggle' },
      { type: 'palette.open' },
      { type: 'palette.open', line: 'bt ' },
      { type: 'palette.close' },
      { type: 'palette.type', line: 'bt x', caret: 4 },
      { type: 'palette.choose', row: 1 },
      { type: 'palette.older' },
      { type: 'palette.newer' },
      { type: 'palette.answer', text: '3' },
      { type: 'palette.enter' },
      ...(['none', 'confirm', 'type'] as const).map((danger) => ({
        type: 'palette.enter',
        act: { rowId: danger, call: 'call', title: 'Do it', danger, answer: '3', reason: null, orders: [] },
      })),
      { type: 'palette.refresh' },
      { type: 'palette.remember', history: ['bt one', 'bt two'], usage: {} },
      { type: 'session.ended' },
    ],
    answers: { preview: [null, { kind: 'orders' }], run: [undefined] },
    project: ({ line, historyPlace, act, typedAnswer, message, preview, previewMessage }) => [
      line,
      historyPlace,
      act,
      typedAnswer,
      message,
      preview,
      previewMessage,
    ],
  },
  {
    machine: savedRunsMachine,
    states: 14,
    transitions: 18,
    events: [
      { type: 'savedRuns.load' },
      { type: 'savedRuns.load', search: 'ema' },
      { type: 'savedRuns.more' },
      { type: 'savedRuns.delete', slug: 'one' },
      { type: 'savedRuns.delete', slug: 'none' },
      { type: 'savedRuns.undoDelete' },
      { type: 'savedRuns.flush' },
      { type: 'session.ended' },
    ],
    answers: { loadPage: [page(1, 2), page(2, 2)], deleteRun: [undefined] },
    project: ({ runs, page: at, removed, toDelete }) => [runs.length, at, removed !== null, toDelete.length],
  },
  {
    machine: candleImportMachine,
    states: 13,
    transitions: 33,
    events: [
      { type: 'import.choose', files: [new File(['time,open'], 'nifty.csv')] },
      { type: 'import.choose', files: [] },
      { type: 'import.begun', importId: 'a'.repeat(24) },
      { type: 'import.sent', sentBytes: 4 },
      { type: 'import.received' },
      { type: 'import.notSent', error: new Error('the link broke') },
      { type: 'import.instrument', instrument: 'INDICES_NIFTY 50' },
      { type: 'import.interval', interval: 'min' },
      { type: 'import.option', name: 'timeMarks', value: 'close' },
      { type: 'import.confirm' },
      { type: 'import.cancel' },
      { type: 'session.ended' },
    ],
    answers: {
      propose: [importStatus('proposed'), importStatus('failed')],
      commit: [importStatus('running')],
      askStatus: [importStatus('running'), importStatus('done'), importStatus('failed')],
      cancelImport: [undefined],
    },
    project: ({ importId, misses, status }) => [importId, Math.min(misses, 20), status?.state],
  },
  {
    machine: backtestSymbolMachine,
    states: 9,
    transitions: 15,
    input: { slug: 'ema-12345678', params: backtestParams(), cut: null, contract: tradedContract('A') },
    events: [{ type: 'symbol.start' }, { type: 'symbol.cancel' }, { type: 'symbol.saveAgain' }],
    answers: {
      loadCandles: [{ candles: emptyCandles(1), source: 'imported', minutes: null }],
      runEngine: [backtestResult()],
      save: ['c'.repeat(24)],
    },
  },
  {
    machine: backtestMachine,
    states: 12,
    transitions: 37,
    children: { symbol: stillSymbol },
    events: [
      { type: 'backtest.run', params: backtestParams(), instruments: ['A', 'B'], cutFrom: 'start' },
      { type: 'backtest.cancel' },
      { type: 'backtest.clear' },
      { type: 'backtest.open', slug: 'close-over-100-12345678' },
      { type: 'backtest.open', slug: 'other-12345678' },
      { type: 'backtest.saveCumulative' },
      { type: 'session.ended' },
      ...['A', 'B'].flatMap((instrument) => [
        { type: 'backtest.retry', instrument },
        { type: 'backtest.saveAgain', instrument },
        ...(['saved', 'saveFailed', 'failed', 'cancelled'] as const).map((value) => ({
          type: `xstate.snapshot.${instrument}`,
          snapshot: { value, context: { instrument, result: null, message: null, backtestUuid: null } },
        })),
        {
          type: `xstate.snapshot.${instrument}`,
          snapshot: {
            value: 'saved',
            context: { instrument, result: backtestResult(), message: null, backtestUuid: 'c' },
          },
        },
      ]),
    ],
    answers: {
      prepare: [
        {
          params: backtestParams(),
          cut: null,
          contracts: ['A', 'B'].map(tradedContract),
          suffix: '12345678',
        },
      ],
      loadRun: [
        {
          slug: 'close-over-100-12345678',
          params: backtestParams(),
          rows: [
            { instrument: 'A', state: 'saved', result: backtestResult(), error: null, backtestUuid: 'c' },
          ],
          cut: null,
          cumulative: null,
        },
      ],
      saveCumulative: [undefined],
    },
    project: ({ slug, rows, symbols }) => [
      slug,
      rows.map((row: { state: string; result: unknown }) => [row.state, row.result === null]),
      Object.keys(symbols),
    ],
  },
  {
    machine: watchlistsMachine,
    states: 9,
    transitions: 18,
    events: [
      { type: 'watchlist.load' },
      { type: 'watchlist.add', name: null, instruments: ['NSE_TCS'] },
      { type: 'watchlist.remove', name: null, instruments: ['NSE_TCS', 'NSE_INFY'] },
      { type: 'watchlist.move', instrument: 'NSE_INFY', to: 1 },
      { type: 'watchlist.select', name: 'Tech' },
      { type: 'watchlist.step', by: 1 },
      { type: 'watchlist.create', name: 'New' },
      { type: 'watchlist.create', name: 'no/such name' },
      { type: 'watchlist.rename', name: 'New', to: 'Newer' },
      { type: 'watchlist.delete', name: 'New' },
      { type: 'watchlist.undo' },
      { type: 'session.ended' },
    ],
    answers: {
      load: [{ lists: [{ name: 'Tech', instruments: ['NSE_INFY'] }], active: null }],
      save: [undefined],
    },
    project: ({ lists, unsaved, undo }) => [lists.length, Math.min(unsaved.length, 2), undo?.kind ?? null],
  },
  {
    machine: noticePanelMachine,
    states: 7,
    transitions: 11,
    events: [
      { type: 'notices.toggle' },
      { type: 'notices.close' },
      { type: 'notices.tab', tab: 'auto' },
      { type: 'notices.read', notices: ['one'] },
      { type: 'notices.readAll' },
      { type: 'session.ended' },
    ],
    answers: { mark: [null] },
    project: ({ tab, toMark }) => [tab, Math.min(toMark.length, 2)],
  },
  {
    machine: depthMachine,
    states: 7,
    transitions: 11,
    events: [
      { type: 'depth.watch', instrument: 'NSE_INFY' },
      { type: 'depth.watch', instrument: 'NSE_TCS' },
      { type: 'depth.unwatch' },
      { type: 'page.shown' },
      { type: 'page.hidden' },
      { type: 'session.ended' },
    ],
    answers: { askDepth: [{}] },
    project: ({ instrument }) => instrument,
  },
  {
    machine: optionChainMachine,
    states: 4,
    transitions: 6,
    input: { key: 'NSE_INFY' },
    events: [{ type: 'chain.ask' }, { type: 'page.shown' }, { type: 'page.hidden' }],
    answers: { askChain: [{}] },
  },
  {
    machine: optionChainsMachine,
    states: 2,
    transitions: 8,
    events: [
      { type: 'chain.watch', key: 'NSE_INFY' },
      { type: 'chain.watch', key: 'NSE_TCS' },
      { type: 'chain.unwatch', key: 'NSE_INFY' },
      { type: 'chain.retry', key: 'NSE_INFY' },
      { type: 'chain.retry', key: 'NSE_TCS' },
      ...['away', null].map((message) => ({
        type: 'xstate.snapshot.NSE_INFY',
        snapshot: { context: { key: 'NSE_INFY', isLoading: false, chain: null, message } },
      })),
      { type: 'session.ended' },
    ],
    children: { chain: stillChain },
    project: ({ chains }) =>
      Object.entries(chains as Record<string, { watchers: number; message: string | null }>).map(
        ([key, { watchers, message }]) => [key, Math.min(watchers, 2), message],
      ),
  },
  {
    machine: scalperMachine,
    states: 11,
    transitions: 23,
    input: { underlying: NIFTY, market: scalperMarket() },
    events: [
      { type: 'scalper.underlying', instrument: INFY },
      { type: 'scalper.underlying', instrument: TECHM },
      { type: 'scalper.underlying', instrument: NIFTY },
      { type: 'scalper.expiry', by: 1 },
      { type: 'scalper.strike', by: 1 },
      { type: 'scalper.pick', strike: 26_000, side: 'PE' },
      { type: 'scalper.side', side: 'PE' },
      { type: 'scalper.atm' },
      { type: 'scalper.lots', by: 1 },
      { type: 'scalper.setLots', lots: 2 },
      { type: 'scalper.product', product: 'NRML' },
      { type: 'scalper.price', price: 'ask' },
      { type: 'scalper.trades', what: 'underlying' },
      { type: 'scalper.look' },
      { type: 'scalper.shown' },
      { type: 'scalper.hidden' },
      { type: 'session.ended' },
    ],
    answers: { askOutlook: [{}] },
    project: ({ underlying, trades, instrument }) => [underlying, trades, instrument === null],
  },
]

describe.each(walks.map((one) => [one.machine.id, one] as const))('%s', (_, one) => {
  const { machine, states, transitions, ...settings } = one

  test(`generated paths reach all ${states} states and take all ${transitions} transitions`, () => {
    const { paths, ...walked } = walk(machine, settings)
    expect(walked).toEqual({ states, transitions, unreachedStates: [], untakenTransitions: [] })
    expect(paths).toBeGreaterThan(0)
  })

  test('no order of events breaks it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), (choices) => {
        expect(wander(machine, settings, choices).status).toBe('active')
      }),
      { numRuns: 150 },
    )
  })
})

test('every machine is walked', () => {
  const files = readdirSync(new URL('../../src/machines', import.meta.url))
    .filter((file) =>
      readFileSync(new URL(`../../src/machines/${file}`, import.meta.url), 'utf8').includes(
        '.createMachine(',
      ),
    )
    .map((file) => file.replace('.ts', ''))
  expect(files.length).toEqual(walks.length)
})
