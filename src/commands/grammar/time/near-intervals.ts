import { type Interval, intervalMinutes, intervals } from '../../../domain/charts/interval.ts'

const NEAREST = 2
const DAY = 1_440
const calendar: Partial<Record<Interval, number>> = { day: DAY, week: 7 * DAY, month: 30 * DAY }
const units: readonly (readonly [RegExp, number])[] = [
  [/^m(?:o|onths?)$/, 30 * DAY],
  [/^(?:m|mi?n[a-z]*|mni)$/, 1],
  [/^h[a-z]*$/, 60],
  [/^d[a-z]*$/, DAY],
  [/^w[a-z]*$/, 7 * DAY],
]

const minutesOf = (interval: Interval): number => intervalMinutes(interval) ?? calendar[interval] ?? 0

/** `7min` gives 5min and 10min; empty if the text is not of that form. */
export const nearestIntervals = (text: string): readonly Interval[] => {
  const [, count, unit = ''] = /^(\d{1,3})([a-z]+)$/.exec(text) ?? []
  const minutes = units.find(([pattern]) => pattern.test(unit))?.[1]
  if (count === undefined || minutes === undefined) return []
  const wanted = Number(count) * minutes
  const off = (interval: Interval): number => Math.abs(minutesOf(interval) - wanted)
  const [exact, ...others] = [...intervals].sort((one, other) => off(one) - off(other))
  if (exact === undefined) return []
  return off(exact) === 0 ? [exact] : [exact, ...others].slice(0, NEAREST)
}
