import type { Instrument, InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { InstrumentIndex, OptionType } from '../../../domain/instruments/instrument-index.ts'
import { nearestNames } from '../../../domain/nearest.ts'
import { readSpan } from '../../../domain/read-span.ts'
import type { IstDate } from '../../../domain/time.ts'
import type { Taken } from '../../command.ts'
import type { Environment, KnownOption } from '../../environment.ts'
import { didYouMean, isSymbolWord, refuse, skipSpaces, taken, wordAt } from '../words.ts'
import { expiryAt, refuseExpiry } from './expiry-words.ts'

const ROOT_WORDS_MAX = 4

export type Strike =
  | { readonly kind: 'price'; readonly price: number }
  | { readonly kind: 'steps'; readonly steps: number; readonly towards: 'above' | 'otm' | 'itm' }
  /** Absolute value, 0 to 1. */
  | { readonly kind: 'delta'; readonly delta: number }
  /** Rupees per unit. */
  | { readonly kind: 'premium'; readonly premium: number }

/** `nifty 2dec 25950 ce`, `nifty d25 ce` by delta, `nifty ~100 pe` by premium. Null if not a contract. */
export const contractAt = (
  line: string,
  from: number,
  environment: Environment,
): Taken<InstrumentId> | null => {
  const { instruments } = environment
  if (instruments === null) return null
  let root = ''
  let at = from
  for (let count = 0; count < ROOT_WORDS_MAX; count++) {
    const word = wordAt(line, at)
    if (!isSymbolWord(word.text)) return null
    root = root === '' ? word.text : `${root} ${word.text}`
    at = skipSpaces(line, word.to)
    const underlying = instruments.findSymbol(root)
    if (underlying === null || underlying.expiry !== null) continue
    const contract =
      futureAt(line, at, underlying, instruments) ?? optionAt(line, at, underlying, environment)
    if (contract !== null) return contract
  }
  return null
}

const futureAt = (
  line: string,
  at: number,
  underlying: Instrument,
  instruments: InstrumentIndex,
): Taken<InstrumentId> | null => {
  const futures = instruments.futuresOf(underlying.id)
  const days = futures.map(({ expiry }) => expiry).filter((expiry) => expiry !== null)
  const before = days.length === 0 ? null : expiryAt(line, at, days)
  const word = wordAt(line, before === null ? at : skipSpaces(line, before.to))
  if (word.text.toLowerCase() !== 'fut') return null
  const [near] = futures
  if (near === undefined) {
    return refuse(line, at, `an instrument with futures; ${underlying.tradingSymbol} has none`)
  }
  const next = skipSpaces(line, word.to)
  const named = before ?? expiryAt(line, next, days)
  if (named === null) return taken(near.id, word.to)
  if (named.kind === 'unlisted')
    return refuseExpiry(line, before === null ? next : at, named, underlying, days)
  const future = futures.find(({ expiry }) => expiry === named.expiry) ?? near
  return taken(future.id, Math.max(word.to, named.to))
}

const optionAt = (
  line: string,
  at: number,
  underlying: Instrument,
  environment: Environment,
): Taken<InstrumentId> | null => {
  if (environment.instruments === null) return null
  const { instruments } = environment
  const expiries = instruments.expiriesOf(underlying.id)
  const [nearest] = expiries
  const before = nearest === undefined ? null : expiryAt(line, at, expiries)
  // After an underlying, `26 nov` is a day and a month, never the contract month NIFTY26NOV.
  if (before?.kind === 'unlisted' && before.day !== null && !isSpan(line, at, environment.today))
    return refuseExpiry(line, at, before, underlying, expiries)
  const strikeFrom = before === null ? at : skipSpaces(line, before.to)
  const wanted = strikeAt(line, strikeFrom)
  if (wanted === null) {
    const listed = nearest === undefined ? [] : instruments.optionsOf(underlying.id, nearest, 'CE')
    return misspeltType(line, strikeFrom, (price) => listed.some(({ strike }) => strike === price))
  }
  if (nearest === undefined) {
    return refuse(line, at, `an instrument with options; ${underlying.tradingSymbol} has none`)
  }
  const next = skipSpaces(line, wanted.to)
  const named = before ?? expiryAt(line, next, expiries)
  if (named?.kind === 'unlisted') {
    return refuseExpiry(line, before === null ? next : at, named, underlying, expiries)
  }
  const expiry = named?.expiry ?? nearest
  const options = instruments.optionsOf(underlying.id, expiry, wanted.type)
  const end = Math.max(wanted.to, named?.to ?? 0)
  if (wanted.strike.kind === 'price') return byPrice(line, strikeFrom, wanted.strike.price, options, end)
  if (wanted.strike.kind !== 'steps') {
    const chain = environment.chainOf?.(underlying.id, expiry, wanted.type) ?? null
    return byChain(line, strikeFrom, wanted.strike, chain, `${underlying.tradingSymbol} ${expiry}`, end)
  }
  const price = environment.lastPrice?.(underlying.id) ?? null
  if (price === null)
    return refuse(line, strikeFrom, `a strike; no last price for ${underlying.tradingSymbol}`)
  return bySteps(line, strikeFrom, wanted.strike, wanted.type, price, options, end)
}

/** `1 apr 2024..28 jun 2024` is a span of dates; `1 apr 2024 ce` has the strike 2024. */
const isSpan = (line: string, at: number, today: IstDate): boolean => {
  const text = line.slice(at)
  const said = readSpan(text, today)
  return said !== null && !/^\s*(?:ce|pe)\b/i.test(text.slice(said.length))
}

const byPrice = (
  line: string,
  at: number,
  price: number,
  options: readonly Instrument[],
  to: number,
): Taken<InstrumentId> => {
  const exact = options.find(({ strike }) => strike === price)
  if (exact !== undefined) return taken(exact.id, to)
  const near = closest(options, price)
  return refuse(line, at, `a listed strike${near === undefined ? '' : `; nearest: ${near.strike}`}`)
}

const bySteps = (
  line: string,
  at: number,
  { steps, towards }: Extract<Strike, { kind: 'steps' }>,
  type: OptionType,
  price: number,
  options: readonly Instrument[],
  to: number,
): Taken<InstrumentId> => {
  const atm = closest(options, price)
  const isUp = towards === 'above' || (towards === 'otm') === (type === 'CE')
  const option = atm === undefined ? undefined : options[options.indexOf(atm) + (isUp ? steps : -steps)]
  return option === undefined ? refuse(line, at, 'a strike that is listed') : taken(option.id, to)
}

const byChain = (
  line: string,
  at: number,
  wanted: Extract<Strike, { kind: 'delta' | 'premium' }>,
  chain: readonly KnownOption[] | null,
  title: string,
  to: number,
): Taken<InstrumentId> => {
  if (chain === null) return refuse(line, at, `a strike; the option chain of ${title} is loading`)
  const distance = ({ delta, lastPrice }: KnownOption): number | null => {
    if (wanted.kind === 'delta') return delta === null ? null : Math.abs(Math.abs(delta) - wanted.delta)
    return lastPrice > 0 ? Math.abs(lastPrice - wanted.premium) : null
  }
  const best = chain.reduce<{ readonly option: KnownOption; readonly by: number } | null>((found, option) => {
    const by = distance(option)
    return by === null || (found !== null && found.by <= by) ? found : { option, by }
  }, null)
  if (best !== null) return taken(best.option.instrument, to)
  return refuse(line, at, `a strike; no ${wanted.kind} for ${title}`)
}

/** The lower of two equally close. `options` ascend by strike. */
const closest = (options: readonly Instrument[], price: number): Instrument | undefined =>
  options.reduce<Instrument | undefined>(
    (best, option) =>
      best === undefined || Math.abs(option.strike - price) < Math.abs(best.strike - price) ? option : best,
    undefined,
  )

const optionTypes = ['ce', 'pe', 'call', 'put']

/** `24350 cee`: a listed strike, and a word near an option type; the 50 of `nifty 50 pane` is none. */
const misspeltType = (
  line: string,
  at: number,
  isListed: (price: number) => boolean,
): Taken<InstrumentId> | null => {
  const word = wordAt(line, at)
  const strike = strikeOf(word.text)
  if (strike === null || (strike.kind === 'price' && !isListed(strike.price))) return null
  const from = skipSpaces(line, word.to)
  const { text, to } = wordAt(line, from)
  const [near] =
    /^[cp][a-z]{1,4}$/i.test(text) && text.toLowerCase() !== 'cash' ? nearestNames(text, optionTypes, 1) : []
  if (near === undefined || optionTypes.includes(text.toLowerCase())) return null
  return refuse(line, from, 'ce or pe', didYouMean(text, near), [{ from, to, text: near }])
}

const strikeAt = (
  line: string,
  at: number,
): { readonly strike: Strike; readonly type: OptionType; readonly to: number } | null => {
  const word = wordAt(line, at)
  const suffix = /(?:ce|pe)$/i.exec(word.text)?.[0]
  const strike = strikeOf(suffix === undefined ? word.text : word.text.slice(0, -suffix.length))
  if (strike === null) return null
  if (suffix !== undefined) return { strike, type: optionType(suffix), to: word.to }
  const next = wordAt(line, skipSpaces(line, word.to))
  return /^(?:ce|pe|calls?|puts?)$/i.test(next.text)
    ? { strike, type: optionType(next.text), to: next.to }
    : null
}

export const strikeOf = (text: string): Strike | null => {
  if (/^\d{1,7}(?:\.\d{1,2})?$/.test(text)) return { kind: 'price', price: Number(text) }
  const near = /^atm(?:([+−-])(\d{1,3}))?$/i.exec(text)
  if (near !== null) {
    const sign = near[1] === undefined || near[1] === '+' ? 1 : -1
    return { kind: 'steps', steps: sign * Number(near[2] ?? 0), towards: 'above' }
  }
  const away = /^(otm|itm)(\d{1,3})?$/i.exec(text)
  if (away !== null) {
    const towards = away[1]?.toLowerCase() === 'otm' ? 'otm' : 'itm'
    return { kind: 'steps', steps: Number(away[2] ?? 1), towards }
  }
  const delta = /^d(\d{1,2})$/i.exec(text)
  if (delta !== null) return { kind: 'delta', delta: Number(delta[1]) / 100 }
  const premium = /^~₹?(\d{1,6}(?:\.\d{1,2})?)$/.exec(text)
  return premium === null ? null : { kind: 'premium', premium: Number(premium[1]) }
}

const optionType = (text: string): OptionType => (/^c/i.test(text) ? 'CE' : 'PE')
