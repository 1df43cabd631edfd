import { stopTargetMaxOf } from '../../../domain/backtests/backtest.ts'
import { formatNumber } from '../../../domain/format.ts'
import type { Protection, TrailDistance } from '../../../domain/orders/order-draft.ts'
import { PRICE_MAX } from '../../../domain/orders/order-prices.ts'
import type { PriceReference, PriceSpec } from '../../../domain/orders/order-words.ts'
import type { ArgKind, Taken } from '../../command.ts'
import { amountAt, numberAt } from '../number.ts'
import { isWordEnd, refuse, skipSpaces, taken, wordAt } from '../words.ts'

/** The first word is the printed form. */
const referenceWords: readonly { readonly to: PriceReference; readonly words: readonly string[] }[] = [
  { to: 'last', words: ['ltp', 'last'] },
  { to: 'bid', words: ['bid'] },
  { to: 'ask', words: ['ask', 'offer'] },
  { to: 'dayHigh', words: ['dayhigh', 'high'] },
  { to: 'dayLow', words: ['daylow', 'low'] },
]

const offsetUnits: Readonly<Record<string, 'rupees' | 'ticks' | 'percent'>> = {
  '': 'rupees',
  rs: 'rupees',
  t: 'ticks',
  tick: 'ticks',
  ticks: 'ticks',
  '%': 'percent',
}

/** `@-0.3%` is relative to the last price. */
export const price: ArgKind<PriceSpec> = {
  token: 'number',
  expects: 'a price such as @2450, @mkt, @ask, @ltp+0.5 or @bid-2t',
  read(line, from) {
    if (line[from] !== '@') return null
    const start = skipSpaces(line, from + 1)
    const word = /^[a-z]+/i.exec(line.slice(start, start + 10))?.[0].toLowerCase() ?? ''
    const after = start + word.length
    if (word === 'mkt' || word === 'market')
      return isWordEnd(line, after) ? taken({ kind: 'market' }, after) : refuse(line, from, this.expects)
    if (word === '')
      return /[+−-]/.test(line[start] ?? '')
        ? offsetAt(line, from, start, 'last')
        : rupeesAt(line, from, start)
    const known = referenceWords.find(({ words }) => words.includes(word))
    if (known === undefined) return refuse(line, from, this.expects)
    return isWordEnd(line, after)
      ? taken({ kind: 'relative', to: known.to, offset: 0, unit: 'rupees' }, after)
      : offsetAt(line, from, after, known.to)
  },
  print(value) {
    if (value.kind === 'market') return '@mkt'
    if (value.kind === 'rupees') return `@${value.price}`
    const word = referenceWords.find(({ to }) => to === value.to)?.words[0] ?? 'ltp'
    if (value.offset === 0) return `@${word}`
    const suffix = value.unit === 'ticks' ? 't' : value.unit === 'percent' ? '%' : ''
    return `@${word}${value.offset > 0 ? '+' : '-'}${Math.abs(value.offset)}${suffix}`
  },
  complete: (word) =>
    [
      { text: '@mkt', detail: 'at the market' },
      { text: '@ask', detail: 'best ask' },
      { text: '@bid', detail: 'best bid' },
      { text: '@ltp', detail: 'last price' },
      { text: '@dayhigh', detail: 'day high' },
      { text: '@daylow', detail: 'day low' },
    ].filter(({ text }) => text.startsWith(word.toLowerCase())),
}

const rupeesAt = (line: string, from: number, start: number): Taken<PriceSpec> => {
  const found = amountAt(line, start)
  if (found === null || (found.unit !== '' && found.unit !== 'rs')) return refuse(line, from, price.expects)
  return found.amount > 0 && found.amount <= PRICE_MAX
    ? taken({ kind: 'rupees', price: found.amount }, found.to)
    : refuse(line, from, `a price above 0 and at most ${formatNumber(PRICE_MAX, 0)}`)
}

const offsetAt = (line: string, from: number, at: number, to: PriceReference): Taken<PriceSpec> => {
  const sign = line[at] === '+' ? 1 : line[at] === '-' || line[at] === '−' ? -1 : 0
  const found = sign === 0 ? null : amountAt(line, at + 1)
  const unit = found === null || !Object.hasOwn(offsetUnits, found.unit) ? undefined : offsetUnits[found.unit]
  if (found === null || unit === undefined) return refuse(line, from, price.expects)
  if (found.amount > PRICE_MAX) return refuse(line, from, `at most ${formatNumber(PRICE_MAX, 0)} away`)
  return found.amount === 0
    ? taken({ kind: 'relative', to, offset: 0, unit: 'rupees' }, found.to)
    : taken({ kind: 'relative', to, offset: sign * found.amount, unit }, found.to)
}

/** Rupees per unit. */
export const trigger: ArgKind<number> = {
  token: 'number',
  expects: 'a trigger such as 2440',
  read(line, from) {
    const found = amountAt(line, line[from] === '@' ? from + 1 : from)
    if (found === null || (found.unit !== '' && found.unit !== 'rs')) return null
    return found.amount > 0 && found.amount <= PRICE_MAX
      ? taken(found.amount, found.to)
      : refuse(line, from, `a trigger above 0 and at most ${formatNumber(PRICE_MAX, 0)}`)
  },
  print: (value) => `${value}`,
  complete: () => [],
}

