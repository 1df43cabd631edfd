import type { Clock, Log } from '../ports.ts'
import type { Store } from '../store/database.ts'
import { listOpenSessions } from '../store/sessions.ts'
import { isStoreAway } from '../store/transaction.ts'
import type { Caller } from './caller.ts'

/** With the time a sweep takes, what outlives its session is gone within two seconds. */
const SWEEP_MS = 1000

/**
 * What stays open after the call that opened it (streams, sockets, tickets) ends with its session. Ends made in this
 * process are told at once; midnight and what another process ended are found by looking every second. What is held
 * is bounded by those who hold it: they limit streams, sockets and tickets.
 */
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

  const sweep = async (): Promise<void> => {
    const looked = [...held]
    if (looked.length === 0) return
    const now = clock.now()
    ended(looked.filter(([, { endsAt }]) => endsAt <= now).map(([tokenHash]) => tokenHash))
    const open = await listOpenSessions(store.db, [...held.keys()])
    // A session that was first held while the store was asked is left to the next look.
    ended(looked.map(([tokenHash]) => tokenHash).filter((tokenHash) => !open.has(tokenHash)))
  }

  let isSweeping = false
  const timer = setInterval(async () => {
    if (isSweeping) return
    isSweeping = true
    try {
      await sweep()
    } catch (error) {
      // What was proven while the store was there stays until the clock or the store says otherwise.
      if (!isStoreAway(error)) log.error({ err: error }, 'the open sessions could not be looked at')
    } finally {
      isSweeping = false
    }
  }, SWEEP_MS)
  timer.unref()

  return {
    /** Calls `end` once when the session ends. Answers the word that no longer wants it. */
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
