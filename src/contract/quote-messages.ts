import * as z from 'zod/mini'
import { segments } from '../domain/instrument.ts'

/** The socket's path, and the first entry of its protocol list; the second is `t.` and a ticket for quotes. */
export const QUOTES_PATH = '/quotes/v2'
export const QUOTES_PROTOCOL = 'quote.v2'
export const TICKET_PROTOCOL_PREFIX = 't.'

/** Of one text message, in bytes; about 25 subscriptions in an array. */
export const QUOTE_MESSAGE_BYTES_MAX = 4096

/**
 * Symbols of one socket. Pages of one browser share theirs, so it is more than one page wants, and so few that the newest
 * of all of them fits into what may wait for a slow reader.
 */
export const QUOTE_SYMBOLS_MAX = 1_200

/** One subscription; a message holds one or an array of them. `user_uuid` and `broker` are labels and decide nothing. */
export const QuoteSubscription = z.strictObject({
  stream_type: z.literal('quote'),
  action: z.enum(['subscribe', 'unsubscribe']),
  segment: z.enum(segments),
  symbol: z.string().check(z.minLength(1), z.maxLength(25)),
  user_uuid: z.optional(z.string().check(z.maxLength(64))),
  broker: z.optional(z.string().check(z.maxLength(32))),
})
export type QuoteSubscription = z.output<typeof QuoteSubscription>

export const QuoteSubscriptions = z.array(QuoteSubscription).check(z.minLength(1))

/** Text from the server when the socket opens and every ten seconds: frames carry market time. */
export const QuoteClock = z.strictObject({
  type: z.literal('clock'),
  /** Both in milliseconds since the epoch, of the same moment. */
  market_time: z.number(),
  wall_time: z.number(),
  speed: z.number(),
})

/** Text from the server about a subscription or message that was refused. Segment and symbol null: the message. */
export const QuoteError = z.strictObject({
  type: z.literal('error'),
  message: z.string(),
  segment: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
})

export const QuoteText = z.discriminatedUnion('type', [QuoteClock, QuoteError])

/** Why the server closed a socket. */
export const quoteCloseCodes = {
  goingAway: 1001,
  flood: 1008,
  tooLarge: 1009,
  sessionEnded: 4401,
  tooMany: 4408,
} as const
