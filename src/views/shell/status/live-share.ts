import { countOf } from '../../../domain/format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { liveShareOf, type Subscriptions } from '../../../machines/quotes/quote-subscriptions.ts'

const NAMED_MAX = 8

const listOf = (words: string, instruments: readonly InstrumentId[]): readonly string[] => {
  if (instruments.length === 0) return []
  const names = instruments.slice(0, NAMED_MAX).map(tradingSymbolOf)
  const rest = instruments.length - names.length
  return [`${words}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`]
}

const COUNTED_TRIES = 2

/** `, try 4 in 12 s`; empty for a first try. */
export const retryWords = ({
  tries,
  retryMs,
}: {
  readonly tries: number
  readonly retryMs: number
}): string => (tries < COUNTED_TRIES ? '' : `, try ${tries} in ${Math.round(retryMs / 1000)} s`)

/** The connection has dropped more than once and has not been stable since. */
export const isUnsteady = ({ tries }: { readonly tries: number }): boolean => tries >= COUNTED_TRIES

/** `42 of 44 prices live`; null if all are. */
export const liveShareWords = (subscriptions: Subscriptions): string | null => {
  const { wanted, live } = liveShareOf(subscriptions)
  return live === wanted ? null : `${live} of ${countOf(wanted, 'price')} live`
}

export const liveShareTitle = (subscriptions: Subscriptions): string => {
  const { wanted, unanswered, refused, tooMany, unpriced } = liveShareOf(subscriptions)
  return [
    countOf(wanted, 'symbol'),
    ...listOf('No response yet, retrying', unanswered),
    ...listOf('Rejected by the server', refused),
    ...listOf('Too many symbols on this page', tooMany),
    ...listOf('No price yet', unpriced),
  ].join('\n')
}
