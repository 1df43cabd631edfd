import { describe, expect, test } from 'vitest'
import type { PnlRow } from '../../../../src/domain/backtests/backtest.ts'
import { periodFiguresOf } from '../../../../src/domain/backtests/period-figures.ts'
import { benchmarkOf, comparedDays } from '../../../../src/domain/backtests/report-tables/benchmark.ts'
import { distributionOf } from '../../../../src/domain/backtests/report-tables/distribution.ts'
import { deepestDrawdowns } from '../../../../src/domain/backtests/report-tables/drawdowns.ts'
import { excursionsOf, excursionTableOf } from '../../../../src/domain/backtests/report-tables/excursions.ts'
import { missingFigures, whyMissing } from '../../../../src/domain/backtests/report-tables/missing-figures.ts'
import { kurtosisOf, skewOf } from '../../../../src/domain/backtests/report-tables/moments.ts'
import { riskTableOf } from '../../../../src/domain/backtests/report-tables/risk-table.ts'
import {
  tradesByHolding,
  tradesByReason,
} from '../../../../src/domain/backtests/report-tables/trade-groups.ts'
import { DAY_MS, type IstDate, istDateToDayNumber, toIstDate } from '../../../../src/domain/time.ts'
import { backtestResult } from '../../../support/backtests.ts'
import { minutesIn, OPEN_AT, trade } from './trades.ts'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('moments', () => {
  test('are 0 for what lies evenly, and have a reason where they mean nothing', () => {
    expect(skewOf(range(-10, 10)).value).toBeCloseTo(0, 12)
    // A discrete uniform distribution of n values: −6(n² + 1) / 5(n² − 1).
    expect(kurtosisOf(range(1, 21)).value).toBeCloseTo((-6 * (441 + 1)) / (5 * (441 - 1)), 12)
    expect(skewOf([1, 2])).toEqual({ value: null, reason: 'There are 2 values, and at least 10 are needed.' })
    expect(skewOf(Array(12).fill(0.1))).toEqual({ value: null, reason: 'All values are equal.' })
  })

  test('have the sign of the longer tail', () => {
    const values = [...Array(19).fill(0), 10]
    expect(skewOf(values).value).toBeGreaterThan(3)
    expect(skewOf(values.map((value) => -value)).value).toBeLessThan(-3)
  })
})

describe('the risk table', () => {
  test('reads tails as type 7 quantiles and sums days of gain and loss', () => {
    const table = riskTableOf(range(-10, 10), [100, 110, 99, 121])
    expect(table.valueAtRisk.value).toBeCloseTo(-9, 12)
    expect(table.expectedShortfall.value).toBeCloseTo(-9.5, 12)
    expect(table.tailRatio.value).toBeCloseTo(1, 12)
    expect(table.omega.value).toBeCloseTo(1, 12)
    expect(table.daysOfGain.value).toBeCloseTo((10 / 21) * 100, 12)
    expect([table.bestDay.value, table.worstDay.value]).toEqual([10, -10])
  })

  test('measures depth on the curve: ulcer index and recovery', () => {
    const { ulcerIndex, recoveryFactor } = riskTableOf([], [100, 110, 99, 121])
    expect(ulcerIndex.value).toBeCloseTo(Math.sqrt(10 ** 2 / 4), 12)
    expect(recoveryFactor.value).toBeCloseTo(21 / 11, 12)
  })

  test('says why there is none', () => {
    const table = riskTableOf([1, 2], [100, 101])
    expect(table.valueAtRisk.reason).toBe('There are 2 days, and at least 20 are needed.')
    expect(riskTableOf([1], [100]).valueAtRisk.reason).toBe('There is 1 day, and at least 20 are needed.')
    expect(table.omega.reason).toBe('No losing days.')
    expect(table.recoveryFactor.reason).toBe('No day closed below the peak.')
    expect(riskTableOf([], []).bestDay.reason).toBe('No daily returns.')
    expect(riskTableOf([], [-5, -6]).ulcerIndex.reason).toBe('All capital was lost.')
  })
})

