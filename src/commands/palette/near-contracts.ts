import type { Instrument, InstrumentType } from '../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'
import type { Environment } from '../environment.ts'

const FUTURES_MAX = 2
/** Each with its call and its put. */
const STRIKES_MAX = 5

const typesOfWord: Readonly<Record<string, InstrumentType>> = { ce: 'CE', pe: 'PE', fut: 'FUT' }

export const nearTo = (
  text: string,
  exact: Instrument | null,
  environment: Environment,
): readonly Instrument[] => {
  if (exact !== null && exact.expiry === null) return nearContracts(exact, environment)
  const [, symbol = '', word = ''] = /^(.+) (ce|pe|fut)$/i.exec(text) ?? []
  const underlying = symbol === '' ? null : (environment.instruments?.findSymbol(symbol) ?? null)
  if (underlying === null) return []
  const type = typesOfWord[word.toLowerCase()]
  return nearContracts(underlying, environment).filter(({ instrumentType }) => instrumentType === type)
}

const nearContracts = (underlying: Instrument, environment: Environment): readonly Instrument[] => {
  const { instruments } = environment
  if (instruments === null || underlying.expiry !== null) return []
  const { futures, options } = ladderOf(instruments, underlying)
  const middle = options[options.length >> 1]?.strike ?? 0
  const price = (options.length > 0 ? environment.lastPrice?.(underlying.id) : null) ?? middle
  const nearest = [...new Set(options.map(({ strike }) => strike))]
    .sort((a, b) => Math.abs(a - price) - Math.abs(b - price) || a - b)
    .slice(0, STRIKES_MAX)
  return [...futures, ...nearest.flatMap((strike) => options.filter((one) => one.strike === strike))]
}

interface Ladder {
  readonly underlying: string
  readonly futures: readonly Instrument[]
  /** By strike, calls before puts. */
  readonly options: readonly Instrument[]
}

/** Caches the last underlying, because each key typed asks for the same one. */
const known = new WeakMap<InstrumentIndex, Ladder>()

const ladderOf = (instruments: InstrumentIndex, { id }: Instrument): Ladder => {
  const last = known.get(instruments)
  if (last?.underlying === id) return last
  const [expiry] = instruments.expiriesOf(id)
  const options =
    expiry === undefined
      ? []
      : [...instruments.optionsOf(id, expiry, 'CE'), ...instruments.optionsOf(id, expiry, 'PE')]
  const ladder = {
    underlying: id,
    futures: instruments.futuresOf(id).slice(0, FUTURES_MAX),
    options: options.sort((a, b) => a.strike - b.strike),
  }
  known.set(instruments, ladder)
  return ladder
}
