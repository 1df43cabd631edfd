import type { Instrument, InstrumentId } from '../instruments/instrument.ts'
import type { InstrumentIndex } from '../instruments/instrument-index.ts'
import type { Product } from '../orders/order.ts'
import { type OrderDraft, plainDraft } from '../orders/order-draft.ts'
import { atOnce } from '../orders/order-types.ts'
import type { QuotePrices } from '../orders/order-words.ts'
import type { IstDate } from '../time.ts'
import { atmStrikeOf } from './chain.ts'
import { type PlacedLeg, type Preset, placePreset } from './presets.ts'

export interface PresetPlace {
  readonly index: InstrumentIndex
  readonly underlying: InstrumentId
  readonly expiry: IstDate
  /** Rupees: the underlying now, or the strike from which legs are counted. */
  readonly price: number
  readonly lots: number
  readonly product: Product
  readonly quoteOf: (contract: InstrumentId) => QuotePrices | null
}

export type PresetDrafts =
  | { readonly drafts: readonly OrderDraft[]; readonly missing: null }
  | { readonly drafts: null; readonly missing: string }

/** Orders that fill at once. A leg whose strike is not listed is reported, never moved to another strike. */
export const draftsOfPreset = (preset: Preset, place: PresetPlace): PresetDrafts => {
  const { index, underlying, expiry, price, lots, product } = place
  const next = index.expiriesOf(underlying).find((date) => date > expiry) ?? null
  const strikes = strikesOf(index, underlying, expiry)
  const atmStrike = atmStrikeOf(strikes, price)
  if (atmStrike === null) return { drafts: null, missing: 'an option of this expiry' }
  const placed = placePreset(
    preset,
    { strikes, atmStrike },
    next === null ? null : strikesOf(index, underlying, next),
  )
  if (placed.legs === null) return { drafts: null, missing: placed.missing }
  const drafts: OrderDraft[] = []
  for (const leg of placed.legs) {
    const contract = contractOf(leg, place, next)
    if (contract === null) return { drafts: null, missing: nameOf(leg) }
    const quantity = leg.lots * lots * Math.max(1, contract.lotSize)
    drafts.push(
      plainDraft({
        instrument: contract.id,
        side: leg.position,
        product,
        quantity,
        ...atOnce(contract, leg.position, place.quoteOf(contract.id)),
      }),
    )
  }
  return { drafts, missing: null }
}

export const strikesOf = (
  index: InstrumentIndex,
  underlying: InstrumentId,
  expiry: IstDate,
): readonly number[] => {
  const puts = new Set(index.optionsOf(underlying, expiry, 'PE').map(({ strike }) => strike))
  return index
    .optionsOf(underlying, expiry, 'CE')
    .map(({ strike }) => strike)
    .filter((strike) => puts.has(strike))
}

const contractOf = (
  leg: PlacedLeg,
  { index, underlying, expiry }: PresetPlace,
  next: IstDate | null,
): Instrument | null => {
  const day = leg.expiry === 'current' ? expiry : next
  if (day === null) return null
  if (leg.type === 'FUT')
    return index.futuresOf(underlying).find((future) => (future.expiry ?? '') >= day) ?? null
  return index.optionsOf(underlying, day, leg.type).find(({ strike }) => strike === leg.strike) ?? null
}

const nameOf = ({ type, strike }: PlacedLeg): string => (type === 'FUT' ? 'a future' : `${strike} ${type}`)
