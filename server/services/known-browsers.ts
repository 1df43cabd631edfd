import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../ports.ts'
import type { Database } from '../store/schema.ts'
import { findBrowser, saveBrowser } from '../store/sign-in.ts'
import type { UserId } from '../user.ts'
import type { SecretWatch } from './secret-watch.ts'
import { hashHalf } from './sessions.ts'

const TOKEN_BYTES = 32
const KNOWN_MS = 180 * 86_400_000
const BROWSERS_PER_USER = 10

/** What a browser keeps to be known again by a user's sign-in; it opens nothing by itself. */
export interface BrowserProof {
  /** Tells the proofs of several users of one browser apart. */
  readonly label: string
  readonly token: string
  readonly endsAt: number
}

/** Browsers a user has signed in from. Ended by a change or reset of the password. */
export const createKnownBrowsers = ({
  clock,
  secrets,
}: {
  readonly clock: Clock
  readonly secrets: SecretWatch
}) => ({
  /** The proof among these that this user's browser holds, or null. */
  async find(db: Kysely<Database>, user: UserId, tokens: readonly string[]): Promise<string | null> {
    const byHash = new Map(tokens.map((token) => [hashHalf(token) ?? '', token]))
    byHash.delete('')
    const found = await findBrowser(db, user, [...byHash.keys()], clock.now())
    return found === null ? null : (byHash.get(found) ?? null)
  },

  /** Keeps a known browser known, or makes a new one so. */
  async keep(trx: Kysely<Database>, user: UserId, known: string | null): Promise<BrowserProof> {
    const token = known ?? randomBytes(TOKEN_BYTES).toString('base64url')
    secrets.add(token)
    const now = clock.now()
    const endsAt = now + KNOWN_MS
    const row = { token_hash: hash('sha256', token), user_id: user, used_at: now, ends_at: endsAt }
    await saveBrowser(trx, row, BROWSERS_PER_USER)
    return { label: hash('sha256', user).slice(0, 12), token, endsAt }
  },
})

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>