describe('the deepest drawdowns', () => {
  const curve = (...equity: readonly number[]) =>
    equity.map((value, day) => ({ at: minutesIn(day * 1440), equity: value }))

  test('reach from a peak until it is seen again, deepest first, none inside another', () => {
    const [first, second, third] = deepestDrawdowns(curve(0, 100, 60, 80, 100, 90, 130, 20, 50), 1000, 5)
    expect(first).toMatchObject({ depth: 110, recoveredAt: null, daysDown: 1, daysUp: 1 })
    expect(first?.percent).toBeCloseTo((110 / 1130) * 100, 12)
    expect(second).toMatchObject({
      depth: 40,
      peakAt: minutesIn(1440),
      troughAt: minutesIn(2 * 1440),
      daysUp: 2,
    })
    expect(second?.recoveredAt).toBe(minutesIn(4 * 1440))
    expect(third).toMatchObject({ depth: 10 })
  })

  test('count a loss from the very first fill, and cut to the wished number', () => {
    expect(deepestDrawdowns(curve(-10, -30, 5), 100, 5)).toMatchObject([{ depth: 30, percent: 30 }])
    expect(deepestDrawdowns(curve(1, 0, 2, 1, 3, 2, 4), 100, 2)).toHaveLength(2)
  })

  test('have no percentage of a peak that is not above 0', () => {
    expect(deepestDrawdowns(curve(0, -5), 0, 1)[0]?.percent).toBeNull()
    expect(deepestDrawdowns([], 100, 3)).toEqual([])
    expect(deepestDrawdowns(curve(1, 2, 3), 100, 3)).toEqual([])
  })
})

describe('groups of trades', () => {
  const trades = [
    trade({ netPnl: 5, reason: 'target', minutes: 15 }),
    trade({ netPnl: -3, reason: 'stop', minutes: 16 }),
    trade({ netPnl: -1, reason: 'stop', minutes: 1440 }),
    trade({ netPnl: 2, reason: 'end', minutes: 100_000 }),
  ]

  test('by exit: count, wins, sum and mean', () => {
    expect(tradesByReason(trades)).toEqual([
      { name: 'target', trades: 1, wins: 1, netPnl: 5, meanPnl: 5 },
      { name: 'stop', trades: 2, wins: 0, netPnl: -4, meanPnl: -2 },
      { name: 'end', trades: 1, wins: 1, netPnl: 2, meanPnl: 2 },
    ])
  })

  test('by holding time, the shortest first, ends included', () => {
    expect(tradesByHolding(trades.toReversed()).map(({ name, trades: count }) => [name, count])).toEqual([
      ['up to 15 minutes', 1],
      ['up to 1 hour', 1],
      ['up to 1 day', 1],
      ['longer', 1],
    ])
  })
})

