import type { InstrumentId } from '../instruments/instrument.ts'
import type { Paise } from '../money.ts'
import type { Side } from '../orders/order.ts'

/** A fill that reverses a position is split between two trips. */
export interface FillOfTrip {
  readonly at: number
  readonly side: Side
  readonly quantity: number
  readonly price: Paise
}

/** A fill, or a settlement, which has a price and no order. */
export interface TripFill extends FillOfTrip {
  readonly seq: number
  readonly key: InstrumentId
  readonly charges: Paise
  /** Id of the strategy whose deployment placed it; empty by hand. */
  readonly by: string
}

/** From the first unit until none is held; a fill that goes beyond closes one and opens the next. */
export interface RoundTrip {
  /** `seq` of the fill that opened it. */
  readonly id: number
  readonly key: InstrumentId
  readonly isLong: boolean
  readonly by: string
  readonly openedAt: number
  /** Null while some of it is held. */
  readonly closedAt: number | null
  /** Units that were entered. */
  readonly quantity: number
  readonly fills: readonly FillOfTrip[]
  /** Sales less purchases. */
  readonly pnl: Paise
  readonly charges: Paise
}

export type ClosedTrip = RoundTrip & { readonly closedAt: number }

interface OpenTrip extends Pick<RoundTrip, 'id' | 'key' | 'isLong' | 'by' | 'openedAt'> {
  readonly fills: FillOfTrip[]
  held: number
  entered: number
  bought: number
  sold: number
  charges: number
}

const tripOf = ({
  id,
  key,
  isLong,
  by,
  openedAt,
  fills,
  entered,
  bought,
  sold,
  charges,
}: OpenTrip): RoundTrip => ({
  ...{ id, key, isLong, by, openedAt, fills },
  closedAt: null,
  quantity: entered,
  pnl: (sold - bought) as Paise,
  charges: charges as Paise,
})

/** Over all products of an instrument, so that a conversion is no trade. */
export const createRoundTrips = () => {
  const open = new Map<InstrumentId, OpenTrip>()
  const closed: ClosedTrip[] = []

  const take = (
    trip: OpenTrip,
    { side, price, key, at }: TripFill,
    quantity: number,
    charges: number,
  ): void => {
    trip.fills.push({ at, side, quantity, price })
    if (side === 'buy') trip.bought += quantity * price
    else trip.sold += quantity * price
    const isEntry = (side === 'buy') === trip.isLong
    trip.held += isEntry ? quantity : -quantity
    if (isEntry) trip.entered += quantity
    trip.charges += charges
    if (trip.held > 0) return
    open.delete(key)
    closed.push({ ...tripOf(trip), closedAt: at })
  }

  const begin = ({ seq, key, side, by, at }: TripFill): OpenTrip => {
    const trip = {
      id: seq,
      key,
      isLong: side === 'buy',
      by,
      openedAt: at,
      fills: [],
      held: 0,
      entered: 0,
      bought: 0,
      sold: 0,
      charges: 0,
    }
    open.set(key, trip)
    return trip
  }

  return {
    add(fill: TripFill): void {
      if (fill.quantity <= 0) return
      const trip = open.get(fill.key) ?? begin(fill)
      const isExit = (fill.side === 'buy') !== trip.isLong
      const within = isExit ? Math.min(fill.quantity, trip.held) : fill.quantity
      const beyond = fill.quantity - within
      // Charges of one fill are split by its units, to the paisa.
      const own = beyond === 0 ? fill.charges : Math.round((fill.charges * within) / fill.quantity)
      take(trip, fill, within, own)
      if (beyond > 0) take(begin(fill), fill, beyond, fill.charges - own)
    },
    closed: (): readonly ClosedTrip[] => closed,
    open: (): readonly RoundTrip[] => [...open.values()].map(tripOf),
    /** Units held of each instrument; negative is short. */
    held: (): ReadonlyMap<InstrumentId, number> =>
      new Map([...open].map(([key, { isLong, held }]) => [key, isLong ? held : -held])),
  }
}
