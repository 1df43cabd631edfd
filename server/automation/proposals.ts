import { lateAfterMs, proposedForMs } from '../../src/domain/deployments/deployment.ts'
import { orderWords } from '../../src/domain/deployments/log-words.ts'
import type { ClientOrderId } from '../../src/domain/orders/order.ts'
import { toIstClock } from '../../src/domain/time.ts'
import { derivedKey } from '../broker/derived-key.ts'
import { Refusal } from '../refusal.ts'
import type { ProposalNow, SentProposal } from './automation.ts'
import type { Following } from './follow.ts'
import type { Commit, Lane, Run } from './lane.ts'
import { findFilled, titleOf } from './orders.ts'
import type { AutomationParts } from './parts.ts'
import type { DecidedOrder } from './run-state.ts'

export interface ProposalParts {
  readonly parts: AutomationParts
  readonly commit: Commit
  readonly following: Following
}

const keyOf = ({ proposalUuid }: ProposalNow): ClientOrderId => derivedKey('proposal', proposalUuid)

const orderOf = (lane: Lane, proposal: ProposalNow, units: number, at: number): DecidedOrder => ({
  intent: proposal.intent,
  cause: proposal.exitCause,
  key: keyOf(proposal),
  bar: proposal.bar,
  decidedAt: at,
  lateAt: proposal.intent === 'exit' ? null : at + lateAfterMs(lane.params.interval),
  contract: proposal.contract,
  side: proposal.side,
  units,
  price: proposal.price,
  attempt: 1,
  why: proposal.why,
})

const endedWords = ({ outcome, endedAt }: ProposalNow): string =>
  endedAt === null ? outcome : `${outcome} at ${toIstClock(endedAt)}`

export const sentBefore = (proposal: ProposalNow): SentProposal => {
  if (proposal.status !== 'sent' || proposal.orderId === null)
    throw new Refusal('CONFLICT', `This proposal has ended: ${endedWords(proposal)}`)
  return { orderId: proposal.orderId, isRepeat: true, sentAt: proposal.endedAt ?? proposal.madeAt }
}

const runOf = (lane: Lane, { segSym }: ProposalNow): Run => {
  const run = lane.runs.find((one) => one.segSym === segSym)
  if (run === undefined) throw new Refusal('NOT_FOUND', 'No such proposal')
  return run
}

/** A crash, or a lost answer, can come between the order of a proposal and its end. */
export const settleProposals = async (
  { parts, commit }: Pick<ProposalParts, 'parts' | 'commit'>,
  lane: Lane,
): Promise<void> => {
  for (const proposal of [...lane.proposals.values()]) {
    const sent = await findFilled(parts, lane, { key: keyOf(proposal) })
    if (sent === null || sent.orderId === null) continue
    const { at } = parts.broker.marketNow()
    const { orderId } = sent
    await commit(lane, at, (step) =>
      step.proposal({ ...proposal, status: 'sent', outcome: 'Sent by you', endedAt: at, orderId }),
    )
  }
}

/** Sends the order of a waiting proposal; refused by the account, it goes on waiting. */
export const sendOne = async (
  { parts, commit, following }: ProposalParts,
  lane: Lane,
  proposal: ProposalNow,
  quantity: number | null,
): Promise<SentProposal> => {
  const { at } = parts.broker.marketNow()
  const run = runOf(lane, proposal)
  const before = run.state
  const most = proposal.intent === 'exit' ? (before.trade?.units ?? proposal.quantity) : proposal.quantity
  if (quantity !== null && quantity > most)
    throw new Refusal('MALFORMED', `At most ${most} can be sent`, {
      issues: ['body.quantity: is more than was proposed'],
    })
  const order = orderOf(lane, proposal, quantity ?? proposal.quantity, at)
  const words = orderWords(order.side, order.units, await titleOf(parts, order.contract))
  const sent = {
    ...proposal,
    quantity: order.units,
    status: 'sent',
    outcome: 'Sent by you',
    endedAt: at,
  } as const
  await commit(lane, at, (step) => {
    step.line({
      kind: 'signalled',
      segSym: run.segSym,
      bar: order.bar,
      side: order.side,
      quantity: order.units,
      sentence: `Sent by you: ${words}`,
    })
    step.run(run, { ...before, phase: order.intent === 'entry' ? 'entering' : 'exiting', order })
  })
  const outcome = await following.place(lane, run, order, { isSentByUser: true })
  const filled = await findFilled(parts, lane, order)
  if (filled?.orderId == null) {
    const message = outcome?.kind === 'refused' ? outcome.message : 'It is not traded at this time'
    // An exit of a position that is gone has ended the trade.
    if (order.intent === 'entry' || run.state.trade !== null)
      await commit(lane, at, (step) => step.run(run, { ...before }))
    throw new Refusal(outcome?.kind === 'refused' ? outcome.code : 'CONFLICT', message)
  }
  const { orderId } = filled
  await commit(lane, at, (step) => step.proposal({ ...sent, orderId }))
  return { orderId, isRepeat: false, sentAt: at }
}

export const dropSome = (
  commit: Commit,
  lane: Lane,
  at: number,
  { dropped, outcome }: { readonly dropped: readonly ProposalNow[]; readonly outcome: string },
): Promise<void> =>
  commit(lane, at, (step) => {
    for (const proposal of dropped) {
      step.proposal({
        ...proposal,
        status: outcome === 'Dropped by you' ? 'dropped' : 'ended',
        outcome,
        endedAt: at,
      })
      step.line({
        kind: 'dropped',
        segSym: proposal.segSym,
        bar: proposal.bar,
        cause: outcome === 'Dropped by you' ? 'dropped' : 'expired',
        sentence: `Proposal ended without an order: ${outcome}`,
      })
      const run = runOf(lane, proposal)
      if (proposal.intent === 'exit') run.askAgainAt = at + proposedForMs(lane.params.interval)
      if (run.state.phase === 'proposed')
        step.run(run, { ...run.state, phase: 'flat', note: 'proposal ended' })
    }
  })

export const expire = async (
  on: Pick<ProposalParts, 'parts' | 'commit'>,
  lane: Lane,
  at: number,
): Promise<void> => {
  const isOver = ({ endsAt }: ProposalNow): boolean => endsAt !== null && endsAt <= at
  if (![...lane.proposals.values()].some(isOver)) return
  await settleProposals(on, lane)
  const over = [...lane.proposals.values()].filter(isOver)
  if (over.length > 0) await dropSome(on.commit, lane, at, { dropped: over, outcome: 'Its time ran out' })
}
