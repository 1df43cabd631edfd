import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { black76Price } from '../../../src/domain/options/black-76.ts'
import {
  atmStrikeOf,
  buildUpOf,
  type ChainRow,
  type ChainSide,
  expectedMoveOf,
  maxPainOf,
  parityForward,
  putCallOf,
  straddleOf,
  straddleVolatility,
  strikeVolatility,
} from '../../../src/domain/options/chain.ts'
import { impliedVolatility } from '../../../src/domain/options/implied-volatility.ts'
import { sharedData } from '../../support/shared-data.ts'

const terms = { years: 10 / 365, rate: 0.065, tick: 0.05 }

const side = (price: number | null, openInterest = 0, volume = 0): ChainSide => ({
  price,
  openInterest,
  volume,
})

/** A chain that Black-76 made: forward 24,013 and a smile. */
const smile = (strike: number): number =>
  0.13 + 0.4 * Math.log(strike / 24_013) ** 2 - 0.1 * Math.log(strike / 24_013)
const modelled = (strike: number): ChainRow => {
  const of = (type: 'CE' | 'PE'): ChainSide =>
    side(black76Price({ ...terms, forward: 24_013, strike, volatility: smile(strike), type }))
  return { strike, ce: of('CE'), pe: of('PE') }
}
const model = Array.from({ length: 41 }, (_, index) => modelled(23_000 + index * 50))

/** `24000 10/20`: open calls and puts of a strike; a dash is a side that is not listed. */
const open = (text: string): readonly ChainRow[] =>
  text.split(', ').map((row) => {
    const [strike, calls = '-', puts = '-'] = row.split(/[ /]/)
    const of = (units: string): ChainSide | null =>
      units === '-' ? null : side(1, Number(units), Number(units) / 2)
    return { strike: Number(strike), ce: of(calls), pe: of(puts) }
  })

