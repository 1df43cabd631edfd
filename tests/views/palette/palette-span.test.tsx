import { describe, expect, test } from 'vitest'
import { spanBeside } from '../../../src/views/palette/palette-span.ts'

const row = (top: number) => ({ top, bottom: top + 34 })

describe('the command line', () => {
  test('lies where it always does without a row, or while the row is above it', () => {
    expect(spanBeside(null, 900)).toEqual({ top: 84, room: null })
    expect(spanBeside(row(40), 900)).toEqual({ top: 84, room: null })
  })

  test.each([
    [620, { top: 84, room: 528 }],
    [300, { top: 342, room: 542 }],
  ])('leaves a row at %d of 900 pixels in sight', (top, place) => {
    expect(spanBeside(row(top), 900)).toEqual(place)
  })

  test('never covers a row where there is room on either side of it', () => {
    for (let top = 84; top < 866; top++) {
      const place = spanBeside(row(top), 900)
      const bottom = place.top + (place.room ?? 900)
      expect(place.top >= top + 34 || bottom <= top).toEqual(true)
    }
  })

  test('lies where it always does in a window too low for both', () => {
    expect(spanBeside(row(250), 500)).toEqual({ top: 84, room: null })
  })
})
