import { randomBytes, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { createHashQueue } from './hash-queue.ts'

export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** 19 MiB, two passes, one lane: OWASP's minimum for argon2id, the library's default algorithm. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const createPasswordHasher = (cost: PasswordCost = COST) => {
  const inTurn = createHashQueue()
  const nobody = hash(randomBytes(16), cost)
  return {
    hash: (password: string): Promise<string> => inTurn(() => hash(password, cost), true),
    /** A null hash (no such user) costs the same work and never matches. */
    async matches(
      passwordHash: string | null,
      password: string,
      { isKnown }: { readonly isKnown: boolean },
    ): Promise<boolean> {
      const against = passwordHash ?? (await nobody)
      const isRight = await inTurn(() => verify(against, password), isKnown)
      return isRight && passwordHash !== null
    },
  }
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

/** Without characters that are confused when read aloud or copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 5
const GROUP_LENGTH = 4

/** 99 random bits. */
export const generatePassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')
