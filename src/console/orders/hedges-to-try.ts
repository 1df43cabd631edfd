import { HEDGES_MAX } from '../../contract/orders/order-preview.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'
import { strikesBeyond } from '../../domain/instruments/step-contract.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'

/** Options further out of the money than a single sold one, farthest and so cheapest first. */
export const hedgesToTry = (
  [draft, ...others]: readonly OrderDraft[],
  instruments: InstrumentIndex | null,
): InstrumentId[] => {
  const sold = draft?.side === 'sell' && others.length === 0 ? instruments?.find(draft.instrument) : null
  return sold == null || instruments === null
    ? []
    : strikesBeyond(sold, HEDGES_MAX, instruments).map(({ id }) => id)
}
