import type { InstrumentId } from '../../domain/instruments/instrument.ts'

/** Per page; further symbols are subscribed when earlier ones are dropped. */
export const WANTED_MAX = 500
export const ANSWER_CHECK_MS = 1_000
export const MISSING_MS = 2_000
/** Resent after this long without an answer, then each time after twice as long. */
export const ASK_AGAIN_MS = 5_000
export const ASK_AGAIN_MS_MAX = 60_000
/** The socket reconnects after this long without an answer, then each time after twice as long. */
export const RENEW_MS = 10_000
export const RENEW_MS_MAX = 320_000

export interface AwaitedSubscription {
  readonly instrument: InstrumentId
  readonly waitedMs: number
  readonly askAgainAtMs: number
}

export interface Subscriptions {
  /** In order of appearance, without duplicates. */
  readonly wanted: readonly InstrumentId[]
  /** The server's view on the current connection. */
  readonly subscribed: readonly InstrumentId[]
  readonly awaited: readonly AwaitedSubscription[]
  readonly unpriced: readonly InstrumentId[]
  /** Unknown to the server, or beyond its limit. */
  readonly refused: readonly InstrumentId[]
}

export interface SubscriptionChange {
  readonly unsubscribe: readonly InstrumentId[]
  readonly subscribe: readonly InstrumentId[]
}

export interface Answers {
  readonly priced: readonly InstrumentId[]
  readonly unpriced: readonly InstrumentId[]
}

export const nothingAsked = { subscribed: [], awaited: [], unpriced: [], refused: [] } as const

type Asked = Omit<Subscriptions, 'wanted'>

const missingFrom = (
  others: readonly InstrumentId[],
  instruments: readonly InstrumentId[],
): readonly InstrumentId[] => {
  const known = new Set(others)
  return instruments.filter((instrument) => !known.has(instrument))
}

const awaitedWithout = (
  awaited: readonly AwaitedSubscription[],
  answered: readonly InstrumentId[],
): readonly AwaitedSubscription[] => {
  const known = new Set(answered)
  return awaited.filter(({ instrument }) => !known.has(instrument))
}

const askAgainAtMs = (waitedMs: number): number =>
  waitedMs + Math.min(ASK_AGAIN_MS_MAX, Math.max(ASK_AGAIN_MS, waitedMs))

export const changeOf = ({ wanted, subscribed }: Subscriptions): SubscriptionChange => {
  const most = wanted.slice(0, WANTED_MAX)
  return { unsubscribe: missingFrom(most, subscribed), subscribe: missingFrom(subscribed, most) }
}

export const withChange = (
  { wanted, awaited, unpriced, refused }: Subscriptions,
  { unsubscribe, subscribe }: SubscriptionChange,
): Asked => ({
  subscribed: wanted.slice(0, WANTED_MAX),
  awaited: [
    ...awaitedWithout(awaited, unsubscribe),
    ...subscribe.map((instrument) => ({ instrument, waitedMs: 0, askAgainAtMs: ASK_AGAIN_MS })),
  ],
  unpriced: missingFrom(unsubscribe, unpriced),
  refused: missingFrom(unsubscribe, refused),
})

/** Ignores answers for instruments that are no longer subscribed. */
export const withAnswers = (
  { subscribed, awaited, unpriced, refused }: Subscriptions,
  answers: Answers,
): Omit<Asked, 'subscribed'> => {
  const answered = [...answers.priced, ...answers.unpriced]
  const known = new Set(subscribed)
  return {
    awaited: awaitedWithout(awaited, answered),
    unpriced: [...missingFrom(answered, unpriced), ...answers.unpriced.filter((one) => known.has(one))],
    refused: missingFrom(answered, refused),
  }
}

export const withRefused = (
  { subscribed, awaited, unpriced, refused }: Subscriptions,
  instrument: InstrumentId,
): Omit<Asked, 'subscribed'> => ({
  awaited: awaitedWithout(awaited, [instrument]),
  unpriced: missingFrom([instrument], unpriced),
  refused: [
    ...missingFrom([instrument], refused),
    ...subscribed.filter((subscription) => subscription === instrument),
  ],
})

export const checkAwaited = (
  awaited: readonly AwaitedSubscription[],
): {
  readonly subscribe: readonly InstrumentId[]
  readonly awaited: readonly AwaitedSubscription[]
} => {
  const waited = awaited.map((one) => ({ ...one, waitedMs: one.waitedMs + ANSWER_CHECK_MS }))
  const isDue = (one: AwaitedSubscription) => one.waitedMs >= one.askAgainAtMs
  return {
    subscribe: waited.filter(isDue).map(({ instrument }) => instrument),
    awaited: waited.map((one) => (isDue(one) ? { ...one, askAgainAtMs: askAgainAtMs(one.waitedMs) } : one)),
  }
}

/** Includes the time of the check in progress. */
export const isRenewalDue = (awaited: readonly AwaitedSubscription[], renewals: number): boolean => {
  const due = Math.min(RENEW_MS_MAX, RENEW_MS * 2 ** Math.min(renewals, 20))
  return awaited.some(({ waitedMs }) => waitedMs + ANSWER_CHECK_MS >= due)
}

export interface LiveShare {
  readonly wanted: number
  readonly live: number
  readonly unanswered: readonly InstrumentId[]
  readonly refused: readonly InstrumentId[]
  readonly tooMany: readonly InstrumentId[]
  /** Counted as live: the feed has no price yet. */
  readonly unpriced: readonly InstrumentId[]
}

export const liveShareOf = ({ wanted, awaited, refused, unpriced }: Subscriptions): LiveShare => {
  const unanswered = awaited
    .filter(({ waitedMs }) => waitedMs >= MISSING_MS)
    .map(({ instrument }) => instrument)
  const tooMany = wanted.slice(WANTED_MAX)
  const missing = unanswered.length + refused.length + tooMany.length
  return { wanted: wanted.length, live: wanted.length - missing, unanswered, refused, tooMany, unpriced }
}
