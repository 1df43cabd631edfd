import { formatNumber } from '../../../domain/format.ts'
import { type GttTerms, isGttOpen, triggerInWords } from '../../../domain/orders/gtt/gtt.ts'
import type { Environment, KnownGtt } from '../../environment.ts'
import { titleOf } from '../instruments/instrument.ts'
import { type References, reference, referenceList } from '../references.ts'

/** `Sell 20 INFY at 1,500.00 below 1,505.00 or at 1,700.00 above 1,700.00` */
export const gttInWords = (
  { side, quantity, sym, triggers }: GttTerms,
  { instruments }: Pick<Environment, 'instruments'>,
): string => {
  const order = `${side === 'buy' ? 'Buy' : 'Sell'} ${formatNumber(quantity, 0)} ${titleOf(sym, instruments)}`
  return `${order} ${triggers.map(triggerInWords).join(' or ')}`
}

const active = ({ gtts = [] }: Environment): readonly KnownGtt[] =>
  gtts.filter(({ status }) => isGttOpen(status))

const WORD_LENGTH = 8
const wordOf = (key: string): string => `#${key.slice(0, WORD_LENGTH)}`

export const openGtts: References = {
  noun: 'a GTT order',
  expects: 'an active GTT order such as . or its symbol',
  focusKind: 'gtt',
  listOf: (environment) =>
    active(environment).map((gtt) => ({
      key: gtt.key,
      instrument: gtt.sym,
      word: wordOf(gtt.key),
      title: titleOf(gtt.sym, environment.instruments),
      words: gttInWords(gtt, environment),
    })),
  printKey: wordOf,
}

export const openGtt = reference(openGtts)
export const openGttList = referenceList(openGtts)

export const findGtt = (key: string, { gtts = [] }: Environment): KnownGtt | null =>
  gtts.find((gtt) => gtt.key === key) ?? null
