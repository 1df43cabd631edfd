import { describe, expect, test } from 'vitest'
import type { BacktestParams, BacktestResult, BacktestTrade } from '../../../src/domain/backtests/backtest.ts'
import type { OptionRules } from '../../../src/domain/backtests/option-run/rules.ts'
import type { Candles } from '../../../src/domain/charts/candle.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toIstClock, toIstDate } from '../../../src/domain/time.ts'
import type { LegCandles } from '../../../src/engine/options/option-request.ts'
import { contractsOf, runOptions } from '../../../src/engine/options/option-run.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { at, candles, closesAt, date, never } from '../../support/engine/notation.ts'
import { leg, niftyOptions, optionRequest, rules } from '../../support/market/option-run.ts'

const host = await engineHost('Backtest')

/** Monday; the weekly contract ends the day after. */
const DAY = '2026-11-16'
const CALL = 'NIFTY26N1724000CE'
const PUT = 'NIFTY26N1724000PE'

/** Minutes from 09:20 on. */
const minutes = (line: string, day = DAY, open = '09:20'): Candles => candles(line, { minutes: 1, day, open })

const traded = (legs: Readonly<Record<string, Candles>>): readonly LegCandles[] =>
  Object.entries(legs).map(([symbol, own]) => ({
    instrument: instrumentId('NFO-OPT', symbol),
    candles: own,
  }))

const run = (
  options: OptionRules,
  spot: Candles,
  legs: Readonly<Record<string, Candles>> = {},
  changes: Partial<BacktestParams> = {},
): BacktestResult => runOptions(host, optionRequest(options, changes), spot, traded(legs))

/** `sell 24000CE 100@09:20 > 80@09:22 stop`, one line a leg. */
const told = (trade: BacktestTrade | undefined): readonly string[] =>
  (trade?.legs ?? []).map(
    ({ side, contract, entryPrice, entryAt, exitPrice, exitAt, reason }) =>
      `${side} ${contract.strike}${contract.type} ${entryPrice}@${toIstClock(entryAt)} > ${exitPrice}@${toIstClock(exitAt)} ${reason}`,
  )

const straddle = ['sell ce 0', 'sell pe 0']
const flat = minutes('24000 24000 24000 24000')

describe('a straddle by the clock', () => {
  test('is sold at the open of the start minute and squared off at the open of the stop minute', () => {
    const stop = { tradingStopTime: '09:22' }
    const legs = { [CALL]: minutes('100/105/95/98 97 90/92/88/89'), [PUT]: minutes('110 111 112') }
    const { tradeLog, grossPnl } = run(rules(straddle), flat, legs, stop)
    expect(told(tradeLog[0])).toEqual([
      'sell 24000CE 100@09:20 > 90@09:22 square-off',
      'sell 24000PE 110@09:20 > 112@09:22 square-off',
    ])
    expect([tradeLog.length, grossPnl]).toEqual([1, (10 - 2) * 65])
  })
  test('is left at the last close of a day that ends before the stop time', () => {
    const legs = { [CALL]: minutes('100 90 80 70'), [PUT]: minutes('100 100 100 100') }
    expect(told(run(rules(straddle), flat, legs).tradeLog[0])).toEqual([
      'sell 24000CE 100@09:20 > 70@09:24 square-off',
      'sell 24000PE 100@09:20 > 100@09:24 square-off',
    ])
  })
  test('is entered once a day, and not on a day without a candle at that time', () => {
    const two = minutes('24000 24000 | - 24000 24000')
    const result = run(rules(straddle), two)
    expect(result.tradeLog.map((trade) => toIstDate(trade.entryAt))).toEqual([DAY])
    expect(result.remarks).toContain('1 day has no candle at 09:20, so no entry.')
  })
  test.each([
    ['2022-06-29', 'NIFTY22JUN24000CE', 50],
    ['2024-04-23', 'NIFTY24APR24000CE', 50],
    ['2024-04-30', 'NIFTY2450224000CE', 25],
    ['2025-01-06', 'NIFTY2510924000CE', 75],
  ])('on %s sells %s in lots of %d', (day, call, lot) => {
    const spot = minutes('24000 24000 24000 24000', day)
    const [trade] = run(rules(straddle), spot, {}, { from: date(day), to: date(day) }).tradeLog
    expect([trade?.legs?.[0]?.contract.instrument, trade?.quantity]).toEqual([
      instrumentId('NFO-OPT', call),
      lot,
    ])
  })
  test('names its trade by the net premium and its smallest leg', () => {
    const legs = { [CALL]: minutes('100 90 90 90'), [PUT]: minutes('110 100 100 100') }
    const [trade] = run(rules(straddle), flat, legs).tradeLog
    expect([trade?.side, trade?.quantity, trade?.entryPrice, trade?.exitPrice]).toEqual([
      'sell',
      65,
      210,
      190,
    ])
  })
})

