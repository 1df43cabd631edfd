import { nearestStrike } from '../options/scalper-trade.ts'
import type { Instrument, InstrumentId } from './instrument.ts'
import type { InstrumentIndex } from './instrument-index.ts'

type Index = Pick<InstrumentIndex, 'findSymbol' | 'expiriesOf' | 'optionsOf' | 'futuresOf'>

const optionTypeOf = ({ instrumentType }: Instrument): 'CE' | 'PE' | null =>
  instrumentType === 'CE' || instrumentType === 'PE' ? instrumentType : null

const underlyingOf = ({ name }: Instrument, index: Index): InstrumentId | null =>
  index.findSymbol(name)?.id ?? null

/** Contracts of the same underlying, expiry and type; empty for other instruments. */
const optionsBeside = (contract: Instrument, index: Index): readonly Instrument[] => {
  const type = optionTypeOf(contract)
  const underlying = underlyingOf(contract, index)
  return type === null || underlying === null || contract.expiry === null
    ? []
    : index.optionsOf(underlying, contract.expiry, type)
}

/** `by` counts listed strikes of the same expiry; null where there is none, and for other instruments. */
export const strikeAway = (contract: Instrument, by: number, index: Index): Instrument | null => {
  const options = optionsBeside(contract, index)
  return options[options.findIndex(({ id }) => id === contract.id) + by] ?? null
}

/** The `most` nearest strikes further out of the money, farthest first. */
export const strikesBeyond = (contract: Instrument, most: number, index: Index): readonly Instrument[] => {
  const options = optionsBeside(contract, index)
  const at = options.findIndex(({ id }) => id === contract.id)
  if (at < 0) return []
  return contract.instrumentType === 'CE'
    ? options.slice(at + 1, at + 1 + most).toReversed()
    : options.slice(Math.max(0, at - most), at)
}

/** The next or previous listed expiry; an option takes the nearest strike where its own is not listed. */
export const expiryAway = (contract: Instrument, by: 1 | -1, index: Index): Instrument | null => {
  const underlying = underlyingOf(contract, index)
  const { expiry, strike } = contract
  if (underlying === null || expiry === null) return null
  const type = optionTypeOf(contract)
  if (type === null) {
    const futures = index.futuresOf(underlying)
    return futures[futures.findIndex(({ id }) => id === contract.id) + by] ?? null
  }
  const expiries = index.expiriesOf(underlying)
  const day = expiries[expiries.indexOf(expiry) + by]
  const options = day === undefined ? [] : index.optionsOf(underlying, day, type)
  const near = nearestStrike(
    options.map((option) => option.strike),
    strike,
  )
  return options.find((option) => option.strike === near) ?? null
}
