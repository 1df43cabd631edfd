import { describe, expect, test } from 'vitest'
import {
  type CandleWorth,
  lockedRules,
  mayHavePassed,
  passedAt,
  passedInside,
  reachesLock,
} from '../../../../src/domain/backtests/option-run/combined.ts'

const rules = { combinedStop: 1_000, combinedTarget: 1_500 }

/** `0 -400..300 100 least -900`: open, at the ends of the underlying, close, and all worst prices together. */
const worth = (line: string, areTogether = false): CandleWorth => {
  const [open = 0, top = 0, bottom = 0, close = 0, least = 0] = (line.match(/-?\d+/g) ?? []).map(Number)
  return { open, top, bottom, close, least, areTogether }
}

describe('a known P&L', () => {
  test.each([
    [-999, null],
    [-1_000, 'stop'],
    [1_499, null],
    [1_500, 'target'],
  ])('of %d passes %s', (pnl, reason) => {
    expect(passedAt(rules, pnl)).toBe(reason)
  })
  test('passes nothing where there are no rules', () => {
    expect(passedAt({ combinedStop: null, combinedTarget: null }, -1e9)).toBeNull()
  })
})

describe('a profit that is locked', () => {
  const locking = { ...rules, profitLock: { at: 1_200, keep: 500 } }
  test('once it is reached, and only then, is left with what is kept', () => {
    expect([1_199, 1_200].map((pnl) => reachesLock(locking, pnl))).toEqual([false, true])
    expect([500, 501].map((pnl) => passedAt(locking, pnl))).toEqual([null, null])
    expect([500, 501, 1_500].map((pnl) => passedAt(lockedRules(locking), pnl))).toEqual([
      'stop',
      null,
      'target',
    ])
  })
  test('may keep nothing: the position is left at no loss', () => {
    const atCost = lockedRules({ ...rules, profitLock: { at: 800, keep: 0 } })
    expect([-1, 0, 1].map((pnl) => passedAt(atCost, pnl))).toEqual(['stop', 'stop', null])
  })
  test('changes nothing where none is', () => {
    expect(lockedRules(rules)).toBe(rules)
    expect(reachesLock(rules, 1e9)).toBe(false)
  })
})

describe('inside a candle', () => {
  test.each([
    ['far from both', '0 -400..300 100 least -999', null],
    ['a close beyond the stop', '0 -400..300 -2000 least -2000', ['stop', 'close', 0.5, false]],
    ['a close beyond the target', '500 -400..300 2500 least -900', ['target', 'close', 0.5, false]],
    [
      'the high of the underlying beyond the stop',
      '0 -4000..300 100 least -5000',
      ['stop', 'top', 0.25, true],
    ],
    ['its low beyond the stop', '0 300..-4000 100 least -5000', ['stop', 'bottom', 0.25, true]],
    ['its high and the close beyond it', '0 -4000..300 -1000 least -5000', ['stop', 'top', 0.25, false]],
    ['its high beyond the target, which is not certain', '0 300..3000 100 least -900', null],
    ['worst prices alone beyond the stop', '0 -400..300 100 least -2000', null],
    ['the stop likely, the target certain', '0 -2000..300 1600 least -3000', ['stop', 'top', 0.5, true]],
  ])('%s', (_, line, expected) => {
    const passed = passedInside(rules, worth(line), false)
    expect(
      passed === null ? null : [passed.reason, passed.towards, passed.share, passed.isAmbiguous],
    ).toEqual(expected)
  })
  test('that is known to have been at both ends the target is taken, and a stop is certain', () => {
    expect(passedInside(rules, worth('0 300..3000 100 least -900', true), false)).toEqual({
      reason: 'target',
      towards: 'bottom',
      share: 0.5,
      isAmbiguous: false,
    })
    expect(passedInside(rules, worth('0 -2000..300 100 least -2000', true), false)?.isAmbiguous).toBe(false)
    expect(passedInside(rules, worth('0 -2000..3000 100 least -2000', true), false)).toEqual({
      reason: 'stop',
      towards: 'top',
      share: 0.5,
      isAmbiguous: true,
    })
  })
  test('worst prices together are a stop for who is severe', () => {
    const line = worth('0 -400..300 100 least -2000')
    expect(mayHavePassed(rules, line)).toBe(true)
    expect(passedInside(rules, line, true)).toEqual({
      reason: 'stop',
      towards: 'least',
      share: 0.5,
      isAmbiguous: true,
    })
    expect(mayHavePassed({ ...rules, combinedStop: null }, line)).toBe(false)
  })
  test('a leg that left by itself may have passed the stop at once: the rest leaves at the end of the candle', () => {
    expect(passedInside(rules, worth('-1200 -1400..-900 -900 least -1500'), false)?.share).toBe(1)
  })
})
