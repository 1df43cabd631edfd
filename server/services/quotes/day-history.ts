import {
  type Calendar,
  previousTradingDay,
  type SessionGroup,
  sessionOn,
} from '../../../src/domain/calendar/calendar.ts'
import { keepNewest } from '../../../src/domain/keep-newest.ts'
import { type EpochMs, epochMs, MINUTE_MS, startOfIstDate, toIstDate } from '../../../src/domain/time.ts'
import { createEventLoopYield } from '../../market/yield-to-event-loop.ts'

const STEP_MS = 5 * MINUTE_MS

/** A day of a hundred measures, some hundred bytes each. */
const POINTS_MAX = 10_000

export type MeasureAt<Point> = (at: EpochMs, breathe: () => Promise<void>) => Promise<Point | null>

export type DayHistory = ReturnType<typeof createDayHistory>

/** A measure every five minutes since the open of the day, or of the last one before it opens. Each point is computed once. */
export const createDayHistory = (calendar: Calendar) => {
  const points = createPoints()

  const stepsUntil = (at: EpochMs, group: SessionGroup): readonly EpochMs[] => {
    const today = toIstDate(at)
    const opening = sessionOn(today, group, calendar)
    const hasBegun = opening !== null && startOfIstDate(today) + opening.openMinute * MINUTE_MS <= at
    const day = hasBegun ? today : previousTradingDay(today, calendar)
    const session = sessionOn(day, group, calendar)
    if (session === null) return []
    const [open, close] = [session.openMinute, session.closeMinute].map(
      (minute) => startOfIstDate(day) + minute * MINUTE_MS,
    )
    const steps: EpochMs[] = []
    for (let step = open ?? 0; step <= Math.min(at, close ?? 0); step += STEP_MS) steps.push(epochMs(step))
    return steps
  }

  return async <Point>(
    name: string,
    measure: MeasureAt<Point>,
    at: EpochMs,
    group: SessionGroup,
  ): Promise<(Point & { at: number })[]> => {
    const breathe = createEventLoopYield()
    const history: (Point & { at: number })[] = []
    for (const step of stepsUntil(at, group)) {
      const point = await points.get(`${name} ${step}`, () => measure(step, breathe))
      if (point !== null) history.push({ at: step, ...point })
      await breathe()
    }
    return history
  }
}

/** LRU cache; concurrent requests share one computation. */
const createPoints = () => {
  const kept = new Map<string, Promise<unknown>>()
  return {
    async get<Point>(name: string, make: () => Promise<Point | null>): Promise<Point | null> {
      const known = kept.get(name) as Promise<Point | null> | undefined
      const point = known ?? make()
      keepNewest(kept, name, point, POINTS_MAX)
      // A missing price may arrive later, and a failure may not repeat.
      const forget = (): void => {
        if (kept.get(name) === point) kept.delete(name)
      }
      try {
        const found = await point
        if (found === null) forget()
        return found
      } catch (error) {
        forget()
        throw error
      }
    },
  }
}
