import { describe, expect, test } from 'vitest'
import { timeTicks } from '../../../src/views/charts/time-ticks.ts'

const at = (text: string) => Date.parse(`${text}+05:30`)

describe('marks of a time axis', () => {
  test.each([
    ['2024-04-01T09:15', '2024-04-01T15:30', 8, ['10:00', '11:00', '12:00', '13:00', '14:00', '15:00']],
    ['2024-04-01T09:15', '2024-04-03T15:30', 8, ['2 Apr', '3 Apr']],
    ['2024-04-01T09:15', '2024-06-28T15:30', 8, ['15 Apr', '29 Apr', '13 May', '27 May', '10 Jun', '24 Jun']],
    ['2023-10-02T09:15', '2024-09-28T15:30', 8, ['Nov', 'Jan 2024', 'Mar', 'May', 'Jul', 'Sep']],
    ['2005-06-10T00:00', '2025-08-07T00:00', 8, ['2010', '2015', '2020', '2025']],
  ])('from %s to %s, at most %d', (first, last, most, labels) => {
    expect(timeTicks(at(first), at(last), most).map(({ label }) => label)).toEqual(labels)
  })

  test('stand at Indian midnight whatever the zone of the machine', () => {
    expect(timeTicks(at('2024-04-01T09:15'), at('2024-04-02T15:30'), 4)).toEqual([
      { at: at('2024-04-02T00:00'), label: '2 Apr' },
    ])
  })
})
