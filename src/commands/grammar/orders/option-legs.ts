import {
  type ExpiryPick,
  LEGS_MAX,
  type LegSpec,
  type StrikePick,
} from '../../../domain/backtests/option-run/rules.ts'
import type { OptionType } from '../../../domain/options/black-76.ts'
import { type Preset, presets } from '../../../domain/options/presets.ts'
import type { Side } from '../../../domain/orders/order.ts'
import type { ArgKind, Taken } from '../../command.ts'
import { strikeOf } from '../instruments/contract.ts'
import { phraseAt, refuse, skipSpaces, taken, wordAt } from '../words.ts'

const LOTS_MAX = 1000
const STEPS_MAX = 200

/** Stops are given once for all legs. */
export type SpokenLeg = Omit<LegSpec, 'stop'>

/** `sell atm ce, buy 2l otm4 ce wk+1`, `sell atm straddle`, or a named strategy: `short iron condor mon`. */
export const optionLegs: ArgKind<readonly SpokenLeg[]> = {
  token: 'instrument',
  expects: 'legs such as sell atm straddle or sell otm2 ce, buy otm6 ce',
  read(line, from) {
    const named = readPreset(line, from)
    if (named !== null) return named
    const legs: SpokenLeg[] = []
    let at = from
    for (;;) {
      const next = readLeg(line, at)
      if (next === null) return legs.length === 0 ? null : refuse(line, at, 'buy or sell after the comma')
      if (next.kind === 'problem') return next
      legs.push(...next.value)
      if (legs.length > LEGS_MAX) return refuse(line, at, `at most ${LEGS_MAX} legs`)
      const comma = skipSpaces(line, next.to)
      if (line[comma] !== ',') return taken(legs, next.to)
      at = skipSpaces(line, comma + 1)
    }
  },
  print: (legs) => legs.map(printLeg).join(', '),
  complete: (word) =>
    [
      { text: 'sell atm straddle', detail: 'ATM call and put' },
      { text: 'sell otm4 strangle', detail: 'call and put four strikes OTM' },
      ...presets.map(({ name }) => ({ text: name.toLowerCase(), detail: 'ready-made strategy' })),
    ].filter(({ text }) => text.startsWith(word.toLowerCase())),
}

const readPreset = (line: string, from: number): Taken<readonly SpokenLeg[]> | null => {
  for (const preset of byLength) {
    const end = phraseAt(line, from, preset.name.toLowerCase())
    if (end === null) continue
    const { expiry, to } = readExpiry(line, end)
    return taken(legsOf(preset, expiry), to)
  }
  return null
}

const byLength = [...presets].sort((one, other) => other.name.length - one.name.length)

const legsOf = ({ legs }: Preset, expiry: ExpiryPick): readonly SpokenLeg[] =>
  legs.map(({ position, atm, type, quantity }) => ({
    side: position,
    type: type === 'ce' ? 'CE' : 'PE',
    lots: quantity,
    strike: { kind: 'steps', steps: atm },
    expiry,
  }))

const readLeg = (line: string, from: number): Taken<readonly SpokenLeg[]> | null => {
  const side = sideAt(line, from)
  if (side === null) return null
  const lots = readLots(line, skipSpaces(line, side.to))
  if (lots.kind === 'problem') return lots
  const at = skipSpaces(line, lots.to)
  const strike = readStrike(line, at)
  if (strike === null) {
    return refuse(
      line,
      at,
      'a strike such as atm, atm+2, otm4, d25 or ~100, and ce, pe, straddle or strangle',
    )
  }
  const { expiry, to } = readExpiry(line, strike.to)
  const legs = strike.types.map((type): SpokenLeg | null => {
    const pick = pickOf(strike.strike, type)
    return pick === null ? null : { side: side.side, type, lots: lots.value, strike: pick, expiry }
  })
  const placed = legs.filter((leg) => leg !== null)
  return placed.length < legs.length
    ? refuse(line, at, `a strike relative to ATM (at most ${STEPS_MAX} strikes away), by delta or by premium`)
    : taken(placed, to)
}

