import { expect, test } from 'vitest'
import { halfHoursOf, lanesOf } from '../../../../src/views/screens/live-trades/day/lanes.ts'
import type { HeldSpan } from '../../../../src/views/screens/live-trades/detail/log-entries.ts'
import { atClock } from '../../../support/deployments.ts'

const day = { opensAt: atClock('09:15'), closesAt: atClock('15:30'), now: atClock('12:22') }
const minute = 1 / 375

const span = (segSym: string, from: string, to: string | null): HeldSpan => ({
  segSym,
  from: atClock(from),
  to: to === null ? null : atClock(to),
  side: 'buy',
  pnl: to === null ? null : 10,
})

test('each instrument has a lane, and each trade of the day a bar from its entry to its exit or to now', () => {
  const spans = [
    span('NSE_INFY', '11:00', null),
    span('NSE_INFY', '09:15', '10:30'),
    span('NSE_TCS', '15:00', '15:45'),
  ]
  const lanes = lanesOf(['NSE_SBIN', 'NSE_INFY', 'NSE_TCS'], spans, day)
  expect(lanes.map(({ segSym, bars }) => [segSym, bars.length])).toEqual([
    ['NSE_SBIN', 0],
    ['NSE_INFY', 2],
    ['NSE_TCS', 1],
  ])
  const bars = lanes.flatMap((lane) => lane.bars)
  for (const [index, minutes] of [0, 105, 345].entries())
    expect(bars[index]?.left).toBeCloseTo(minutes * minute, 6)
  for (const [index, minutes] of [75, 82, 30].entries())
    expect(bars[index]?.width).toBeCloseTo(minutes * minute, 6)
})

test('a trade of another day has no bar; one of a moment is wide enough to be seen', () => {
  const before = { ...span('NSE_INFY', '10:00', '11:00'), from: day.opensAt - 9e7, to: day.opensAt - 8e7 }
  const [lane] = lanesOf(['NSE_INFY'], [before, span('NSE_INFY', '10:00', '10:00')], day)
  expect(lane?.bars.map(({ width }) => width)).toEqual([0.004])
})

test('half hours are those between open and close', () => {
  const marks = halfHoursOf(day)
  expect([marks[0], marks.at(-1), marks.length]).toEqual([
    { at: atClock('09:30'), share: 15 * minute },
    { at: atClock('15:30'), share: 1 },
    13,
  ])
})
