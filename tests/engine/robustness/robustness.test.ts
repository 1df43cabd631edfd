import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type {
  BacktestParams,
  BacktestRequest,
  BacktestResult,
} from '../../../src/domain/backtests/backtest.ts'
import { cutLimits, cutsOf } from '../../../src/domain/backtests/robustness/look-ahead.ts'
import { type FillModel, fillModels } from '../../../src/domain/backtests/robustness/robustness.ts'
import { halfSpreadOf } from '../../../src/domain/backtests/robustness/spread.ts'
import type { Candles } from '../../../src/domain/charts/candle.ts'
import { runBacktest } from '../../../src/engine/backtest/backtest.ts'
import { putChart } from '../../../src/engine/program/chart.ts'
import { evaluate } from '../../../src/engine/program/evaluate.ts'
import { createCompiler } from '../../../src/engine/program/program.ts'
import type { Program } from '../../../src/engine/program/steps.ts'
import { runMonteCarlo } from '../../../src/engine/robustness/monte-carlo-run.ts'
import { lookAheadIn } from '../../../src/engine/robustness/robustness-run.ts'
import { engineHost } from '../../support/engine/engines.ts'
import {
  candles,
  close,
  closesAt,
  compare,
  indicator,
  never,
  nifty,
  number,
  request,
  share,
} from '../../support/engine/notation.ts'

const host = await engineHost('Backtest')

const run = (changes: Partial<BacktestParams>, series: Candles, contract = share): BacktestResult =>
  runBacktest(host, request(changes, contract), series)

const bandOf = ({ robustness }: BacktestResult) =>
  Object.fromEntries((robustness?.band ?? []).map((figures) => [figures.model, figures])) as Record<
    FillModel,
    NonNullable<BacktestResult['robustness']>['band'][number]
  >

const codesOf = ({ robustness }: BacktestResult) => robustness?.findings.map(({ code }) => code) ?? []

/** Candles of a few days from whole steps, every one with a range around its open and close. */
const walks = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 12, maxLength: 90 }).map((steps) => {
  let price = 100
  const words = steps.map((step, index) => {
    const open = price + ((index * 7) % 3) - 1
    price = Math.max(20, price + step)
    const high = Math.max(open, price) + (index % 3)
    const low = Math.min(open, price) - ((index + 1) % 3)
    return `${open}/${high}/${low}/${price}${index % 30 === 29 ? ' |' : ''}`
  })
  return candles(words.join(' '), { volume: Array(words.length).fill(10) })
})

const crossing: Partial<BacktestParams> = {
  entry: compare(close, 'crosses above', indicator('sma', 'close', 3, 0)),
  exit: compare(close, 'crosses below', indicator('sma', 'close', 3, 0)),
  size: { kind: 'lots', lots: 10 },
}

const variants = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  product: fc.constantFrom('MIS' as const, 'NRML' as const),
  fill: fc.constantFrom('next_open' as const, 'close' as const),
  costs: fc.boolean(),
  stopLoss: fc.constantFrom(null, 2, 5),
  targetProfit: fc.constantFrom(null, 3),
  slippageBps: fc.constantFrom(0, 5),
})

