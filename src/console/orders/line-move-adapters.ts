import { fromPromise } from 'xstate'
import { isGttOpen } from '../../domain/orders/gtt/gtt.ts'
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

type Kind = 'order' | 'stop' | 'target' | 'gtt' | 'alert'

/** `stop` and `MIS|NSE_INFY` of the line `stop MIS|NSE_INFY`, `gtt` and the id of the line `gtt ID below`. */
const partsOf = (line: string): { readonly kind: Kind; readonly target: string } => {
  const space = line.indexOf(' ')
  const kind = line.slice(0, space) as Kind
  const target = line.slice(space + 1)
  return { kind, target: kind === 'gtt' ? target.replace(/ (?:below|above)$/, '') : target }
}

type LineMove = Actors['lineMove']

const movedOf = (lineMove: LineMove) => {
  const { moved } = lineMove.getSnapshot().context
  return moved === null ? null : { ...partsOf(moved.line), price: moved.price }
}

const sentBy = (lineMove: LineMove) =>
  lineMove.getSnapshot().matches({ sent: 'sending' }) ? movedOf(lineMove) : null

/** `problem` is why it was refused. */
const answer = (lineMove: LineMove, problem: string | null): void =>
  lineMove.send(problem === null ? { type: 'line.taken' } : { type: 'line.refused', message: problem })

const followAnswers = ({ lineMove, orderActions, gttActs, scannerActs }: Actors) => [
  orderActions.subscribe(({ context: { acts } }) => {
    const sent = sentBy(lineMove)
    const kind = sent?.kind === 'order' ? 'modify' : 'protect'
    const act = acts.find((one) => one.kind === kind && one.target === sent?.target)
    if (act?.state === 'done') answer(lineMove, null)
    if (act?.state === 'failed') answer(lineMove, act.message ?? texts.notChanged)
  }),
  gttActs.on('gtt.done', ({ act, problem }) => {
    const sent = sentBy(lineMove)
    if (sent?.kind === 'gtt' && act.kind === 'place' && act.replaces === sent.target)
      answer(lineMove, problem)
  }),
  scannerActs.on('scanner.done', ({ act, said }) => {
    const sent = sentBy(lineMove)
    if (sent?.kind !== 'alert' || act.kind !== 'changeAlert' || act.alert !== sent.target) return
    answer(lineMove, said.kind === 'error' ? (said.detail ?? said.text) : null)
  }),
]

/** Ends the move of a line that is gone, in words unless its new price was sent. */
const over = (lineMove: LineMove, notices: Pick<Notices, 'show'>, text: string): void => {
  const isSent = lineMove.getSnapshot().matches('sent')
  lineMove.send({ type: 'line.over' })
  if (!isSent) notices.show({ kind: 'info', text })
}

const followBooks = (
  { lineMove, orderBook, brackets, gtts, alerts }: Actors,
  notices: Pick<Notices, 'show'>,
) => [
  orderBook.subscribe(({ context: { output } }) => {
    const known = movedOf(lineMove)
    if (known?.kind !== 'order') return
    const order = output?.find(({ orderId }) => orderId === known.target)
    if (order === undefined) return
    const hasPrice = order.price === known.price || order.triggerPrice === known.price
    if (lineMove.getSnapshot().matches('sent') && hasPrice) lineMove.send({ type: 'line.over' })
    if (isEnded(order.status)) over(lineMove, notices, texts.endedWhileMoved(order.status))
  }),
  brackets.subscribe(({ context: { output } }) => {
    const known = movedOf(lineMove)
    if (output === null || (known?.kind !== 'stop' && known?.kind !== 'target')) return
    const isWatched = output.some(
      (bracket) => bracket.status === 'watching' && keyOfPosition(bracket) === known.target,
    )
    if (!isWatched) over(lineMove, notices, texts.protectionGone)
  }),
  // One that was moved is replaced, so it is gone once the list has the other.
  gtts.subscribe(({ context: { output } }) => {
    const known = movedOf(lineMove)
    if (output === null || known?.kind !== 'gtt') return
    const isOpen = output.some(({ gttUuid, status }) => gttUuid === known.target && isGttOpen(status))
    if (!isOpen) over(lineMove, notices, texts.gttGone)
  }),
  alerts.subscribe(({ context: { output } }) => {
    const known = movedOf(lineMove)
    if (output === null || known?.kind !== 'alert') return
    const alert = output.find(({ alertUuid }) => alertUuid === known.target)
    if (alert?.status !== 'running') over(lineMove, notices, texts.alertGone)
  }),
]

export const connectLineMove = (actors: Actors, notices: Pick<Notices, 'show'>): Undo =>
  unsubscribeAll([...followAnswers(actors), ...followBooks(actors, notices)])
