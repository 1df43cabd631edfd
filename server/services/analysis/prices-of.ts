import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Paise } from '../../../src/domain/money.ts'

export type LastPrice = (id: InstrumentId) => Promise<Paise | null>

/** Instruments without a price are left out. */
export const pricesOf = async (
  ids: Iterable<InstrumentId>,
  lastPrice: LastPrice,
): Promise<ReadonlyMap<InstrumentId, Paise>> => {
  const prices = new Map<InstrumentId, Paise>()
  for (const id of ids) {
    const price = await lastPrice(id)
    if (price !== null) prices.set(id, price)
  }
  return prices
}
