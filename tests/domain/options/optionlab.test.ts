import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Leg } from '../../../src/domain/options/leg-value.ts'
import { readPayoff } from '../../../src/domain/options/payoff.ts'
import { sharedData } from '../../support/shared-data.ts'

interface Case {
  readonly name: string
  readonly inputs: {
    readonly stock_price: number
    readonly volatility: number
    readonly interest_rate: number
    readonly strategy: readonly {
      readonly type: 'stock' | 'call' | 'put'
      readonly action: 'buy' | 'sell'
      readonly n: number
      readonly strike?: number
      readonly premium?: number
      readonly prev_pos?: number
    }[]
  }
  readonly expected: {
    readonly probability_of_profit: number
    readonly profit_ranges: readonly (readonly (number | 'Infinity')[])[]
    readonly strategy_cost: number
    readonly maximum_return_in_the_domain: number
  }
}

const file = sharedData('option_pricing/optionlab_strategy_payoffs.json')

/**
 * Its probability, profit ranges and best outcome are defined as ours are, but its years have 252 business days (given
 * here by case) and its forward is the stock grown at the rate. Its ranges end on a grid of 0.01. Not compared: the worst
 * outcome (of a shown domain there, at S = 0 here), greeks (of a flat volatility), and the case of a single option.
 */
const businessDays: Readonly<Record<string, number>> = {
  covered_call: 24,
  covered_call_w_days_to_target: 24,
  '100_perc_itm': 24,
  naked_call: 19,
}

describe.skipIf(file === null)('strategies of optionlab (skipped without the reference data)', () => {
  const cases: readonly Case[] =
    file === null
      ? []
      : JSON.parse(readFileSync(file, 'utf8')).filter(({ name }: Case) => businessDays[name] !== undefined)

  test('all four are read', () => {
    expect(cases.map(({ name }) => name).sort()).toEqual(Object.keys(businessDays).sort())
  })

  test.each(cases)('$name has the same profits, and as likely', ({ name, inputs, expected }) => {
    const { stock_price: spot, volatility, interest_rate: rate } = inputs
    const years = (businessDays[name] ?? Number.NaN) / 252
    const forward = spot * Math.exp(rate * years)
    const legs = inputs.strategy.map((leg): Leg => {
      const quantity = leg.action === 'buy' ? leg.n : -leg.n
      const entry = leg.prev_pos ?? leg.premium ?? spot
      if (leg.type === 'stock') return { kind: 'share', quantity, entry, mark: spot }
      const type = leg.type === 'call' ? 'CE' : 'PE'
      return {
        kind: 'option',
        quantity,
        type,
        strike: leg.strike ?? 0,
        years,
        forward,
        volatility,
        entry,
        mark: entry,
      }
    })
    const payoff = readPayoff({ legs, spot, rate, volatility }, { horizonYears: null, volatilityShift: 0 })
    const cost = legs.reduce((sum, { quantity, entry }) => sum - quantity * entry, 0)
    expect(cost).toBeCloseTo(expected.strategy_cost, 6)
    expect(payoff.maxProfit.value).toBeCloseTo(expected.maximum_return_in_the_domain, 6)
    const ends = expected.profit_ranges.flat().filter((end) => end !== 0 && end !== 'Infinity')
    expect(payoff.breakevens.length).toBe(ends.length)
    for (const [index, end] of ends.entries()) {
      expect(Math.abs((payoff.breakevens[index] ?? Number.NaN) - Number(end))).toBeLessThan(0.0101)
    }
    expect(payoff.probabilityOfProfit).toBeCloseTo(expected.probability_of_profit, 3)
  })
})
