import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type EpochMs, epochMs, nextIstMidnight } from '../../../src/domain/time.ts'
import type { Clock } from '../../ports.ts'
import type { Store } from '../../store/database/database.ts'
import type { Database } from '../../store/schema.ts'
import {
  deleteEndedSessions,
  deleteOldestSessions,
  findSession,
  insertSession,
} from '../../store/session/sessions.ts'
import type { User } from '../../user.ts'
import type { Caller } from './caller.ts'
import { createProvenSessions } from './proven-sessions.ts'
import type { SecretWatch } from './secret-watch.ts'

const SESSIONS_PER_USER = 5
const HALF_BYTES = 32
const HALF = /^[A-Za-z0-9_-]{43}$/
const AGENT_LENGTH_MAX = 200

/** The token is for the page's script, the binding for the cookie; neither works without the other. */
export interface SessionPair {
  readonly token: string
  readonly binding: string
  readonly endsAt: EpochMs
}

export interface Origin {
  readonly address: string
  readonly agent: string
  readonly request: string
}

/** A fast hash suffices for 256 random bits. Null for a malformed half. */
export const hashHalf = (half: string): string | null => (HALF.test(half) ? hash('sha256', half) : null)

export const sessionLabel = (tokenHash: string): string => tokenHash.slice(0, 16)

export const createSessions = (ports: {
  readonly store: Store
  readonly clock: Clock
  readonly secrets: SecretWatch
}) => {
  const { store, clock, secrets } = ports
  const proven = createProvenSessions()
  const makeHalf = (): { half: string; hash: string } => {
    const half = randomBytes(HALF_BYTES).toString('base64url')
    secrets.add(half)
    return { half, hash: hash('sha256', half) }
  }
  return {
    async open(trx: Kysely<Database>, user: User, origin: Origin) {
      const now = clock.now()
      const endsAt = nextIstMidnight(now)
      const token = makeHalf()
      const binding = makeHalf()
      await deleteEndedSessions(trx, now)
      const { deleted, newestAt } = await deleteOldestSessions(trx, user.id, SESSIONS_PER_USER - 1)
      await insertSession(trx, {
        token_hash: token.hash,
        binding_hash: binding.hash,
        user_id: user.id,
        address: origin.address,
        agent: origin.agent.slice(0, AGENT_LENGTH_MAX),
        // Later than any other, so that the next one never displaces it instead of an older one of the same millisecond.
        created_at: newestAt === null ? now : Math.max(now, newestAt + 1),
        ends_at: endsAt,
      })
      const pair: SessionPair = { token: token.half, binding: binding.half, endsAt }
      return { pair, tokenHash: token.hash, displaced: deleted }
    },

    async find(token: string, binding: string): Promise<Caller | null> {
      const tokenHash = hashHalf(token)
      const bindingHash = hashHalf(binding)
      if (tokenHash === null || bindingHash === null) return null
      const now = clock.now()
      const known = proven.find(tokenHash, bindingHash, now)
      if (known !== null) return known
      const keep = proven.prove(bindingHash, now)
      const session = await findSession(store.db, tokenHash)
      if (session === undefined) return null
      const isProven =
        timingSafeEqual(Buffer.from(session.token_hash), Buffer.from(tokenHash)) &&
        timingSafeEqual(Buffer.from(session.binding_hash), Buffer.from(bindingHash))
      if (!isProven || clock.now() >= session.ends_at) return null
      secrets.add(token)
      secrets.add(binding)
      const caller: Caller = {
        user: { id: session.user_id, name: session.user_name },
        tokenHash,
        endsAt: epochMs(session.ends_at),
        mustChangePassword: session.must_change_password === 1,
      }
      keep(caller)
      return caller
    },

    ended: (tokenHashes: readonly string[]): void => proven.forget(tokenHashes),
  }
}

export type Sessions = ReturnType<typeof createSessions>