describe('the band of fill models', () => {
  // Decided at 101, filled at the open of 102/106/101/104; left at 110, filled in 109/112/107/111.
  const series = candles('100 101 102/106/101/104 110 109/112/107/111 111')
  const story = { entry: closesAt(101), exit: closesAt(110), size: { kind: 'lots', lots: 10 } as const }

  test('fills one trade at four places', () => {
    const band = bandOf(run(story, series))
    expect(fillModels.map((model) => band[model].finalPnl)).toEqual([
      (110 - 101) * 10,
      (109 - 102) * 10,
      // A share at ₹101: the tick of 5 paise is less than 6 bps, of which half is crossed each way.
      expect.closeTo((109 * (1 - 0.0003) - 102 * (1 + 0.0003)) * 10, 9),
      (107 - 106) * 10,
    ])
    expect(fillModels.map((model) => band[model].trades)).toEqual([1, 1, 1, 1])
  })

  test('the worst price of a short is the low it sells at and the high it buys at', () => {
    const { adverse } = bandOf(run({ ...story, side: 'sell' }, series))
    expect(adverse.finalPnl).toEqual((101 - 112) * 10)
  })

  test('at the worst price a stop fills at the bottom of its candle, a target at its level', () => {
    const stopped = candles('100 101 102/103/101/102 102/102/90/95 95')
    const stop = { entry: closesAt(101), stopLoss: 5, size: { kind: 'lots', lots: 1 } as const }
    expect(bandOf(run(stop, stopped)).adverse.finalPnl).toEqual(90 - 103)
    const reached = candles('100 101 102/103/101/102 120/125/119/121 121')
    const target = { entry: closesAt(101), targetProfit: 5, size: { kind: 'lots', lots: 1 } as const }
    expect([run(target, reached).finalPnl, bandOf(run(target, reached)).adverse.finalPnl]).toEqual([18, 5])
  })

  test('of fills from close to open has the report beside its fills at the next open', () => {
    const changes = { ...crossing, fill: 'close_to_open', product: 'cash' } as const
    const series = candles('100 101 104 109 112 108 | 101 103 99 101 106 109 | 112 101 104')
    const [chosen, next] = [run(changes, series), run({ ...changes, fill: 'next_open' }, series)]
    expect(chosen.tradeLog.length).toBeGreaterThan(0)
    expect(chosen.finalPnl).not.toEqual(next.finalPnl)
    const band = bandOf(chosen)
    expect([band.signal_close.finalPnl, band.next_open.finalPnl]).toEqual([chosen.finalPnl, next.finalPnl])
  })

  test('the row of the chosen model is the report, and those of the other fill rule are its report', () => {
    fc.assert(
      fc.property(walks, variants, (series, changes) => {
        const chosen = run({ ...crossing, ...changes }, series)
        const other = changes.fill === 'close' ? 'next_open' : 'close'
        const there = run({ ...crossing, ...changes, fill: other }, series)
        for (const [report, band] of [
          [chosen, bandOf(chosen)],
          [there, bandOf(chosen)],
          [chosen, bandOf(there)],
        ] as const) {
          const model = (report === chosen ? changes.fill : other) === 'close' ? 'signal_close' : 'next_open'
          const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 6))
          expect(band[model]).toEqual({
            model,
            finalPnl: near(report.finalPnl),
            return: near(report.return),
            sharpe: near(report.sharpe),
            maxDraw: near(report.maxDraw),
            trades: report.tradeLog.length,
          })
        }
      }),
      { numRuns: 60 },
    )
  })

  test('across the spread is the next open with that much more slippage', () => {
    fc.assert(
      fc.property(walks, variants, (series, changes) => {
        const { crossed } = bandOf(run({ ...crossing, ...changes }, series))
        const { share: half } = halfSpreadOf(share, 1_000)
        const slipped = run(
          { ...crossing, ...changes, fill: 'next_open', slippageBps: changes.slippageBps + half * 10_000 },
          series,
        )
        // A tick is wider than 6 bps below ₹83.
        if ((series.close[0] ?? 0) * half * 2 < share.tickSize) return
        expect(crossed.finalPnl).toBeCloseTo(slipped.finalPnl, 6)
      }),
      { numRuns: 40 },
    )
  })

  test('without stop and target no fill is better at the worst price than at the open', () => {
    fc.assert(
      fc.property(walks, variants, (series, changes) => {
        const band = bandOf(
          run({ ...crossing, ...changes, stopLoss: null, targetProfit: null, costs: false }, series),
        )
        expect(band.adverse.finalPnl <= band.next_open.finalPnl + 1e-9).toEqual(true)
        expect(band.crossed.finalPnl <= band.next_open.finalPnl + 1e-9).toEqual(true)
      }),
      { numRuns: 40 },
    )
  })

  test.each([
    { name: 'an index future', contract: nifty, price: 20_000, share: 0.00005, points: 0 },
    { name: 'a share whose tick is wider', contract: share, price: 50, share: 0, points: 0.025 },
    {
      name: 'an option on NIFTY',
      contract: { ...nifty, chargedAs: 'options' as const, instrument: 'NFO-OPT_NIFTY26DEC24500CE' as never },
      price: 100,
      share: 0.0015,
      points: 0.05,
    },
  ])('half the spread of $name', ({ contract, price, ...half }) => {
    expect(halfSpreadOf(contract, price)).toEqual({
      share: expect.closeTo(half.share, 12),
      points: expect.closeTo(half.points, 12),
    })
  })
})

