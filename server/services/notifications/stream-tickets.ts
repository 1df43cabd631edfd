import { createHash, randomBytes } from 'node:crypto'
import { epochMs } from '../../../src/domain/time.ts'
import type { Clock } from '../../ports.ts'
import type { Caller } from '../session/caller.ts'
import type { SecretWatch } from '../session/secret-watch.ts'
import type { SessionWatch } from '../session/session-watch.ts'

const TICKET_BYTES = 24
const TICKET = /^[A-Za-z0-9_-]{32}$/
const VALID_MS = 30_000
const PER_SESSION_MAX = 16
const TICKETS_MAX = 10_000

export type TicketPurpose = 'stream' | 'quotes'

interface Ticket {
  readonly caller: Caller
  readonly binding: string
  readonly purpose: TicketPurpose
  readonly expiresAt: number
  readonly release: () => void
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** For connections without headers: opens one connection, once, in the browser with the session's cookie. */
export const createTickets = ({
  clock,
  secrets,
  sessions,
}: {
  readonly clock: Clock
  readonly secrets: SecretWatch
  readonly sessions: SessionWatch
}) => {
  // In order of expiry.
  const tickets = new Map<string, Ticket>()

  const drop = (hash: string): void => {
    tickets.get(hash)?.release()
    tickets.delete(hash)
  }

  const makeRoom = (caller: Caller): void => {
    const now = clock.now()
    const own: string[] = []
    for (const [hash, ticket] of tickets) {
      if (ticket.expiresAt <= now) drop(hash)
      else if (ticket.caller.tokenHash === caller.tokenHash) own.push(hash)
    }
    for (const hash of own.slice(0, Math.max(0, own.length - PER_SESSION_MAX + 1))) drop(hash)
    const [oldest] = tickets.keys()
    if (tickets.size >= TICKETS_MAX && oldest !== undefined) drop(oldest)
  }

  return {
    issue(caller: Caller, purpose: TicketPurpose, binding: string) {
      makeRoom(caller)
      const text = randomBytes(TICKET_BYTES).toString('base64url')
      secrets.add(text)
      const hash = digest(text)
      const expiresAt = epochMs(Math.min(clock.now() + VALID_MS, caller.endsAt))
      const release = sessions.hold(caller, () => tickets.delete(hash))
      tickets.set(hash, { caller, binding: digest(binding), purpose, expiresAt, release })
      return { ticket: text, expiresAt }
    },

    /** Single use; null when invalid. Redeeming in the wrong place does not use it up. */
    redeem(text: string, purpose: TicketPurpose, binding: string): Caller | null {
      if (!TICKET.test(text)) return null
      const hash = digest(text)
      const ticket = tickets.get(hash)
      if (ticket === undefined || ticket.purpose !== purpose || ticket.binding !== digest(binding))
        return null
      drop(hash)
      return clock.now() < ticket.expiresAt ? ticket.caller : null
    },
  }
}

export type Tickets = ReturnType<typeof createTickets>
