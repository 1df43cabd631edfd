import { waitFor } from 'xstate'
import type { Environment } from '../commands/environment.ts'
import { readLine } from '../commands/read-line.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import type { CoreActors, TradingActors } from './actors.ts'
import { ordersOf } from './seen-orders.ts'

interface AskingPorts {
  readonly core: Pick<CoreActors, 'instruments' | 'palette'>
  readonly environment: () => Environment
}

/** The line that was typed last, where it meant an order like this one. */
const lineOf = ({ core, environment }: AskingPorts, draft: OrderDraft): string | null => {
  const [line] = core.palette.getSnapshot().context.history
  const here = environment()
  const call = line === undefined ? null : readLine(line, line.length, here).call
  if (line === undefined || call === null) return null
  const isMeant = ordersOf(call, here).orders.some(
    ({ draft: meant }) => meant.instrument === draft.instrument && meant.side === draft.side,
  )
  return isMeant ? line : null
}

/**
 * The list of instruments is another one than an order was previewed on: it is loaded again, and the order is put where
 * it was written, to be previewed and confirmed anew. A line being typed meanwhile is left alone.
 */
export const askAgain = (
  ports: AskingPorts,
  { ticket }: Pick<TradingActors, 'ticket'>,
  draft: OrderDraft,
): void => {
  const { instruments, palette } = ports.core
  const line = lineOf(ports, draft)
  instruments.send({ type: 'instruments.reload' })
  waitFor(instruments, (list) => list.matches('ready') || list.matches('failed')).then(
    () => {
      if (line === null) ticket.send({ type: 'ticket.restore', draft })
      else if (palette.getSnapshot().matches('closed')) palette.send({ type: 'palette.open', line })
    },
    // The console has stopped.
    () => {},
  )
}
