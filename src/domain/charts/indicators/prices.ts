import { indicator, offset } from './params.ts'
import type { IndicatorSpec } from './spec.ts'

const candlePrice = (key: 'open' | 'high' | 'low' | 'close') =>
  indicator({
    key,
    name: `${key[0]?.toUpperCase()}${key.slice(1)}`,
    params: [offset],
    pane: 'price',
  })

export const prices: readonly IndicatorSpec[] = [
  candlePrice('open'),
  candlePrice('high'),
  candlePrice('low'),
  candlePrice('close'),
]
