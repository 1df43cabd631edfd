import { randomBytes, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../refusal.ts'

/** 19 MiB, two passes, one lane: the least OWASP names for argon2id, which is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const RUNNING_MAX = 2
const WAITING_MAX = 20
const RETRY_AFTER_SECONDS = 2

/**
 * Hash work takes memory and a core, so it is done two at a time with short queues; beyond them callers are refused.
 * Those of known browsers have a queue of their own, which goes first.
 */
const createGate = () => {
  let running = 0
  const known: (() => void)[] = []
  const strangers: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>, isKnown: boolean): Promise<Result> => {
    const waiting = isKnown ? known : strangers
    if (running >= RUNNING_MAX) {
      if (waiting.length >= WAITING_MAX) {
        throw new Refusal('tooMany', 'Too many sign-ins at once, try again in a moment', {
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

export const createPasswordHasher = () => {
  const gate = createGate()
  const nobody = hash(randomBytes(16), COST)
  return {
    hash: (password: string): Promise<string> => gate(() => hash(password, COST), true),
    /** A null hash is a user that does not exist: the same work is done and the answer is no. */
    async matches(
      passwordHash: string | null,
      password: string,
      { isKnown }: { readonly isKnown: boolean },
    ): Promise<boolean> {
      const against = passwordHash ?? (await nobody)
      const isRight = await gate(() => verify(against, password), isKnown)
      return isRight && passwordHash !== null
    },
  }
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

/** Letters and digits that are not mistaken for each other when read aloud or copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 5
const GROUP_LENGTH = 4

/** 99 random bits. */
export const generatePassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')
