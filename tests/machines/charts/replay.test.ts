import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { linkReplays } from '../../../src/console/charts/linked-replay.ts'
import { emptyCandles } from '../../../src/domain/charts/candle.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import {
  type ChartLine,
  chartMachine,
  type LoadedSeries,
  type ReplayEvent,
  rowsBy,
} from '../../../src/machines/charts/chart.ts'
import { type ChartMemory, chartsMachine } from '../../../src/machines/charts/charts.ts'
import { chartLayoutMachine } from '../../../src/machines/charts/layout.ts'
import { waitFor } from '../../support/wait-for.ts'

const minutes = (from: number, count: number) => {
  const candles = emptyCandles(count)
  candles.time.forEach((_, row) => {
    candles.time[row] = (from + row) * 60_000
    candles.close[row] = from + row
  })
  return candles
}

const start = async (count = 100) => {
  const clock = new SimulatedClock()
  let older = 0
  const chart = createActor(
    chartMachine.provide({
      actors: {
        loadCandles: fromPromise(async (): Promise<LoadedSeries> => {
          older = 0
          return { candles: minutes(1_000, count), source: 'simulated' }
        }),
        loadOlder: fromPromise(async () => {
          older++
          return minutes(1_000 - 50 * older, 50)
        }),
        computeLines: fromPromise(async (): Promise<readonly ChartLine[]> => []),
      },
    }),
    { input: { slot: 'first' }, clock },
  ).start()
  chart.send({ type: 'charts.watch' })
  await waitFor(chart, ({ context }) => context.candles !== null)
  /** Of the newest candle that is shown. */
  const minute = () => {
    const { replay, candles } = chart.getSnapshot().context
    const { time } = candles ?? emptyCandles(0)
    return (time[replay === null ? -1 : rowsBy(replay.until, time) - 1] ?? Number.NaN) / 60_000
  }
  const isPlaying = () => chart.getSnapshot().context.replay?.isPlaying
  return { chart, clock, minute, isPlaying, older: () => older }
}

describe('a replay', () => {
  test('begins some candles before the newest, and goes candle by candle, within those that there are', async () => {
    const { chart, minute } = await start()
    chart.send({ type: 'replay.step', by: 1 })
    expect(minute()).toEqual(Number.NaN)
    chart.send({ type: 'replay.start', at: null })
    expect(minute()).toEqual(1_039)
    chart.send({ type: 'replay.step', by: 1 })
    chart.send({ type: 'replay.step', by: 1 })
    chart.send({ type: 'replay.step', by: -1 })
    expect(minute()).toEqual(1_040)
    chart.send({ type: 'replay.start', at: 1_099.5 * 60_000 })
    chart.send({ type: 'replay.step', by: 1 })
    expect(minute()).toEqual(1_099)
    chart.send({ type: 'replay.end' })
    expect(minute()).toEqual(Number.NaN)
  })

  test('that is asked for before there are candles begins once they have come', async () => {
    const { chart, minute } = await start()
    chart.send({
      type: 'chart.show',
      instrument: 'NSE_INFY' as InstrumentId,
      interval: 'min',
      history: 'market',
    })
    chart.send({ type: 'replay.start', at: 1_050 * 60_000 })
    expect(minute()).toEqual(Number.NaN)
    await waitFor(chart, ({ context }) => context.replay !== null)
    expect(minute()).toEqual(1_049)
  })

  test('plays at its pace, pauses, and stops at the newest candle', async () => {
    const { chart, clock, minute, isPlaying } = await start()
    chart.send({ type: 'replay.start', at: 1_096 * 60_000 })
    chart.send({ type: 'replay.play' })
    clock.increment(999)
    expect(minute()).toEqual(1_095)
    clock.increment(1)
    expect([minute(), isPlaying()]).toEqual([1_096, true])
    chart.send({ type: 'replay.play' })
    clock.increment(5_000)
    expect([minute(), isPlaying()]).toEqual([1_096, false])
    chart.send({ type: 'replay.pace', pace: 10 })
    chart.send({ type: 'replay.play' })
    clock.increment(100)
    clock.increment(100)
    expect([minute(), isPlaying()]).toEqual([1_098, true])
    clock.increment(100)
    expect([minute(), isPlaying()]).toEqual([1_099, false])
    chart.send({ type: 'replay.play' })
    expect(isPlaying()).toEqual(false)
  })

  test('loads back to its time, shows the same time of another symbol, and ends with the screen', async () => {
    const { chart, minute, older } = await start()
    chart.send({ type: 'replay.start', at: 920 * 60_000 })
    await waitFor(chart, ({ context }) => context.goal?.isLoaded === true)
    expect([older(), chart.getSnapshot().context.candles?.time[0]]).toEqual([2, 900 * 60_000])
    chart.send({
      type: 'chart.show',
      instrument: 'NSE_INFY' as InstrumentId,
      interval: 'min',
      history: 'market',
    })
    await waitFor(chart, ({ context }) => context.goal?.isLoaded === true)
    expect([minute(), chart.getSnapshot().context.instrument]).toEqual([919, 'NSE_INFY'])
    chart.send({ type: 'charts.unwatch' })
    expect(minute()).toEqual(Number.NaN)
  })
})

