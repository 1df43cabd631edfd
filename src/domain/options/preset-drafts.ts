import type { Instrument, InstrumentId } from '../instruments/instrument.ts'
import type { InstrumentIndex } from '../instruments/instrument-index.ts'
import type { Product } from '../orders/order.ts'
import { type OrderDraft, plainDraft } from '../orders/order-draft.ts'
import { atOnce } from '../orders/order-types.ts'
import type { QuotePrices } from '../orders/order-words.ts'
import type { IstDate } from '../time.ts'
import { atmStrikeOf } from './chain.ts'
import { type Preset, type ResolvedLeg, resolvePreset } from './presets.ts'

export interface PresetContext {
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
export const draftsOfPreset = (preset: Preset, context: PresetContext): PresetDrafts => {
  const { index, underlying, expiry, price, lots, product } = context
  const next = index.expiriesOf(underlying).find((date) => date > expiry) ?? null
  const strikes = strikesOf(index, underlying, expiry)
  const atmStrike = atmStrikeOf(strikes, price)
  if (atmStrike === null) return { drafts: null, missing: 'an option of this expiry' }
  const resolved = resolvePreset(
    preset,
    { strikes, atmStrike },
    next === null ? null : strikesOf(index, underlying, next),
  )
  if (resolved.legs === null) return { drafts: null, missing: resolved.missing }
  const drafts: OrderDraft[] = []
  for (const leg of resolved.legs) {
    const contract = contractOf(leg, context, next)
    if (contract === null) return { drafts: null, missing: nameOf(leg) }
    const quantity = leg.lots * lots * Math.max(1, contract.lotSize)
    drafts.push(
      plainDraft({
        instrument: contract.id,
        side: leg.position,
        product,
        quantity,
        ...atOnce(contract, leg.position, context.quoteOf(contract.id)),
      }),
    )
  }
  return { drafts, missing: null }
}

export const strikesOf = (
  index: Pick<InstrumentIndex, 'optionsOf'>,
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
  leg: ResolvedLeg,
  { index, underlying, expiry }: PresetContext,
  next: IstDate | null,
): Instrument | null => {
  const day = leg.expiry === 'current' ? expiry : next
  if (day === null) return null
  if (leg.type === 'FUT')
    return index.futuresOf(underlying).find((future) => (future.expiry ?? '') >= day) ?? null
  return index.optionsOf(underlying, day, leg.type).find(({ strike }) => strike === leg.strike) ?? null
}

const nameOf = ({ type, strike }: ResolvedLeg): string => (type === 'FUT' ? 'a future' : `${strike} ${type}`)
