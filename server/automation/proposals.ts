import { lateAfterMs, proposedForMs } from '../../src/domain/deployments/deployment.ts'
import { ordersInWords } from '../../src/domain/deployments/log-words.ts'
import { boughtFirst, hasLegs } from '../../src/domain/deployments/proposal-premium.ts'
import type { ClientOrderId } from '../../src/domain/orders/order.ts'
import { toIstClock } from '../../src/domain/time.ts'
import type { Outcome } from '../broker/broker.ts'
import { derivedKey } from '../broker/derived-key.ts'
import { Refusal } from '../refusal.ts'
import type { Proposal, ProposalNow, SentProposal } from './automation.ts'
import type { Following } from './follow.ts'
import type { Commit, Lane, Run } from './lane.ts'
import { findFilled, titleOf } from './orders.ts'
import type { AutomationParts } from './parts.ts'
import type { DecidedOrder, RunState } from './run-state.ts'

export interface ProposalParts {
  readonly parts: AutomationParts
  readonly commit: Commit
  readonly following: Following
}

const keyOf = ({ proposalUuid }: ProposalNow, leg: number | null): ClientOrderId =>
  derivedKey('proposal', proposalUuid, ...(leg === null ? [] : [`leg ${leg}`]))

const keysOf = (proposal: ProposalNow): readonly ClientOrderId[] =>
  proposal.legs.length === 0 ? [keyOf(proposal, null)] : proposal.legs.map(({ leg }) => keyOf(proposal, leg))

const urgency = ({ status, intent, endsAt, madeAt, endedAt }: Proposal): readonly number[] =>
  status === 'waiting' ? [0, intent === 'exit' ? 0 : 1, endsAt ?? madeAt] : [1, 0, -(endedAt ?? 0)]

/** Exits first, then by the time they have left; then those that ended, the newest first. */
export const byUrgency = (one: Proposal, other: Proposal): number => {
  const [left, right] = [urgency(one), urgency(other)]
  const place = left.findIndex((value, index) => value !== right[index])
  return place < 0 ? 0 : (left[place] ?? 0) - (right[place] ?? 0)
}

interface Sending {
  readonly run: Run
  readonly order: DecidedOrder
  readonly before: RunState
}

const runsOf = (lane: Lane, { segSym, legs }: ProposalNow): readonly Run[] => {
  const group = lane.groups.find((one) => one.segSym === segSym)
  const runs = group?.runs.filter(
    ({ leg }) => leg === null || legs.some(({ leg: number }) => number === leg.number),
  )
  if (runs === undefined || runs.length === 0) throw new Refusal('NOT_FOUND', 'No such proposal')
  return runs
}

const sendingsOf = (
  lane: Lane,
  proposal: ProposalNow,
  { quantity, at }: { readonly quantity: number | null; readonly at: number },
): readonly Sending[] => {
  const sendings = runsOf(lane, proposal).map((run) => {
    const leg = proposal.legs.find(({ leg: number }) => number === run.leg?.number)
    const { contract, side, price } = leg ?? proposal
    const order: DecidedOrder = {
      intent: proposal.intent,
      cause: proposal.exitCause,
      key: keyOf(proposal, run.leg?.number ?? null),
      bar: proposal.bar,
      decidedAt: at,
      lateAt: proposal.intent === 'exit' ? null : at + lateAfterMs(lane.params.interval),
      contract,
      side,
      units: quantity ?? leg?.quantity ?? proposal.quantity,
      price,
      attempt: 1,
      why: proposal.why,
      isSentByUser: true,
    }
    return { run, order, before: run.state, side }
  })
  const left = sendings.filter(({ before }) => proposal.intent === 'entry' || before.trade !== null)
  return boughtFirst(left)
}

const endedWords = ({ outcome, endedAt }: Proposal): string =>
  endedAt === null ? outcome : `${outcome} at ${toIstClock(endedAt)}`

export const sentBefore = (proposal: Proposal): SentProposal => {
  if (proposal.status !== 'sent' || proposal.orderId === null)
    throw new Refusal('CONFLICT', `This proposal has ended: ${endedWords(proposal)}`)
  return { orderId: proposal.orderId, isRepeat: true, sentAt: proposal.endedAt ?? proposal.madeAt }
}

const findOrder = async (
  parts: AutomationParts,
  lane: Lane,
  keys: readonly ClientOrderId[],
): Promise<string | null> => {
  for (const key of keys) {
    const filled = await findFilled(parts, lane, { key })
    if (filled?.orderId != null) return filled.orderId
  }
  return null
}

