import type { Clock, Log } from '../../ports.ts'
import type { Store } from '../../store/database/database.ts'
import { isStoreAway } from '../../store/database/transaction.ts'
import { listOpenSessions } from '../../store/session/sessions.ts'
import type { Caller } from './caller.ts'

/** With the duration of a look, everything ends within 2 s of its session. */
const LOOK_MS = 1000

// Ends in this process apply at once; midnight and ends by other processes at the next look.
// The number held is bounded by the limits of streams, sockets and tickets.
export const createSessionWatch = ({
  store,
  clock,
  log,
}: {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}) => {
  const held = new Map<string, { readonly endsAt: number; readonly ends: Set<() => void> }>()

  const ended = (tokenHashes: readonly string[]): void => {
    for (const tokenHash of tokenHashes) {
      const session = held.get(tokenHash)
      held.delete(tokenHash)
      for (const end of session?.ends ?? []) end()
    }
  }

  const endLapsed = async (): Promise<void> => {
    const looked = [...held]
    if (looked.length === 0) return
    const now = clock.now()
    ended(looked.filter(([, { endsAt }]) => endsAt <= now).map(([tokenHash]) => tokenHash))
    const open = await listOpenSessions(store.db, [...held.keys()])
    // A session first held during the query is left to the next look.
    ended(looked.map(([tokenHash]) => tokenHash).filter((tokenHash) => !open.has(tokenHash)))
  }

  let isLooking = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    try {
      await endLapsed()
    } catch (error) {
      // While the store is unavailable, proven sessions stay until they expire.
      if (!isStoreAway(error)) log.error({ err: error }, 'the open sessions could not be looked at')
    } finally {
      isLooking = false
    }
  }, LOOK_MS)
  timer.unref()

  return {
    /** Calls `end` once when the session ends. Returns its unsubscribe. */
    hold(caller: Pick<Caller, 'tokenHash' | 'endsAt'>, end: () => void): () => void {
      const session = held.get(caller.tokenHash) ?? { endsAt: caller.endsAt, ends: new Set() }
      held.set(caller.tokenHash, session)
      session.ends.add(end)
      return () => {
        session.ends.delete(end)
        if (session.ends.size === 0 && held.get(caller.tokenHash) === session) held.delete(caller.tokenHash)
      }
    },
    ended,
    close: () => clearInterval(timer),
  }
}

export type SessionWatch = ReturnType<typeof createSessionWatch>