const protectionUnits: Readonly<Record<string, Protection['kind']>> = {
  '': 'price',
  '%': 'percent',
  pct: 'percent',
  pts: 'points',
  pt: 'points',
  points: 'points',
  rs: 'rupees',
}

const protectionSuffix = { price: '', percent: '%', points: 'pts', rupees: 'rs' } as const

const amountIn = <Kind extends Protection['kind']>(
  units: Readonly<Record<string, Kind>>,
  line: string,
  from: number,
  at: number = from,
): Taken<{ readonly kind: Kind; readonly value: number }> | null => {
  const found = amountAt(line, at)
  const kind = found === null || !Object.hasOwn(units, found.unit) ? undefined : units[found.unit]
  if (found === null || kind === undefined) return null
  const max = kind === 'percent' ? stopTargetMaxOf('pct') : PRICE_MAX
  return found.amount > 0 && found.amount <= max
    ? taken({ kind, value: found.amount }, found.to)
    : refuse(line, from, `more than 0 and at most ${formatNumber(max, 0)}${protectionSuffix[kind]}`)
}

/** A price, percent of the entry, points, or rupees of the whole position. */
export const protection: ArgKind<Protection> = {
  token: 'stop',
  expects: 'a price such as 2430, or a distance such as 1%, 30pts or 500rs',
  read: (line, from) => amountIn(protectionUnits, line, from, line[from] === '@' ? from + 1 : from),
  print: ({ kind, value }) => `${value}${protectionSuffix[kind]}`,
  complete: (word) =>
    [
      { text: '1%', detail: 'of the entry price' },
      { text: '30pts', detail: 'points a unit' },
      { text: '500rs', detail: 'rupees of the whole position' },
    ].filter(({ text }) => text.startsWith(word.toLowerCase())),
}

const STEPS_MAX = 5

export const priceSteps: ArgKind<readonly number[]> = {
  token: 'number',
  expects: 'prices such as 95/110/130',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    const parts = text.split('/')
    const prices = parts.flatMap((part) => {
      const found = amountAt(part, 0)
      return found?.unit === '' && found.amount > 0 && found.amount <= PRICE_MAX ? [found.amount] : []
    })
    if (prices.length < parts.length) return null
    return parts.length <= STEPS_MAX && new Set(prices).size === prices.length
      ? taken(prices, to)
      : refuse(line, from, `at most ${STEPS_MAX} prices, each once`)
  },
  print: (prices) => prices.join('/'),
  complete: () => [],
}

const trailUnits: Readonly<Record<string, TrailDistance['kind']>> = {
  '': 'points',
  pts: 'points',
  pt: 'points',
  points: 'points',
  '%': 'percent',
  pct: 'percent',
}

/** `10` and `10pts` are points a unit, `0.5%` is of the best price. */
export const trailDistance: ArgKind<TrailDistance> = {
  token: 'stop',
  expects: 'a distance such as 10pts or 0.5%',
  read: (line, from) => amountIn(trailUnits, line, from),
  print: ({ kind, value }) => `${value}${protectionSuffix[kind]}`,
  complete: (word) =>
    [
      { text: '10pts', detail: 'behind the best price since it was set' },
      { text: '0.5%', detail: 'the same, in percent of that price' },
    ].filter(({ text }) => text.startsWith(word.toLowerCase())),
}

const TTL_MAX = 1440

/** `day`, `ioc`, `ttl 5` (minutes) */
export const validity: ArgKind<{
  readonly validity: 'DAY' | 'IOC' | 'TTL'
  readonly minutes: number | null
}> = {
  token: 'choice',
  expects: 'day, ioc or ttl 5',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    const word = text.toLowerCase()
    if (word === 'day') return taken({ validity: 'DAY', minutes: null }, to)
    if (word === 'ioc') return taken({ validity: 'IOC', minutes: null }, to)
    if (word !== 'ttl') return null
    const at = skipSpaces(line, to)
    const minutes = numberAt(line, at)
    return minutes !== null &&
      isWordEnd(line, minutes.to) &&
      Number.isInteger(minutes.value) &&
      minutes.value >= 1 &&
      minutes.value <= TTL_MAX
      ? taken({ validity: 'TTL', minutes: minutes.value }, minutes.to)
      : refuse(line, at, `whole minutes from 1 to ${formatNumber(TTL_MAX, 0)}`)
  },
  print: ({ validity: kind, minutes }) => (kind === 'TTL' ? `ttl ${minutes}` : kind.toLowerCase()),
  complete: (word) =>
    [
      { text: 'day', detail: 'valid for the day' },
      { text: 'ioc', detail: 'immediate or cancel' },
      { text: 'ttl 5', detail: 'valid for five minutes' },
    ].filter(({ text }) => text.startsWith(word.toLowerCase())),
}
