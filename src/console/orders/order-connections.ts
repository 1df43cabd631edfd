import { type Actors, isSessionReady } from '../actors.ts'
import { type Undo, undoAll, unsubscribeAll } from '../area.ts'
import { whenOnlineAgain } from '../online-again.ts'

const connectExits = ({ orderActions, killSwitch, exitReport, orderBook }: Actors): Undo => {
  let known = orderBook.getSnapshot().context.output
  return unsubscribeAll([
    orderActions.on('exits.sent', (sent) => exitReport.send(sent)),
    killSwitch.on('kill.done', ({ exits }) => exitReport.send({ type: 'exits.sent', origin: 'kill', exits })),
    orderBook.subscribe(({ context: { output } }) => {
      if (output === known) return
      known = output
      exitReport.send({ type: 'orders.known', orders: output ?? [] })
    }),
  ])
}

export const connectOrders = (actors: Actors): Undo => {
  const { basket, killIntent, killSwitch, notificationStream, orderDetails, placements, ticket } = actors
  return undoAll([
    unsubscribeAll([
      ticket.on('ticket.sent', ({ draft }) => placements.send({ type: 'order.place', draft })),
      notificationStream.on('orders.changed', ({ order }) => {
        const { clientOrderId, orderId, status, statusMessage } = order
        const heard = {
          type: 'order.heard',
          clientOrderId,
          order: { kind: 'known', orderId, status, statusMessage },
        } as const
        placements.send(heard)
        basket.send(heard)
        orderDetails.send({ type: 'details.changed', orderId })
      }),
      killSwitch.on('kill.done', () => killIntent.send({ type: 'intent.drop' })),
      killSwitch.on('kill.dropped', () => killIntent.send({ type: 'intent.drop' })),
      killSwitch.on('kill.owed', () => killIntent.send({ type: 'intent.keep' })),
    ]),
    connectExits(actors),
    whenOnlineAgain(actors, () => {
      if (!isSessionReady(actors)) return
      placements.send({ type: 'network.back' })
      basket.send({ type: 'network.back' })
      killSwitch.send({ type: 'kill.load' })
    }),
  ])
}
