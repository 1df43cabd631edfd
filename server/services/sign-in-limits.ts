import type { Clock } from '../ports.ts'
import { Refusal } from '../refusal.ts'

const WINDOW_MS = 15 * 60_000
const PER_ACCOUNT = 5
const PER_ADDRESS = 20
/** Accounts and addresses remembered; the longest untouched is dropped. */
const REMEMBERED_MAX = 10_000

/**
 * Failed attempts of the last quarter of an hour, per account and per address. An attempt counts from its start, so
 * that many at once cannot slip through together, and is given back when it succeeds.
 */
export const createSignInLimits = ({ clock }: { readonly clock: Clock }) => {
  const attempts = new Map<string, number[]>()

  const recent = (key: string): number[] =>
    (attempts.get(key) ?? []).filter((at) => at > clock.now() - WINDOW_MS)

  const put = (key: string, times: number[]): void => {
    attempts.delete(key)
    if (times.length > 0) attempts.set(key, times)
    const [oldest] = attempts.keys()
    if (attempts.size > REMEMBERED_MAX && oldest !== undefined) attempts.delete(oldest)
  }

  return {
    /** Counts an attempt; answers the function that takes it back. Throws Refusal when there were too many. */
    take({ account, address }: { account: string; address: string }): () => void {
      const now = clock.now()
      const counted = [
        { key: `account ${account}`, limit: PER_ACCOUNT },
        { key: `address ${address}`, limit: PER_ADDRESS },
      ]
      for (const { key, limit } of counted) {
        const times = recent(key)
        const [first] = times
        if (times.length >= limit && first !== undefined) {
          throw new Refusal('tooMany', 'Too many failed sign-ins, try again later', {
            retryAfterSeconds: Math.ceil((first + WINDOW_MS - now) / 1000),
          })
        }
      }
      for (const { key } of counted) put(key, [...recent(key), now])
      return () => {
        for (const { key } of counted) {
          const times = recent(key)
          const place = times.indexOf(now)
          if (place >= 0) put(key, times.toSpliced(place, 1))
        }
      }
    },
  }
}

export type SignInLimits = ReturnType<typeof createSignInLimits>
