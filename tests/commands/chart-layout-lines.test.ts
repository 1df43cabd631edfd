import { describe, expect, test } from 'vitest'
import type { Environment } from '../../src/commands/environment.ts'
import { readLine } from '../../src/commands/read-line.ts'
import { dispatchesOf, titleOfCall } from '../../src/commands/registry.ts'
import type { ChartLink, ChartSlot } from '../../src/domain/charts/layout.ts'
import { at, savedLayouts } from '../support/line-environments.ts'

const chartsOf = (active: ChartSlot, count: number, links: readonly ChartLink[] = []): Environment =>
  at({ view: 'trading-view' }, { chartLayout: { active, count, links }, savedLayouts })

const read = (line: string, here: Environment) => {
  const { call, problem } = readLine(line, line.length, here)
  if (call === null) throw new Error(problem?.message ?? problem?.expected)
  return { title: titleOfCall(call, here), events: dispatchesOf(call, here).map(({ event }) => event) }
}
const eventsOf = (line: string, here: Environment) => read(line, here).events

describe('charts of the chart screen', () => {
  test('a line acts on the active one, or on the one it names', () => {
    const here = chartsOf('third', 4)
    expect(eventsOf('interval 5min', here)).toEqual([
      { type: 'chart.interval', slot: 'third', interval: '5min' },
    ])
    expect(eventsOf('interval 5min on second', here)).toEqual([
      { type: 'chart.interval', slot: 'second', interval: '5min' },
    ])
    expect(eventsOf('ind rsi(14)', here)).toEqual([
      { type: 'chart.indicator', slot: 'third', indicator: 'rsi(14)' },
    ])
  })

  test('another instrument opens in the active one, and only the first changes the address', () => {
    expect(eventsOf('chart tcs', chartsOf('second', 2))).toEqual([
      { type: 'chart.instrument', slot: 'second', instrument: 'NSE_TCS' },
    ])
    expect(eventsOf('chart tcs', chartsOf('first', 2))).toEqual([
      { type: 'chart.instrument', slot: 'first', instrument: 'NSE_TCS' },
      { type: 'view.open', path: '/trading-view?symbol=NSE_TCS' },
    ])
  })

  test('linked, an interval and a symbol reach all that are shown', () => {
    const here = chartsOf('second', 3, ['interval', 'symbol'])
    expect(eventsOf('interval day', here)).toEqual(
      ['first', 'second', 'third'].map((slot) => ({ type: 'chart.interval', slot, interval: 'day' })),
    )
    expect(eventsOf('symbol tcs', here)).toEqual(
      ['first', 'second', 'third'].map((slot) => ({
        type: 'chart.instrument',
        slot,
        instrument: 'NSE_TCS',
      })),
    )
  })

  test.each([
    ['charts', 'Show 3 charts', { type: 'layout.count', count: 3 }],
    ['charts 4', 'Show 4 charts', { type: 'layout.count', count: 4 }],
    ['charts 1', 'Show one chart', { type: 'layout.count', count: 1 }],
    ['link range', 'Unlink the range of the charts', { type: 'layout.link', link: 'range' }],
    ['link symbol', 'Link the symbol of the charts', { type: 'layout.link', link: 'symbol' }],
    ['link', 'Link everything on the charts', { type: 'layout.link', link: null }],
    ['active chart next', 'Next chart', { type: 'layout.step', by: 1 }],
    ['maximise', 'This chart alone, or all again', { type: 'layout.maximise' }],
    [
      'layout save "IT and energy"',
      'Replace the chart layout IT and energy',
      { type: 'request.send', input: { act: 'save', name: 'IT and energy' } },
    ],
    [
      'layout save "New"',
      'Save the chart layout as New',
      { type: 'request.send', input: { act: 'save', name: 'New' } },
    ],
    ['layouts', 'Chart layouts', { type: 'palette.open', line: 'layout ' }],
  ])('%s: %s', (line, title, event) => {
    expect(read(line, chartsOf('first', 2, ['range']))).toEqual({ title, events: [event] })
  })

  test('a layout that was saved shows its charts as they were', () => {
    const charts = [
      ['first', 'NSE_INFY'],
      ['second', 'NSE_RELIANCE'],
    ] as const
    expect(eventsOf('layout it and energy', chartsOf('first', 1))).toEqual([
      { type: 'layout.restore', count: 2, links: ['range'] },
      ...charts.flatMap(([slot, instrument]) => [
        { type: 'chart.instrument', slot, instrument },
        { type: 'chart.interval', slot, interval: '15min' },
        { type: 'chart.indicators', slot, indicators: ['rsi(14)'] },
        { type: 'chart.look', slot, look: { type: 'bars', scale: 'log', levels: [], panes: {} } },
      ]),
    ])
  })
})
