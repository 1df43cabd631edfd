import * as z from 'zod/mini'
import { segments } from '../../domain/instruments/instrument.ts'

export const QUOTES_PATH = '/quotes/v2'
export const QUOTES_PROTOCOL = 'quote.v2'
export const TICKET_PROTOCOL_PREFIX = 't.'

export const QUOTE_MESSAGE_BYTES_MAX = 4096

/** Per socket, shared by a browser's pages; the newest quotes of all must fit the buffer of a slow reader. */
export const QUOTE_SYMBOLS_MAX = 1_200

/** `user_uuid` and `broker` are labels and decide nothing. */
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

/** Sent when the socket opens and every ten seconds, because frames carry market time. */
export const QuoteClock = z.strictObject({
  type: z.literal('clock'),
  /** Ms since the epoch, of the same moment. */
  market_time: z.number(),
  wall_time: z.number(),
  speed: z.number(),
})

/** Segment and symbol are null when the whole message was refused. */
export const QuoteError = z.strictObject({
  type: z.literal('error'),
  message: z.string(),
  segment: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
})

export const QuoteText = z.discriminatedUnion('type', [QuoteClock, QuoteError])

export const quoteCloseCodes = {
  goingAway: 1001,
  flood: 1008,
  tooLarge: 1009,
  sessionEnded: 4401,
  tooMany: 4408,
} as const
