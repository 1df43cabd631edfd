import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../../ports.ts'
import type { Database } from '../../store/schema.ts'
import { findBrowser, saveBrowser } from '../../store/session/sign-in.ts'
import type { UserId } from '../../user.ts'
import type { SecretWatch } from './secret-watch.ts'
import { hashHalf } from './sessions.ts'

const TOKEN_BYTES = 32
const KNOWN_MS = 180 * 86_400_000
const BROWSERS_PER_USER = 10

/** Lets a user's browser be recognised at sign-in; grants no access by itself. */
export interface BrowserProof {
  readonly label: string
  readonly token: string
  readonly endsAt: number
}

export const createKnownBrowsers = ({
  clock,
  secrets,
}: {
  readonly clock: Clock
  readonly secrets: SecretWatch
}) => ({
  async find(db: Kysely<Database>, user: UserId, tokens: readonly string[]): Promise<string | null> {
    const byHash = new Map(tokens.map((token) => [hashHalf(token) ?? '', token]))
    byHash.delete('')
    const found = await findBrowser(db, user, [...byHash.keys()], clock.now())
    return found === null ? null : (byHash.get(found) ?? null)
  },

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
