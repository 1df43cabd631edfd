import { Refusal } from '../../refusal.ts'

const RUNNING_MAX = 2
const WAITING_MAX = 20
const RETRY_AFTER_SECONDS = 2

/** Hashing takes memory and a core: two at a time, bounded queues, known browsers first. */
export const createHashQueue = () => {
  let running = 0
  const known: (() => void)[] = []
  const strangers: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>, isKnown: boolean): Promise<Result> => {
    const waiting = isKnown ? known : strangers
    if (running >= RUNNING_MAX) {
      if (waiting.length >= WAITING_MAX) {
        throw new Refusal('TOO_MANY', 'Too many sign-ins at once, try again in a moment', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = known.shift() ?? strangers.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
