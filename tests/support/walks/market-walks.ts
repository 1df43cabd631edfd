import { setup } from 'xstate'
import { refusedByConsole } from '../../../src/contract/api-error.ts'
import { emptyCandles } from '../../../src/domain/charts/candle.ts'
import { plainLook } from '../../../src/domain/charts/chart-look.ts'
import { drawingOf, plainStyle } from '../../../src/domain/charts/drawings/drawing.ts'
import { type ChartSlot, chartSlots } from '../../../src/domain/charts/layout.ts'
import { epochMs } from '../../../src/domain/time.ts'
import { scrubMachine } from '../../../src/machines/analysis/scrub.ts'
import { technicalsMachine } from '../../../src/machines/analysis/technicals.ts'
import { tripCandlesMachine } from '../../../src/machines/analysis/trip-candles.ts'
import { tripNotesMachine } from '../../../src/machines/analysis/trip-notes.ts'
import { chartMachine, emptyChart } from '../../../src/machines/charts/chart.ts'
import { chartsMachine } from '../../../src/machines/charts/charts.ts'
import { drawingAt } from '../../../src/machines/charts/drawing-at.ts'
import { drawingsMachine } from '../../../src/machines/charts/drawings.ts'
import { chartLayoutMachine } from '../../../src/machines/charts/layout.ts'
import { chartPictureMachine } from '../../../src/machines/charts/picture.ts'
import { instrumentsMachine } from '../../../src/machines/instruments/instruments.ts'
import { createKeptCurrentMachine } from '../../../src/machines/kept-current.ts'
import { optionChainMachine } from '../../../src/machines/options/option-chain.ts'
import { optionChainsMachine } from '../../../src/machines/options/option-chains.ts'
import { scalperMachine } from '../../../src/machines/options/scalper.ts'
import { orderPathMachine } from '../../../src/machines/orders/order-path.ts'
import { depthMachine } from '../../../src/machines/quotes/depth.ts'
import { marketStateMachine } from '../../../src/machines/quotes/market-state.ts'
import { pricesMachine } from '../../../src/machines/quotes/prices.ts'
import { type QuoteSocketContext, quoteSocketMachine } from '../../../src/machines/quotes/quote-socket.ts'
import { RENEW_MS } from '../../../src/machines/quotes/quote-subscriptions.ts'
import { connectivityMachine } from '../../../src/machines/shell/connectivity.ts'
import { watchlistsMachine } from '../../../src/machines/watchlists/watchlists.ts'
import { INFY, NIFTY, scalperMarket, TECHM } from '../orders/scalper.ts'
import { marketState } from '../server/live.ts'
import type { Walk } from './machine-paths.ts'

const now = () => epochMs(1_760_000_000_000)

const stillChain = setup({ types: { input: {} as { readonly key: string } } }).createMachine({
  context: ({ input: { key } }) => ({ key, isLoading: true, chain: null, message: null }),
  initial: 'asking',
  states: { asking: {} },
})

const aDrawing = drawingOf({
  id: '11111111-1111-4111-8111-111111111111',
  tool: 'text',
  points: [{ at: 1, price: 100 }],
  style: plainStyle,
  text: 'Support',
})

const stillChart = setup({ types: { input: {} as { readonly slot: ChartSlot } } }).createMachine({
  context: ({ input }) => emptyChart(input.slot),
  initial: 'resting',
  states: { resting: {} },
})

