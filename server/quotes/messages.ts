import * as z from 'zod/mini'
import {
  QUOTE_MESSAGE_BYTES_MAX,
  QuoteSubscription,
  QuoteSubscriptions,
} from '../../src/contract/quotes/quote-messages.ts'

z.config(z.locales.en())

type Read =
  | { readonly kind: 'read'; readonly items: readonly QuoteSubscription[] }
  | { readonly kind: 'refused'; readonly message: string }

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const parse = (value: unknown) => {
  if (Array.isArray(value)) return QuoteSubscriptions.safeParse(value)
  const one = QuoteSubscription.safeParse(value)
  return one.success ? { ...one, data: [one.data] } : one
}

const ISSUE_LENGTH_MAX = 200

/** An invalid item refuses the whole message. */
export const readMessage = (text: string): Read => {
  if (text.length > QUOTE_MESSAGE_BYTES_MAX)
    return { kind: 'refused', message: `a message has at most ${QUOTE_MESSAGE_BYTES_MAX} bytes` }
  const value = parseJson(text)
  if (value === undefined) return { kind: 'refused', message: 'not JSON' }
  const parsed = parse(value)
  if (parsed.success) return { kind: 'read', items: parsed.data }
  const [issue] = parsed.error.issues
  const where = ['message', ...(issue?.path ?? [])].map(String).join('.')
  const message = `${where}: ${issue?.message ?? 'not a subscription'}`
  return { kind: 'refused', message: message.slice(0, ISSUE_LENGTH_MAX) }
}
