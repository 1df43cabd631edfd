import { command, to } from '../../command.ts'

export const reviewTicket = command({
  id: 'ticket.review',
  title: 'Review the order',
  keywords: ['send', 'place', 'ticket'],
  verb: 'ticket review',
  when: 'signedIn && ticket == draft',
  effect: 'read',
  run: () => to('ticket', { type: 'ticket.send' }),
})

export const placeTicket = command({
  id: 'ticket.place',
  title: 'Place the reviewed order',
  verb: 'ticket place',
  isTyped: false,
  when: 'signedIn && ticket == confirming',
  effect: 'increases',
  run: () => to('ticket', { type: 'ticket.send' }),
})

export const ticketCommands = [reviewTicket, placeTicket] as const
