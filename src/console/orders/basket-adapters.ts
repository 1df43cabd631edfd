import { fromPromise } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { BodyOf } from '../../contract/call-types.ts'
import { payoffGraph } from '../../contract/options.ts'
import { toPreviewedOrder } from '../../contract/orders/order-body.ts'
import { previewOrders } from '../../contract/orders/order-preview.ts'
import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'
import { isContractId } from '../../domain/instruments/kind.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import { type BasketPrices, basketMachine, type Payoff } from '../../machines/orders/basket.ts'
import type { OrderPreviewAnswer, orderPlacementMachine } from '../../machines/orders/order-placement.ts'
import { orderTicketMachine } from '../../machines/orders/order-ticket.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { hedgesToTry } from './hedges-to-try.ts'
import type { PreviewedLists } from './previewed-lists.ts'

export interface PreviewPorts {
  readonly http: HttpClient
  readonly previewed: PreviewedLists
  readonly instruments: () => InstrumentIndex | null
}

interface BasketPorts extends PreviewPorts {
  readonly placement: typeof orderPlacementMachine
}

export const previewOf = async (
  { http, previewed, instruments }: PreviewPorts,
  drafts: readonly OrderDraft[],
  signal: AbortSignal,
): Promise<OrderPreviewAnswer> => {
  const body = { orders: drafts.map(toPreviewedOrder), hedges: hedgesToTry(drafts, instruments()) }
  const answer = await http.call(previewOrders, { body, signal })
  previewed.note(drafts, answer.instrumentsVersion)
  return answer
}

export const provideTicket = (ports: PreviewPorts): typeof orderTicketMachine =>
  orderTicketMachine.provide({
    actors: { preview: fromPromise(({ input, signal }) => previewOf(ports, input.drafts, signal)) },
  })

/** Null unless all contracts have one underlying: a payoff needs one price axis. */
const payoffLegs = (
  drafts: readonly OrderDraft[],
  index: InstrumentIndex | null,
): readonly OrderDraft[] | null => {
  const contracts = drafts.filter(({ instrument }) => isContractId(instrument))
  const underlyings = new Set(contracts.map(({ instrument }) => index?.find(instrument)?.name ?? ''))
  return contracts.length > 0 && underlyings.size === 1 ? contracts : null
}

const payoffLeg = ({
  instrument,
  side,
  quantity,
  orderType,
  price,
}: OrderDraft): BodyOf<typeof payoffGraph>['legs'][number] => ({
  sym: instrument,
  transactionType: side === 'buy' ? 'BUY' : 'SELL',
  quantity,
  ...(orderType === 'LIMIT' && price !== null ? { price } : {}),
})

const payoffOf = async (
  { http, instruments }: BasketPorts,
  drafts: readonly OrderDraft[],
  signal: AbortSignal,
): Promise<Payoff | null> => {
  const legs = payoffLegs(drafts, instruments())
  if (legs === null) return null
  return http.call(payoffGraph, { body: { legs: legs.map(payoffLeg) }, signal })
}

const pricesOf = async (
  ports: BasketPorts,
  drafts: readonly OrderDraft[],
  signal: AbortSignal,
): Promise<BasketPrices> => {
  const [preview, payoff] = await Promise.allSettled([
    previewOf(ports, drafts, signal),
    payoffOf(ports, drafts, signal),
  ])
  return {
    preview: preview.status === 'fulfilled' ? preview.value : null,
    previewMessage: preview.status === 'fulfilled' ? null : messageOf(preview.reason, previewOrders.failure),
    payoff: payoff.status === 'fulfilled' ? payoff.value : null,
    payoffMessage: payoff.status === 'fulfilled' ? null : messageOf(payoff.reason, payoffGraph.failure),
  }
}

export const provideBasket = (ports: BasketPorts): typeof basketMachine =>
  basketMachine.provide({
    actors: {
      price: fromPromise(({ input, signal }) => pricesOf(ports, input.drafts, signal)),
      placement: ports.placement,
    },
  })