describe('measures of a chain', () => {
  test('calls and puts agree on the forward that made them', () => {
    expect(parityForward(model, terms)).toBeCloseTo(24_013, 8)
  })

  test('one stale price does not move the forward', () => {
    const stale = model.map((row) => (row.strike === 24_050 ? { ...row, ce: side(400) } : row))
    expect(parityForward(stale, terms)).toBeCloseTo(24_013, 8)
  })

  test.each([
    ['no strike has both sides', [{ strike: 100, ce: side(5), pe: null }]],
    ['no price is known', [{ strike: 100, ce: side(null), pe: side(0) }]],
    ['nothing is listed', []],
  ])('there is no forward when %s', (_, rows) => {
    expect(parityForward(rows, terms)).toBe(null)
  })

  test('with two strikes the forward lies between them', () => {
    const rows = [
      { strike: 100, ce: side(6), pe: side(5) },
      { strike: 102, ce: side(5), pe: side(5) },
    ]
    expect(parityForward(rows, { ...terms, rate: 0 })).toBe(101.5)
  })

  test.each([
    [24_013, 24_000],
    [24_025, 24_000],
    [24_026, 24_050],
    [90_000, 25_000],
  ])('the strike at the money of %d is %d, the lower of two', (forward, strike) => {
    expect(atmStrikeOf(model.map((row) => row.strike).reverse(), forward)).toBe(strike)
  })

  test('no strike is at the money of an empty chain', () => {
    expect(atmStrikeOf([], 24_000)).toBe(null)
  })

  test('every strike has the volatility that made it, whichever side lies in the money', () => {
    const misses = model.map((row) =>
      Math.abs((strikeVolatility(row, 24_013, terms) ?? Number.NaN) - smile(row.strike)),
    )
    expect(Math.max(...misses)).toBeLessThan(1e-9)
  })

  test('a strike takes the other side where the one out of the money has no price, and none where neither has', () => {
    const row = modelled(24_200)
    expect(strikeVolatility({ ...row, ce: null }, 24_013, terms)).toBeCloseTo(smile(24_200), 9)
    expect(strikeVolatility({ ...row, ce: side(0), pe: side(0) }, 24_013, terms)).toBe(null)
  })

  test('a straddle has one volatility for both sides', () => {
    const [straddle, strike, forward] = [411.3074, 24_000, 24_000]
    expect(straddleOf({ strike, ce: side(205.6537), pe: side(205.6537) })).toBeCloseTo(straddle, 9)
    expect(straddleVolatility({ straddle, strike, forward }, terms)).toBeCloseTo(0.13, 6)
    const uneven = modelled(24_000)
    expect(
      straddleVolatility({ straddle: straddleOf(uneven) ?? 0, strike, forward: 24_013 }, terms),
    ).toBeCloseTo(smile(24_000), 9)
    expect(straddleVolatility({ straddle: 10, strike, forward: 24_013 }, terms)).toBe(null)
    expect(straddleOf({ strike, ce: side(5), pe: null })).toBe(null)
  })

  test.each([
    ['100 10/20, 110 30/20, 120 -/20', { puts: 60, calls: 40, ratio: 1.5 }],
    ['100 0/20', { puts: 20, calls: 0, ratio: null }],
    ['100 20/0', { puts: 0, calls: 20, ratio: 0 }],
  ])('of %s puts over calls are %o', (text, expected) => {
    expect(putCallOf(open(text), 'openInterest')).toEqual(expected)
    const { puts, calls, ratio } = expected
    expect(putCallOf(open(text), 'volume')).toEqual({ puts: puts / 2, calls: calls / 2, ratio })
  })

  test.each([
    // Ends at 100, 110, 120 pay: 20×10 + 10×20; 10×10 + 10×10; 10×20 + 20×10.
    ['100 10/10, 110 20/20, 120 5/10', 110],
    // Nobody is paid at either.
    ['100 0/10, 110 10/0', 100],
    ['100 50/-, 110 -/-, 120 -/1', 100],
    ['100 0/0, 110 -/-', null],
  ])('of %s the least is paid at %s', (text, strike) => {
    expect(maxPainOf(open(text))).toBe(strike)
  })

  test('a day in 365 moves the underlying by its volatility over √365', () => {
    expect(expectedMoveOf(24_000, 0.13, 1 / 365)).toBeCloseTo(163.308, 3)
  })

  test.each([
    [1, 1, 'long build-up'],
    [-1, 1, 'short build-up'],
    [1, -1, 'short covering'],
    [-1, -1, 'long unwinding'],
    [0, 1, null],
    [1, 0, null],
  ])('price %d and open interest %d are %s', (price, openInterest, words) => {
    expect(buildUpOf(price, openInterest)).toBe(words)
  })
})

interface NseSide {
  readonly openInterest: number
  readonly totalTradedVolume: number
  readonly lastPrice: number
  readonly impliedVolatility: number
}
interface NseRow {
  readonly strikePrice: number
  readonly expiryDate: string
  readonly CE?: NseSide
  readonly PE?: NseSide
}
interface NseChain {
  readonly records: { readonly underlyingValue: number; readonly data: readonly NseRow[] }
  readonly filtered: { readonly data: readonly NseRow[] }
}

const folder = sharedData('option_chain/nse_json_2025-07-17')