describe('break-even slippage', () => {
  test('is what takes the whole profit when it is charged', () => {
    fc.assert(
      fc.property(walks, (series) => {
        const { robustness } = run({ ...crossing, side: 'buy', slippageBps: 1 }, series)
        const bps = robustness?.breakEvenBps.value ?? null
        if (bps === null || bps > 900) return
        expect(run({ ...crossing, side: 'buy', slippageBps: bps }, series).finalPnl).toBeCloseTo(0, 6)
      }),
      { numRuns: 60 },
    )
  })

  const falling = candles('100 101 99 98 97')
  test.each([
    { name: 'no trade', changes: { entry: never }, reason: 'There are no trades.' },
    {
      name: 'a loss before any',
      changes: { entry: closesAt(101) },
      reason: 'The run loses even without slippage.',
    },
  ])('there is none with $name, and it says so', ({ changes, reason }) => {
    expect(run(changes, falling).robustness?.breakEvenBps).toEqual({ value: null, reason })
  })
})

describe('looking ahead', () => {
  const series = candles('100 101 103 102 104 101 105 107 103 102 108 109 101 100 104')

  /** Is true where the next candle closes higher: `close` shifted by one candle the wrong way. */
  const peeking: Program = {
    frames: [{ interval: '5min', instrument: null, group: 'continuous' }],
    steps: [
      { kind: 'given', frame: 0, column: 'close' },
      // Room before the shifted column: shifting back writes one number in front of it.
      { kind: 'column', frame: 0, kernel: 'constant', inputs: [], numbers: [0], lead: 0 },
      { kind: 'column', frame: 0, kernel: 'shift', inputs: [0], numbers: [-1], lead: 0 },
      { kind: 'stand', frame: 0, left: 2, right: 0 },
      { kind: 'judge', frame: 0, standings: 3, now: 4, before: 31 },
      { kind: 'stand', frame: 0, left: 0, right: 0 },
      { kind: 'judge', frame: 0, standings: 5, now: 4, before: 31 },
    ],
  }

  const evidenceOf = (program: Program, entry: number, exit: number, cuts: readonly number[]) =>
    host.use((memory) => {
      const columns = evaluate(memory, program, series, putChart(memory, series))
      return lookAheadIn(memory, { program, entry, exit }, series, columns, cuts)
    })

  test('is found by taking the later candles away', () => {
    // Behind an even number of rows lies the column of zeros, behind an odd one whatever an earlier run has left.
    const evidence = evidenceOf(peeking, 4, 6, [8, 10])
    // The last candle before the second cut knew that the next one closes higher.
    expect(evidence.map(({ at }) => at)).toEqual([series.time[9]])
    expect(evidence.map(({ what }) => what)).toEqual(['the entry is true only with the candles after it'])
  })

  test('is not found in what reads closed candles alone', () => {
    const compiler = createCompiler({ interval: '5min', instrument: share.instrument })
    const entry = compiler.condition(compare(close, 'crosses above', indicator('sma', 'close', 3, 0)))
    const exit = compiler.condition(compare(indicator('rsi', 3), 'lower than', number(40)))
    const cuts = Array.from({ length: 14 }, (_, index) => index + 1)
    expect(evidenceOf(compiler.program, entry, exit, cuts)).toEqual([])
    expect(codesOf(run({ ...crossing }, series)).includes('look_ahead')).toEqual(false)
  })

  test('is looked for right behind the candles that decided something', () => {
    expect(cutsOf([3, 7, 9], 100, cutLimits.beginning)).toEqual([4, 8, 99])
    expect(cutsOf([], 100_000, cutLimits.beginning)).toEqual([4_096])
    expect(cutsOf([5_000], 1, cutLimits.whole)).toEqual([])
    expect(
      cutsOf(
        Array.from({ length: 900 }, (_, row) => row * 10),
        90_000,
        cutLimits.whole,
      ).length,
    ).toEqual(24)
  })
})

