import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { keepNewest } from '../../domain/keep-newest.ts'
import type { CircuitLimits } from '../../domain/orders/order-words.ts'
import { type IstDate, toIstDate } from '../../domain/time.ts'
import type { OrderPreviewAnswer } from '../../machines/orders/order-placement.ts'
import type { Preview } from '../../machines/shell/palette-preview.ts'
import type { Actors } from '../actors.ts'

const KEPT_MAX = 100

interface KnownLimits extends CircuitLimits {
  readonly day: IstDate
}

/** Circuit limits as the latest preview of an instrument told them, by which the next lines are judged. */
export const createCircuits = () => {
  const known = new Map<string, KnownLimits>()

  const note = ({ orders, asOf }: OrderPreviewAnswer): boolean => {
    const day = toIstDate(asOf)
    let isNew = false
    for (const { sym, lowerCircuit: lower, upperCircuit: upper } of orders) {
      const before = known.get(sym)
      isNew ||= before?.lower !== lower || before.upper !== upper || before.day !== day
      keepNewest(known, sym, { lower, upper, day }, KEPT_MAX)
    }
    return isNew
  }

  return {
    of: (instrument: InstrumentId, today: IstDate): CircuitLimits | null => {
      const limits = known.get(instrument)
      return limits?.day === today ? limits : null
    },
    clear: (): void => known.clear(),
    /** A line may mean its fix once the limits are known, so it is read and previewed anew. */
    follow: ({ palette }: Pick<Actors, 'palette'>) => {
      let last: Preview | null = null
      return palette.subscribe(({ context: { preview } }) => {
        if (preview === last) return
        last = preview
        if (preview?.kind === 'orders' && note(preview.answer)) palette.send({ type: 'palette.refresh' })
      })
    },
  }
}
