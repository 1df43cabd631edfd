import { expect, test } from 'vitest'
import { createReadingTime } from '../../../server/scanning/reading-time.ts'

test('one series is read however late it is, and others while time is left', () => {
  const late = createReadingTime(-1)
  expect([late.isLeft(), late.isLeft(), late.isLeft()]).toEqual([true, false, false])
  const early = createReadingTime(60_000)
  expect([early.isLeft(), early.isLeft(), early.isLeft()]).toEqual([true, true, true])
})
