import type { InstrumentId } from '../domain/instrument.ts'

/** Symbols of one page. Symbols beyond are asked for when earlier ones are no longer wanted. */
export const WANTED_MAX = 500
/** How often subscriptions without an answer are looked through. */
export const ANSWER_CHECK_MS = 1_000
/** A subscription without an answer counts as missing from then on. */
export const MISSING_MS = 2_000
/** A subscription without an answer is sent again after this long, and then after twice as long each time. */
export const ASK_AGAIN_MS = 5_000
export const ASK_AGAIN_MS_MAX = 60_000
/** The socket is renewed when a subscription was not answered for this long, and then after twice as long each time. */
export const RENEW_MS = 10_000
export const RENEW_MS_MAX = 320_000

/** A subscription that was sent on this connection and not answered yet. */
export interface AwaitedSubscription {
  readonly instrument: InstrumentId
  readonly waitedMs: number
  /** When it is sent again, by `waitedMs`. */
  readonly askAgainAtMs: number
}

export interface Subscriptions {
  /** Symbols somebody shows, in the order in which they came to be. A set: no symbol is in it twice. */
  readonly wanted: readonly InstrumentId[]
  /** What the server knows of it on the present connection. */
  readonly subscribed: readonly InstrumentId[]
  readonly awaited: readonly AwaitedSubscription[]
  /** The server has no price of them yet. */
  readonly unpriced: readonly InstrumentId[]
  /** The server knows no such instrument, or takes no more of them. */
  readonly refused: readonly InstrumentId[]
}

export interface SubscriptionChange {
  readonly unsubscribe: readonly InstrumentId[]
  readonly subscribe: readonly InstrumentId[]
}

/** First answers to subscriptions: a price, or that there is none yet. */
export interface Answers {
  readonly priced: readonly InstrumentId[]
  readonly unpriced: readonly InstrumentId[]
}

/** Of a connection that has just begun. */
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

/** When a subscription that was just sent again is sent once more, by `waitedMs`. */
const askAgainAtMs = (waitedMs: number): number =>
  waitedMs + Math.min(ASK_AGAIN_MS_MAX, Math.max(ASK_AGAIN_MS, waitedMs))

/** What the server has to be told, so that it knows what is wanted. */
export const changeOf = ({ wanted, subscribed }: Subscriptions): SubscriptionChange => {
  const most = wanted.slice(0, WANTED_MAX)
  return { unsubscribe: missingFrom(most, subscribed), subscribe: missingFrom(subscribed, most) }
}

/** After the change of `changeOf` was sent. */
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

/** What came of an instrument that is wanted no longer changes nothing. */
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

/** One check later: those that have waited long enough are to be sent again. */
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

/** Whether the check that is being made finds one that has waited too long, after so many renewals in a row. */
export const isRenewalDue = (awaited: readonly AwaitedSubscription[], renewals: number): boolean => {
  const due = Math.min(RENEW_MS_MAX, RENEW_MS * 2 ** Math.min(renewals, 20))
  return awaited.some(({ waitedMs }) => waitedMs + ANSWER_CHECK_MS >= due)
}

/** Of the prices somebody shows on this page, how many come in, and why the others do not. */
export interface LiveShare {
  readonly wanted: number
  readonly live: number
  /** Asked for, and no answer came. */
  readonly unanswered: readonly InstrumentId[]
  readonly refused: readonly InstrumentId[]
  /** More than one page may have. */
  readonly tooMany: readonly InstrumentId[]
  /** Live as far as the feed goes: they have no price yet. */
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
