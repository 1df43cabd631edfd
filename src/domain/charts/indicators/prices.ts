import { capitalised } from '../../format.ts'
import { indicator, offset } from './params.ts'
import type { IndicatorSpec } from './spec.ts'

const candlePrice = (key: 'open' | 'high' | 'low' | 'close') =>
  indicator({
    key,
    name: capitalised(key),
    params: [offset],
    pane: 'price',
  })

export const prices: readonly IndicatorSpec[] = [
  candlePrice('open'),
  candlePrice('high'),
  candlePrice('low'),
  candlePrice('close'),
]
