import { band, indicator, multiplier, offset, period } from './params.ts'
import type { IndicatorSpec } from './spec.ts'

export const trends: readonly IndicatorSpec[] = [
  indicator({
    key: 'supertrend',
    name: 'Supertrend',
    params: [period(7), multiplier('multiplier', 3)],
    outputs: ['value', 'direction'],
    pane: 'price',
  }),
  indicator({
    key: 'parabolic_sar',
    name: 'Parabolic SAR',
    params: [multiplier('start', 0.02), multiplier('increment', 0.02), multiplier('maximum', 0.2)],
    outputs: ['value', 'direction'],
    pane: 'price',
    draw: 'dots',
  }),
  indicator({
    key: 'adx',
    name: 'ADX',
    params: [period(14)],
    outputs: ['adx', 'plus_di', 'minus_di'],
    pane: 'own',
    levels: [25],
  }),
  indicator({
    key: 'aroon_oscillator',
    name: 'Aroon Oscillator',
    params: [period(14, 'period', 2)],
    pane: 'own',
    levels: [0],
  }),
  indicator({
    key: 'vortex',
    name: 'Vortex',
    params: [period(14), band('signal', ['+vi', '-vi']), { ...offset, required: false }],
    pane: 'own',
    lines: { param: 'signal' },
    levels: [1],
  }),
  indicator({
    key: 'choppiness',
    name: 'Choppiness Index',
    params: [period(14, 'period', 2)],
    pane: 'own',
    levels: [38.2, 61.8],
  }),
  indicator({
    key: 'atr',
    name: 'ATR',
    params: [period(14)],
    pane: 'own',
  }),
]
