import { describe, expect, test } from 'vitest'
import { describeBreak, findBreak, findBreaks } from '../../../src/domain/charts/price-breaks.ts'
import { at, candles } from '../../support/engine/notation.ts'

const CLOSED = at('2024-06-11', '15:29')
const OPENED = at('2024-06-12', '09:15')
const jump = (close: number, open: number, openedAt = OPENED) => findBreak(CLOSED, close, openedAt, open)

describe('a price break', () => {
  test.each([
    [1000, 100, 1, 10, '1:10 split'],
    [1000, 104, 1, 10, '1:10 split'],
    [1000, 485, 1, 2, '1:2 split or 1:1 bonus'],
    [1000, 212, 1, 5, '1:5 split or 4:1 bonus'],
    [1000, 340, 1, 3, '1:3 split or 2:1 bonus'],
    [1000, 652, 2, 3, '1:2 bonus'],
    [1000, 745, 3, 4, '1:3 bonus'],
    [10, 103, 10, 1, '10:1 consolidation'],
  ])('from %d to %d is that of a usual ratio', (close, open, from, to, words) => {
    const found = jump(close, open)
    expect(found?.ratio).toEqual({ from, to })
    expect(found === null ? '' : describeBreak(found)).toContain(`, looks like a ${words}`)
  })

  test('is a move that no band allows, in either direction, and none up to it', () => {
    expect([jump(1000, 800), jump(1000, 1250), jump(1000, 1000)]).toEqual([null, null, null])
    expect([jump(1000, 799)?.ratio, jump(1000, 1251)?.ratio]).toEqual([{ from: 3, to: 4 }, null])
    expect(jump(1000, 1400)).toEqual({ at: OPENED, close: 1000, open: 1400, ratio: null })
    expect(describeBreak({ at: OPENED as never, close: 1000, open: 1400, ratio: null })).toBe(
      '12 Jun 2024: 1,000.00 to 1,400.00, a jump of 40%',
    )
  })

  test('says nothing of a price behind a long hole', () => {
    expect(jump(1000, 100, at('2024-06-26', '09:15'))).not.toBe(null)
    expect(jump(1000, 100, at('2024-06-27', '09:15'))).toBe(null)
  })

  test('is found between two sessions of a series, and only inside the rows that were asked for', () => {
    const series = candles('1000 1010 | 505 500 | 50 51')
    expect(findBreaks(series).map(({ ratio }) => ratio)).toEqual([
      { from: 1, to: 2 },
      { from: 1, to: 10 },
    ])
    expect(findBreaks(series, 2, 4)).toEqual([])
    expect(findBreaks(candles('1000 500 1000 | 990 99'))).toEqual([])
  })
})
