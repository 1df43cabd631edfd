import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DayTrade } from '../../../../src/domain/deployments/parity/day-trade.ts'
import { isDifferent, moneyOf, parityOf } from '../../../../src/domain/deployments/parity/parity.ts'
import type { Deeds } from '../../../../src/domain/deployments/parity/reasons.ts'
import { atClock, logLine } from '../../../support/deployments.ts'
import { deedsOf, flatCandles, tradeOf } from '../../../support/parity.ts'

const compare = (expected: readonly DayTrade[], done: readonly DayTrade[], deeds: Partial<Deeds> = {}) =>
  parityOf({ expected, done, deeds: deedsOf(deeds), candlesOf: () => flatCandles })

const reasons = (parity: ReturnType<typeof compare>) =>
  parity.rows.map(({ intent, reason, isFollowing }) => `${intent} ${isFollowing ? 'follows' : reason}`)

const sbin = tradeOf('SBIN', {
  quantity: 300,
  entry: ['10:15', 968.2, 42.84],
  exit: ['13:05', 973.9, 107.23],
})

describe('expected and done', () => {
  test('of a day with one of each kind add up to the paisa', () => {
    const expected = [
      tradeOf('HDFCBANK', {
        quantity: 270,
        entry: ['09:45', 1012.4, 44.69],
        exit: ['12:30', 1017.1, 110.38],
      }),
      tradeOf('RELIANCE', { quantity: 180, entry: ['09:45', 1541.2, 44], exit: ['11:10', 1552.8, 100] }),
      sbin,
      tradeOf('ICICIBANK', { quantity: 220, entry: ['13:30', 1362.5, 43], exit: ['15:15', 1366.1, 105] }),
    ]
    const done = [
      tradeOf('HDFCBANK', { quantity: 200, entry: ['09:45', 1012.4, 40], exit: ['12:30', 1017, 90] }),
      tradeOf('RELIANCE', {
        quantity: 180,
        entry: ['09:45', 1541.45, 44.01],
        exit: ['11:10', 1552.55, 99.99],
      }),
      tradeOf('ICICIBANK', {
        quantity: 220,
        entry: ['13:30', 1362.6, 43],
        exit: ['14:40', 1367.35, 105.08],
        cause: 'elsewhere',
      }),
    ]
    const lines = [
      logLine(1, '09:45', { symbol: 'HDFCBANK', kind: 'signalled', bar: atClock('09:40'), quantity: 270 }),
      logLine(2, '10:16', {
        symbol: 'SBIN',
        kind: 'dropped',
        bar: atClock('10:10'),
        cause: 'late',
        sentence: 'Not entered: its order came 94 s after the candle had closed',
      }),
    ]
    const parity = compare(expected, done, { lines })
    expect(parity.steps).toEqual({
      signals: -171_000,
      prices: -2_000 - 4_500 - 4_500 - 2_200 + 27_500,
      quantities: -32_900,
      charges: 469 + 2_038 - 1 + 1 + 4_284 + 10_723 - 8,
    })
    const { signals, prices, quantities, charges } = parity.steps
    expect(parity.expected + signals + prices + quantities + charges).toBe(parity.done)
    expect(reasons(parity)).toEqual([
      'enter part',
      'enter price',
      'enter late',
      'exit price',
      'exit price',
      'exit follows',
      'enter price',
      'exit by-hand',
    ])
    expect(parity.reasons).toEqual([
      { reason: 'late', rows: 2, paise: -171_000 + 4_284 + 10_723 },
      { reason: 'part', rows: 1, paise: -32_900 + 469 },
      { reason: 'price', rows: 4, paise: -13_200 + 2_038 },
      { reason: 'by-hand', rows: 1, paise: 27_492 },
    ])
    expect(parity.counts).toEqual({
      missed: 1,
      extra: 0,
      otherPrices: 5,
      otherQuantities: 1,
      fillsExpected: 8,
      fillsDone: 6,
    })
    const late = parity.rows.find(({ reason }) => reason === 'late')
    expect(late?.because).toBe('Not entered: its order came 94 s after the candle had closed.')
    expect(parity.rows.at(-1)?.doneAt).toBe(atClock('14:40'))
  })

  test('that are the same differ nowhere', () => {
    const parity = compare([sbin], [sbin])
    expect(parity.rows.some(isDifferent)).toBe(false)
    expect(parity.done).toBe(parity.expected)
    expect(parity.reasons).toEqual([])
  })

  test.each([
    ['limit', { kind: 'skipped', cause: 'limit' }, 'limit'],
    ['paused', { kind: 'skipped', cause: 'paused' }, 'not-running'],
    ['refused', { kind: 'refused', cause: 'refused' }, 'refused'],
    ['opposed', { kind: 'dropped', cause: 'opposed' }, 'opposed'],
    ['untraded', { kind: 'skipped', cause: 'untraded' }, 'untraded'],
    ['dropped by the user', { kind: 'dropped', cause: 'dropped' }, 'not-acted'],
    ['run out', { kind: 'dropped', cause: 'expired' }, 'not-acted'],
  ] as const)('an entry that was %s says so', (_, line, reason) => {
    const lines = [logLine(1, '10:15', { symbol: 'SBIN', bar: atClock('10:10'), ...line })]
    expect(reasons(compare([sbin], [], { lines }))).toEqual([`enter ${reason}`, 'exit follows'])
  })

  test('an entry of candles that were missed is a gap', () => {
    const gap = logLine(1, '10:20', {
      symbol: 'SBIN',
      kind: 'gap',
      bar: atClock('10:15'),
      since: atClock('10:00'),
    })
    expect(reasons(compare([sbin], [], { lines: [gap] }))[0]).toBe('enter gap')
    const other = { ...gap, bar: atClock('11:15'), since: atClock('11:00') }
    expect(reasons(compare([sbin], [], { lines: [other] }))[0]).toBe('enter corrected')
  })

  test('before it was started, after it was stopped and while it paused nothing ran', () => {
    const first = (deeds: Partial<Deeds>) => compare([sbin], [], deeds).rows[0]
    expect(first({ startedAt: atClock('11:00') })).toMatchObject({
      reason: 'not-running',
      because: 'The deployment was started at 11:00.',
    })
    expect(first({ stoppedAt: atClock('10:00') })?.reason).toBe('not-running')
    expect(first({ lines: [logLine(1, '10:00', { kind: 'paused' })] })?.reason).toBe('not-running')
  })

  test('a proposal without an order was not acted on', () => {
    const lines = [logLine(1, '10:15', { symbol: 'SBIN', kind: 'proposed', bar: atClock('10:10') })]
    expect(reasons(compare([sbin], [], { type: 'live', lines }))[0]).toBe('enter not-acted')
  })

  test('an entry while the other side was still in its trade follows an earlier difference', () => {
    const longer = tradeOf('SBIN', {
      quantity: 300,
      entry: ['10:15', 968.2, 0],
      exit: ['14:00', 970, 0],
      cause: 'left',
    })
    const again = tradeOf('SBIN', { quantity: 300, entry: ['13:30', 975, 0], exit: ['14:30', 976, 0] })
    expect(reasons(compare([sbin, again], [longer]))).toEqual([
      'enter null',
      'exit by-hand',
      'enter earlier',
      'exit follows',
    ])
    expect(reasons(compare([longer], [{ ...sbin, cause: 'signal' }, again]))).toContain('enter earlier')
  })

  test('an order that the user sent smaller is by hand', () => {
    const lines = [
      logLine(1, '10:15', { symbol: 'SBIN', kind: 'proposed', bar: atClock('10:10'), quantity: 300 }),
      logLine(2, '10:15', { symbol: 'SBIN', kind: 'signalled', bar: atClock('10:10'), quantity: 100 }),
    ]
    const [entry] = compare([sbin], [{ ...sbin, quantity: 100 }], { type: 'live', lines }).rows
    expect(entry).toMatchObject({ reason: 'by-hand', because: 'You sent 100 of the 300 proposed.' })
  })

  test('whatever was expected and done, rows and steps add up to the difference', () => {
    const clocks = ['09:20', '09:45', '10:30', '11:00', '13:10', '14:55']
    const trade = fc
      .record({
        symbol: fc.constantFrom('SBIN', 'TCS', 'INFY'),
        place: fc.nat({ max: 4 }),
        quantity: fc.integer({ min: 1, max: 5_000 }),
        prices: fc.tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 1, max: 999_999 })),
        charges: fc.tuple(
          fc.double({ min: 0, max: 500, noNaN: true }),
          fc.double({ min: 0, max: 500, noNaN: true }),
        ),
        side: fc.constantFrom('buy', 'sell'),
      })
      .map(({ symbol, place, quantity, prices, charges, side }) =>
        tradeOf(symbol, {
          quantity,
          side,
          entry: [clocks[place] ?? '', prices[0] / 100, charges[0]],
          exit: [clocks[place + 1] ?? '', prices[1] / 100, charges[1]],
        }),
      )
    const trades = fc.uniqueArray(trade, {
      maxLength: 8,
      selector: ({ segSym, entry }) => `${segSym} ${entry.candle}`,
    })
    const sides = fc.constantFrom<'buy' | 'sell'>('buy', 'sell')
    fc.assert(
      fc.property(trades, trades, sides, (one, other, side) => {
        const expected = one.map((each) => ({ ...each, side }))
        const done = other.map((each) => ({ ...each, side }))
        const parity = compare(expected, done)
        const money = parity.rows.reduce((sum, row) => sum + moneyOf(row), 0)
        expect(parity.expected + money).toBe(parity.done)
        expect(Object.values(parity.steps).reduce((sum, paise) => sum + paise, 0)).toBe(money)
        expect(new Set(parity.rows.map(({ key }) => key)).size).toBe(parity.rows.length)
      }),
    )
  })
})