describe.skipIf(folder === null)('chains of NSE of 17 July 2025 (skipped without the reference data)', () => {
  const read = (name: string): NseChain =>
    JSON.parse(gunzipSync(readFileSync(`${folder}/${name}.json.gz`)).toString('utf8'))
  const toSide = (of: NseSide | undefined): ChainSide | null =>
    of === undefined ? null : side(of.lastPrice, of.openInterest, of.totalTradedVolume)
  const rowsOf = (data: readonly NseRow[]): readonly ChainRow[] =>
    data.map(({ strikePrice, CE, PE }) => ({ strike: strikePrice, ce: toSide(CE), pe: toSide(PE) }))

  test.each([
    ['nifty', 2_408_499, 1_596_250, 0.6628],
    ['banknifty', 540_480, 428_209, 0.7923],
    ['finnifty', 18_642, 15_322, 0.8219],
    ['reliance', 107_354, 48_637, 0.4531],
    ['m&m', 28_203, 15_436, 0.5473],
    ['idea', 15_277, 8_627, 0.5647],
  ])('%s has %d open calls, %d open puts', (name, calls, puts, ratio) => {
    const found = putCallOf(rowsOf(read(name).filtered.data), 'openInterest')
    expect({
      calls: Math.round(found.calls),
      puts: Math.round(found.puts),
      ratio: Number(found.ratio?.toFixed(4)),
    }).toEqual({ calls, puts, ratio })
  })

  const CLOSE = Date.UTC(2025, 6, 17, 10)
  const yearsTo = (expiry: string): number => (Date.parse(`${expiry} 10:00 UTC`) - CLOSE) / (365 * 86_400_000)

  test('the forward of calls and puts lies near the underlying in every chain that has not ended', () => {
    const names = readdirSync(String(folder)).map((file) => file.replace('.json.gz', ''))
    const gaps = names
      .filter((name) => name !== 'nifty')
      .map((name) => {
        const { records, filtered } = read(name)
        const years = yearsTo(filtered.data[0]?.expiryDate ?? '')
        const forward = parityForward(rowsOf(filtered.data), { years, rate: 0.055, tick: 0.05 })
        return { name, gap: (forward ?? Number.NaN) / records.underlyingValue - 1 }
      })
    expect(gaps.length).toBe(32)
    expect(gaps.filter(({ gap }) => !(Math.abs(gap) < 0.015))).toEqual([])
  })

  // The exchange takes the spot, grown at 10 % a year, for its forward.
  test('the volatility of what traded is that of the exchange: half within 0.01 points, 99 of 100 within 0.4', () => {
    const misses: number[] = []
    let refused = 0
    for (const file of readdirSync(String(folder))) {
      const { records } = read(file.replace('.json.gz', ''))
      for (const row of records.data) {
        const years = yearsTo(row.expiryDate)
        const forward = records.underlyingValue * Math.exp(0.1 * years)
        for (const type of ['CE', 'PE'] as const) {
          const of = row[type]
          if (of === undefined || of.impliedVolatility === 0 || of.totalTradedVolume < 100 || years <= 0)
            continue
          const { volatility } = impliedVolatility({
            price: of.lastPrice,
            forward,
            strike: row.strikePrice,
            years,
            rate: 0.1,
            type,
            tick: 0.05,
          })
          if (volatility === null) refused++
          else misses.push(Math.abs(volatility * 100 - of.impliedVolatility))
        }
      }
    }
    misses.sort((a, b) => a - b)
    const share = (of: number): number => misses[Math.floor(misses.length * of)] ?? Number.NaN
    expect([
      misses.length > 1700,
      refused <= 2,
      share(0.5) < 0.01,
      share(0.9) < 0.1,
      share(0.99) < 0.4,
    ]).toEqual([true, true, true, true, true])
  })
})

const newer = sharedData('option_chain/nse_v3_json/NIFTY_2026-07-10.json.gz')

describe.skipIf(newer === null)(
  'the chain of NIFTY of 10 July 2026 (skipped without the reference data)',
  () => {
    test('has the sums and the strike at the money of its readme', () => {
      const chain: { data: readonly NseRow[]; underlyingValue: number } = JSON.parse(
        gunzipSync(readFileSync(String(newer))).toString('utf8'),
      )
      const rows = chain.data.map(({ strikePrice, CE, PE }): ChainRow => {
        const of = (one: NseSide | undefined): ChainSide | null =>
          one === undefined ? null : side(one.lastPrice, one.openInterest, one.totalTradedVolume)
        return { strike: strikePrice, ce: of(CE), pe: of(PE) }
      })
      const { puts, calls, ratio } = putCallOf(rows, 'openInterest')
      const forward = parityForward(rows, { years: 4 / 365, rate: 0.055, tick: 0.05 }) ?? Number.NaN
      expect({
        puts,
        calls,
        ratio: Number(ratio?.toFixed(4)),
        atm: atmStrikeOf(
          rows.map((row) => row.strike),
          forward,
        ),
      }).toEqual({ puts: 2_788_546, calls: 2_191_199, ratio: 1.2726, atm: 24_200 })
    })
  },
)
