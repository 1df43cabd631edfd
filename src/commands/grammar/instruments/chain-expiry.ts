import type { ArgKind } from '../../command.ts'
import { strategyExpiry } from '../backtests/strategy.ts'
import { nextOrPrevious } from '../next-or-previous.ts'
import type { ExpiryWord } from './expiry-words.ts'

const nextOrLast = nextOrPrevious('Next expiry', 'Previous expiry')

export type ExpiryMove = 1 | -1 | ExpiryWord

/** A step, or the expiry itself: `next`, `1 dec`. */
export const expiryMove: ArgKind<ExpiryMove> = {
  token: 'choice',
  expects: 'next, previous or an expiry such as 1 dec or mon',
  read: (line, from, environment) =>
    nextOrLast.read(line, from, environment) ?? strategyExpiry.read(line, from, environment),
  print: (move) => (typeof move === 'number' ? nextOrLast.print(move) : strategyExpiry.print(move)),
  complete: (word, environment) => [
    ...nextOrLast.complete(word, environment),
    ...strategyExpiry.complete(word, environment),
  ],
}

/** Not a month alone: after `nifty 50`, `50 jan` is read as a day. */
export const expiryDay: ArgKind<ExpiryWord> = {
  ...strategyExpiry,
  expects: 'an expiry day such as 1 dec, wk+1 or mon',
  read(line, from, environment) {
    const found = strategyExpiry.read(line, from, environment)
    const isMonth = found?.kind === 'value' && found.value.kind === 'month' && found.value.day === null
    return isMonth ? null : found
  },
}
