import { describe, expect, test } from 'vitest'
import { createSimulatedMarket } from '../../../server/market/simulated/simulated-market.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { TEST_MS } from '../../support/limits.ts'
import { simulated } from '../../support/market/market.ts'

const SEEDS = [1, 2, 3, 4, 5]
const SESSIONS = 1500
/** Each seed walks some seventy shares through six years. */
const LONG_MS = TEST_MS

const returnsOf = (days: ReturnType<typeof createSimulatedMarket>['days'], id: string): readonly number[] => {
  const subject = simulated(id)
  return Array.from({ length: SESSIONS }, (_, session) =>
    Math.log(days.closeOf(subject, session + 1) / days.closeOf(subject, session)),
  )
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const moments = (values: readonly number[]) => {
  const middle = mean(values)
  const central = (power: number) => mean(values.map((value) => (value - middle) ** power))
  const deviation = Math.sqrt(central(2))
  return { deviation, kurtosis: central(4) / central(2) ** 2, skew: central(3) / deviation ** 3 }
}

const correlation = (a: readonly number[], b: readonly number[]): number => {
  const [meanA, meanB] = [mean(a), mean(b)]
  const product = (x: readonly number[], y: readonly number[], atX: number, atY: number) =>
    mean(x.map((value, row) => (value - atX) * ((y[row] ?? 0) - atY)))
  return product(a, b, meanA, meanB) / Math.sqrt(product(a, a, meanA, meanA) * product(b, b, meanB, meanB))
}

const lagged = (values: readonly number[], lag: number): number =>
  correlation(values.slice(lag), values.slice(0, -lag))

describe('six years of a simulated market', () => {
  const markets = SEEDS.map((seed) => createSimulatedMarket({ seed, calendar: exchangeCalendar }).days)

  test(
    'look like an index: volatility, fat tails, sharper falls, quiet and wild times',
    () => {
      const indices = markets.map((days) => returnsOf(days, 'INDICES_NIFTY 50'))
      const figures = indices.map((returns) => {
        const { deviation, kurtosis } = moments(returns)
        const sizes = returns.map(Math.abs)
        return [
          deviation * Math.sqrt(248),
          kurtosis,
          lagged(returns, 1),
          lagged(sizes, 1),
          lagged(sizes, 20),
        ] as const
      })
      for (const [volatility, kurtosis, echo, near] of figures) {
        expect([volatility > 0.1, volatility < 0.22]).toEqual([true, true])
        // One wild day weighs heavily, so a single seed may lie beyond what they have on the whole.
        expect([kurtosis > 4, kurtosis < 30]).toEqual([true, true])
        expect(Math.abs(echo)).toBeLessThan(0.08)
        expect(near).toBeGreaterThan(0.04)
      }
      const average = (index: 0 | 1 | 2 | 3 | 4) => mean(figures.map((figure) => figure[index]))
      const middle = figures.map(([, kurtosis]) => kurtosis).sort((a, b) => a - b)[SEEDS.length >> 1] ?? 0
      expect([middle > 5, middle < 14]).toEqual([true, true])
      expect(Math.abs(average(2))).toBeLessThan(0.06)
      expect(average(3)).toBeGreaterThan(0.08)
      expect(average(4)).toBeGreaterThan(0.02)
      expect(mean(indices.map((returns) => moments(returns).skew))).toBeLessThan(0)
    },
    LONG_MS,
  )

  test(
    'have shares that move together, those of one sector more',
    () => {
      const sectors = [
        ['NSE_INFY', 'NSE_TCS', 'NSE_HCLTECH'],
        ['NSE_SBIN', 'NSE_AXISBANK', 'NSE_ICICIBANK'],
        ['NSE_SUNPHARMA', 'NSE_CIPLA', 'NSE_DRREDDY'],
      ]
      for (const days of markets.slice(0, 2)) {
        const shares = sectors.flatMap((names, sector) =>
          names.map((name) => ({ sector, returns: returnsOf(days, name) })),
        )
        const pairs = shares.flatMap((one, index) =>
          shares.slice(index + 1).map((other) => ({
            isOneSector: one.sector === other.sector,
            together: correlation(one.returns, other.returns),
          })),
        )
        const averageOf = (isOneSector: boolean) =>
          mean(pairs.filter((pair) => pair.isOneSector === isOneSector).map(({ together }) => together))
        expect(pairs.length).toBe(36)
        expect(mean(pairs.map(({ together }) => together))).toBeGreaterThan(0.2)
        expect(mean(pairs.map(({ together }) => together))).toBeLessThan(0.45)
        expect(averageOf(true)).toBeGreaterThan(averageOf(false))
      }
    },
    LONG_MS,
  )
})
