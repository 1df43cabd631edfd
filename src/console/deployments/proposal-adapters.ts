import { fromPromise } from 'xstate'
import { refusedByConsole } from '../../contract/api-error.ts'
import { dropProposals, listProposals, sendProposal } from '../../contract/deployments.ts'
import { toPreviewedOrder } from '../../contract/orders/order-body.ts'
import { previewOrders } from '../../contract/orders/order-preview.ts'
import { boughtFirst, grossOf, hasLegs } from '../../domain/deployments/proposal-premium.ts'
import { plainDraft } from '../../domain/orders/order-draft.ts'
import {
  type Proposal,
  type ProposalsInput,
  type ProposedOrder,
  proposalsMachine,
} from '../../machines/deployments/proposals.ts'
import type { QuoteBook } from '../../market/quotes/quote-book.ts'
import type { HttpClient } from '../../platform/http-client.ts'

export interface ProposalPorts extends ProposalsInput {
  readonly http: HttpClient
  readonly whyHeldBack: () => string | null
}

const limitOf = ({ limitPrice }: Pick<Proposal, 'limitPrice'>) =>
  limitPrice === null ? {} : ({ orderType: 'LIMIT', price: limitPrice } as const)

const partsOf = ({ proposal, quantity }: ProposedOrder) =>
  hasLegs(proposal) ? boughtFirst(proposal.legs) : [{ ...proposal, quantity: quantity ?? proposal.quantity }]

/** As the orders of a proposal are sent: at market or at a limit, bought before sold, and an exit takes no more than is held. */
const ordersOf = (proposed: ProposedOrder) => {
  const { product, intent } = proposed.proposal
  return partsOf(proposed).map(({ contract, side, quantity, limitPrice }) =>
    toPreviewedOrder(
      plainDraft({
        instrument: contract,
        side,
        product,
        quantity,
        ...limitOf({ limitPrice }),
        ...(intent === 'exit' ? { isReduceOnly: true } : {}),
      }),
    ),
  )
}

export const quoteOfProposal =
  (quotes: Pick<QuoteBook, 'quote'>) =>
  (proposal: Proposal): number | null =>
    grossOf(proposal, (contract, side) => {
      const quote = quotes.quote(contract)
      if (quote?.freshness !== 'live') return null
      const best = side === 'buy' ? quote.ask : quote.bid
      return best > 0 ? best : quote.lastPrice
    })

/** No abort signal on changes: the server carries out what was sent, even if the login session ends. */
export const provideProposals = ({
  http,
  ticks,
  quoteOf,
  whyHeldBack,
}: ProposalPorts): typeof proposalsMachine =>
  proposalsMachine.provide({
    actors: {
      loadList: fromPromise(({ signal }) => http.call(listProposals, { signal })),
      price: fromPromise(async ({ input, signal }) => {
        // Read before the answer, so that a move meanwhile counts as one.
        const before = { quote: quoteOf(input.proposal), at: ticks() }
        const preview = await http.call(previewOrders, { body: { orders: ordersOf(input) }, signal })
        return { preview, ...before }
      }),
      send: fromPromise(async ({ input: { proposal, quantity } }) => {
        const heldBack = whyHeldBack()
        if (heldBack !== null) throw refusedByConsole('UNAVAILABLE', heldBack)
        return http.call(sendProposal, {
          body: { proposalUuid: proposal.proposalUuid, ...(quantity === null ? {} : { quantity }) },
        })
      }),
      drop: fromPromise(async ({ input: { dropped } }) => {
        const reply = await http.call(dropProposals, { body: dropped })
        return reply.dropped
      }),
    },
  })
