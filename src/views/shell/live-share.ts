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

/** From this try on the status says how far apart they are: one interruption is nothing to count. */
const COUNTED_TRIES = 2

/** `, try 4 in 12 s`; nothing for a first try. */
export const retryWords = ({
  tries,
  retryMs,
}: {
  readonly tries: number
  readonly retryMs: number
}): string => (tries < COUNTED_TRIES ? '' : `, try ${tries} in ${Math.round(retryMs / 1000)} s`)

/** Whether a connection that is open has dropped more than once and has not lasted since. */
export const isUnsteady = ({ tries }: { readonly tries: number }): boolean => tries >= COUNTED_TRIES

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
