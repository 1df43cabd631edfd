import { hash } from 'node:crypto'
import type { UserId } from '../../user.ts'

export const LATE_MS_MIN = 4_000
const LATE_MS_SPAN = 4_000

/** Repeatable: the same answers of the same drill are equally late. */
export const latenessOf = (drill: string, answer: number): number =>
  LATE_MS_MIN + (Number.parseInt(hash('sha256', `${drill} ${answer}`).slice(0, 8), 16) % LATE_MS_SPAN)

interface Late {
  readonly drill: string
  readonly until: number
  answers: number
}

/** The work is done at once; only what came of it is held back. */
export const createLateAnswers = ({
  now,
  wait = setTimeout,
}: {
  readonly now: () => number
  readonly wait?: (wake: () => void, ms: number) => unknown
}) => {
  const late = new Map<UserId, Late>()
  const waiting = new Set<() => void>()

  const latenessFor = (user: UserId): number => {
    const found = late.get(user)
    if (found === undefined) return 0
    if (found.until <= now()) {
      late.delete(user)
      return 0
    }
    found.answers++
    return latenessOf(found.drill, found.answers)
  }

  const hold = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        waiting.delete(wake)
        resolve()
      }
      waiting.add(wake)
      wait(wake, ms)
    })

  return {
    begin: (user: UserId, drill: string, until: number): void => {
      late.set(user, { drill, until, answers: 0 })
    },
    end: (user: UserId): void => {
      late.delete(user)
    },
    /** Refusals are as late as answers. */
    async after<Answer>(user: UserId, work: () => Promise<Answer>): Promise<Answer> {
      const ms = latenessFor(user)
      if (ms === 0) return work()
      try {
        return await work()
      } finally {
        await hold(ms)
      }
    },
    close(): void {
      late.clear()
      for (const wake of waiting) wake()
    },
  }
}

export type LateAnswers = ReturnType<typeof createLateAnswers>
