import { Readable } from 'node:stream'
import { Refusal } from '../../refusal.ts'
import type { UserId } from '../../user.ts'

const MB = 1024 * 1024

export interface AnswerLimits {
  /** Bytes being made or sent; a single larger answer is allowed when there is no other. */
  readonly perUserBytes: number
  readonly totalBytes: number
  readonly waitingPerUser: number
  readonly waiting: number
  readonly waitMs: number
}

export const DEFAULT_ANSWERS: AnswerLimits = {
  perUserBytes: 16 * MB,
  totalBytes: 64 * MB,
  waitingPerUser: 24,
  waiting: 200,
  // A saved report waits until nothing else is in flight, which takes a while on a busy machine.
  waitMs: 20_000,
}

const RETRY_AFTER_SECONDS = 2
/** Fits a socket's buffer, so it is neither counted nor cut into pieces. */
export const SMALL_ANSWER_BYTES = 64 * 1024

interface Waiting {
  readonly user: UserId
  readonly bytes: number
  readonly go: () => void
}

export interface AnswerRoom {
  resize(bytes: number): void
  release(): void
}

/** Bounds the memory held for readers that do not read. */
export const createAnswersInFlight = (limits: AnswerLimits = DEFAULT_ANSWERS) => {
  const users = new Map<UserId, number>()
  const waiting = new Set<Waiting>()
  let total = 0

  const add = (user: UserId, bytes: number): void => {
    total += bytes
    const own = (users.get(user) ?? 0) + bytes
    if (own === 0) users.delete(user)
    else users.set(user, own)
  }

  const fits = (used: number, bytes: number, most: number): boolean => used === 0 || used + bytes <= most

  const hasRoom = (user: UserId, bytes: number): boolean =>
    fits(users.get(user) ?? 0, bytes, limits.perUserBytes) && fits(total, bytes, limits.totalBytes)

  const wake = (): void => {
    for (const next of [...waiting]) {
      if (!hasRoom(next.user, next.bytes)) continue
      waiting.delete(next)
      add(next.user, next.bytes)
      next.go()
    }
  }

  const take = (user: UserId, estimate: number): AnswerRoom => {
    let held: number | null = estimate
    return {
      resize(bytes) {
        if (held === null) return
        add(user, bytes - held)
        held = bytes
        wake()
      },
      release() {
        if (held === null) return
        add(user, -held)
        held = null
        wake()
      },
    }
  }

  const refusal = (user: UserId): Refusal =>
    users.has(user)
      ? new Refusal('TOO_MANY', 'Too many responses pending, try again in a moment', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        })
      : new Refusal('UNAVAILABLE', 'The server is busy, try again', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        })

  const waitFor = (user: UserId, bytes: number, whenGone: (tell: () => void) => void): Promise<void> => {
    const own = [...waiting].filter((other) => other.user === user).length
    if (own >= limits.waitingPerUser || waiting.size >= limits.waiting) throw refusal(user)
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        user,
        bytes,
        go: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const giveUp = (): void => {
        clearTimeout(timer)
        if (waiting.delete(entry)) reject(refusal(user))
      }
      const timer = setTimeout(giveUp, limits.waitMs)
      whenGone(giveUp)
      waiting.add(entry)
    })
  }

  return {
    /** Throws Refusal when no room comes free in time. */
    async admit(user: UserId, bytes: number, whenGone: (tell: () => void) => void): Promise<AnswerRoom> {
      const isBehindOthers = [...waiting].some((other) => other.user === user)
      if (!isBehindOthers && hasRoom(user, bytes)) add(user, bytes)
      else await waitFor(user, bytes, whenGone)
      return take(user, bytes)
    },
    /** Takes room even beyond the limit. */
    hold(user: UserId, bytes: number): AnswerRoom {
      add(user, bytes)
      return take(user, bytes)
    },
    counts: () => ({ bytes: total, users: users.size, waiting: waiting.size }),
  }
}

export type AnswersInFlight = ReturnType<typeof createAnswersInFlight>

export const inPieces = (bytes: Uint8Array): Readable => {
  let from = 0
  return new Readable({
    highWaterMark: SMALL_ANSWER_BYTES,
    read() {
      const piece = bytes.subarray(from, from + SMALL_ANSWER_BYTES)
      from += piece.length
      this.push(piece.length === 0 ? null : piece)
    },
  })
}
