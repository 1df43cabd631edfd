import { isContractId } from '../../domain/instruments/kind.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import { type LegState, maySend } from './leg-state.ts'
import { type Placement, placementLabels } from './order-placement.ts'

export interface BasketLeg {
  /** Survives reordering. */
  readonly leg: string
  readonly draft: OrderDraft
  readonly state: LegState
  /** When it was last sent, epoch ms. */
  readonly at: number | null
  readonly isEnded: boolean
  readonly clientOrderId: string | null
  readonly orderId: string | null
  readonly message: string | null
  readonly code: string | null
}

export const LEGS_AT_ONCE_MAX = 5
/** The exchange takes ten orders per user and second; the window is slightly longer. */
export const LEGS_PER_SPAN_MAX = 10
const SPAN_MS = 1_100
/** Margin knows of a hedge once it is filled. */
export const HEDGE_WAIT_MS = 3_000

export const newLeg = (leg: string, draft: OrderDraft): BasketLeg => ({
  leg,
  draft,
  state: 'waiting',
  at: null,
  isEnded: false,
  clientOrderId: null,
  orderId: null,
  message: null,
  code: null,
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
  { clientOrderId, orderId, message, code, state }: Placement,
): BasketLeg => ({
  ...leg,
  clientOrderId,
  orderId,
  message,
  code,
  state: legStates[state],
})

/** Excludes legs in flight: after a reload they are looked up by client order id, never offered again. */
export const draftsToKeep = (legs: readonly BasketLeg[]): readonly OrderDraft[] =>
  legs.filter(maySend).map(({ draft }) => draft)

/** A bought contract limits the loss of a sold one, so it is sent first. */
const isProtective = ({ draft }: BasketLeg): boolean => draft.side === 'buy' && isContractId(draft.instrument)

/** Key of the leg to send next, or null. Sold legs wait until protective ones are filled, at most `HEDGE_WAIT_MS`. */
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
  if (inFlight.some(isProtective)) return null
  const isAwaited = legs.some((leg) => isFilling(leg, now))
  return queued.find(({ draft }) => draft.side === 'buy' || !isAwaited)?.leg ?? null
}

const isFilling = (leg: BasketLeg, now: number): boolean =>
  isProtective(leg) && leg.state === 'sent' && !leg.isEnded && leg.at !== null && now - leg.at < HEDGE_WAIT_MS

/** Null for a leg that was never sent. */
export const labelOfLeg = ({ state }: BasketLeg): string | null =>
  state === 'sent' || state === 'failed' ? placementLabels[state] : null

export const movedLeg = (legs: readonly BasketLeg[], leg: string, to: number): readonly BasketLeg[] => {
  const moved = legs.find((one) => one.leg === leg)
  return moved === undefined ? legs : legs.filter((one) => one !== moved).toSpliced(Math.max(0, to), 0, moved)
}