describe('excursions', () => {
  const trades = [
    trade({ netPnl: 4, against: 1, inFavour: 6, entryPrice: 200 }),
    trade({ netPnl: 2, against: 0, inFavour: 2 }),
    trade({ netPnl: -3, against: 3, inFavour: 1 }),
    trade({ netPnl: 9, entryPrice: 0 }),
  ]

  test('are in percent of the entry; a price of 0 has none', () => {
    expect(excursionsOf(trades)).toEqual([
      { against: 0.5, inFavour: 3, netPnl: 4 },
      { against: 0, inFavour: 2, netPnl: 2 },
      { against: 3, inFavour: 1, netPnl: -3 },
    ])
  })

  test('tell what a stop would have met, up to the first that spares all', () => {
    const table = excursionTableOf(excursionsOf(trades))
    expect(table.edgeRatio.value).toBeCloseTo(6 / 3.5, 12)
    expect(table.winnersAgainst.half.value).toBeCloseTo(0.25, 12)
    expect(table.losersInFavour.nineTenths.value).toBeCloseTo(1, 12)
    expect(table.stops.map((stop) => [stop.distance, stop.ofWinners.value, stop.ofLosers.value])).toEqual([
      [0.05, 50, 100],
      [0.1, 50, 100],
      [0.15, 50, 100],
      [0.2, 50, 100],
      [0.3, 50, 100],
      [0.5, 50, 100],
      [0.75, 0, 100],
      [1, 0, 100],
      [1.5, 0, 100],
      [2, 0, 100],
      [3, 0, 100],
      [5, 0, 0],
    ])
  })

  test('say why there is none', () => {
    const table = excursionTableOf(excursionsOf([trade({ netPnl: 1, inFavour: 1 })]))
    expect(table.edgeRatio.reason).toBe('No trade had an adverse move.')
    expect(table.losersAgainst.half.reason).toBe('No losing trades.')
    expect(excursionTableOf([]).stops).toEqual([])
  })
})

describe('a distribution', () => {
  test('puts every value into one bin, none of which holds gains and losses', () => {
    const values = Array.from({ length: 500 }, (_, index) => Math.sin(index * 12.9898) * 1000 + 100)
    const { bins, mean, quantiles } = distributionOf(values)
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(500)
    expect(bins.every(({ from, to }) => from >= -1e-9 || to <= 1e-9)).toBe(true)
    expect(bins.length).toBeGreaterThanOrEqual(6)
    expect(bins.length).toBeLessThanOrEqual(42)
    for (const { from, to, count } of bins)
      expect(count).toBe(values.filter((value) => value >= from - 1e-9 && value < to - 1e-9).length)
    expect(mean.value).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / 500, 9)
    expect(quantiles.find(({ share }) => share === 0.5)?.value.value).toBeCloseTo(
      values
        .toSorted((one, other) => one - other)
        .slice(249, 251)
        .reduce((sum, value) => sum + value, 0) / 2,
      9,
    )
  })

  test('keeps its width with one value far out, and stands with one value or none', () => {
    expect(distributionOf([...Array(99).fill(1), 1000]).bins.length).toBeLessThanOrEqual(42)
    expect(distributionOf([7, 7]).bins).toEqual([{ from: 7, to: 7, count: 2 }])
    expect(distributionOf([])).toMatchObject({ bins: [], mean: { reason: 'No values.' } })
    expect(distributionOf([1]).deviation.reason).toBe('Needs at least two values.')
    expect(distributionOf([1, 3]).deviation.value).toBeCloseTo(Math.SQRT2, 12)
  })
})

