import { parseInstrumentId } from '../domain/instrument.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import { type LegState, maySend } from './leg-state.ts'
import { type Placement, placementLabels } from './order-placement.ts'

export interface BasketLeg {
  /** Made when it was added; stays through reordering. */
  readonly leg: string
  readonly draft: OrderDraft
  readonly state: LegState
  /** Of its latest sending. */
  readonly clientOrderId: string | null
  readonly orderId: string | null
  readonly message: string | null
}

/** Legs on their way at one time. */
export const LEGS_AT_ONCE_MAX = 5
/** Orders the exchange takes of one user in a second, and the span they are counted over: a little more than it. */
export const LEGS_PER_SPAN_MAX = 10
const SPAN_MS = 1_100

export const newLeg = (leg: string, draft: OrderDraft): BasketLeg => ({
  leg,
  draft,
  state: 'waiting',
  clientOrderId: null,
  orderId: null,
  message: null,
})

const legStates: Readonly<Record<Placement['state'], LegState>> = {
  placing: 'loading',
  retryingAmo: 'loading',
  sent: 'sent',
  failed: 'failed',
  unknown: 'unknown',
}

export const withPlacement = (
  leg: BasketLeg,
  { clientOrderId, orderId, message, state }: Placement,
): BasketLeg => ({
  ...leg,
  clientOrderId,
  orderId,
  message,
  state: legStates[state],
})

/** What the page keeps for its next life: one that is on its way is looked for by its name and never offered again. */
export const draftsToKeep = (legs: readonly BasketLeg[]): readonly OrderDraft[] =>
  legs.filter(maySend).map(({ draft }) => draft)

/** A bought contract limits what a sold one can lose, so it goes first where there are both. */
const isProtective = ({ draft }: BasketLeg): boolean => {
  const segment = parseInstrumentId(draft.instrument)?.segment ?? 'NSE'
  return draft.side === 'buy' && segment !== 'NSE' && segment !== 'BSE'
}

/**
 * The leg that may go now, by its key, or null. `queue` holds keys of legs that are to be sent; the protective ones
 * among them go first and are answered before the others begin.
 */
export const nextLeg = (
  legs: readonly BasketLeg[],
  queue: readonly string[],
  startedAt: readonly number[],
  now: number,
): string | null => {
  const inFlight = legs.filter(({ state }) => state === 'loading')
  if (inFlight.length >= LEGS_AT_ONCE_MAX) return null
  if (startedAt.filter((at) => now - at < SPAN_MS).length >= LEGS_PER_SPAN_MAX) return null
  const queued = legs.filter(({ leg }) => queue.includes(leg))
  const protective = queued.find(isProtective)
  if (protective !== undefined) return protective.leg
  const [first] = queued
  return first === undefined || inFlight.some(isProtective) ? null : first.leg
}

/** Text of the specification for a leg that has been sent once; null for one that has not. */
export const labelOfLeg = ({ state }: BasketLeg): string | null =>
  state === 'sent' || state === 'failed' ? placementLabels[state] : null

export const movedLeg = (legs: readonly BasketLeg[], leg: string, to: number): readonly BasketLeg[] => {
  const moved = legs.find((one) => one.leg === leg)
  return moved === undefined ? legs : legs.filter((one) => one !== moved).toSpliced(Math.max(0, to), 0, moved)
}
