import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nearestHint, nearestNames } from '../../src/domain/nearest.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })

describe('the nearest names', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['mea', ['ema', 'rsi', 'sma'], ['ema']],
    ['emaa', ['ema', 'wma', 'close'], ['ema', 'wma']],
    ['cl', ['close', 'open', 'c'], ['close', 'c']],
    ['e', ['ema', 'e', 'x', 'ex'], ['e', 'x', 'ex']],
    ['macd', ['adx'], []],
  ])('to %s of %j are %j', (typed, names, near) => {
    expect(nearestNames(typed, names)).toEqual(near)
  })

  test('are nearer when a smaller share of the letters may be wrong', () => {
    expect([nearestNames('nonsense', ['losers']), nearestNames('nonsense', ['losers'], 1, 1 / 3)]).toEqual([
      ['losers'],
      [],
    ])
    expect(nearestNames('bakctest', ['backtest'], 1, 1 / 3)).toEqual(['backtest'])
  })

  test('are in words, or nothing', () => {
    expect([nearestHint('mea', ['ema', 'rsi']), nearestHint('mea', ['volume'])]).toEqual([
      '; nearest: ema',
      '',
    ])
  })

  test('are those of the full table of edits, whatever their lengths', () => {
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 12 }), (typed, names) => {
        expect(nearestNames(typed, names, 12)).toEqual(plainlyNearest(typed, names))
      }),
    )
  })
})

const plainlyNearest = (typed: string, names: readonly string[]): readonly string[] =>
  names
    .map((name) => ({ name, edits: edits(typed, name) }))
    .filter(({ edits }) => edits <= Math.max(1, Math.floor(typed.length / 2)))
    .toSorted((a, b) => a.edits - b.edits)
    .map(({ name }) => name)

const edits = (from: string, to: string): number => {
  if (from.length >= 2 && to.startsWith(from)) return 0.5
  const table = new Map<string, number>()
  const at = (row: number, column: number): number => {
    if (row === 0 || column === 0) return row + column
    const key = `${row} ${column}`
    const known = table.get(key)
    if (known !== undefined) return known
    const isSwap =
      row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
    const found = Math.min(
      at(row - 1, column) + 1,
      at(row, column - 1) + 1,
      at(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1),
      isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
    )
    table.set(key, found)
    return found
  }
  return at(from.length, to.length)
}
