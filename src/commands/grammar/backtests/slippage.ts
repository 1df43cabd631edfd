import { SLIPPAGE_BPS_MAX, SLIPPAGE_TICKS_MAX, type Slippage } from '../../../domain/backtests/slippage.ts'
import { formatNumber } from '../../../domain/format.ts'
import type { ArgKind, Taken } from '../../command.ts'
import { amountOf, phraseAt, refuse, skipSpaces, taken, wordAt } from '../words.ts'

const readBasisPoints = (line: string, from: number): Taken<number> | null => {
  const { text, to } = wordAt(line, from)
  const parts = amountOf(text)
  if (parts === null || (parts.unit !== '' && parts.unit !== 'bps')) return null
  return parts.amount <= SLIPPAGE_BPS_MAX
    ? taken(parts.amount, to)
    : refuse(line, from, `0bps to ${formatNumber(SLIPPAGE_BPS_MAX, 0)}bps`)
}

const tickWords = ['t', 'tick', 'ticks']

const readTicks = (line: string, from: number): Taken<number> | null => {
  const { text, to } = wordAt(line, from)
  const parts = amountOf(text)
  if (parts === null) return null
  const unitFrom = skipSpaces(line, to)
  const ends = tickWords.map((word) => phraseAt(line, unitFrom, word))
  const spaced = parts.unit === '' ? ends.find((end) => end !== null) : undefined
  const end = tickWords.includes(parts.unit) ? to : spaced
  if (end === undefined || end === null) return null
  return Number.isInteger(parts.amount) && parts.amount <= SLIPPAGE_TICKS_MAX
    ? taken(parts.amount, end)
    : refuse(line, from, `whole ticks from 0t to ${formatNumber(SLIPPAGE_TICKS_MAX, 0)}t`)
}

export const basisPoints: ArgKind<number> = {
  token: 'number',
  expects: 'basis points such as 2bps',
  read: readBasisPoints,
  print: (value) => `${value}bps`,
  complete: (word) =>
    ['0bps', '1bps', '2bps', '5bps']
      .filter((text) => text.startsWith(word))
      .map((text) => ({ text, detail: 'of the price, against you, on every fill' })),
}

export const slippage: ArgKind<Slippage> = {
  token: 'number',
  expects: 'basis points or ticks such as 2bps or 1t',
  read(line, from) {
    const ticks = readTicks(line, from)
    const first = ticks ?? readBasisPoints(line, from)
    if (first?.kind !== 'value') return first
    const secondFrom = skipSpaces(line, first.to)
    const second = ticks === null ? readTicks(line, secondFrom) : readMarkedBasisPoints(line, secondFrom)
    if (second?.kind === 'problem') return second
    const [bps, inTicks] = ticks === null ? [first, second] : [second, first]
    return taken({ bps: bps?.value ?? 0, ticks: inTicks?.value ?? 0 }, (second ?? first).to)
  },
  print: ({ bps, ticks }) =>
    [bps > 0 || ticks === 0 ? `${bps}bps` : '', ticks > 0 ? `${ticks}t` : '']
      .filter((part) => part !== '')
      .join(' '),
  complete: (word, environment) => [
    ...basisPoints.complete(word, environment),
    ...['1t', '2t']
      .filter((text) => text.startsWith(word))
      .map((text) => ({ text, detail: 'ticks, against you, on every fill' })),
  ],
}

/** After ticks, a bare number belongs to another argument. */
const readMarkedBasisPoints = (line: string, from: number): Taken<number> | null =>
  wordAt(line, from).text.toLowerCase().endsWith('bps') ? readBasisPoints(line, from) : null
