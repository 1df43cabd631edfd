import type { InstrumentId } from '../instruments/instrument.ts'
import type { Paise } from '../money.ts'
import type { Side } from '../orders/order.ts'

/** A fill, or a settlement, which has a price and no order. */
export interface TripFill {
  readonly at: number
  readonly key: InstrumentId
  readonly side: Side
  readonly quantity: number
  readonly price: Paise
  readonly charges: Paise
  /** Id of the strategy whose deployment placed it; empty by hand. */
  readonly by: string
}

/** From the first unit until none is held; a fill that goes beyond closes one and opens the next. */
export interface RoundTrip {
  readonly key: InstrumentId
  readonly isLong: boolean
  /** Of the fill that opened it. */
  readonly by: string
  readonly openedAt: number
  readonly closedAt: number
  /** Units that were entered. */
  readonly quantity: number
  /** What was sold for less what was bought for. */
  readonly pnl: Paise
  readonly charges: Paise
}

interface OpenTrip {
  readonly isLong: boolean
  readonly by: string
  readonly openedAt: number
  held: number
  entered: number
  bought: number
  sold: number
  charges: number
}

/** Over all products of an instrument, so that a conversion is no trade. */
export const createRoundTrips = () => {
  const open = new Map<InstrumentId, OpenTrip>()
  const closed: RoundTrip[] = []

  const take = (
    trip: OpenTrip,
    { side, price, key, at }: TripFill,
    quantity: number,
    charges: number,
  ): void => {
    if (side === 'buy') trip.bought += quantity * price
    else trip.sold += quantity * price
    const isEntry = (side === 'buy') === trip.isLong
    trip.held += isEntry ? quantity : -quantity
    if (isEntry) trip.entered += quantity
    trip.charges += charges
    if (trip.held > 0) return
    open.delete(key)
    const { isLong, by, openedAt, entered, bought, sold } = trip
    closed.push({
      ...{ key, isLong, by, openedAt },
      closedAt: at,
      quantity: entered,
      pnl: (sold - bought) as Paise,
      charges: trip.charges as Paise,
    })
  }

  const begin = ({ key, side, by, at }: TripFill): OpenTrip => {
    const trip = {
      isLong: side === 'buy',
      by,
      openedAt: at,
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
    closed: (): readonly RoundTrip[] => closed,
    /** Units held of each instrument; negative is short. */
    held: (): ReadonlyMap<InstrumentId, number> =>
      new Map([...open].map(([key, { isLong, held }]) => [key, isLong ? held : -held])),
  }
}