describe('findings of a run', () => {
  const series = candles('100 101 102 103 104')

  test('hold what the remarks say, in the same words', () => {
    const report = run({ entry: closesAt(101), fill: 'close' }, series)
    const told = report.robustness?.findings.filter(({ text }) => report.remarks.includes(text))
    expect(told?.map(({ code }) => code)).toEqual([
      'optimistic_fill',
      'no_costs',
      'no_slippage',
      'few_trades',
    ])
  })

  test('say where a candle touched stop and target', () => {
    const wild = candles('100 101 102/103/101/102 102/112/92/100 100')
    const changes = { entry: closesAt(101), stopLoss: 5, targetProfit: 5 }
    const ambiguous = run(changes, wild).robustness?.findings.find(({ code }) => code === 'ambiguous')
    expect(ambiguous?.evidence).toEqual([{ at: wild.time[3], what: 'stop and target hit in one candle' }])
    expect(codesOf(run(changes, series)).includes('ambiguous')).toEqual(false)
  })

  test.each([
    ['the entry was never true', { entry: never }, []],
    [
      'the entry was true only where the exit was true on the same candle, and the exit takes precedence',
      { entry: closesAt(101), exit: closesAt(101) },
      [{ at: series.time[1], what: 'entry and exit true on one candle' }],
    ],
    [
      'the entry was true only on the last candle, with no next candle to fill in',
      { entry: closesAt(104) },
      [],
    ],
    [
      'the entry was true only outside 15:00 to 15:15',
      { entry: closesAt(101), tradingStartTime: '15:00', tradingStopTime: '15:15' },
      [],
    ],
    [
      'the entry was true only where the exit was true on the same candle, and the exit takes precedence, or on the last candle, with no next candle to fill in',
      { entry: compare(close, 'higher than', number(102)), exit: closesAt(103) },
      [{ at: series.time[3], what: 'entry and exit true on one candle' }],
    ],
  ])('say of a run without a trade that %s', (why, changes, evidence) => {
    const none = run(changes, series).robustness?.findings.find(({ code }) => code === 'no_trades')
    expect([none?.text, none?.evidence]).toEqual([`The strategy made no trade: ${why}.`, evidence])
  })

  test('are graver where nothing can be concluded', () => {
    expect(run({ entry: never }, series).robustness?.findings[0]?.code).toEqual('no_trades')
    const unready = run({ entry: compare(close, 'higher than', indicator('sma', 'close', 50, 0)) }, series)
    expect(codesOf(unready).slice(0, 2)).toEqual(['never_ready', 'no_trades'])
  })
})

describe('the Monte Carlo test', () => {
  const rising = candles(
    Array.from({ length: 60 }, (_, row) => {
      const open = 100 + row + (row % 4)
      return `${open}/${open + 3}/${open - 2}/${open + 1}${row === 29 ? ' |' : ''}`
    }).join(' '),
    { volume: Array(60).fill(10) },
  )
  const monteCarloOf = (changes: Partial<BacktestParams>, series: Candles, seed = 11) =>
    runMonteCarlo(host, { ...request(changes), give: 'monteCarlo', seed }, series)
  const asked = (changes: Partial<BacktestParams>): BacktestRequest => request(changes)

  test('gives the same numbers for the same seed, on any host', async () => {
    const other = await engineHost('Backtest')
    const changes = { ...crossing, costs: true }
    const again = runMonteCarlo(other, { ...asked(changes), give: 'monteCarlo', seed: 11 }, rising)
    expect(monteCarloOf(changes, rising)).toEqual(again)
    expect(monteCarloOf(changes, rising, 12).randomPnl).not.toEqual(again.randomPnl)
  })

  test('a run without a trade has nothing to compare, and says so', () => {
    const tested = monteCarloOf({ entry: never }, rising)
    expect(tested.percentile).toEqual({ value: null, reason: 'The run has no trades to compare.' })
    expect([tested.pValue, tested.randomPnl, tested.shuffledDraw]).toEqual([tested.percentile, null, null])
  })

  test('a run that takes the one jump there is beats nearly every draw', () => {
    const words = Array.from({ length: 60 }, (_, row): string =>
      row < 40 ? '100/101/99/100' : '200/201/199/200',
    )
    words[38] = '100/101/98/98'
    const jump = candles(words.join(' '))
    const tested = monteCarloOf(
      { entry: closesAt(98), exit: closesAt(200), size: { kind: 'lots', lots: 1 } },
      jump,
    )
    expect(tested.finalPnl).toEqual(100)
    // Two rows of sixty hold over the jump as this one does.
    expect((tested.percentile.value ?? 0) > 90).toEqual(true)
    expect((tested.pValue.value ?? 1) < 0.15).toEqual(true)
  })

  test('random trades of an intraday run never stay overnight and never lie outside the hours', () => {
    // Only the night makes money: any trade held over it would show.
    const marked = candles(`100 101 ${Array(18).fill('100').join(' ')} | ${Array(20).fill('500').join(' ')}`)
    const tested = monteCarloOf(
      { entry: closesAt(101), product: 'MIS', size: { kind: 'lots', lots: 1 } },
      marked,
    )
    expect(tested.randomPnl === null ? null : tested.randomPnl.p99 < 100).toEqual(true)
  })

  test('refuses a seed that is not whole, and runs on options', () => {
    expect(() => monteCarloOf({}, rising, 0.5)).toThrow('seed is 0.5, must be whole')
    const options = { ...asked({}), params: { ...asked({}).params, options: {} as never } }
    expect(() => runMonteCarlo(host, { ...options, give: 'monteCarlo', seed: 1 }, rising)).toThrow(
      'a run on options',
    )
  })
})