describe('stops of the legs', () => {
  const stopped = rules(['sell ce 0 50', 'sell pe 0 20%'])
  test('fill at the stop where the candle touches it, and the other leg stays', () => {
    const legs = { [CALL]: minutes('100 120/150/110/130 130 130'), [PUT]: minutes('100 100 100 90') }
    expect(told(run(stopped, flat, legs).tradeLog[0])).toEqual([
      'sell 24000CE 100@09:20 > 150@09:21 stop',
      'sell 24000PE 100@09:20 > 90@09:24 square-off',
    ])
  })
  test('do not fill one paisa short of the stop', () => {
    const legs = { [CALL]: minutes('100 120/149.99/110/130 130 130'), [PUT]: minutes('100 100 100 100') }
    expect(run(stopped, flat, legs).tradeLog[0]?.reason).toBe('square-off')
  })
  test('fill at the open of a candle that begins beyond it', () => {
    const legs = { [CALL]: minutes('100 170/180/160/170 100 100'), [PUT]: minutes('100 121 100 100') }
    expect(told(run(stopped, flat, legs).tradeLog[0])).toEqual([
      'sell 24000CE 100@09:20 > 170@09:21 stop',
      'sell 24000PE 100@09:20 > 121@09:21 stop',
    ])
  })
  test('of a bought leg lie below its premium', () => {
    const legs = { [CALL]: minutes('100 90/95/70/90 90 90') }
    expect(told(run(rules(['buy ce 0 25%']), flat, legs).tradeLog[0])).toEqual([
      'buy 24000CE 100@09:20 > 75@09:21 stop',
    ])
  })
})

describe('targets of the legs', () => {
  const both = rules(['sell ce 0 50 tp40', 'sell pe 0 20% tp30%'])
  test('fill at the target where the candle touches it, and the other leg stays', () => {
    const legs = { [CALL]: minutes('100 90/92/60/70 70 70'), [PUT]: minutes('100 100 100 71') }
    expect(told(run(both, flat, legs).tradeLog[0])).toEqual([
      'sell 24000CE 100@09:20 > 60@09:21 target',
      'sell 24000PE 100@09:20 > 71@09:24 square-off',
    ])
  })
  test('fill at the open of a candle that opens beyond', () => {
    const legs = { [CALL]: minutes('100 55/160/50/70 70 70'), [PUT]: minutes('100 68/68/66/67 67 67') }
    const [trade] = run(both, flat, legs).tradeLog
    expect(told(trade)).toEqual([
      'sell 24000CE 100@09:20 > 55@09:21 target',
      'sell 24000PE 100@09:20 > 68@09:21 target',
    ])
    expect(trade?.isAmbiguous).toBe(false)
  })
  test('give way to the stop where one candle touches both, and the trade is marked', () => {
    const legs = { [CALL]: minutes('100 100/150/60/70 70 70'), [PUT]: minutes('100 100 100 100') }
    const [trade] = run(both, flat, legs).tradeLog
    expect([told(trade)?.[0], trade?.isAmbiguous]).toEqual(['sell 24000CE 100@09:20 > 150@09:21 stop', true])
  })
  test('of a bought leg lie above its price', () => {
    const legs = { [CALL]: minutes('100 100/131/100/120 120 120') }
    expect(told(run(rules(['buy ce 0 25% tp30%']), flat, legs).tradeLog[0])).toEqual([
      'buy 24000CE 100@09:20 > 130@09:21 target',
    ])
  })
})

