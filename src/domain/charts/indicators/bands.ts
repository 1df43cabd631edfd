import { capitalised } from '../../format.ts'
import { averageType, band, dropdown, field, indicator, multiplier, offset, period, yesNo } from './params.ts'
import { type IndicatorSpec, ichimokuLines } from './spec.ts'

const bollinger = (band: 'upper' | 'lower' | 'modified') =>
  indicator({
    key: `bollinger_${band}`,
    name: `Bollinger ${capitalised(band)}`,
    params: [field, period(20, 'period', 2), multiplier('standard_deviations', 2), averageType(), offset],
    pane: 'price',
    edge: band === 'modified' ? null : { of: 'bollinger', side: band },
  })

export const bands: readonly IndicatorSpec[] = [
  bollinger('upper'),
  bollinger('lower'),
  bollinger('modified'),
  indicator({
    key: 'bollinger_bandwidth',
    name: 'Bollinger Bandwidth',
    params: [field, period(20, 'period', 2), multiplier('standard_deviations', 2), averageType()],
    pane: 'own',
  }),
  indicator({
    key: 'donchian',
    name: 'Donchian Channel',
    params: [
      band('channel', ['upper', 'lower', 'median']),
      period(20, 'high_period'),
      period(20, 'low_period'),
    ],
    pane: 'price',
    lines: { param: 'channel', area: { upper: 'upper', lower: 'lower' } },
  }),
  indicator({
    key: 'keltner',
    name: 'Keltner Channel',
    params: [
      period(50),
      dropdown('band', ['top', 'median', 'bottom'], 'top'),
      averageType('exponential', 'ma_type'),
      multiplier('shift', 5),
    ],
    pane: 'price',
    lines: { param: 'band', area: { upper: 'top', lower: 'bottom' } },
  }),
  indicator({
    key: 'ichimoku',
    name: 'Ichimoku',
    params: [
      period(9, 'conversion'),
      period(26, 'base'),
      period(52, 'span_b'),
      period(26, 'displacement'),
      dropdown('line', ichimokuLines, 'conversion'),
      dropdown('cloud_shift', yesNo, 'yes'),
    ],
    pane: 'price',
    lines: { param: 'line', area: { upper: 'span_a', lower: 'span_b', isCloud: true } },
  }),
  indicator({
    key: 'stddev',
    name: 'StdDev',
    params: [period(14, 'period', 2), field, multiplier('stddev', 2), averageType('simple', 'ma_type')],
    pane: 'own',
  }),
]