const sideAt = (line: string, from: number): { readonly side: Side; readonly to: number } | null => {
  for (const side of ['buy', 'sell'] as const) {
    const to = phraseAt(line, from, side)
    if (to !== null) return { side, to }
  }
  return null
}

const readLots = (line: string, from: number): Taken<number> => {
  const { text, to } = wordAt(line, from)
  const match = /^(\d{1,6})l$/i.exec(text)
  if (match === null) return taken(1, from)
  const lots = Number(match[1])
  return lots >= 1 && lots <= LOTS_MAX ? taken(lots, to) : refuse(line, from, `lots from 1 to ${LOTS_MAX}`)
}

const types: Readonly<Record<string, readonly OptionType[]>> = {
  ce: ['CE'],
  pe: ['PE'],
  straddle: ['CE', 'PE'],
  strangle: ['CE', 'PE'],
}

type SpokenStrike = NonNullable<ReturnType<typeof strikeOf>>

const readStrike = (
  line: string,
  from: number,
): { readonly strike: SpokenStrike; readonly types: readonly OptionType[]; readonly to: number } | null => {
  const word = wordAt(line, from)
  const suffix = /(?:ce|pe)$/i.exec(word.text)?.[0].toLowerCase()
  const strike = strikeOf(suffix === undefined ? word.text : word.text.slice(0, -suffix.length))
  if (strike === null) return null
  const next = suffix === undefined ? wordAt(line, skipSpaces(line, word.to)) : { text: suffix, to: word.to }
  const name = next.text.toLowerCase()
  const found = Object.hasOwn(types, name) ? types[name] : undefined
  return found === undefined ? null : { strike, types: found, to: next.to }
}

/** Null for an absolute price, which means nothing over many days, and for a strike too far out. */
const pickOf = (strike: SpokenStrike, type: OptionType): StrikePick | null => {
  switch (strike.kind) {
    case 'price':
      return null
    case 'delta':
      return strike.delta > 0 ? strike : null
    case 'premium':
      return strike.premium > 0 ? strike : null
    case 'steps': {
      const isUp = strike.towards === 'above' || (strike.towards === 'otm') === (type === 'CE')
      // Avoids negative zero.
      const steps = strike.steps === 0 ? 0 : isUp ? strike.steps : -strike.steps
      return Math.abs(steps) > STEPS_MAX ? null : { kind: 'steps', steps }
    }
    default:
      return strike satisfies never
  }
}

const expiryWords: readonly { readonly word: string; readonly expiry: ExpiryPick }[] = [
  { word: 'wk+1', expiry: 'next' },
  { word: 'wk', expiry: 'weekly' },
  { word: 'mon', expiry: 'monthly' },
]

const readExpiry = (line: string, from: number): { readonly expiry: ExpiryPick; readonly to: number } => {
  const at = skipSpaces(line, from)
  for (const { word, expiry } of expiryWords) {
    const to = phraseAt(line, at, word)
    if (to !== null) return { expiry, to }
  }
  return { expiry: 'weekly', to: from }
}

const printStrike = (strike: StrikePick): string => {
  switch (strike.kind) {
    case 'steps':
      return strike.steps === 0 ? 'atm' : `atm${strike.steps > 0 ? '+' : '-'}${Math.abs(strike.steps)}`
    case 'delta':
      return `d${Math.round(strike.delta * 100)}`
    case 'premium':
      return `~${strike.premium}`
    default:
      return strike satisfies never
  }
}

/** `sell 2l atm+2 ce wk+1` */
export const printLeg = ({ side, lots, strike, type, expiry }: SpokenLeg): string => {
  const word = expiry === 'weekly' ? '' : expiryWords.find((known) => known.expiry === expiry)?.word
  return [side, lots === 1 ? '' : `${lots}l`, printStrike(strike), type.toLowerCase(), word]
    .filter(Boolean)
    .join(' ')
}