describe('combined stop and target', () => {
  const both = { combinedStop: 1000, combinedTarget: 1300 }
  test('leave all legs where their sum stands at the stop on the way to a close that passes it', () => {
    const legs = {
      [CALL]: minutes('100 100/108/98/108 90 90'),
      [PUT]: minutes('100 100/112/100/112 100 100'),
    }
    const [trade] = run(rules(straddle, { ...both, combinedStop: 975 }), flat, legs).tradeLog
    expect(told(trade)).toEqual([
      'sell 24000CE 100@09:20 > 106@09:21 stop',
      'sell 24000PE 100@09:20 > 109@09:21 stop',
    ])
    expect([trade?.grossPnl, trade?.isAmbiguous]).toEqual([-975, false])
  })
  test('take a stop that the underlying at its high would have passed, and mark it', () => {
    const legs = {
      [CALL]: minutes('100 100/120/100/100 90 90'),
      [PUT]: minutes('100 100/102/96/100 100 100'),
    }
    const result = run(rules(straddle, { ...both, combinedStop: 520 }), flat, legs)
    expect(told(result.tradeLog[0])).toEqual([
      'sell 24000CE 100@09:20 > 110@09:21 stop',
      'sell 24000PE 100@09:20 > 98@09:21 stop',
    ])
    expect([result.tradeLog[0]?.isAmbiguous, result.ambiguousCandles]).toEqual([true, 1])
  })
  test('say of candles whose worst prices alone pass the stop that it was not taken', () => {
    const legs = {
      [CALL]: minutes('100 100/110/92/100 100 100'),
      [PUT]: minutes('100 100/110/92/100 100 100'),
    }
    const result = run(rules(straddle, { ...both, combinedStop: 1000 }), flat, legs)
    expect([result.tradeLog[0]?.reason, result.ambiguousCandles]).toEqual(['square-off', 0])
    expect(result.robustness?.findings.find(({ code }) => code === 'ambiguous')).toEqual({
      code: 'ambiguous',
      severity: 'doubt',
      text: '1 candle would hit the combined stop only if the worst prices of all legs coincided; it was not assumed there, but is under Worst price.',
      evidence: [{ at: at(DAY, '09:21'), what: 'stop perhaps hit, not assumed' }],
    })
  })
  test('of one leg are passed at its own high and low', () => {
    const legs = { [CALL]: minutes('100 100/101/85/99 90 90') }
    const [trade] = run(rules(['sell ce 0'], { combinedTarget: 650 }), flat, legs).tradeLog
    expect([trade?.reason, trade?.isAmbiguous]).toEqual(['target', false])
    expect(trade?.grossPnl).toBeCloseTo(650, 9)
  })
  test('leave at the open where it has passed by then', () => {
    const legs = { [CALL]: minutes('100 130/130/90/90 90 90'), [PUT]: minutes('100 100 100 100') }
    expect(told(run(rules(straddle, both), flat, legs).tradeLog[0])[0]).toBe(
      'sell 24000CE 100@09:20 > 130@09:21 stop',
    )
  })
  test('count what a leg lost that has left', () => {
    const mixed = rules(['sell ce 0 10', 'sell pe 0'], { combinedStop: 1000 })
    const legs = { [CALL]: minutes('100 112/112/90/90 90 90'), [PUT]: minutes('100 100 104 100') }
    expect(told(run(mixed, flat, legs).tradeLog[0])).toEqual([
      'sell 24000CE 100@09:20 > 112@09:21 stop',
      'sell 24000PE 100@09:20 > 104@09:22 stop',
    ])
  })
  test('take the target', () => {
    const legs = { [CALL]: minutes('100 90 80 70'), [PUT]: minutes('100 90 100 100') }
    const [trade] = run(rules(straddle, both), flat, legs).tradeLog
    expect([trade?.reason, trade?.grossPnl]).toEqual(['target', 1300])
  })
})

