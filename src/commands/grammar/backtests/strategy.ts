import type { LegDistances } from '../../../domain/options/preset-distances.ts'
import { type StrategyName, strategyNames } from '../../../domain/options/strategy-names.ts'
import type { ArgKind } from '../../command.ts'
import { choice } from '../choice.ts'
import { type ExpiryWord, printExpiryWord, readExpiryWord } from '../instruments/expiry-words.ts'
import { instrument } from '../instruments/instrument.ts'
import { amountAt } from '../number.ts'
import { quantity } from '../orders/quantity.ts'
import { phraseAt, taken, wordAt } from '../words.ts'

/** A ready-made strategy has at most two on each side of the money. */
const DISTANCES_MAX = 2

export const strategySide = choice('buy or sell', [
  { value: 'buy', words: ['buy', 'b', 'long'], title: 'Buy it' },
  { value: 'sell', words: ['sell', 's', 'short'], title: 'Sell it' },
])

const phrases = strategyNames
  .flatMap(({ words }) => words.map((word) => ({ word, name: words[0] ?? word })))
  .sort((a, b) => b.word.length - a.word.length)

export const strategyPhrases: readonly string[] = phrases.map(({ word }) => word)

export const findStrategy = (name: string): StrategyName | null =>
  strategyNames.find(({ words }) => words[0] === name) ?? null

export const strategy: ArgKind<string> = {
  token: 'name',
  expects: 'a strategy such as straddle or iron condor',
  read(line, from) {
    for (const { word, name } of phrases) {
      const to = phraseAt(line, from, word)
      if (to !== null) return taken(name, to)
    }
    return null
  },
  print: (name) => name,
  complete: (word) =>
    strategyNames
      .map(({ words }) => words[0] ?? '')
      .filter((name) => name.startsWith(word.toLowerCase()))
      .map((text) => ({ text, detail: 'ready-made strategy' })),
}

export const strategyExpiry: ArgKind<ExpiryWord> = {
  token: 'span',
  expects: 'an expiry such as wk+1, mon or 1 dec',
  read(line, from) {
    const found = readExpiryWord(line, from)
    return found === null ? null : taken(found.word, found.to)
  },
  print: printExpiryWord,
  complete: (word) =>
    [
      { text: 'wk', detail: 'nearest expiry' },
      { text: 'wk+1', detail: 'the expiry after it' },
      { text: 'mon', detail: 'last expiry of the month' },
    ].filter(({ text }) => text.startsWith(word.toLowerCase())),
}

const distancePart = (text: string, isDelta: boolean): number | null => {
  const value = Number(text)
  if (!/^\d{1,5}$/.test(text) || value <= 0) return null
  return isDelta ? (value < 100 ? value / 100 : null) : value
}

/** `d20`, `d20/10` by delta; `200/400` by points from the money. */
export const legDistances: ArgKind<LegDistances> = {
  token: 'number',
  expects: 'distances such as d20 or 200/400',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    const isDelta = /^d\d/i.test(text)
    if (!isDelta && !text.includes('/')) return null
    const values = (isDelta ? text.slice(1) : text).split('/').map((part) => distancePart(part, isDelta))
    const known = values.filter((value) => value !== null)
    return known.length === values.length && known.length <= DISTANCES_MAX
      ? taken({ by: isDelta ? 'delta' : 'points', values: known }, to)
      : null
  },
  print: ({ by, values }) =>
    by === 'delta' ? `d${values.map((value) => Math.round(value * 100)).join('/')}` : values.join('/'),
  complete: () => [],
}

export const underlying: ArgKind<Parameters<typeof instrument.print>[0]> = {
  ...instrument,
  isGreedy: true,
  expects: 'an underlying such as nifty or RELIANCE',
}

export const lotCount: ArgKind<number> = {
  token: 'size',
  expects: 'lots such as 2l',
  read(line, from, environment) {
    const found = quantity.read(line, from, environment)
    if (found === null || found.kind === 'problem') return found
    return found.value.kind === 'lots' ? taken(found.value.lots, found.to) : null
  },
  print: (lots) => `${lots}l`,
  complete: (word) =>
    ['1l', '2l', '5l'].filter((text) => text.startsWith(word)).map((text) => ({ text, detail: 'lots' })),
}

/** Rupees; replaces the strike at the money. */
export const middleStrike: ArgKind<number> = {
  token: 'number',
  expects: 'a strike such as 25950',
  read(line, from) {
    const found = amountAt(line, from)
    return found === null || found.unit !== '' || found.amount <= 0 ? null : taken(found.amount, found.to)
  },
  print: (strike) => `${strike}`,
  complete: () => [],
}
