import { asksForAmo } from '../contract/amo-hint.ts'
import { ApiError, INSTRUMENTS_CHANGED, isFateUnknown, messageOf } from '../contract/api-error.ts'
import { createBracket } from '../contract/brackets.ts'
import { toBracketBody, toOrderBody } from '../contract/order-body.ts'
import { getOrder, placeOrder, placeOrderDirect } from '../contract/orders.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import type { KnownPlacement, LookingAnswer, PlacingAnswer } from '../machines/order-placement.ts'
import { texts } from '../machines/texts.ts'
import type { HttpClient } from '../platform/http-client.ts'
import type { OrderJournal } from './order-journal.ts'

export interface PlacingPorts {
  readonly http: HttpClient
  readonly journal: OrderJournal
  /** Nothing that trades is sent, and nothing is kept to be sent later, while this gives a reason. */
  readonly whyHeldBack: () => string | null
  /** The server was updated since this page was loaded: nothing that trades is sent. */
  readonly isOutdated: () => boolean
  readonly now: () => number
  /** Names the list that an order was previewed on; undefined of what nobody previewed and of what exits. */
  readonly listOf: (draft: OrderDraft) => string | undefined
  /** An order was refused because the list is another one by now. */
  readonly onListChanged: (draft: OrderDraft) => void
}

interface SentUnder {
  readonly draft: OrderDraft
  readonly clientOrderId: string
}

/** The server's own sentence where it has one, then which fields it names, then the text of the call. */
export const refusalText = (error: unknown, fallback: string): string => {
  if (error instanceof ApiError && error.failure.kind === 'malformed') {
    const { refusal } = error.failure
    if (refusal !== undefined && refusal.reason !== '' && refusal.reason !== fallback) return refusal.reason
  }
  return messageOf(error, fallback)
}

const refusedAs = (message: string, isAmoAsked = false, code?: string): PlacingAnswer => ({
  kind: 'refused',
  message,
  asksForAmo: isAmoAsked,
  ...(code === undefined ? {} : { code }),
})

const UNAVAILABLE = 503

/** The server may say why it gave no answer, such as a store that is full or lost. */
const lostAs = (error: unknown): PlacingAnswer =>
  error instanceof ApiError && error.failure.kind === 'rejected' && error.failure.status === UNAVAILABLE
    ? { kind: 'lost', reason: error.failure.reason }
    : { kind: 'lost' }

/** The answer to placing an order says no more of a rejected one than its status; the order itself says why. */
const withReason = async (http: HttpClient, placed: KnownPlacement): Promise<KnownPlacement> => {
  if (placed.status !== 'REJECTED') return placed
  try {
    const { order } = await http.call(getOrder, { query: { orderId: placed.orderId } })
    return { ...placed, statusMessage: order.statusMessage }
  } catch {
    return placed
  }
}

const send = async (
  { http, journal, now, listOf, onListChanged }: PlacingPorts,
  { draft, clientOrderId }: SentUnder,
): Promise<PlacingAnswer> => {
  const endpoint = draft.algoUuid === '' ? placeOrderDirect : placeOrder
  journal.add({ draft, clientOrderId, at: now() })
  try {
    const body = toOrderBody(draft, clientOrderId)
    const instrumentsVersion = listOf(draft)
    const placed = await http.call(endpoint, {
      body: instrumentsVersion === undefined ? body : { ...body, instrumentsVersion },
    })
    // The answer to another question says nothing of this one.
    if (placed.clientOrderId !== clientOrderId) return { kind: 'lost' }
    const { orderId, status } = placed
    return await withReason(http, { kind: 'known', orderId, status, statusMessage: null })
  } catch (error) {
    if (isFateUnknown(error)) return lostAs(error)
    if (isListChanged(error)) onListChanged(draft)
    return refusedAs(refusalText(error, endpoint.failure), asksForAmo(error), codeOf(error))
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.failure.kind === 'rejected' ? error.failure.code : undefined

const isListChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'rejected' && error.failure.code === INSTRUMENTS_CHANGED

/** Sends one order, its stop and target before it: no order stands without them. Never sends twice. */
export const sendOrder = async (ports: PlacingPorts, sent: SentUnder): Promise<PlacingAnswer> => {
  const heldBack = ports.whyHeldBack()
  if (heldBack !== null) return refusedAs(heldBack)
  if (ports.isOutdated()) return refusedAs(texts.outdated)
  const bracket = toBracketBody(sent.draft, sent.clientOrderId)
  if (bracket === null) return send(ports, sent)
  try {
    await ports.http.call(createBracket, { body: bracket })
  } catch (error) {
    return refusedAs(refusalText(error, createBracket.failure))
  }
  return send(ports, sent)
}

const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'rejected' && error.failure.code === 'ORDER_NOT_FOUND'

/** Looks for an order by the name it was sent under. Rejects when the question itself was not answered. */
export const lookForOrder = async (
  http: HttpClient,
  clientOrderId: string,
  signal: AbortSignal,
): Promise<LookingAnswer> => {
  try {
    const { order } = await http.call(getOrder, { query: { clientOrderId }, signal })
    const { orderId, status, statusMessage } = order
    return { kind: 'known', orderId, status, statusMessage }
  } catch (error) {
    if (isNotFound(error)) return { kind: 'notFound' }
    throw error
  }
}
