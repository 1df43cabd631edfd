import { describe, expect, test } from 'vitest'
import { black76Price } from '../../../src/domain/options/black-76.ts'
import type { Leg } from '../../../src/domain/options/leg-value.ts'
import { readPayoff } from '../../../src/domain/options/payoff.ts'
import {
  furtherPresets,
  type Preset,
  type PresetGroup,
  presetGroups,
  presets,
  resolvePreset,
  type StrikeLadder,
} from '../../../src/domain/options/presets.ts'

const LOT = 65
const forward = 24_000
const years = 10 / 365
const rate = 0.065
const volatility = 0.13
const ladder: StrikeLadder = {
  strikes: Array.from({ length: 41 }, (_, index) => 23_000 + index * 50),
  atmStrike: forward,
}

const legsOf = (preset: Preset): readonly Leg[] => {
  const { legs, missing } = resolvePreset(preset, ladder)
  if (legs === null) throw new Error(missing)
  return legs.map(({ position, type, strike, lots }): Leg => {
    const quantity = (position === 'buy' ? 1 : -1) * lots * LOT
    if (type === 'FUT') return { kind: 'future', quantity, years, forward, entry: forward, mark: forward }
    const entry = black76Price({ forward, strike, years, volatility, rate, type })
    return { kind: 'option', quantity, type, strike, years, forward, volatility, entry, mark: entry }
  })
}

const payoffOf = (preset: Preset) =>
  readPayoff(
    { legs: legsOf(preset), spot: forward, rate, volatility },
    { horizonYears: null, volatilityShift: 0 },
  )

const extreme = ({ value, note }: { value: number | null; note: string }, unlimited: string): string =>
  value === null ? unlimited : `${Math.round(value) + 0}${note === 'at S = 0' ? ' @0' : ''}`

const tenth = (value: number): string => String(Number(value.toFixed(1)))

// Market reference 6.5: name, net premium, maximum profit, maximum loss, breakevens, probability of profit in percent.
const table = `
  Buy Call | -13367 | ∞ | -13367 | 24205.7 | 34.2
  Sell Put | 13367 | 13367 | -1546633 @0 | 23794.3 | 65.1
  Bull Call Spread | -5447 | 7553 | -5447 | 24083.8 | 43.1
  Bull Put Spread | 5550 | 5550 | -7450 | 23914.6 | 56.2
  Call Ratio Back Spread | -2474 | ∞ | -15474 | 24438.1 | 19.7
  Bull Butterfly | -1820 | 11180 | -1820 | 24028, 24372 | 24.0
  Bull Condor | -874 | 5626 | -874 | 24113.4, 24386.6 | 18.3
  Range Forward | -103 | ∞ | -1547103 @0 | 24201.6 | 34.5
  Long Synthetic Future | 0 | ∞ | -1560000 @0 | 24000 | 49.6
  Buy Put | -13367 | 1546633 @0 | -13367 | 23794.3 | 34.9
  Sell Call | 13367 | 13367 | -∞ | 24205.7 | 65.8
  Bear Put Spread | -5550 | 7450 | -5550 | 23914.6 | 43.8
  Bear Call Spread | 5447 | 5447 | -7553 | 24083.8 | 56.9
  Put Ratio Back Spread | -2267 | 1531733 @0 | -15267 | 23565.1 | 20.1
  Bear Butterfly | -1862 | 11138 | -1862 | 23628.6, 23971.4 | 24.5
  Bear Condor | -899 | 5601 | -899 | 23613.8, 23886.2 | 18.8
  Risk Reversal | 103 | 1547103 @0 | -∞ | 24201.6 | 65.5
  Short Synthetic Future | 0 | 1560000 @0 | -∞ | 24000 | 50.4
  Short Straddle | 26735 | 26735 | -∞ | 23588.7, 24411.3 | 57.4
  Short Strangle | 15738 | 15738 | -∞ | 23557.9, 24442.1 | 60.8
  Iron Butterfly | 10997 | 10997 | -2003 | 23830.8, 24169.2 | 25.7
  Short Iron Condor | 7315 | 7315 | -5685 | 23687.5, 24312.5 | 45.5
  Long Call Butterfly | -1980 | 11020 | -1980 | 23830.5, 24169.5 | 25.7
  Batman | 1108 | 14108 | -∞ | 23383, 24617 | 76.8
  Double Plateau | -1773 | 4727 | -1773 | 23627.3, 23872.7, 24127.3, 24372.7 | 33.5
  Jade Lizard | 9839 | 9839 | -1537161 @0 | 23648.6 | 75.0
  Reverse Jade Lizard | 9980 | 9980 | -∞ | 24353.5 | 75.5
  Call Ratio Spread | 2474 | 15474 | -∞ | 24438.1 | 80.3
  Put Ratio Spread | 2267 | 15267 | -1531733 @0 | 23565.1 | 79.9
  Long Straddle | -26735 | ∞ | -26735 | 23588.7, 24411.3 | 42.6
  Long Strangle | -15738 | ∞ | -15738 | 23557.9, 24442.1 | 39.2
  Long Iron Butterfly | -10997 | 2003 | -10997 | 23830.8, 24169.2 | 74.3
  Long Iron Condor | -7315 | 5685 | -7315 | 23687.5, 24312.5 | 54.5
  Strap | -40102 | ∞ | -40102 | 23383, 24308.5 | 38.8
  Strip | -40102 | ∞ | -40102 | 23691.5, 24617 | 39.4
`
  .trim()
  .split('\n')
  .map((line) => line.trim())

