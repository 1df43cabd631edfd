import type { Clock, Log } from '../../ports.ts'
import { withAudit } from '../../store/audit.ts'
import type { Store } from '../../store/database/database.ts'
import { findSession } from '../../store/session/sessions.ts'
import { hashHalf, sessionLabel } from './sessions.ts'

const TOLD_MAX = 1000

/** Reports tokens presented without their browser's cookie, which must be stolen. */
export const createTokenMisuse = ({
  store,
  clock,
  log,
}: {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}) => {
  const told = new Set<string>()

  const record = async (
    tokenHash: string,
    { address, request }: { readonly address: string; readonly request: string },
  ): Promise<void> => {
    const session = await findSession(store.db, tokenHash)
    if (session === undefined || clock.now() >= session.ends_at) return
    const key = `${tokenHash} ${address}`
    if (told.has(key)) return
    const [oldest] = told.size >= TOLD_MAX ? told : []
    if (oldest !== undefined) told.delete(oldest)
    told.add(key)
    await withAudit({ store, clock }, (_, append) =>
      append({
        action: 'session.misused',
        actor: session.user_id,
        session: sessionLabel(tokenHash),
        address,
        request,
        detail: { reason: 'its token was shown without its cookie' },
      }),
    ).catch((error: unknown) => {
      told.delete(key)
      throw error
    })
  }

  return {
    async look(token: string, origin: { readonly address: string; readonly request: string }): Promise<void> {
      const tokenHash = hashHalf(token)
      if (tokenHash === null) return
      await record(tokenHash, origin).catch((error: unknown) =>
        log.error({ err: error }, 'the misuse of a session could not be written'),
      )
    },
  }
}

export type TokenMisuse = ReturnType<typeof createTokenMisuse>
