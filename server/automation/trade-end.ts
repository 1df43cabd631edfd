import { afterTrade } from '../../src/domain/deployments/decide.ts'
import { type LogCause, POSITION_CLOSED } from '../../src/domain/deployments/deployment.ts'
import { signOf } from '../../src/domain/deployments/levels.ts'
import { settledWords } from '../../src/domain/deployments/log-words.ts'
import type { Instrument } from '../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../src/domain/money.ts'
import { epochMs, toIstDate } from '../../src/domain/time.ts'
import { termsOf } from '../broker/instrument-terms.ts'
import { settlementChargesOf, settlementValueOf } from '../broker/rules/settlement.ts'
import type { ProposalNow } from './automation.ts'
import type { Decisions } from './decided.ts'
import { pnlOf } from './figures.ts'
import { type Commit, groupOf, type Lane, type LaneState, type Run, type Step } from './lane.ts'
import { lastPriceOf, titleOf } from './orders.ts'
import type { AutomationParts } from './parts.ts'
import { type OpenTrade, onDay, type RunState } from './run-state.ts'

export interface FollowParts {
  readonly parts: AutomationParts
  readonly commit: Commit
  readonly decisions: Decisions
}

export const flat = (state: RunState, note: string): RunState => ({
  ...state,
  phase: 'flat',
  trade: null,
  order: null,
  note,
})

/** A leg of an option entry that did not fill stays `unfilled` until the others are closed. */
export const notEntered = ({ leg, state }: Run, note: string): RunState =>
  leg === null
    ? flat(state, note)
    : { ...flat(state, note), phase: 'unfilled', missing: state.order?.units ?? 1 }

export const losses = (state: LaneState, today: string, isLoss: boolean): LaneState => ({
  ...state,
  lossDay: today,
  lossesInARow: isLoss ? (state.lossDay === today ? state.lossesInARow + 1 : 1) : 0,
})

const endExitProposals = (step: Step, lane: Lane, run: Run, at: number): void => {
  const { runs } = groupOf(lane, run)
  const isLeft = ({ legs }: ProposalNow): boolean =>
    legs.some(({ leg }) =>
      runs.some((one) => one !== run && one.leg?.number === leg && one.state.trade !== null),
    )
  for (const proposal of lane.proposals.values())
    if (proposal.segSym === run.segSym && proposal.intent === 'exit' && !isLeft(proposal))
      step.proposal({ ...proposal, status: 'ended', outcome: POSITION_CLOSED, endedAt: at })
}

export const endEntryProposals = (step: Step, lane: Lane, outcome: string, at: number): void => {
  for (const proposal of lane.proposals.values())
    if (proposal.intent === 'entry') step.proposal({ ...proposal, status: 'ended', outcome, endedAt: at })
  for (const run of lane.runs)
    if (run.state.phase === 'proposed') step.run(run, { ...run.state, phase: 'flat', note: 'proposal ended' })
}

export const finishTrade = (
  on: FollowParts,
  lane: Lane,
  run: Run,
  trade: OpenTrade,
  end: {
    readonly at: number
    readonly price: number
    readonly orderId: string | null
    readonly cause: LogCause
    readonly sentence: (pnl: number) => string
  },
): Promise<void> => {
  const pnl = pnlOf(trade, end.price)
  const today = toIstDate(end.at)
  const gross = signOf(trade.side) * (trade.exitValue - trade.entryUnits * trade.averagePrice)
  const isLoss = gross < 0
  const isLeg = run.leg !== null
  const order = run.state.order
  return on.commit(lane, end.at, (step) => {
    const state = onDay(run.state, today)
    step.line({
      kind: 'exited',
      segSym: run.segSym,
      ...(isLeg ? { contract: trade.contract } : {}),
      bar: order?.bar ?? null,
      orderId: end.orderId,
      side: order?.side ?? null,
      quantity: trade.entryUnits,
      price: end.price,
      pnl,
      cause: end.cause,
      charges: trade.charges,
      sentence: end.sentence(pnl),
    })
    step.run(run, {
      ...flat(state, end.cause === 'elsewhere' ? 'closed elsewhere' : end.cause),
      ...(isLeg ? { ended: { gross, net: pnl } } : { counts: afterTrade(state.counts, end.at, isLoss) }),
      realisedToday: state.realisedToday + pnl - trade.carried.pnl,
      realised: state.realised + pnl,
      chargesToday: state.chargesToday + trade.charges - trade.carried.charges,
    })
    if (!isLeg) step.state(losses(lane.state, today, isLoss))
    endExitProposals(step, lane, run, end.at)
  })
}

interface Settled {
  /** Rupees a unit. */
  readonly price: number
  readonly charges: number
}

/** Null for a contract that has not expired, or whose underlying has no settlement price. */
const settledAt = (
  { broker, live }: Pick<AutomationParts, 'broker' | 'live'>,
  contract: Instrument,
  trade: OpenTrade,
): Settled | null => {
  const { at, day } = broker.marketNow()
  const terms = termsOf(contract, day)
  const { underlying, expiry } = terms
  const settlement =
    underlying === null || expiry === null || expiry > day
      ? null
      : live.settlementPrice(underlying, expiry, epochMs(at))
  if (settlement === null || expiry === null) return null
  const price = settlementValueOf(terms, settlement)
  const charges = settlementChargesOf(terms, signOf(trade.side) * trade.units, price, expiry)
  return { price: toRupees(price), charges: toRupees(charges) }
}

/** The position is gone by other hands: it was settled, or what it made is taken from the last price. */
export const closedElsewhere = async (
  on: FollowParts,
  lane: Lane,
  run: Run,
  trade: OpenTrade,
  at: number,
): Promise<void> => {
  const contract = await on.parts.instruments.look(trade.contract)
  const settled = contract === null ? null : settledAt(on.parts, contract, trade)
  const last = contract === null ? null : lastPriceOf(on.parts, contract)
  const price = settled?.price ?? last ?? trade.averagePrice
  const title = await titleOf(on.parts, trade.contract)
  const exitValue = trade.exitValue + trade.units * price
  const charges = trade.charges + (settled?.charges ?? 0)
  await finishTrade(
    on,
    lane,
    run,
    { ...trade, units: 0, exitUnits: trade.entryUnits, exitValue, charges },
    {
      at,
      price,
      orderId: null,
      cause: 'elsewhere',
      sentence: (pnl) =>
        settled !== null
          ? settledWords(title, price, pnl)
          : `${title} was closed by hand, by the square-off or at its expiry, not by this deployment; its P&L is reckoned at ${price.toFixed(2)}`,
    },
  )
}
