import { ApiError, isFateUnknown, isRejectedAs, messageOf } from '../../contract/api-error.ts'
import type { ErrorCode } from '../../contract/error-codes.ts'
import { asksForAmo } from '../../contract/orders/amo-hint.ts'
import { createBracket } from '../../contract/orders/brackets.ts'
import { toBracketBody, toOrderBody } from '../../contract/orders/order-body.ts'
import { getOrder, placeOrder, placeOrderDirect } from '../../contract/orders/orders.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import type { KnownPlacement, LookingAnswer, PlacingAnswer } from '../../machines/orders/order-placement.ts'
import { texts } from '../../machines/texts.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { OrderJournal } from './order-journal.ts'

export interface PlacingPorts {
  readonly http: HttpClient
  readonly journal: OrderJournal
  /** While this returns a reason, no order is sent, nor queued for later. */
  readonly whyHeldBack: () => string | null
  /** True if the server was updated since the page loaded: then no order is sent. */
  readonly isOutdated: () => boolean
  readonly now: () => number
  /** Version of the instrument list an order was previewed on; undefined without a preview and for exits. */
  readonly listOf: (draft: OrderDraft) => string | undefined
  readonly onListChanged: (draft: OrderDraft) => void
}

interface SentUnder {
  readonly draft: OrderDraft
  readonly clientOrderId: string
}

/** The server's reason if it gives one, else the fields it names, else `fallback`. */
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

/** A 503 may carry a reason, such as a store that is full or lost. */
const lostAs = (error: unknown): PlacingAnswer =>
  error instanceof ApiError && error.failure.kind === 'rejected' && error.failure.status === UNAVAILABLE
    ? { kind: 'lost', reason: error.failure.reason }
    : { kind: 'lost' }

/** The reply to placing has only the status of a rejected order; the order itself has the reason. */
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
    // A reply about another order says nothing about this one.
    if (placed.clientOrderId !== clientOrderId) return { kind: 'lost' }
    const { orderId, status } = placed
    return await withReason(http, { kind: 'known', orderId, status, statusMessage: null })
  } catch (error) {
    if (isFateUnknown(error)) return lostAs(error)
    if (isRejectedAs(error, 'INSTRUMENTS_CHANGED')) onListChanged(draft)
    return refusedAs(refusalText(error, endpoint.failure), asksForAmo(error), codeOf(error))
  }
}

export const codeOf = (error: unknown): ErrorCode | undefined =>
  error instanceof ApiError && error.failure.kind === 'rejected' ? error.failure.code : undefined

/** Creates stop and target first, so that no order exists without them. Never sends twice. */
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
    if (isRejectedAs(error, 'ORDER_NOT_FOUND')) return { kind: 'notFound' }
    throw error
  }
}