describe('a locked profit', () => {
  const profitLock = { at: 650, keep: 130 }
  const still = minutes('100 100 100 100')
  test('is kept once it was made at an open: all legs leave where no more of it is left', () => {
    const legs = { [CALL]: minutes('100 90 98 90'), [PUT]: still }
    const [trade] = run(rules(straddle, { profitLock }), flat, legs).tradeLog
    expect(told(trade)).toEqual([
      'sell 24000CE 100@09:20 > 98@09:22 lock',
      'sell 24000PE 100@09:20 > 100@09:22 lock',
    ])
    expect([trade?.reason, trade?.grossPnl]).toEqual(['lock', 130])
  })
  test('made inside a candle holds from the next one on, as what came first is not known', () => {
    const legs = { [CALL]: minutes('100 100/101/85/99 97/99/96/97 97') }
    const [trade] = run(rules(['sell ce 0'], { profitLock }), flat, legs).tradeLog
    expect([told(trade), trade?.isAmbiguous]).toEqual([['sell 24000CE 100@09:20 > 98@09:22 lock'], false])
    expect(trade?.grossPnl).toBeCloseTo(130, 9)
  })
  test('that is not made leaves nothing, and the combined stop stays a stop', () => {
    const short = { [CALL]: minutes('100 91 99 99'), [PUT]: still }
    expect(run(rules(straddle, { profitLock }), flat, short).tradeLog[0]?.reason).toBe('square-off')
    const lost = { [CALL]: minutes('100 91 120 120'), [PUT]: still }
    const [trade] = run(rules(straddle, { profitLock, combinedStop: 1000 }), flat, lost).tradeLog
    expect(trade?.reason).toBe('stop')
  })
})

describe('conditions of the underlying', () => {
  const signals = { entry: closesAt(24_010), exit: closesAt(24_060), tradingStartTime: '09:15' }
  test('fill at the open after the candle that decided, with the strike at the money by then', () => {
    const spot = minutes('24010/24010/24000/24010 24030/24060/24030/24060 24040 24000')
    const legs = { NIFTY26N1724050CE: minutes('50 60 70 80') }
    expect(told(run(rules(['buy ce 0'], { entry: 'condition' }), spot, legs, signals).tradeLog[0])).toEqual([
      'buy 24050CE 60@09:21 > 70@09:22 signal',
    ])
  })
  test('enter only within the hours, and say what they kept out', () => {
    const spot = minutes('24000 24010 24000 24000')
    const late = { ...signals, tradingStartTime: '09:15', tradingStopTime: '09:22' }
    const result = run(rules(['buy ce 0'], { entry: 'condition' }), spot, {}, late)
    expect(result.tradeLog).toEqual([])
    expect(result.remarks).toContain('1 entry outside 09:15 to 09:22 was not made.')
  })
})

describe('strikes', () => {
  const strikesOf = (options: OptionRules, spot = flat) =>
    run(options, spot).tradeLog[0]?.legs?.map(({ contract }) => contract.strike)
  test('are counted from the strike nearest to the underlying, the lower of two', () => {
    expect(strikesOf(rules(['sell ce 2', 'sell pe -3']), minutes('24025 24025'))).toEqual([24_100, 23_850])
    expect(strikesOf(rules(['sell ce 0']), minutes('24025.05 24025'))).toEqual([24_050])
  })
  test('by delta and by premium come closest to it in the model', () => {
    const by = (strike: OptionRules['legs'][number]['strike']) =>
      run({ ...rules([]), legs: [{ ...leg('sell ce 0 next'), strike }] }, flat)
    const [half] = by({ kind: 'delta', delta: 0.5 }).tradeLog
    expect(half?.legs?.[0]?.contract.strike).toBe(24_050)
    const low = by({ kind: 'delta', delta: 0.2 }).tradeLog[0]?.legs?.[0]
    expect(low?.contract.strike).toBeGreaterThan(24_100)
    const cheap = by({ kind: 'premium', premium: 50 })
    expect(Math.abs((cheap.tradeLog[0]?.legs?.[0]?.entryPrice ?? 0) - 50)).toBeLessThan(10)
    expect(cheap.remarks.some((remark) => remark.startsWith('Strikes by delta or premium'))).toBe(true)
  })
})

