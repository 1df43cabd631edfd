import { type StopTargetType, stopTargetMaxOf, type TradeSize } from '../../../domain/backtests/backtest.ts'
import { SHARES_MAX } from '../../../domain/backtests/trade-size.ts'
import { formatNumber } from '../../../domain/format.ts'
import { roundToPaisa } from '../../../domain/money.ts'
import { rupeesIn } from '../../../domain/read-amount.ts'
import type { ArgKind, Taken } from '../../command.ts'
import { amountOf, phraseAt, refuse, skipSpaces, taken, wordAt } from '../words.ts'

const LOTS_MAX = 10_000
const RUPEES_MAX = 1e10

export const size: ArgKind<TradeSize> = {
  token: 'size',
  expects: 'a size such as 2l, 2 lots, 200 shares, 50k, 25% or risk 2000',
  read(line, from) {
    const risked = phraseAt(line, from, 'risk')
    if (risked !== null) return riskAt(line, skipSpaces(line, risked))
    const { text, to } = wordAt(line, from)
    const parts = amountOf(text)
    if (parts === null) return null
    const { amount, unit } = parts
    if (unit === '') {
      const next = skipSpaces(line, to)
      const end = phraseAt(line, next, 'lots') ?? phraseAt(line, next, 'lot')
      if (end !== null) return lots(line, from, amount, end)
      const sharesEnd = phraseAt(line, next, 'shares') ?? phraseAt(line, next, 'share')
      return sharesEnd === null ? null : shares(line, from, amount, sharesEnd)
    }
    if (unit === 'l' || unit === 'lot' || unit === 'lots') return lots(line, from, amount, to)
    if (unit === 'k' || unit === 'rs') {
      const rupees = roundToPaisa(unit === 'k' ? amount * 1e3 : amount)
      const isFair = rupees > 0 && rupees <= RUPEES_MAX
      return isFair ? taken({ kind: 'rupees', rupees }, to) : refuse(line, from, 'rupees from 1 to 1,000 Cr')
    }
    if (unit === '%') {
      const isFair = amount > 0 && amount <= 100
      return isFair ? taken({ kind: 'percent', percent: amount }, to) : refuse(line, from, '1% to 100%')
    }
    return null
  },
  print(value) {
    switch (value.kind) {
      case 'lots':
        return `${value.lots}l`
      case 'percent':
        return `${value.percent}%`
      case 'rupees':
        return value.rupees % 1000 === 0 ? `${value.rupees / 1000}k` : `${value.rupees}rs`
      case 'shares':
        return `${value.shares} ${value.shares === 1 ? 'share' : 'shares'}`
      case 'risk':
        return `risk ${value.rupees}`
      default:
        return value satisfies never
    }
  },
  complete: (word) =>
    [
      { text: '1l', detail: 'one lot' },
      { text: '2l', detail: 'two lots' },
      { text: '50k', detail: '₹50,000, rounded down to lots' },
      { text: '25%', detail: 'of the capital, rounded down to lots' },
      { text: '100 shares', detail: 'rounded down to lots' },
      { text: 'risk 2000', detail: '₹2,000 lost if the stop is hit' },
    ].filter(({ text }) => text.startsWith(word.toLowerCase())),
}

const lots = (line: string, from: number, amount: number, to: number) =>
  Number.isInteger(amount) && amount >= 1 && amount <= LOTS_MAX
    ? taken({ kind: 'lots' as const, lots: amount }, to)
    : refuse(line, from, `whole lots from 1 to ${formatNumber(LOTS_MAX, 0)}`)

const shares = (line: string, from: number, amount: number, to: number) =>
  Number.isInteger(amount) && amount >= 1 && amount <= SHARES_MAX
    ? taken({ kind: 'shares' as const, shares: amount }, to)
    : refuse(line, from, `whole shares from 1 to ${formatNumber(SHARES_MAX, 0)}`)

const riskUnits: Readonly<Record<string, number>> = { '': 1, rs: 1, k: 1e3 }

const riskAt = (line: string, from: number): Taken<TradeSize> => {
  const { text, to } = wordAt(line, from)
  const { amount = 0, unit = '' } = amountOf(text) ?? {}
  const rupees = rupeesIn(amount, unit, riskUnits) ?? 0
  return rupees > 0 && rupees <= RUPEES_MAX
    ? taken({ kind: 'risk', rupees }, to)
    : refuse(line, from, 'rupees at risk such as 2000')
}

export interface StopDistance {
  readonly amount: number
  readonly type: StopTargetType
}

const stopUnits: Readonly<Record<string, StopTargetType>> = {
  '%': 'pct',
  pct: 'pct',
  pts: 'pts',
  pt: 'pts',
  points: 'pts',
  rs: 'abs',
}

const stopSuffix = { pct: '%', pts: 'pts', abs: 'rs' } as const

export const stopDistance: ArgKind<StopDistance> = {
  token: 'stop',
  expects: 'a distance such as 1%, 30pts or 500rs',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    const parts = amountOf(text)
    if (parts === null || !Object.hasOwn(stopUnits, parts.unit)) return null
    const type = stopUnits[parts.unit]
    if (type === undefined) return null
    const cap = stopTargetMaxOf(type)
    return parts.amount > 0 && parts.amount <= cap
      ? taken({ amount: parts.amount, type }, to)
      : refuse(line, from, `more than 0 and at most ${formatNumber(cap, 0)}${stopSuffix[type]}`)
  },
  print: ({ amount, type }) => `${amount}${stopSuffix[type]}`,
  complete: (word) =>
    [
      { text: '1%', detail: 'of the entry price' },
      { text: '30pts', detail: 'points' },
      { text: '500rs', detail: 'rupees of the position' },
    ].filter(({ text }) => text.startsWith(word.toLowerCase())),
}

export const rupees: ArgKind<number> = {
  token: 'number',
  expects: 'rupees such as 10L',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    const parts = amountOf(text)
    const value = parts === null ? null : rupeesIn(parts.amount, parts.unit)
    if (value === null) return null
    return value >= 1 && value <= RUPEES_MAX
      ? taken(value, to)
      : refuse(line, from, 'rupees from 1 to 1,000 Cr')
  },
  print: (value) => (value % 1e5 === 0 ? `${value / 1e5}L` : `${value}`),
  complete: (word) =>
    ['1L', '5L', '10L', '1Cr']
      .filter((text) => text.toLowerCase().startsWith(word.toLowerCase()))
      .map((text) => ({ text, detail: 'starting capital' })),
}
