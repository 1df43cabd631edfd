import { band, dropdown, indicator, period, yesNo } from './params.ts'
import { type IndicatorSpec, macdLines } from './spec.ts'

/** How fast the price moves, most of them between two bounds. */
export const momentum: readonly IndicatorSpec[] = [
  indicator({
    key: 'rsi',
    name: 'RSI',
    params: [period(14)],
    pane: 'own',
    levels: [30, 70],
  }),
  indicator({
    key: 'macd',
    name: 'MACD',
    params: [
      period(12, 'fast'),
      period(26, 'slow'),
      period(9, 'signal'),
      dropdown('line', macdLines, 'macd'),
    ],
    pane: 'own',
    lines: { param: 'line', bars: 'histogram' },
    levels: [0],
  }),
  indicator({
    key: 'mom',
    name: 'MOM',
    params: [period(14)],
    pane: 'own',
    levels: [0],
  }),
  indicator({
    key: 'stochastic',
    name: 'Stochastic',
    params: [period(14), band('type', ['%k', '%d']), dropdown('smoothen', yesNo, 'yes')],
    pane: 'own',
    lines: { param: 'type' },
    levels: [20, 80],
  }),
  indicator({
    key: 'stochastic_rsi',
    name: 'Stochastic RSI',
    params: [period(14), band('type', ['%k', '%d']), dropdown('smoothen', yesNo, 'yes')],
    pane: 'own',
    lines: { param: 'type' },
    levels: [20, 80],
  }),
  indicator({
    key: 'williams_r',
    name: 'Williams %R',
    params: [period(14)],
    pane: 'own',
    levels: [-80, -20],
  }),
  indicator({
    key: 'cci',
    name: 'CCI',
    params: [period(20, 'period', 2)],
    pane: 'own',
    levels: [-100, 100],
  }),
  indicator({
    key: 'awesome_oscillator',
    name: 'Awesome Oscillator',
    params: [],
    pane: 'own',
    levels: [0],
    draw: 'bars',
  }),
  indicator({
    key: 'tsi',
    name: 'TSI',
    params: [period(25, 'long'), period(13, 'short'), period(13, 'signal')],
    outputs: ['tsi', 'signal'],
    pane: 'own',
    levels: [0],
  }),
  indicator({
    key: 'ultimate_oscillator',
    name: 'Ultimate Oscillator',
    params: [period(7, 'short'), period(14, 'medium'), period(28, 'long')],
    pane: 'own',
    levels: [30, 70],
  }),
  indicator({
    key: 'cmo',
    name: 'CMO',
    params: [period(9)],
    pane: 'own',
    levels: [-50, 50],
  }),
]