describe('the end of a contract', () => {
  const carry = { product: 'NRML' as const, tradingStopTime: '15:30', costs: true }
  const ends = (close: number) => candles(`24000 | ${close}`, { minutes: 1, day: DAY, open: '09:20' })
  const settled = (options: OptionRules, close: number) => {
    // The second day lasts to the end of its session.
    const spot = ends(close)
    spot.time[1] = at('2026-11-17', '15:29')
    const opened = minutes('100')
    return run(options, spot, { [CALL]: opened, [PUT]: opened }, carry).tradeLog[0]
  }
  test('pays what is in the money, and its holder owes the tax of exercise alone', () => {
    const [call] = settled(rules(['buy ce 0']), 24_120)?.legs ?? []
    expect([call?.exitPrice, call?.reason, toIstDate(call?.exitAt ?? 0)]).toEqual([
      120,
      'expiry',
      '2026-11-17',
    ])
    const entered = 20 + 6500 * 0.0003553 + 6500 * 1e-6 + 6500 * 0.00003
    const gst = 0.18 * (20 + 6500 * 0.0003553 + 6500 * 1e-6)
    expect(call?.charges).toBeCloseTo(entered + gst + 120 * 65 * 0.0015, 9)
  })
  test('costs the writer what it pays and no tax', () => {
    const [put] = settled(rules(['sell pe 0']), 23_900)?.legs ?? []
    expect([put?.exitPrice, put?.grossPnl]).toEqual([100, 0])
    expect(put?.charges).toBeCloseTo(
      20 + 6500 * (0.0015 + 0.0003553 + 1e-6) + 0.18 * (20 + 6500 * 0.0003563),
      9,
    )
  })
  test.each([
    ['out of the money', 23_900],
    ['exactly at the money', 24_000],
  ])('leaves nothing %s', (_, close) => {
    const [call] = settled(rules(['buy ce 0']), close)?.legs ?? []
    expect([call?.exitPrice, call?.reason]).toEqual([0, 'expiry'])
  })
  test('comes a day earlier where its day is a holiday', () => {
    const spot = candles('24000 | 24080', { minutes: 1, day: '2026-11-20', open: '09:20' })
    spot.time[1] = at('2026-11-23', '15:29')
    const own = { ...niftyOptions }
    const result = runOptions(
      host,
      { ...optionRequest(rules(['buy ce 0']), { ...carry, to: date('2026-11-30') }), contract: own },
      spot,
    )
    const [call] = result.tradeLog[0]?.legs ?? []
    expect([call?.contract.expiry, call?.contract.instrument, call?.exitPrice]).toEqual([
      '2026-11-23',
      'NFO-OPT_NIFTY26NOV24000CE',
      80,
    ])
  })
  test('settles on the last day there is where candles of the expiry day are missing', () => {
    const spot = candles('24000 | - | 24500', { minutes: 1, day: DAY, open: '09:20' })
    const [call] = run(rules(['buy ce 0']), spot, {}, carry).tradeLog[0]?.legs ?? []
    expect([call?.exitPrice, toIstDate(call?.exitAt ?? 0), call?.reason]).toEqual([0, DAY, 'expiry'])
  })
  test('leaves the legs of a later expiry, which end with the span', () => {
    const spot = ends(24_100)
    spot.time[1] = at('2026-11-17', '15:29')
    const calendar = run(rules(['sell ce 0', 'buy ce 0 next']), spot, {}, carry).tradeLog[0]
    expect(calendar?.legs?.map(({ contract, reason }) => [contract.expiry, reason])).toEqual([
      ['2026-11-17', 'expiry'],
      ['2026-11-23', 'end'],
    ])
  })
  test('does not come before the session has ended', () => {
    const spot = candles('24000 | 24100', { minutes: 1, day: DAY, open: '09:20' })
    expect(run(rules(['buy ce 0']), spot, {}, carry).tradeLog[0]?.reason).toBe('end')
  })
})

