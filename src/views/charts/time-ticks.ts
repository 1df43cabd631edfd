import type { Dayjs } from 'dayjs'
import { instantOf, istClock } from '../kit/ist.ts'

export interface TimeTick {
  readonly at: number
  readonly label: string
}

type Unit = 'minute' | 'day' | 'month' | 'year'

const unitMs: Readonly<Record<Unit, number>> = {
  minute: 60_000,
  day: 86_400_000,
  month: 30.4 * 86_400_000,
  year: 365.25 * 86_400_000,
}

/** Finest first. Times of day are not used across several days. */
const steps: readonly (readonly [number, Unit])[] = [
  [5, 'minute'],
  [15, 'minute'],
  [30, 'minute'],
  [60, 'minute'],
  [120, 'minute'],
  [1, 'day'],
  [2, 'day'],
  [7, 'day'],
  [14, 'day'],
  [1, 'month'],
  [2, 'month'],
  [3, 'month'],
  [6, 'month'],
  [1, 'year'],
  [2, 'year'],
  [5, 'year'],
  [10, 'year'],
]

/** At round IST times. */
export const timeTicks = (first: number, last: number, most: number): readonly TimeTick[] => {
  const isOneDay = istClock(first).isSame(istClock(last), 'day')
  const fitting = steps.filter(([, unit]) => isOneDay === (unit === 'minute'))
  const [count, unit] = fitting.find(([n, each]) => (last - first) / (n * unitMs[each]) <= most) ??
    fitting.at(-1) ?? [1, 'day']
  const ticks: TimeTick[] = []
  for (let clock = firstMark(first, count, unit); instantOf(clock) <= last; clock = clock.add(count, unit)) {
    const at = instantOf(clock)
    if (at >= first) ticks.push({ at, label: labelOf(clock, unit) })
  }
  return ticks
}

const firstMark = (at: number, count: number, unit: Unit): Dayjs => {
  const clock = istClock(at)
  switch (unit) {
    case 'minute':
      return clock
        .startOf('day')
        .add(Math.floor((clock.hour() * 60 + clock.minute()) / count) * count, 'minute')
    case 'day':
      return clock.startOf('day')
    case 'month':
      return clock.startOf('year').add(Math.floor(clock.month() / count) * count, 'month')
    case 'year':
      return clock.startOf('year').subtract(clock.year() % count, 'year')
    default:
      return unit satisfies never
  }
}

const labelOf = (clock: Dayjs, unit: Unit): string => {
  switch (unit) {
    case 'minute':
      return clock.format('HH:mm')
    case 'day':
      return clock.format('D MMM')
    case 'month':
      return clock.format(clock.month() === 0 ? 'MMM YYYY' : 'MMM')
    case 'year':
      return clock.format('YYYY')
    default:
      return unit satisfies never
  }
}
