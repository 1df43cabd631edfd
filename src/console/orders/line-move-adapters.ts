import { fromPromise } from 'xstate'
import { isEnded } from '../../domain/orders/order.ts'
import { keyOfPosition } from '../../domain/positions/position-key.ts'
import type { Notices } from '../../machines/notices.ts'
import { lineMoveMachine } from '../../machines/orders/line-move.ts'
import { texts } from '../../machines/texts.ts'
import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import { type PreviewPorts, previewOf } from './basket-adapters.ts'

export const provideLineMove = (ports: PreviewPorts): typeof lineMoveMachine =>
  lineMoveMachine.provide({
    actors: { preview: fromPromise(({ input: { draft }, signal }) => previewOf(ports, [draft], signal)) },
  })

const isOrderLine = (line: string): boolean => line.startsWith('order ')
const targetOf = (line: string): string => line.slice(line.indexOf(' ') + 1)

export const connectLineMove = (
  { lineMove, orderActions, orderBook, brackets }: Actors,
  notices: Pick<Notices, 'show'>,
): Undo => {
  const moved = () => lineMove.getSnapshot().context.moved
  return unsubscribeAll([
    orderActions.subscribe(({ context: { acts } }) => {
      const line = moved()?.line
      if (line === undefined || !lineMove.getSnapshot().matches({ sent: 'sending' })) return
      const kind = isOrderLine(line) ? 'modify' : 'protect'
      const act = acts.find((one) => one.kind === kind && one.target === targetOf(line))
      if (act?.state === 'done') lineMove.send({ type: 'line.taken' })
      if (act?.state === 'failed')
        lineMove.send({ type: 'line.refused', message: act.message ?? texts.notChanged })
    }),
    orderBook.subscribe(({ context: { output } }) => {
      const known = moved()
      if (known === null || output === null || !isOrderLine(known.line)) return
      const order = output.find(({ orderId }) => orderId === targetOf(known.line))
      if (order === undefined) return
      const isSent = lineMove.getSnapshot().matches('sent')
      const hasPrice = order.price === known.price || order.triggerPrice === known.price
      if (isSent && hasPrice) lineMove.send({ type: 'line.over' })
      if (!isEnded(order.status)) return
      lineMove.send({ type: 'line.over' })
      if (!isSent) notices.show({ kind: 'info', text: texts.endedWhileMoved(order.status) })
    }),
    brackets.subscribe(({ context: { output } }) => {
      const known = moved()
      if (known === null || output === null || isOrderLine(known.line)) return
      const isWatched = output.some(
        (bracket) => bracket.status === 'watching' && keyOfPosition(bracket) === targetOf(known.line),
      )
      if (isWatched) return
      lineMove.send({ type: 'line.over' })
      notices.show({ kind: 'info', text: texts.protectionGone })
    }),
  ])
}