export const marketWalks: readonly Walk[] = [
  {
    machine: technicalsMachine,
    states: 7,
    transitions: 11,
    events: [
      { type: 'technicals.watch', instrument: 'NSE_INFY' },
      { type: 'technicals.unwatch' },
      { type: 'technicals.again' },
      { type: 'technicals.again', interval: 'min' },
      { type: 'candles.closed', intervals: ['min'] },
      { type: 'page.shown' },
      { type: 'page.hidden' },
      { type: 'session.ended' },
    ],
    answers: { summarise: [{ kind: 'skipped', because: 'tooFewCandles', candles: 3, to: '2026-11-25' }] },
    project: ({ instrument, rows, queue }) => [
      instrument,
      queue.length,
      Object.values(rows).some((row) => (row as { kind: string }).kind === 'failed'),
    ],
  },
  {
    machine: tripCandlesMachine,
    states: 3,
    transitions: 7,
    events: [
      {
        type: 'candles.want',
        wanted: [{ sym: 'NSE_INFY', interval: 'min', from: '2026-11-25', to: '2026-11-25' }],
      },
      { type: 'candles.retry' },
      { type: 'candles.forget' },
      { type: 'session.ended' },
    ],
    answers: { read: [emptyCandles(0)] },
    project: ({ wanted, found }) => [wanted.length, [...found.values()].map(({ kind }) => kind)],
  },
  {
    machine: tripNotesMachine,
    states: 9,
    transitions: 17,
    events: [
      { type: 'notes.load' },
      { type: 'notes.change', trips: [7], change: { kind: 'rating', rating: 4 } },
      { type: 'notes.undo' },
      { type: 'notes.redo' },
      { type: 'notes.restore', unsaved: [] },
      { type: 'notes.retry' },
      { type: 'session.ended' },
    ],
    answers: { load: [new Map()], save: [undefined] },
    errors: { save: [refusedByConsole('NOT_FOUND', 'no such trip', 404)] },
    project: ({ notes, unsaved, past, future }) => [
      notes === null,
      Math.min(unsaved.length, 2),
      past.length > 0,
      future.length > 0,
    ],
  },
  {
    machine: scrubMachine,
    states: 7,
    transitions: 11,
    events: [
      { type: 'scrub.show', subject: 'broker 2026-11-20', at: null },
      { type: 'scrub.show', subject: 'broker 2026-11-20', at: 3_000 },
      { type: 'scrub.to', at: 2_500 },
      { type: 'scrub.play', from: 0, until: 5_000 },
      { type: 'scrub.pause' },
      { type: 'scrub.speed', speed: 60 },
      { type: 'session.ended' },
    ],
    project: ({ subject, at }) => [subject, at],
  },
  {
    machine: chartMachine,
    states: 22,
    transitions: 52,
    input: { slot: 'first' },
    events: [
      { type: 'charts.watch' },
      { type: 'charts.unwatch' },
      { type: 'chart.show', instrument: 'NSE_INFY', interval: 'day', history: 'market' },
      { type: 'chart.indicators', indicators: ['ema(close,9)'] },
      { type: 'chart.indicators', indicators: [] },
      { type: 'chart.look', look: { type: 'bars', scale: 'log', levels: [], panes: {} } },
      { type: 'pane.choose', pane: 'rsi 14' },
      { type: 'chart.retry' },
      { type: 'chart.older' },
      { type: 'chart.goTo', at: 0 },
      { type: 'chart.arrived' },
      { type: 'chart.refresh' },
      { type: 'replay.start', at: null },
      { type: 'replay.start', at: -1 },
      { type: 'replay.step', by: 1 },
      { type: 'replay.play' },
      { type: 'replay.pace', pace: 5 },
      { type: 'replay.follow', until: -1 },
      { type: 'replay.end' },
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
    project: ({ candles, isWhole, indicators, replay }) => [
      candles?.time.length ?? null,
      isWhole,
      indicators,
      replay?.until ?? null,
    ],
  },
  {
    machine: chartLayoutMachine,
    states: 2,
    transitions: 7,
    events: [
      { type: 'layout.count', count: 4 },
      { type: 'layout.count', count: 1 },
      { type: 'layout.focus', slot: 'third' },
      { type: 'layout.step', by: 1 },
      { type: 'layout.step', by: -1 },
      { type: 'layout.link', link: 'range' },
      { type: 'layout.link', link: null },
      { type: 'layout.maximise' },
      { type: 'layout.restore', count: 2, links: [] },
      { type: 'session.ended' },
    ],
    project: ({ count, active, isMaximised }) => [count, active, isMaximised],
  },
  {
    machine: chartPictureMachine,
    states: 3,
    transitions: 5,
    events: [
      { type: 'picture.take', slot: 'second' },
      { type: 'picture.taken', how: 'copied' },
      { type: 'picture.failed' },
      { type: 'session.ended' },
    ],
    project: ({ slot }) => [slot],
  },
  {
    machine: chartsMachine,
    states: 2,
    transitions: 30,
    children: { first: stillChart, second: stillChart, third: stillChart, fourth: stillChart },
    events: [
      ...chartSlots.flatMap((slot) => [
        { type: 'chart.instrument', slot, instrument: 'NSE_INFY' },
        { type: 'chart.interval', slot, interval: 'day' },
        { type: 'chart.history', slot, history: 'imported' },
        { type: 'chart.indicators', slot, indicators: ['ema(close,9)'] },
        { type: 'chart.indicator', slot, indicator: 'rsi(14)' },
        { type: 'chart.draw', slot, indicators: ['rsi(14)'] },
        { type: 'chart.look', slot, look: { scale: 'log' } },
        { type: 'chart.level', slot, level: 'bidAsk' },
        { type: 'chart.pane', slot, act: 'taller' },
        { type: 'chart.paneShare', slot, pane: 'rsi 14', share: 2 },
        { type: 'chart.goTo', slot, at: 0 },
        { type: 'chart.arrived', slot },
        { type: 'chart.replay', slot, event: { type: 'replay.end' } },
        { type: 'chart.change', slot, number: 1, indicator: 'rsi(21)' },
        { type: 'chart.compare', slot, indicators: ['close of "TCS"'] },
        {
          type: `xstate.snapshot.${slot}`,
          snapshot: { context: { ...emptyChart(slot), history: 'imported', indicators: ['rsi(14)'] } },
        },
      ]),
      { type: 'charts.redraw' },
      {
        type: 'charts.restore',
        slot: 'first',
        instrument: 'NSE_TCS',
        interval: 'min',
        history: 'market',
        indicators: [],
        look: plainLook,
      },
      ...['charts.watch', 'charts.unwatch', 'chart.retry', 'chart.older', 'chart.grown'].map((type) => ({
        type,
        slot: 'first',
      })),
      { type: 'charts.refresh' },
      { type: 'charts.toMarket' },
      { type: 'charts.imported' },
      { type: 'session.ended' },
    ],
    project: ({ charts }) => [charts.first.indicators, charts.second.indicators],
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
    machine: orderPathMachine,
    states: 9,
    transitions: 10,
    input: { now },
    events: [{ type: 'orderPath.watch' }, { type: 'session.ended' }],
    answers: { askOrderPath: [undefined] },
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
    machine: createKeptCurrentMachine<object>({
      id: 'kept-current',
      failure: 'Error asking',
      everyMs: 60_000,
    }),
    states: 6,
    transitions: 10,
    events: [
      { type: 'current.watch', key: 'NSE_INFY' },
      { type: 'current.watch', key: 'NSE_TCS' },
      { type: 'current.unwatch' },
      { type: 'current.ask' },
      { type: 'page.shown' },
      { type: 'page.hidden' },
      { type: 'session.ended' },
    ],
    answers: { ask: [{}] },
    project: ({ key }) => key,
  },
  {
    machine: quoteSocketMachine,
    states: 13,
    transitions: 27,
    input: { now, random: () => 0.5 },
    events: [
      { type: 'quotes.connect' },
      { type: 'quotes.disconnect' },
      { type: 'quotes.want', wanted: ['INDICES_NIFTY 50'] },
      { type: 'network.back' },
      { type: 'page.shown' },
      { type: 'session.ended' },
      { type: 'socket.opened' },
      { type: 'socket.heard' },
      { type: 'socket.garbled' },
      { type: 'socket.closed' },
      { type: 'socket.crowded' },
      { type: 'socket.answered', priced: ['INDICES_NIFTY 50'], unpriced: [] },
      { type: 'socket.refused', instrument: 'INDICES_NIFTY 50' },
    ],
    answers: { socket: [] },
    project: ({ wanted, subscribed, awaited, refused, garbledAt, tries }: QuoteSocketContext) => [
      wanted,
      subscribed,
      awaited.map(({ waitedMs }) => Math.min(waitedMs, RENEW_MS)),
      refused,
      garbledAt.length,
      Math.min(tries, 1),
    ],
  },
  {
    machine: marketStateMachine,
    states: 7,
    transitions: 10,
    input: { now },
    events: [
      { type: 'market.watch' },
      { type: 'market.ask' },
      { type: 'market.clock', marketTime: 1_760_000_000_000, speed: 1 },
      { type: 'page.shown' },
      { type: 'page.hidden' },
      { type: 'session.ended' },
    ],
    answers: { askMarket: [marketState()] },
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
    machine: drawingsMachine,
    states: 13,
    transitions: 43,
    input: { createUuid: () => aDrawing.id },
    events: [
      { type: 'drawings.watch', slot: 'first', instrument: 'NSE_INFY' },
      { type: 'drawings.retry' },
      { type: 'drawing.tool', tool: 'trend' },
      { type: 'drawing.tool', tool: 'text' },
      { type: 'drawing.tool', tool: 'path' },
      { type: 'drawing.tool', tool: null },
      { type: 'drawings.unwatch', slot: 'first' },
      { type: 'drawings.load' },
      {
        type: 'drawings.restore',
        kept: { style: plainStyle, isSnapping: true, areHidden: false, unsaved: [] },
      },
      { type: 'drawing.back' },
      { type: 'drawing.redo' },
      { type: 'drawings.snap' },
      { type: 'drawing.write', text: '' },
      { type: 'drawing.point', instrument: 'NSE_INFY', point: { at: 1, price: 100 } },
      { type: 'drawing.point', instrument: 'NSE_INFY', point: { at: 2, price: 101 } },
      { type: 'drawing.stroke', instrument: 'NSE_INFY', points: aDrawing.points },
      { type: 'drawing.finish' },
      { type: 'drawing.cancel' },
      { type: 'drawing.add', instrument: 'NSE_INFY', tool: 'trend', points: aDrawing.points },
      { type: 'drawing.select', selected: { instrument: 'NSE_INFY', id: aDrawing.id } },
      { type: 'drawing.move', of: { instrument: 'NSE_INFY', id: aDrawing.id }, points: aDrawing.points },
      { type: 'drawing.alter', alteration: { kind: 'lock' } },
      { type: 'drawing.edit' },
      { type: 'drawing.write', text: 'Support' },
      { type: 'drawing.remove' },
      { type: 'drawings.removeAll', instrument: 'NSE_INFY' },
      { type: 'drawing.undo' },
      { type: 'drawings.hide' },
      { type: 'session.ended' },
    ],
    answers: { load: [{ NSE_INFY: [aDrawing] }], save: [undefined] },
    errors: { save: [refusedByConsole('CONFLICT', 'At most 200 drawings on a chart', 409)] },
    project: ({ lists, unsaved, tool, pending, selected }) => [
      unsaved.length > 0,
      tool,
      pending === null ? null : Math.min(pending.points.length, 2),
      drawingAt(lists, selected)?.tool,
    ],
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