describe('how a fill was priced', () => {
  const stop = { tradingStopTime: '09:22' }
  test('is said of every fill, and what the model is answerable for', () => {
    const result = run(rules(straddle), flat, { [CALL]: minutes('100 100 90') }, stop)
    const [call, put] = result.tradeLog[0]?.legs ?? []
    expect([call?.entryMark, call?.exitMark, put?.entryMark, put?.exitMark]).toEqual([
      'traded',
      'traded',
      'model',
      'model',
    ])
    const all = Math.abs(call?.grossPnl ?? 0) + Math.abs(put?.grossPnl ?? 0)
    expect(result.optionFills).toEqual({
      traded: 2,
      model: 2,
      modelPnl: put?.grossPnl,
      modelShare: (Math.abs(put?.grossPnl ?? 0) / all) * 100,
    })
    expect(result.remarks.find((remark) => remark.includes('priced by the model'))).toMatch(
      /^2 of 4 fills were priced by the model, .* of all P&L depends on them/,
    )
  })
  test('takes a trade of up to five minutes ago, and the model after that', () => {
    const spot = minutes('24000 24000 24000 24000 24000 24000 24000 24000 24000')
    const marksAt = (clock: string) =>
      run(rules(['sell ce 0']), spot, { [CALL]: minutes('100') }, { tradingStopTime: clock }).tradeLog[0]
        ?.legs?.[0]?.exitMark
    expect([marksAt('09:26'), marksAt('09:27')]).toEqual(['traded', 'model'])
  })
  test('by the model pays the spread on both sides', () => {
    const noon = minutes('24000 24000 24000 24000', DAY, '12:00')
    const times = { tradingStartTime: '12:00', tradingStopTime: '12:02' }
    const still = run(rules(['sell ce 0 next']), noon, {}, times)
    const [call] = still.tradeLog[0]?.legs ?? []
    expect(call?.entryPrice).toBeLessThan(call?.exitPrice ?? 0)
    // In two minutes the premium itself moves by a tick at most.
    const lost = 65 * ((call?.exitPrice ?? 0) - (call?.entryPrice ?? 0))
    expect(Math.abs((call?.slippage ?? 0) - lost)).toBeLessThanOrEqual(65 * 0.05 + 1e-9)
  })
})

