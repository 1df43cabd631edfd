import { formatNumber } from '../../../domain/format.ts'
import { roundToPaisa } from '../../../domain/money.ts'
import { UNITS_MAX } from '../../../domain/orders/order-sizing.ts'
import type { QuantitySpec } from '../../../domain/orders/order-words.ts'
import type { ArgKind, Taken } from '../../command.ts'
import { amountAt } from '../number.ts'
import { phraseAt, refuse, skipSpaces, taken, wordAt } from '../words.ts'

const LOTS_MAX = 10_000
const RUPEES_MAX = 1e10

const lotWords = ['lots', 'lot']
const unitWords = ['units', 'qty', 'shares', 'share']

export const quantity: ArgKind<QuantitySpec> = {
  token: 'size',
  expects: 'a quantity such as 2l, 150q, 50k, 25% or r2000',
  read(line, from) {
    const risk = riskAt(line, from)
    if (risk !== null) return risk
    const announced = phraseAt(line, from, 'qty')
    const found = amountAt(line, announced === null ? from : skipSpaces(line, announced))
    if (found === null || (announced !== null && found.unit !== '')) return null
    const { amount, unit, to } = found
    if (unit === '') return bareAt(line, from, amount, to)
    if (unit === 'l' || lotWords.includes(unit)) return lots(line, from, amount, to)
    if (unit === 'q' || unitWords.includes(unit)) return units(line, from, amount, to)
    if (unit === 'k' || unit === 'rs') return rupees(line, from, unit === 'k' ? amount * 1e3 : amount, to)
    if (unit !== '%') return null
    return amount > 0 && amount <= 100
      ? taken({ kind: 'percent', percent: amount }, to)
      : refuse(line, from, '1% to 100%')
  },
  print(value) {
    switch (value.kind) {
      case 'lots':
        return `${value.lots}l`
      case 'units':
        return `${value.units}q`
      case 'rupees':
        return printRupees(value.rupees)
      case 'percent':
        return `${value.percent}%`
      case 'risk':
        return `r${value.rupees}`
      default:
        return value satisfies never
    }
  },
  complete: (word) =>
    [
      { text: '1l', detail: 'one lot' },
      { text: '2l', detail: 'two lots' },
      { text: '5l', detail: 'five lots' },
      { text: '50k', detail: '₹50,000, rounded down to lots' },
      { text: '25%', detail: 'of the free margin, or of the position on an exit' },
      { text: 'r2000', detail: '₹2,000 at risk to the stop' },
    ].filter(({ text }) => text.startsWith(word.toLowerCase())),
}

const printRupees = (value: number): string => (value % 1000 === 0 ? `${value / 1000}k` : `${value}rs`)

/** A bare number counts units unless `lots` follows. */
const bareAt = (line: string, from: number, amount: number, to: number): Taken<QuantitySpec> => {
  const next = skipSpaces(line, to)
  const ends = (words: readonly string[]): number | null =>
    words.map((word) => phraseAt(line, next, word)).find((end) => end !== null) ?? null
  const lotsTo = ends(lotWords)
  return lotsTo === null ? units(line, from, amount, ends(unitWords) ?? to) : lots(line, from, amount, lotsTo)
}

const lots = (line: string, from: number, amount: number, to: number): Taken<QuantitySpec> =>
  Number.isInteger(amount) && amount >= 1 && amount <= LOTS_MAX
    ? taken({ kind: 'lots', lots: amount }, to)
    : refuse(line, from, `whole lots from 1 to ${formatNumber(LOTS_MAX, 0)}`)

const units = (line: string, from: number, amount: number, to: number): Taken<QuantitySpec> =>
  Number.isInteger(amount) && amount >= 1 && amount <= UNITS_MAX
    ? taken({ kind: 'units', units: amount }, to)
    : refuse(line, from, `whole units from 1 to ${formatNumber(UNITS_MAX, 0)}`)

const rupees = (line: string, from: number, amount: number, to: number): Taken<QuantitySpec> => {
  const value = roundToPaisa(amount)
  return value > 0 && value <= RUPEES_MAX
    ? taken({ kind: 'rupees', rupees: value }, to)
    : refuse(line, from, 'rupees from 1 to 1,000 Cr')
}

/** Rupees at risk: `r2k`. */
const riskAt = (line: string, from: number): Taken<QuantitySpec> | null => {
  if (line[from]?.toLowerCase() !== 'r') return null
  const found = amountAt(line, from + 1)
  if (found === null || !['', 'k', 'rs'].includes(found.unit)) return null
  const value = roundToPaisa(found.unit === 'k' ? found.amount * 1e3 : found.amount)
  return value > 0 && value <= RUPEES_MAX
    ? taken({ kind: 'risk', rupees: value }, found.to)
    : refuse(line, from, 'rupees at risk from 1 to 1,000 Cr')
}

/** Signed. */
export const steps = (expects: string, max: number): ArgKind<number> => ({
  token: 'number',
  expects,
  read(line, from) {
    const { text, to } = wordAt(line, from)
    if (!/^[+−-]?\d{1,6}$/.test(text)) return null
    const value = Number(text.replace('−', '-'))
    return value !== 0 && Math.abs(value) <= max ? taken(value, to) : refuse(line, from, expects)
  },
  print: (value) => (value > 0 ? `+${value}` : `${value}`),
  complete: (word) =>
    ['+1', '-1'].filter((text) => text.startsWith(word)).map((text) => ({ text, detail: expects })),
})