describe('presets', () => {
  test('number 35 and 5, each with a key of its own, in four groups', () => {
    const countOf = (group: PresetGroup): number => presets.filter((preset) => preset.group === group).length
    expect(presetGroups.map(countOf)).toEqual([9, 9, 9, 8])
    expect(new Set([...presets, ...furtherPresets].map(({ key }) => key)).size).toBe(40)
    expect(presets[2]).toEqual({
      key: 'bull_call_spread',
      name: 'Bull Call Spread',
      group: 'bullish',
      legs: [
        { position: 'buy', expiry: 'current', atm: 0, type: 'ce', quantity: 1 },
        { position: 'sell', expiry: 'current', atm: 4, type: 'ce', quantity: 1 },
      ],
    })
  })

  test('the table names each once, in order', () => {
    expect(table.map((line) => line.split(' | ')[0])).toEqual(presets.map(({ name }) => name))
  })

  test.each(presets.map((preset, index) => [table[index], preset] as const))('pays %s', (line, preset) => {
    const payoff = payoffOf(preset)
    expect(
      [
        preset.name,
        Math.round(payoff.netPremium) + 0,
        extreme(payoff.maxProfit, '∞'),
        extreme(payoff.maxLoss, '-∞'),
        payoff.breakevens.map(tenth).join(', '),
        ((payoff.probabilityOfProfit ?? 0) * 100).toFixed(1),
      ].join(' | '),
    ).toBe(line)
  })

  test.each(presets)('$name keeps the rules', (preset) => {
    expect(preset.legs.filter(({ atm }) => Math.abs(atm) > 8)).toEqual([])
    expect(new Set(preset.legs.map(({ type, atm }) => `${type} ${atm}`)).size).toBe(preset.legs.length)
    const calls = preset.legs
      .filter(({ type }) => type === 'ce')
      .reduce((sum, { position, quantity }) => sum + (position === 'buy' ? quantity : -quantity), 0)
    expect(payoffOf(preset).maxProfit.value === null).toBe(calls > 0)
    expect(payoffOf(preset).maxLoss.value === null).toBe(calls < 0)
  })

  test.each([
    [1, 11],
    [2, 10],
    [3, 13],
    [4, 12],
    [5, 28],
    [8, 17],
    [9, 18],
    [14, 29],
    [19, 30],
    [20, 31],
    [21, 32],
    [22, 33],
  ])('%i and %i are each other turned round', (one, other) => {
    const [left, right] = [presets[one - 1], presets[other - 1]].map((preset) => preset && payoffOf(preset))
    const sums = left?.atExpiry.map((pnl, index) => Math.abs(pnl + (right?.atExpiry[index] ?? Number.NaN)))
    expect(sums?.length).toBeGreaterThan(300)
    expect(Math.max(...(sums ?? []))).toBeLessThan(1e-6)
  })

  test('a strike that is not listed refuses the preset and names the leg', () => {
    const condor = presets.find(({ key }) => key === 'short_iron_condor')
    const short = { strikes: ladder.strikes.slice(14), atmStrike: forward }
    expect(condor && resolvePreset(condor, short)).toEqual({ legs: null, missing: 'buy PE at the money −8' })
    expect(condor && resolvePreset(condor, { ...ladder, atmStrike: 24_010 })).toEqual({
      legs: null,
      missing: 'buy PE at the money −8',
    })
  })

  test('a calendar takes the same strike of the next expiry, or is refused', () => {
    const [, , calendar] = furtherPresets
    expect(calendar && resolvePreset(calendar, ladder, [23_500, 24_000])).toEqual({
      legs: [
        { position: 'sell', expiry: 'current', type: 'CE', strike: 24_000, lots: 1 },
        { position: 'buy', expiry: 'next', type: 'CE', strike: 24_000, lots: 1 },
      ],
      missing: null,
    })
    expect(calendar && resolvePreset(calendar, ladder, [23_500, 24_100])).toEqual({
      legs: null,
      missing: 'buy CE at the money, next expiry',
    })
    expect(calendar && resolvePreset(calendar, ladder)).toEqual({
      legs: null,
      missing: 'buy CE at the money, next expiry',
    })
  })

  test('a future is a straight line', () => {
    const payoffs = furtherPresets.slice(0, 2).map((preset) => payoffOf(preset))
    expect(payoffs.map(({ maxProfit, maxLoss, breakevens }) => ({ maxProfit, maxLoss, breakevens }))).toEqual(
      [
        {
          maxProfit: { value: null, note: 'exact' },
          maxLoss: { value: -24_000 * LOT, note: 'at S = 0' },
          breakevens: [24_000],
        },
        {
          maxProfit: { value: 24_000 * LOT, note: 'at S = 0' },
          maxLoss: { value: null, note: 'exact' },
          breakevens: [24_000],
        },
      ],
    )
  })
})
