import type { FastifyInstance } from 'fastify'
import { createTicket } from '../../../../src/contract/notifications/notifications.ts'
import type { TicketPurpose, Tickets } from '../../../services/notifications/stream-tickets.ts'
import type { UserId } from '../../../user.ts'
import type { BindingCookie } from '../../binding-cookie.ts'
import { serve } from '../../serve.ts'

/** Throws Refusal at the limit of connections per user or address. */
export type AdmitConnection = (user: UserId, address: string) => void

/** Limits are checked here, because a browser tells its page no status for a failed stream or socket. */
export const ticketRoutes = (
  app: FastifyInstance,
  {
    tickets,
    cookie,
    admit,
  }: {
    readonly tickets: Tickets
    readonly cookie: BindingCookie
    readonly admit: Readonly<Record<TicketPurpose, AdmitConnection>>
  },
): void => {
  serve(app, createTicket, ({ request, body }) => {
    const binding = cookie.read(request)
    const { caller } = request
    if (caller === null || binding === null) throw new Error('a ticket was asked for without a session')
    admit[body.purpose](caller.user.id, request.ip)
    return tickets.issue(caller, body.purpose, binding)
  })
}
