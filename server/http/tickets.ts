import type { FastifyInstance } from 'fastify'
import { createTicket } from '../../src/contract/notifications.ts'
import type { Tickets } from '../services/tickets.ts'
import type { BindingCookie } from './binding-cookie.ts'
import { serve } from './serve.ts'

export const ticketRoutes = (
  app: FastifyInstance,
  { tickets, cookie }: { readonly tickets: Tickets; readonly cookie: BindingCookie },
): void => {
  serve(app, createTicket, ({ request, body }) => {
    const binding = cookie.read(request)
    const { caller } = request
    if (caller === null || binding === null) throw new Error('a ticket was asked for without a session')
    return tickets.issue(caller, body.purpose, binding)
  })
}