describe('charges of the worked examples', () => {
  const costs = { costs: true, tradingStopTime: '09:22' }
  test.each([
    ['buy ce 0', '150 150 180', 74.06],
    ['sell ce 0', '150 150 90', 68.56],
  ])('%s at %s is %d', (asked, line, total) => {
    const result = run(rules([asked]), flat, { [CALL]: minutes(line) }, costs)
    expect(result.chargesPaid).toBeCloseTo(total, 1)
    expect(result.chargeLines.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(result.chargesPaid, 9)
  })
  test('of SENSEX are those of BSE', () => {
    const spot = minutes('78000 78000 78000')
    const sensex = {
      ...niftyOptions,
      instrument: instrumentId('INDICES', 'SENSEX'),
      lotSize: 20,
      exchange: 'BSE' as const,
      option: { root: 'SENSEX', exchange: 'BFO' as const, isIndex: true, strikeStep: 100 },
    }
    const asked = { ...optionRequest(rules(['buy ce 0']), costs), contract: sensex }
    const legs = [
      { instrument: instrumentId('BFO-OPT', 'SENSEX26N1978000CE'), candles: minutes('300 300 350') },
    ]
    expect(runOptions(host, asked, spot, legs).chargesPaid).toBeCloseTo(62.88, 1)
  })
  test('of an order above the freeze quantity are those of its parts', () => {
    const many = { ...costs, size: { kind: 'lots' as const, lots: 28 } }
    const result = run(rules(['buy ce 0']), flat, { [CALL]: minutes('150 150 180') }, many)
    expect(result.chargeLines[0]).toEqual({ name: 'brokerage', amount: 80 })
  })
})

describe('the capital used', () => {
  test('of a sold straddle is a margin of both legs, of a bought one its premium', () => {
    const legs = { [CALL]: minutes('100 100'), [PUT]: minutes('100 100') }
    const sold = run(rules(straddle), flat, legs)
    expect(sold.maxCapUsed).toBeGreaterThan(150_000)
    expect(sold.maxCapUsed).toBe(sold.tradeLog[0]?.margin)
    expect(run(rules(['buy ce 0', 'buy pe 0']), flat, legs).maxCapUsed).toBe(200 * 65)
  })
  test('is less where the legs hedge each other', () => {
    const condor = run(rules(['buy pe -8', 'sell pe -4', 'sell ce 4', 'buy ce 8']), flat).tradeLog[0]
    const strangle = run(rules(['sell pe -4', 'sell ce 4']), flat).tradeLog[0]
    expect(condor?.margin).toBeLessThan((strangle?.margin ?? 0) / 2)
    expect(condor?.hedgeBenefit).toBeGreaterThan(100_000)
  })
  test('decides how many lots a budget buys', () => {
    const legs = { [CALL]: minutes('100 100') }
    const lotsFor = (rupees: number) =>
      run(rules(['buy ce 0']), flat, legs, { size: { kind: 'rupees', rupees } }).tradeLog[0]?.quantity
    expect([lotsFor(6499), lotsFor(6500), lotsFor(20_000)]).toEqual([undefined, 65, 195])
  })
})

describe('the contracts a run holds', () => {
  test('are asked again with their candles until none is new', () => {
    const again = rules(['sell ce 0 50'], { entry: 'condition' })
    const signals = { entry: closesAt(24_000, 24_100), exit: never, tradingStartTime: '09:15' }
    const spot = minutes('24000 24000 24000 24100')
    const asked = optionRequest(again, signals)
    const of = { underlying: niftyOptions.instrument, expiry: '2026-11-17', from: DAY, to: DAY }
    const call = { instrument: `NFO-OPT_${CALL}`, ...of }
    expect(contractsOf(host, asked, spot)).toEqual([call])
    const known = traded({ [CALL]: minutes('100 100 100/150/100/100 100') })
    const next = { ...call, instrument: 'NFO-OPT_NIFTY26N1724100CE' }
    expect(contractsOf(host, asked, spot, known)).toEqual([call, next])
  })
})

describe('a request that makes no sense', () => {
  const bad =
    (options: Partial<OptionRules>, changes: Partial<BacktestParams> = {}) =>
    () =>
      run({ ...rules(straddle), ...options }, flat, {}, changes)
  test.each([
    [bad({ legs: [] }), '0 legs, allowed 1 to 10'],
    [bad({ legs: [leg('sell ce 0 x0')] }), 'lots of leg 1 is 0, allowed whole 1 to 1000'],
    [bad({ legs: [leg('sell ce 0'), leg('sell ce 0.5')] }), 'steps of leg 2 is 0.5'],
    [bad({ combinedStop: 0 }), 'combinedStop is 0, must be above 0'],
    [bad({ profitLock: { at: 0, keep: 0 } }), 'profitLock: expected whole rupees'],
    [
      bad({ profitLock: { at: 500, keep: 500 } }),
      'profitLock: expected to keep less than the profit that locks it',
    ],
    [
      bad({}, { interval: 'day', product: 'NRML' }),
      'options are traded over candles of minutes, not of a day',
    ],
    [bad({}, { product: 'cash' }), 'product is cash, options are MIS or NRML'],
    [
      bad({}, { size: { kind: 'shares', shares: 100 } }),
      'size is by shares, options are sized by lots, rupees or percent',
    ],
    [
      bad({}, { size: { kind: 'risk', rupees: 100 }, stopLoss: 1 }),
      'size is by risk, options are sized by lots, rupees or percent',
    ],
    [bad({}, { trailing: { distance: 1, after: null } }), 'options have no trailing stop'],
    [
      bad({}, { entries: { per: 'day', most: 1 } }),
      'options have no limits of entries and of losses in a row',
    ],
    [bad({}, { lossesInARow: 1 }), 'options have no limits of entries and of losses in a row'],
    [bad({}, { fill: 'close' }), 'fill is close, options fill at the next open'],
  ])('is refused by name', (attempt, reason) => {
    expect(attempt).toThrow(reason)
  })
  test('names the contract whose candles are no candles', () => {
    expect(() => run(rules(straddle), flat, { [CALL]: minutes('100 0') })).toThrow(
      `candles of NFO-OPT_${CALL}: row 1: open is 0, which is no price`,
    )
  })
})
