import { averageType, band, field, indicator, number, offset, period } from './params.ts'
import { type IndicatorSpec, OFFSET_MAX } from './spec.ts'

export const averages: readonly IndicatorSpec[] = [
  indicator({
    key: 'sma',
    name: 'SMA',
    params: [field, period(20), offset],
    pane: 'price',
  }),
  indicator({
    key: 'ema',
    name: 'EMA',
    params: [field, period(20)],
    pane: 'price',
  }),
  indicator({
    key: 'wma',
    name: 'WMA',
    params: [field, period(20)],
    pane: 'price',
  }),
  indicator({
    key: 'dema',
    name: 'DEMA',
    params: [field, period(20)],
    pane: 'price',
  }),
  indicator({
    key: 'tema',
    name: 'TEMA',
    params: [field, period(20)],
    pane: 'price',
  }),
  indicator({
    key: 'hull_ma',
    name: 'Hull MA',
    params: [field, period(20, 'period', 2)],
    pane: 'price',
  }),
  indicator({
    key: 'moving_average',
    name: 'Moving Average',
    params: [averageType(), field, period(20), offset],
    pane: 'price',
  }),
  indicator({
    key: 'median_price',
    name: 'Median Price',
    params: [period(14)],
    pane: 'price',
  }),
  indicator({
    key: 'median_price_ma',
    name: 'Median Price MA',
    params: [period(14), averageType(), offset],
    pane: 'price',
  }),
  indicator({
    key: 'alligator',
    name: 'Alligator',
    params: [
      band('signal', ['jaw', 'teeth', 'lips']),
      period(13, 'jaw_period'),
      number('jaw_offset', 8, 0, OFFSET_MAX, true),
      period(8, 'teeth_period'),
      number('teeth_offset', 5, 0, OFFSET_MAX, true),
      period(5, 'lips_period'),
      number('lips_offset', 3, 0, OFFSET_MAX, true),
    ],
    pane: 'price',
    lines: { param: 'signal' },
  }),
]