describe('the benchmark', () => {
  const dayOf = (index: number) => toIstDate(OPEN_AT + index * DAY_MS) as IstDate
  const rowsOf = (closes: readonly number[]): readonly PnlRow[] =>
    closes.flatMap((close, day) => [
      [minutesIn(day * 1440 + 5), close + 50, 1, 0, 0, 0] as PnlRow,
      [minutesIn(day * 1440 + 370), close, 1, 0, 0, 0] as PnlRow,
    ])

  test('takes the close of each day and leaves the first out', () => {
    const days = comparedDays(
      [
        [dayOf(0), 1],
        [dayOf(1), 2],
        [dayOf(2), null],
        [dayOf(3), 4],
      ],
      [{ pnl: rowsOf([100, 110, 99, 99]) }],
    )
    expect(days.map(({ run }) => run)).toEqual([2, 4])
    expect(days[0]?.held).toBeCloseTo(10, 12)
    expect(days[1]?.held).toBeCloseTo(0, 12)
  })

  test('is the mean of the symbols where there are many', () => {
    const pnl = [{ pnl: rowsOf([100, 110]) }, { pnl: rowsOf([100, 130]) }]
    expect(comparedDays([[dayOf(1), 0]], pnl)[0]?.held).toBeCloseTo(20, 12)
  })

  test('of twice the symbol is a beta of 2 and no alpha', () => {
    const held = Array.from({ length: 40 }, (_, index) => Math.sin(index) + 0.1)
    const table = benchmarkOf(held.map((value) => ({ run: value * 2, held: value })))
    expect(table.beta.value).toBeCloseTo(2, 10)
    expect(table.alpha.value).toBeCloseTo(0, 9)
    expect(table.correlation.value).toBeCloseTo(1, 10)
    expect(table.upCapture.value).toBeCloseTo(200, 9)
    expect(table.downCapture.value).toBeCloseTo(200, 9)
  })

  test('of a constant gain over the symbol is all alpha and no tracking error', () => {
    const held = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 1 : -1))
    const table = benchmarkOf(held.map((value) => ({ run: value + 0.01, held: value })))
    expect(table.beta.value).toBeCloseTo(1, 10)
    expect(table.alpha.value).toBeCloseTo(0.01 * 252, 9)
    expect(table.informationRatio.reason).toBe('The run and the symbol moved alike.')
    expect(table.heldReturn.value).toBeCloseTo(((1.01 * 0.99) ** 20 - 1) * 100, 9)
  })

  test('says why there is none', () => {
    expect(benchmarkOf([{ run: 1, held: 1 }]).beta.reason).toBe(
      'There is 1 day to compare, and at least 20 are needed.',
    )
    const still = benchmarkOf(Array.from({ length: 20 }, (_, index) => ({ run: index, held: 0 })))
    expect(still.beta.reason).toBe('The symbol did not move.')
    expect(still.upCapture.reason).toBe('The symbol never rose.')
  })
})

describe('figures by weekday, hour and month', () => {
  test('count trades by their entry and take the mean of the days that have a return', () => {
    const date = (text: string) => text as IstDate
    const returns = [
      [date('2024-04-01'), 1],
      [date('2024-04-02'), null],
      [date('2024-04-05'), -2],
      [date('2024-04-08'), 3],
      [date('2024-05-06'), 5],
    ] as const
    const days = returns.map(([day]) => ({ day: istDateToDayNumber(day) }))
    const { byWeekday, byHour, byMonth } = periodFiguresOf([trade({ netPnl: 7 })], days, returns)
    expect(byWeekday.map(({ label, trades, meanReturn }) => [label, trades, meanReturn])).toEqual([
      ['Mon', 1, 3],
      ['Tue', 0, null],
      ['Wed', 0, null],
      ['Thu', 0, null],
      ['Fri', 0, -2],
    ])
    expect(byHour).toEqual([{ label: '09:00', trades: 1, netPnl: 7, meanReturn: null }])
    expect(byMonth.map(({ label, netPnl, meanReturn }) => [label, netPnl, meanReturn])).toEqual([
      ['2024-04', 7, 2 / 3],
      ['2024-05', 0, 5],
    ])
  })
})

describe('a figure that cannot be computed', () => {
  test('has a reason for a run that never traded', () => {
    const missing = missingFigures(backtestResult())
    expect(missing.winRate).toBe('No trades.')
    expect(missing.sharpe).toBe('No capital used.')
    expect(missing.cagr).toBe('No candles in the span.')
  })

  test('has none where it is a number', () => {
    expect(whyMissing({ ...backtestResult(), sharpe: 1.2 }, 'sharpe')).toBeNull()
  })

  test('tells losers that are missing from trades that are', () => {
    const won = { ...backtestResult(), tradeLog: [trade({ netPnl: 1 })], winCount: 1 }
    expect(whyMissing(won, 'profitFactor')).toBe('No losing trades.')
    expect(whyMissing({ ...won, winCount: 0 }, 'payoffRatio')).toBe('No winning trades.')
    expect(whyMissing(backtestResult(), 'profitFactor')).toBe('No trades.')
  })
})