/** A crash, or a lost answer, can come between the order of a proposal and its end. */
export const endSentProposals = async (
  { parts, commit }: Pick<ProposalParts, 'parts' | 'commit'>,
  lane: Lane,
): Promise<void> => {
  for (const proposal of [...lane.proposals.values()]) {
    const orderId = await findOrder(parts, lane, keysOf(proposal))
    if (orderId === null) continue
    const { at } = parts.broker.marketNow()
    await commit(lane, at, (step) =>
      step.proposal({ ...proposal, status: 'sent', outcome: 'Sent by you', endedAt: at, orderId }),
    )
  }
}

/** `quantity` is that of the user; null sends what was proposed. Throws Refusal. */
export const refuseQuantity = (
  proposal: Pick<Proposal, 'legs'>,
  quantity: number | null,
  mostOf: () => number,
): void => {
  if (quantity === null) return
  const refuse = (message: string, issue: string): Refusal =>
    new Refusal('MALFORMED', message, { issues: [`body.quantity: ${issue}`] })
  if (hasLegs(proposal)) throw refuse('Legs are sent as they were proposed', 'is not changed for legs')
  const most = mostOf()
  if (quantity > most) throw refuse(`At most ${most} can be sent`, 'is more than was proposed')
}

const mostOf = (lane: Lane, proposal: ProposalNow): number => {
  const [run] = runsOf(lane, proposal)
  const held = proposal.intent === 'exit' ? run?.state.trade?.units : undefined
  return held ?? proposal.quantity
}

const noteSent = async (
  { parts, commit }: ProposalParts,
  lane: Lane,
  sendings: readonly Sending[],
  { at, proposal }: { readonly at: number; readonly proposal: ProposalNow },
): Promise<void> => {
  const legs: { order: DecidedOrder; title: string }[] = []
  for (const { order } of sendings) legs.push({ order, title: await titleOf(parts, order.contract) })
  const [first] = sendings
  const isOne = sendings.length === 1
  await commit(lane, at, (step) => {
    step.line({
      kind: 'signalled',
      segSym: proposal.segSym,
      bar: proposal.bar,
      ...(isOne && first !== undefined ? { side: first.order.side, quantity: first.order.units } : {}),
      sentence: `Sent by you: ${ordersInWords(legs)}`,
    })
    for (const { run, order, before } of sendings)
      step.run(run, { ...before, phase: order.intent === 'entry' ? 'entering' : 'exiting', order })
  })
}

/** Sends the orders of a waiting proposal; if none is accepted, it goes on waiting. */
export const sendOne = async (
  on: ProposalParts,
  lane: Lane,
  proposal: ProposalNow,
  quantity: number | null,
): Promise<SentProposal> => {
  const { parts, commit, following } = on
  const { at } = parts.broker.marketNow()
  refuseQuantity(proposal, quantity, () => mostOf(lane, proposal))
  const sendings = sendingsOf(lane, proposal, { quantity, at })
  await noteSent(on, lane, sendings, { at, proposal })
  const outcomes: (Outcome | null)[] = []
  for (const { run, order } of sendings)
    if (run.state.order?.key === order.key) outcomes.push(await following.place(lane, run, order))
  const orderId = await findOrder(parts, lane, keysOf(proposal))
  if (orderId === null) {
    const refused = outcomes.find((outcome) => outcome?.kind === 'refused')
    // An exit of a position that is gone has ended the trade.
    const unsent = sendings.filter(({ run }) => proposal.intent === 'entry' || run.state.trade !== null)
    if (unsent.length > 0)
      await commit(lane, at, (step) => {
        for (const { run, before } of unsent) step.run(run, { ...before })
      })
    throw new Refusal(refused?.code ?? 'CONFLICT', refused?.message ?? 'It is not traded at this time')
  }
  const sent = {
    ...proposal,
    quantity: sendings[0]?.order.units ?? proposal.quantity,
    status: 'sent',
    outcome: 'Sent by you',
    endedAt: at,
    orderId,
  } as const
  await commit(lane, at, (step) => step.proposal(sent))
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
      for (const run of runsOf(lane, proposal)) {
        if (proposal.intent === 'exit') run.askAgainAt = at + proposedForMs(lane.params.interval)
        if (run.state.phase === 'proposed')
          step.run(run, { ...run.state, phase: 'flat', note: 'proposal ended' })
      }
    }
  })

export const expire = async (
  on: Pick<ProposalParts, 'parts' | 'commit'>,
  lane: Lane,
  at: number,
): Promise<void> => {
  const isOver = ({ endsAt }: ProposalNow): boolean => endsAt !== null && endsAt <= at
  if (![...lane.proposals.values()].some(isOver)) return
  await endSentProposals(on, lane)
  const over = [...lane.proposals.values()].filter(isOver)
  if (over.length > 0) await dropSome(on.commit, lane, at, { dropped: over, outcome: 'Its time ran out' })
}
