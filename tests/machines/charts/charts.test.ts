import { describe, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { createCandleStore } from '../../../server/store/charts/candles.ts'
import { type Candles, emptyCandles } from '../../../src/domain/charts/candle.ts'
import { plainLook } from '../../../src/domain/charts/chart-look.ts'
import type { PaneAct } from '../../../src/domain/charts/panes.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import {
  type ChartLine,
  chartMachine,
  failedLine,
  type LoadedSeries,
  type SeriesInput,
} from '../../../src/machines/charts/chart.ts'
import { type ChartMemory, chartsMachine } from '../../../src/machines/charts/charts.ts'
import { FACT_MS } from '../../support/limits.ts'
import { fileOf, importFiles } from '../../support/market/candle-import.ts'
import { overServer } from '../../support/over-server.ts'
import { waitFor } from '../../support/wait-for.ts'

const INFY = 'NSE_INFY' as InstrumentId

/** Candles of a minute each, one price for one candle: `candlesAt(5, '100 101')` begins at minute 5. */
const candlesAt = (minute: number, prices: string): Candles => {
  const closes = prices === '' ? [] : prices.split(' ').map(Number)
  const candles = emptyCandles(closes.length)
  closes.forEach((price, row) => {
    candles.time[row] = (minute + row) * 60_000
    for (const name of ['open', 'high', 'low', 'close'] as const) candles[name][row] = price
  })
  return candles
}

const QUARTERS_2024 = `date,open,high,low,close,volume
${['09:15', '09:30', '09:45'].map((time) => `2024-04-01 ${time},50,52,49,51,7`).join('\n')}
`

const closes = ({ close }: Candles): readonly number[] => [...close]

interface Ports {
  readonly loadCandles: (input: SeriesInput) => Promise<LoadedSeries>
  readonly loadNewer: () => Promise<Candles>
  readonly loadOlder: () => Promise<Candles>
  readonly computeLines: (indicators: readonly string[]) => Promise<readonly ChartLine[]>
}

const series = (minute: number, prices: string): LoadedSeries => ({
  candles: candlesAt(minute, prices),
  source: 'simulated',
})

const startCharts = (given: Partial<Ports> = {}) => {
  const ports: Ports = {
    loadCandles: async () => series(10, '100 101 102'),
    loadNewer: async () => candlesAt(12, '103 104'),
    loadOlder: async () => candlesAt(8, '98 99'),
    computeLines: async () => [],
    ...given,
  }
  const kept: ChartMemory[] = []
  const chart = chartMachine.provide({
    actors: {
      loadCandles: fromPromise(({ input }) => ports.loadCandles(input)),
      loadNewer: fromPromise(ports.loadNewer),
      loadOlder: fromPromise(ports.loadOlder),
      computeLines: fromPromise(({ input }) => ports.computeLines(input.indicators)),
    },
  })
  const charts = createActor(
    chartsMachine.provide({
      actors: {
        first: chart,
        second: chart,
        outside: fromCallback<ChartMemory, undefined>(({ receive }) =>
          receive((memory) => kept.push(memory)),
        ),
      },
    }),
  ).start()
  const first = () => charts.getSnapshot().context.charts.first
  const until = (is: (chart: ReturnType<typeof first>) => boolean) =>
    waitFor(charts, ({ context }) => is(context.charts.first))
  return { charts, first, until, kept }
}

