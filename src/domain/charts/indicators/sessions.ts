import { band, dropdown, indicator, number, sessionField, yesNo } from './params.ts'
import { candleSizes, type IndicatorSpec, OFFSET_MAX, pivotLevels, rangeSizes } from './spec.ts'

export const sessions: readonly IndicatorSpec[] = [
  indicator({
    key: 'day_high',
    name: 'Day High',
    params: [],
    pane: 'price',
    draw: 'steps',
  }),
  indicator({
    key: 'day_low',
    name: 'Day Low',
    params: [],
    pane: 'price',
    draw: 'steps',
  }),
  indicator({
    key: 'opening_range',
    name: 'Opening Range',
    params: [sessionField('high'), dropdown('range', rangeSizes, '15min')],
    pane: 'price',
    draw: 'steps',
  }),
  indicator({
    key: 'nth_candle',
    name: 'Nth candle',
    params: [sessionField('close'), dropdown('range', rangeSizes, 'min'), number('num', 1, 1, 1_440, true)],
    pane: 'price',
    draw: 'steps',
  }),
  indicator({
    key: 'prev_n',
    name: 'Prev N',
    params: [
      sessionField('close'),
      number('offset', -1, -OFFSET_MAX, 0, true),
      dropdown('candle', candleSizes, 'day'),
    ],
    pane: 'price',
    draw: 'steps',
  }),
  indicator({
    key: 'pivot_point',
    name: 'Pivot point',
    params: [
      dropdown('signal', pivotLevels, 'p'),
      band('type', ['standard', 'fibonacci']),
      dropdown('continous', yesNo, 'no'),
    ],
    pane: 'price',
    lines: { param: 'signal' },
    draw: 'steps',
  }),
]
