import { describe, expect, test } from 'vitest'
import type { PaletteRow } from '../../../src/commands/reading.ts'
import { groupBeside, runsOf } from '../../../src/views/palette/row-groups.ts'

const rows = (kinds: string): readonly PaletteRow[] =>
  kinds
    .split(' ')
    .filter((kind) => kind !== '')
    .map((kind, index) => ({ id: `${index}`, title: '', detail: '', kind: kind as PaletteRow['kind'] }))

describe('rows of the palette', () => {
  test.each<[string, readonly (readonly [string | null, number, number])[]]>([
    ['', []],
    ['act variant variant', [[null, 0, 3]]],
    [
      'act completion completion instrument',
      [
        [null, 0, 1],
        ['Next', 1, 3],
        ['Instruments', 3, 4],
      ],
    ],
    [
      'act variant found found completion',
      [
        [null, 0, 2],
        ['Found', 2, 4],
        ['Next', 4, 5],
      ],
    ],
    [
      'command instrument command',
      [
        ['Commands', 0, 1],
        ['Instruments', 1, 2],
        ['Commands', 2, 3],
      ],
    ],
  ])('"%s" make the runs %j', (kinds, runs) => {
    expect(runsOf(rows(kinds)).map(({ title, from, to }) => [title, from, to])).toEqual(runs)
  })

  test.each<[number, 1 | -1, number | null]>([
    [0, 1, 2],
    [1, 1, 2],
    [3, 1, 4],
    [4, 1, null],
    [4, -1, 2],
    [3, -1, 0],
    [1, -1, null],
    [9, 1, null],
  ])('from place %i, %i leads to %j', (index, by, found) => {
    expect(groupBeside(rows('act variant completion completion history'), index, by)).toEqual(found)
  })
})
