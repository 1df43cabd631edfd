import { type InstrumentId, parseInstrumentId } from '../../domain/instrument.ts'
import { liveShareOf, type Subscriptions } from '../../machines/quote-subscriptions.ts'

/** Symbols that are named; of more only the number is said. */
const NAMED_MAX = 8

const listOf = (words: string, instruments: readonly InstrumentId[]): readonly string[] => {
  if (instruments.length === 0) return []
  const names = instruments.slice(0, NAMED_MAX).map((id) => parseInstrumentId(id)?.tradingSymbol ?? id)
  const rest = instruments.length - names.length
  return [`${words}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`]
}

/** `42 of 44 prices live`; null while all are. */
export const liveShareWords = (subscriptions: Subscriptions): string | null => {
  const { wanted, live } = liveShareOf(subscriptions)
  return live === wanted ? null : `${live} of ${wanted} prices live`
}

/** How many prices are wanted, and which of them do not come in and why. */
export const liveShareTitle = (subscriptions: Subscriptions): string => {
  const { wanted, unanswered, refused, tooMany, unpriced } = liveShareOf(subscriptions)
  return [
    `${wanted} ${wanted === 1 ? 'symbol' : 'symbols'}`,
    ...listOf('No answer yet, asking again', unanswered),
    ...listOf('Refused by the server', refused),
    ...listOf('Too many symbols on this page', tooMany),
    ...listOf('No price yet', unpriced),
  ].join('\n')
}