describe('charts whose time range is linked', () => {
  const startTwo = async () => {
    const clock = new SimulatedClock()
    const every = (step: number) =>
      chartMachine.provide({
        actors: {
          loadCandles: fromPromise(async (): Promise<LoadedSeries> => {
            const candles = minutes(1_000, 100)
            candles.time.forEach((_, row) => {
              candles.time[row] = (1_000 + row * step) * 60_000
            })
            return { candles, source: 'simulated' }
          }),
          computeLines: fromPromise(async (): Promise<readonly ChartLine[]> => []),
        },
      })
    const charts = createActor(
      chartsMachine.provide({
        actors: {
          first: every(1),
          second: every(5),
          outside: fromCallback<ChartMemory, undefined>(() => {}),
        },
      }),
      { clock },
    ).start()
    const chartLayout = createActor(chartLayoutMachine).start()
    chartLayout.send({ type: 'layout.count', count: 2 })
    const unlink = linkReplays({ actors: { charts, chartLayout } })
    for (const slot of ['first', 'second'] as const) charts.send({ type: 'charts.watch', slot })
    const shown = () => charts.getSnapshot().context.charts
    await waitFor(
      charts,
      ({ context: { charts: all } }) => all.first.candles !== null && all.second.candles !== null,
    )
    const tell = (slot: 'first' | 'second', event: ReplayEvent) =>
      charts.send({ type: 'chart.replay', slot, event })
    const times = () =>
      [shown().first.replay, shown().second.replay].map((replay) => (replay?.until ?? Number.NaN) / 60_000)
    const link = () => chartLayout.send({ type: 'layout.link', link: 'range' })
    return { clock, tell, times, shown, link, unlink }
  }

  test('are replayed together, from whichever is stepped or played, and end together', async () => {
    const { clock, tell, times, shown, link } = await startTwo()
    link()
    tell('first', { type: 'replay.start', at: 1_020 * 60_000 })
    expect(times()).toEqual([1_020, 1_020])
    tell('first', { type: 'replay.step', by: 1 })
    expect(times()).toEqual([1_021, 1_021])
    tell('second', { type: 'replay.step', by: 1 })
    expect(times()).toEqual([1_025, 1_025])
    tell('first', { type: 'replay.play' })
    clock.increment(1_000)
    expect(times()).toEqual([1_026, 1_026])
    tell('second', { type: 'replay.play' })
    clock.increment(1_000)
    expect([times(), shown().first.replay?.isPlaying]).toEqual([[1_030, 1_030], false])
    tell('second', { type: 'replay.end' })
    expect(times()).toEqual([Number.NaN, Number.NaN])
  })

  test('are each replayed alone without the link', async () => {
    const { tell, times } = await startTwo()
    tell('first', { type: 'replay.start', at: 1_020 * 60_000 })
    expect(times()).toEqual([1_020, Number.NaN])
  })
})
