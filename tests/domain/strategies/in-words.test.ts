import { describe, expect, test } from 'vitest'
import {
  describeChanges,
  exitInWords,
  quantityInWords,
  termsInWords,
} from '../../../src/domain/strategies/in-words.ts'
import type { EquityStrategy, StrategyQuantity } from '../../../src/domain/strategies/strategy.ts'
import { rsiDip } from '../../support/strategies.ts'

describe('a strategy in words', () => {
  test.each<[StrategyQuantity, string]>([
    [{ by: 'lots', value: 1 }, '1 lot'],
    [{ by: 'lots', value: 3 }, '3 lots'],
    [{ by: 'rupees', value: 200_000 }, '₹2,00,000'],
    [{ by: 'capital_pct', value: 20 }, '20% of the capital'],
    [{ by: 'shares', value: 1 }, '1 share'],
    [{ by: 'shares', value: 200 }, '200 shares'],
    [{ by: 'risk', value: 2_000 }, 'risk ₹2,000'],
  ])('has the quantity %j as "%s"', (quantity, words) => {
    expect(quantityInWords(quantity)).toBe(words)
  })

  test.each<[Partial<EquityStrategy>, string]>([
    [{}, 'rsi(14) > 70, 15:15'],
    [{ trailing: { distance: 0.5, after: 0.6 } }, 'rsi(14) > 70, trailing 0.5% once 0.6% in profit, 15:15'],
    [{ trailing: { distance: 0.5, after: null } }, 'rsi(14) > 70, trailing 0.5%, 15:15'],
    [
      { stopLoss: 8, trailing: { distance: 5, after: 0 }, targetProfit: 20, tpslType: 'pts' },
      'rsi(14) > 70, stop 8 points, trailing 5 points, target 20 points, 15:15',
    ],
    [
      { stopLoss: 1, trailing: { distance: 1, after: null }, tpslType: 'pts' },
      'rsi(14) > 70, stop 1 point, trailing 1 point, 15:15',
    ],
    [
      { trailing: { distance: 500, after: 900 }, tpslType: 'abs' },
      'rsi(14) > 70, trailing ₹500 once ₹900 in profit, 15:15',
    ],
  ])('with %j exits by "%s"', (changes, words) => {
    expect(exitInWords({ ...rsiDip, ...changes })).toBe(words)
  })

  test.each<[Partial<EquityStrategy>, string]>([
    [{}, 'long · MIS · 100% of the capital'],
    [{ entries: { per: 'day', most: 3 } }, 'long · MIS · 100% of the capital · at most 3 entries a day'],
    [{ entries: { per: 'week', most: 1 } }, 'long · MIS · 100% of the capital · at most 1 entry a week'],
    [
      { entries: { per: 'day', most: 3 }, lossesInARow: 2 },
      'long · MIS · 100% of the capital · at most 3 entries a day · stops after 2 losses in a row',
    ],
    [{ lossesInARow: 1 }, 'long · MIS · 100% of the capital · stops after a loss'],
  ])('with %j trades "%s"', (changes, words) => {
    expect(termsInWords({ ...rsiDip, ...changes })).toBe(words)
  })

  test('tells what changed in its limits', () => {
    const limited: EquityStrategy = {
      ...rsiDip,
      stopLoss: 1,
      quantity: { by: 'risk', value: 2_000 },
      trailing: { distance: 0.5, after: null },
      entries: { per: 'day', most: 3 },
    }
    expect(describeChanges(rsiDip, limited)).toEqual([
      'Quantity: risk ₹2,000, was 100% of the capital',
      'Stop and target: stop 1%, trailing 0.5%, was none',
      'Limits: at most 3 entries a day, was none',
    ])
    expect(describeChanges(limited, { ...limited, lossesInARow: 2 })).toEqual([
      'Limits: at most 3 entries a day, stops after 2 losses in a row, was at most 3 entries a day',
    ])
    expect(describeChanges(limited, limited)).toEqual([])
  })
})