describe('a chart', () => {
  test('asks for nothing until somebody looks', async () => {
    const loadCandles = vi.fn(async () => series(10, '100'))
    const { charts } = startCharts({ loadCandles })
    charts.send({ type: 'chart.instrument', slot: 'first', instrument: INFY })
    expect(loadCandles).not.toHaveBeenCalled()
    charts.send({ type: 'charts.watch', slot: 'first' })
    expect(loadCandles).toHaveBeenCalledTimes(1)
  })

  test('shows the answer to the newest question, whichever comes last', async () => {
    const answers: ((loaded: LoadedSeries) => void)[] = []
    const { charts, first, until } = startCharts({
      loadCandles: () => new Promise((resolve) => answers.push(resolve)),
    })
    charts.send({ type: 'charts.watch', slot: 'first' })
    charts.send({ type: 'chart.interval', slot: 'first', interval: 'day' })
    answers[1]?.(series(10, '200'))
    answers[0]?.(series(10, '100'))
    await until(({ candles }) => candles !== null)
    expect(closes(first().candles ?? emptyCandles(0))).toEqual([200])
    expect(first().interval).toEqual('day')
  })

  test('says `Error loading candles` and loads them on retry', async () => {
    let isBroken = true
    const { charts, first, until } = startCharts({
      loadCandles: async () => {
        if (isBroken) throw new Error('the link broke')
        return series(10, '100')
      },
    })
    charts.send({ type: 'charts.watch', slot: 'first' })
    await until(({ message }) => message !== null)
    expect(first().message).toEqual('Error loading candles')
    isBroken = false
    charts.send({ type: 'chart.retry', slot: 'first' })
    await until(({ candles }) => candles !== null)
    expect(first().message).toEqual(null)
  })

  test('takes in what closed meanwhile, the changed last candle too, and what lies before', async () => {
    const { charts, first, until } = startCharts()
    charts.send({ type: 'charts.watch', slot: 'first' })
    await until(({ candles }) => candles?.time.length === 3)
    charts.send({ type: 'chart.grown', slot: 'first' })
    await until(({ candles }) => candles?.time.length === 4)
    charts.send({ type: 'chart.older', slot: 'first' })
    await until(({ candles }) => candles?.time.length === 6)
    expect(closes(first().candles ?? emptyCandles(0))).toEqual([98, 99, 100, 101, 103, 104])
  })

  test('goes back to a date by loading older candles until they reach it', async () => {
    let oldest = 10
    const { charts, first, until } = startCharts({
      loadOlder: async () => {
        oldest -= 2
        return candlesAt(oldest, '98 99')
      },
    })
    charts.send({ type: 'charts.watch', slot: 'first' })
    await until(({ candles }) => candles !== null)
    charts.send({ type: 'chart.goTo', slot: 'first', at: 5 * 60_000 })
    await until(({ goal }) => goal?.isLoaded === true)
    expect(first().candles?.time[0]).toBe(4 * 60_000)
    charts.send({ type: 'chart.arrived', slot: 'first' })
    expect(first().goal).toBe(null)
  })

  test('gives a date up where there are no older candles, or they cannot be loaded, and shows what there is', async () => {
    const none = startCharts({ loadOlder: async () => candlesAt(0, '') })
    none.charts.send({ type: 'charts.watch', slot: 'first' })
    none.charts.send({ type: 'chart.goTo', slot: 'first', at: 0 })
    await none.until(({ goal }) => goal?.isLoaded === true)
    expect(none.first().isWhole).toBe(true)
    const failing = startCharts({ loadOlder: () => Promise.reject(new Error('cut')) })
    failing.charts.send({ type: 'charts.watch', slot: 'first' })
    await failing.until(({ candles }) => candles !== null)
    failing.charts.send({ type: 'chart.goTo', slot: 'first', at: 0 })
    await failing.until(({ message }) => message !== null)
    expect(failing.first().goal).toBe(null)
  })

  test('stops asking for older candles where there are none', async () => {
    const loadOlder = vi.fn(async () => emptyCandles(0))
    const { charts, first, until } = startCharts({ loadOlder })
    charts.send({ type: 'charts.watch', slot: 'first' })
    await until(({ candles }) => candles !== null)
    charts.send({ type: 'chart.older', slot: 'first' })
    await until(({ isWhole }) => isWhole)
    charts.send({ type: 'chart.older', slot: 'first' })
    expect(loadOlder).toHaveBeenCalledTimes(1)
    expect(first().candles?.time.length).toEqual(3)
  })

  test('keeps its candles when the engines are missing, and says so of each indicator', async () => {
    const { charts, first, until } = startCharts({
      computeLines: async () => {
        throw new Error('the engines are not there')
      },
    })
    charts.send({ type: 'charts.watch', slot: 'first' })
    charts.send({ type: 'chart.indicators', slot: 'first', indicators: ['ema(close,9)'] })
    await until(({ lines }) => lines.length > 0)
    expect(first().lines.map(({ indicator, message }) => [indicator, message])).toEqual([
      ['ema(close,9)', 'the engines are not there'],
    ])
    expect(first().candles?.time.length).toEqual(3)
  })

  test('draws an indicator once and takes it away the second time; the other chart is left alone', () => {
    const { charts, first } = startCharts()
    const toggle = () => charts.send({ type: 'chart.indicator', slot: 'first', indicator: 'rsi(14)' })
    toggle()
    expect(first().indicators).toEqual(['rsi(14)'])
    expect(charts.getSnapshot().context.charts.second.indicators).toEqual([])
    toggle()
    expect(first().indicators).toEqual([])
  })

  test('draws what is asked for beside what is drawn, each once, and the newest where there is no more room', () => {
    const { charts, first } = startCharts()
    const draw = (indicators: readonly string[]) =>
      charts.send({ type: 'chart.draw', slot: 'first', indicators })
    draw(['rsi(14)'])
    draw(['rsi(14)', 'supertrend(7,3)'])
    expect(first().indicators).toEqual(['rsi(14)', 'supertrend(7,3)'])
    draw(Array.from({ length: 9 }, (_, index) => `ema(close,${index + 2})`))
    expect([first().indicators.length, first().indicators[0]]).toEqual([10, 'supertrend(7,3)'])
  })

  describe('with an indicator, of which another symbol or interval is asked for', () => {
    type Charts = ReturnType<typeof startCharts>
    const TCS = 'NSE_TCS' as InstrumentId
    const never = () => new Promise<never>(() => {})

    /** The first chart under an indicator, shown; `before` brings it where the change meets it. */
    const startWithIndicator = async (given: Partial<Ports>, before: (started: Charts) => unknown) => {
      const asked: string[] = []
      const { loadCandles = async () => series(10, '100 101 102'), ...ports } = given
      const started = startCharts({
        computeLines: async (indicators) =>
          indicators.map((indicator) => ({
            ...failedLine(indicator, ''),
            values: new Float64Array(3),
            message: null,
          })),
        ...ports,
        loadCandles: (input) => {
          asked.push(`${input.instrument} ${input.interval}`)
          return loadCandles(input)
        },
      })
      started.charts.send({ type: 'charts.watch', slot: 'first' })
      started.charts.send({ type: 'chart.indicators', slot: 'first', indicators: ['ema(close,20)'] })
      await before(started)
      return { ...started, asked }
    }

    test.each<[string, Partial<Ports>, (started: Charts) => unknown]>([
      ['while its first candles are loaded', {}, () => {}],
      ['when all is drawn', {}, ({ until }) => until(({ lines }) => lines.length > 0)],
      [
        'while the indicator is computed',
        { computeLines: never },
        ({ until }) => until(({ candles }) => candles !== null),
      ],
      [
        'while newer candles are fetched',
        { loadNewer: never },
        async ({ charts, until }) => {
          await until(({ lines }) => lines.length > 0)
          charts.send({ type: 'chart.grown', slot: 'first' })
        },
      ],
      [
        'while older candles are fetched',
        { loadOlder: never },
        async ({ charts, until }) => {
          await until(({ lines }) => lines.length > 0)
          charts.send({ type: 'chart.older', slot: 'first' })
          await until(({ isLoadingOlder }) => isLoadingOlder)
        },
      ],
      [
        'after an error',
        {
          loadCandles: async ({ interval }) => {
            if (interval === '5min') throw new Error('the link broke')
            return series(10, '100')
          },
        },
        ({ until }) => until(({ message }) => message !== null),
      ],
      [
        'after an indicator has failed',
        { computeLines: () => Promise.reject(new Error('no engine')) },
        ({ until }) => until(({ lines }) => lines.length > 0),
      ],
    ])('loads it %s', async (_, ports, before) => {
      const { charts, asked, until } = await startWithIndicator(ports, before)
      charts.send({ type: 'chart.interval', slot: 'first', interval: '15min' })
      await until(({ candles, interval }) => candles !== null && interval === '15min')
      charts.send({ type: 'chart.instrument', slot: 'first', instrument: TCS })
      charts.send({ type: 'chart.interval', slot: 'first', interval: 'day' })
      await until(({ candles, interval }) => candles !== null && interval === 'day')
      expect(asked).toEqual([
        'INDICES_NIFTY 50 5min',
        'INDICES_NIFTY 50 15min',
        'NSE_TCS 15min',
        'NSE_TCS day',
      ])
    })

    test('goes on growing at both ends after its lines are drawn', async () => {
      const { charts, until } = await startWithIndicator({}, ({ until: see }) =>
        see(({ lines }) => lines.length > 0),
      )
      charts.send({ type: 'chart.grown', slot: 'first' })
      await until(({ candles }) => candles?.time.length === 4)
      charts.send({ type: 'chart.older', slot: 'first' })
      await until(({ candles }) => candles?.time.length === 6)
    })
  })

  test('tells what to keep', () => {
    const { charts, kept } = startCharts()
    charts.send({ type: 'chart.instrument', slot: 'second', instrument: INFY })
    expect(kept).toEqual([
      {
        type: 'chart.keep',
        slot: 'second',
        instrument: INFY,
        interval: '5min',
        history: 'market',
        indicators: [],
        look: plainLook,
      },
    ])
  })

  test('compares with other instruments in percent, and no longer with one that is named again', () => {
    const { charts, first } = startCharts()
    const compare = (...indicators: readonly string[]) =>
      charts.send({ type: 'chart.compare', slot: 'first', indicators })
    charts.send({ type: 'chart.look', slot: 'first', look: { type: 'line' } })
    compare('close of "TCS"', 'close of "INFY"')
    expect([first().indicators, first().look]).toEqual([
      ['close of "TCS"', 'close of "INFY"'],
      { ...plainLook, type: 'line', scale: 'percent' },
    ])
    charts.send({ type: 'chart.look', slot: 'first', look: { scale: 'linear' } })
    compare('close of "TCS"')
    expect([first().indicators, first().look.scale]).toEqual([['close of "INFY"'], 'linear'])
    charts.send({ type: 'chart.look', slot: 'first', look: { scale: 'indexed' } })
    compare('close of "TCS"')
    expect([first().indicators.length, first().look.scale]).toEqual([2, 'indexed'])
  })

  test('changes an indicator in its place, and draws none twice', () => {
    const { charts } = startCharts()
    const change = (number: number, indicator: string) =>
      charts.send({ type: 'chart.change', slot: 'first', number, indicator })
    const drawn = () => charts.getSnapshot().context.charts.first.indicators
    charts.send({ type: 'chart.indicators', slot: 'first', indicators: ['ema(close,9)', 'rsi(14)'] })
    change(1, 'ema(close,10)')
    expect(drawn()).toEqual(['ema(close,10)', 'rsi(14)'])
    change(3, 'atr(14)')
    expect(drawn()).toEqual(['ema(close,10)', 'rsi(14)'])
    change(2, 'ema(close,10)')
    expect(drawn()).toEqual(['ema(close,10)'])
  })

  test('keeps its look through other instruments, and tells what to keep', () => {
    const { charts, kept } = startCharts()
    const look = () => charts.getSnapshot().context.charts.first.look
    charts.send({ type: 'chart.look', slot: 'first', look: { type: 'hollow' } })
    charts.send({ type: 'chart.look', slot: 'first', look: { scale: 'log' } })
    charts.send({ type: 'chart.level', slot: 'first', level: 'dayRange' })
    charts.send({ type: 'chart.level', slot: 'first', level: 'bidAsk' })
    charts.send({ type: 'chart.level', slot: 'first', level: 'dayRange' })
    charts.send({ type: 'chart.instrument', slot: 'first', instrument: INFY })
    const expected = { type: 'hollow', scale: 'log', levels: ['bidAsk'], panes: {} }
    expect(look()).toEqual(expected)
    expect(kept.at(-1)).toMatchObject({ instrument: INFY, look: expected })
    expect(charts.getSnapshot().context.charts.second.look).toEqual(plainLook)
  })

  test('its panes are chosen, made taller and moved by keys, and dragged to a height', async () => {
    const { charts, kept } = startCharts({
      computeLines: async (indicators) =>
        indicators.map((indicator) => ({ ...failedLine(indicator, ''), message: null, pane: indicator })),
    })
    const first = () => charts.getSnapshot().context.charts.first
    const act = (does: PaneAct) => charts.send({ type: 'chart.pane', slot: 'first', act: does })
    act('taller')
    expect(first()).toMatchObject({ pane: null, look: { panes: {} } })
    charts.send({ type: 'charts.watch', slot: 'first' })
    charts.send({ type: 'chart.indicators', slot: 'first', indicators: ['rsi(14)', 'adx(14)'] })
    await waitFor(charts, ({ context }) => context.charts.first.lines.length === 2)
    act('taller')
    expect(first()).toMatchObject({ pane: 'rsi(14)', look: { panes: { 'rsi(14)': 1.25 } } })
    act('next')
    act('up')
    expect(first()).toMatchObject({ pane: 'adx(14)', indicators: ['adx(14)', 'rsi(14)'] })
    charts.send({ type: 'chart.paneShare', slot: 'first', pane: 'adx(14)', share: 9 })
    expect(first().look.panes).toEqual({ 'rsi(14)': 1.25, 'adx(14)': 5 })
    expect(kept.at(-1)).toMatchObject({ look: { panes: { 'adx(14)': 5 } } })
  })

  describe('of imported history', () => {
    const startImported = async () => {
      const asked: string[] = []
      const started = startCharts({
        loadCandles: async ({ instrument, history }) => {
          asked.push(`${instrument} ${history}`)
          return series(10, '100')
        },
      })
      const { charts, until } = started
      charts.send({ type: 'charts.watch', slot: 'first' })
      charts.send({ type: 'chart.instrument', slot: 'first', instrument: INFY, history: 'imported' })
      await until(({ candles }) => candles !== null)
      asked.length = 0
      return { ...started, asked }
    }

    test('keeps it with another interval, and shows the market of another instrument', async () => {
      const { charts, first, asked } = await startImported()
      charts.send({ type: 'chart.interval', slot: 'first', interval: 'day' })
      expect(first().history).toEqual('imported')
      charts.send({ type: 'chart.instrument', slot: 'first', instrument: 'NSE_TCS' as InstrumentId })
      expect([first().history, asked]).toEqual(['market', ['NSE_INFY imported', 'NSE_TCS market']])
    })

    test('goes to the market and back as one chooses, and to the market where one trades', async () => {
      const { charts, first, until, asked, kept } = await startImported()
      charts.send({ type: 'chart.history', slot: 'first', history: 'market' })
      expect(first().candles).toEqual(null)
      await until(({ candles }) => candles !== null)
      charts.send({ type: 'chart.history', slot: 'first', history: 'imported' })
      expect(kept.map(({ history }) => history)).toEqual(['imported', 'market', 'imported'])
      charts.send({ type: 'charts.toMarket' })
      expect(first().history).toEqual('market')
      expect(asked).toEqual(['NSE_INFY market', 'NSE_INFY imported', 'NSE_INFY market'])
    })

    test('loads again what was imported meanwhile; a chart of the market is left alone', async () => {
      const { charts, until, asked } = await startImported()
      charts.send({ type: 'charts.imported' })
      await until(({ candles }) => candles !== null)
      charts.send({ type: 'chart.history', slot: 'first', history: 'market' })
      await until(({ candles }) => candles !== null)
      charts.send({ type: 'charts.imported' })
      expect(asked).toEqual(['NSE_INFY imported', 'NSE_INFY market'])
    })
  })
})

