import { describe, expect, test } from 'vitest'
import {
  paneBeside,
  panesOf,
  readShares,
  stepShare,
  withPaneMoved,
  withShare,
} from '../../../src/domain/charts/panes.ts'

const lines = [
  { indicator: 'ema(close,9)', pane: 'price' },
  { indicator: 'rsi(14)', pane: 'rsi 14' },
  { indicator: 'macd(12,26,9)', pane: 'macd' },
  { indicator: 'macd(12,26,9,signal)', pane: 'macd' },
  { indicator: 'adx(14)', pane: 'adx' },
]
const indicators = lines.map(({ indicator }) => indicator)
const panes = ['rsi 14', 'macd', 'adx']

describe('panes of a chart', () => {
  test('are those of its lines, in their order, without that of the candles', () => {
    expect(panesOf(lines)).toEqual(panes)
  })

  test('are chosen one after the other, from either end', () => {
    expect([paneBeside(panes, null, 1), paneBeside(panes, null, -1)]).toEqual(['rsi 14', 'adx'])
    expect([
      paneBeside(panes, 'adx', 1),
      paneBeside(panes, 'macd', -1),
      paneBeside(panes, 'gone', 1),
    ]).toEqual(['rsi 14', 'rsi 14', 'rsi 14'])
    expect(paneBeside([], 'adx', 1)).toBe(null)
  })

  test('change places with all their indicators; those over the candles stay where they are', () => {
    expect(withPaneMoved(indicators, lines, 'rsi 14', 1)).toEqual([
      'ema(close,9)',
      'macd(12,26,9)',
      'macd(12,26,9,signal)',
      'rsi(14)',
      'adx(14)',
    ])
    expect(withPaneMoved(indicators, lines, 'adx', -1)).toEqual([
      'ema(close,9)',
      'rsi(14)',
      'adx(14)',
      'macd(12,26,9)',
      'macd(12,26,9,signal)',
    ])
    expect(withPaneMoved(indicators, lines, 'adx', 1)).toBe(indicators)
    expect(withPaneMoved(indicators, lines, 'gone', 1)).toBe(indicators)
  })

  test('grow and shrink by steps within bounds', () => {
    const grown = Array.from({ length: 20 }).reduce<Record<string, number>>(
      (shares) => stepShare(shares, 'adx', 1),
      {},
    )
    expect([stepShare({}, 'adx', 1), stepShare({ adx: 1.25 }, 'adx', -1), grown]).toEqual([
      { adx: 1.25 },
      { adx: 1 },
      { adx: 5 },
    ])
    expect(stepShare({ adx: 0.4 }, 'adx', -1)).toEqual({ adx: 0.4 })
  })

  test('only the ten changed last are kept, and what cannot be read is left out', () => {
    const many = Array.from({ length: 12 }, (_, at) => `pane ${at}`).reduce<Record<string, number>>(
      (shares, pane) => withShare(shares, pane, 2),
      {},
    )
    expect([Object.keys(many).length, Object.keys(many)[0]]).toEqual([10, 'pane 2'])
    expect(readShares({ adx: 2, rsi: 'tall', macd: 99, volume: Number.NaN })).toEqual({ adx: 2, macd: 5 })
    expect([readShares(null), readShares('x')]).toEqual([{}, {}])
  })
})
