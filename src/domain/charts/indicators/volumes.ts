import { averageType, band, indicator, period } from './params.ts'
import type { IndicatorSpec } from './spec.ts'

export const volumes: readonly IndicatorSpec[] = [
  indicator({
    key: 'volume',
    name: 'Volume',
    params: [],
    pane: 'own',
    draw: 'bars',
  }),
  indicator({
    key: 'moving_average_volume',
    name: 'Moving Average Volume',
    params: [period(20), averageType()],
    pane: 'own',
  }),
  indicator({
    key: 'vwap',
    name: 'VWAP',
    params: [],
    pane: 'price',
    draw: 'dailyLine',
  }),
  indicator({
    key: 'volume_oscillator',
    name: 'Volume Oscillator',
    params: [period(12, 'short'), period(26, 'long'), band('pop', ['pct', 'point'])],
    pane: 'own',
    levels: [0],
  }),
  indicator({
    key: 'mfi',
    name: 'MFI',
    params: [period(20)],
    pane: 'own',
    levels: [20, 80],
  }),
  indicator({
    key: 'chaikin_mf',
    name: 'Chaikin MF',
    params: [period(20)],
    pane: 'own',
    levels: [0],
  }),
  indicator({
    key: 'elder_force_index',
    name: 'Elder Force Index',
    params: [period(13)],
    pane: 'own',
    levels: [0],
  }),
]