describe('charts over the real server and engines', () => {
  const { password, server, bench } = overServer()

  const enter = async (path: string) => {
    const opened = bench().open(path)
    const { actors } = opened.console
    await waitFor(actors.auth, (auth) => auth.matches('signedOut') || auth.matches('signedIn'))
    if (actors.auth.getSnapshot().matches('signedOut'))
      actors.auth.send({ type: 'auth.signIn', userName: 'asha', password: password() })
    await waitFor(actors.auth, (auth) => auth.matches({ signedIn: 'ready' }))
    await waitFor(actors.engines, (engines) => engines.matches('ready'))
    return opened
  }

  test('the address says what is on the chart, and the chart what is in the address', async () => {
    const { console } = await enter(
      '/trading-view?symbol=NSE_INFY&interval=15min&indicators=ema(close,9);rsi(14)',
    )
    const { charts, navigation } = console.actors
    charts.send({ type: 'charts.watch', slot: 'first' })
    const loaded = await waitFor(charts, ({ context }) => context.charts.first.lines.length === 2, {
      timeout: FACT_MS,
    })
    const { candles, lines, source, instrument, interval } = loaded.context.charts.first
    expect([instrument, interval, source]).toEqual(['NSE_INFY', '15min', 'simulated'])
    expect(candles?.time.length).toBeGreaterThan(500)
    expect(lines.map(({ label, pane, message, values }) => [label, pane, message, values.length])).toEqual([
      ['EMA 9', 'price', null, candles?.time.length],
      ['RSI 14', 'rsi 14', null, candles?.time.length],
    ])
    charts.send({ type: 'chart.interval', slot: 'first', interval: 'hour' })
    expect(navigation.getSnapshot().context.path).toEqual(
      '/trading-view?symbol=NSE_INFY&interval=hour&indicators=ema%28close%2C9%29%3Brsi%2814%29',
    )
  })

  test('imported history is shown where it was chosen and nowhere else; the market never is of it', async () => {
    const store = createCandleStore({ store: server().store, clock: server().clock })
    await importFiles(store, [fileOf('TCS.csv', QUARTERS_2024)])
    const { console } = await enter('/trading-view?symbol=NSE_TCS&interval=15min')
    const { charts, navigation } = console.actors
    const first = () => charts.getSnapshot().context.charts.first
    const shown = async () => {
      await waitFor(charts, ({ context }) => context.charts.first.candles !== null, { timeout: FACT_MS })
      const { source, candles, message } = first()
      return [source, candles?.time.length === 3, message]
    }
    charts.send({ type: 'charts.watch', slot: 'first' })
    expect(await shown()).toEqual(['simulated', false, null])
    charts.send({ type: 'chart.history', slot: 'first', history: 'imported' })
    expect(await shown()).toEqual(['imported', true, null])
    const chosen = '/trading-view?symbol=NSE_TCS&interval=15min&candles=imported'
    expect(navigation.getSnapshot().context.path).toEqual(chosen)
    // Fifteen minutes do not make five: none are shown, and nothing is refused.
    charts.send({ type: 'chart.interval', slot: 'first', interval: '5min' })
    await waitFor(charts, ({ context }) => context.charts.first.candles?.time.length === 0)
    expect(first().message).toEqual(null)
    // A screen on which one trades, by whichever way one comes there.
    navigation.send({ type: 'view.open', path: '/markets' })
    expect(first().history).toEqual('market')
    charts.send({ type: 'chart.history', slot: 'first', history: 'imported' })
    expect(first().history).toEqual('market')
    navigation.send({ type: 'view.open', path: chosen })
    expect(await shown()).toEqual(['imported', true, null])
    navigation.send({ type: 'view.open', path: '/trading-view?symbol=NSE_TCS&interval=5min' })
    expect(await shown()).toEqual(['simulated', false, null])
  })

  test('an indicator that makes no sense is named, and the others are drawn', async () => {
    const { console } = await enter(
      '/trading-view?symbol=NSE_INFY&interval=day&indicators=nonsense(3);sma(close,5)',
    )
    const { charts } = console.actors
    charts.send({ type: 'charts.watch', slot: 'first' })
    const { context } = await waitFor(charts, (state) => state.context.charts.first.lines.length === 2, {
      timeout: FACT_MS,
    })
    const { lines, candles } = context.charts.first
    expect(lines.map(({ message }) => message === null)).toEqual([false, true])
    const last = (candles?.time.length ?? 0) - 1
    const mean = [0, 1, 2, 3, 4].reduce((sum, back) => sum + (candles?.close[last - back] ?? 0), 0) / 5
    expect(lines[1]?.values[last]).toBeCloseTo(mean, 6)
  })

  test('a new tab shows what was on the charts before', async () => {
    const { console } = await enter('/')
    console.actors.charts.send({ type: 'chart.instrument', slot: 'second', instrument: INFY })
    console.actors.charts.send({ type: 'chart.interval', slot: 'first', interval: 'hour' })
    console.actors.charts.send({ type: 'chart.indicators', slot: 'first', indicators: ['rsi(14)'] })
    const { charts } = (await enter('/')).console.actors.charts.getSnapshot().context
    expect([charts.first.interval, charts.first.indicators, charts.second.instrument]).toEqual([
      'hour',
      ['rsi(14)'],
      INFY,
    ])
  })
})
