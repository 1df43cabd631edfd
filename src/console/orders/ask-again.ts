import { waitFor } from 'xstate'
import type { Environment } from '../../commands/environment.ts'
import { readLine } from '../../commands/read-line.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import type { Actors } from '../actors.ts'
import { resolveCall } from '../resolved-call.ts'
import { readOrders } from './orders-of-call.ts'

interface AskingPorts {
  readonly actors: Pick<Actors, 'instruments' | 'palette' | 'ticket'>
  readonly environment: () => Environment
}

const lineOf = ({ actors, environment }: AskingPorts, draft: OrderDraft): string | null => {
  const [line] = actors.palette.getSnapshot().context.history
  const here = environment()
  const call = line === undefined ? null : readLine(line, line.length, here).call
  if (line === undefined || call === null) return null
  const isMeant = resolveCall(call, here, readOrders).orders.some(
    ({ draft: meant }) => meant.instrument === draft.instrument && meant.side === draft.side,
  )
  return isMeant ? line : null
}

/** The list changed since the preview: the order is reopened where it was written, to be confirmed again. */
export const askAgain = (ports: AskingPorts, draft: OrderDraft): void => {
  const { instruments, palette, ticket } = ports.actors
  const line = lineOf(ports, draft)
  instruments.send({ type: 'instruments.reload' })
  waitFor(instruments, (list) => list.matches('ready') || list.matches('failed')).then(
    () => {
      if (line === null) ticket.send({ type: 'ticket.restore', draft })
      else if (palette.getSnapshot().matches('closed')) palette.send({ type: 'palette.open', line })
    },
    // Rejects when the console has stopped.
    () => {},
  )
}
