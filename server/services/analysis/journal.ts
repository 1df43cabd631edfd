import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { getJournal } from '../../../src/contract/journal.ts'
import type { DashboardBook } from '../../../src/domain/analysis/dashboard-address.ts'
import type { RoundTrip } from '../../../src/domain/analysis/round-trips.ts'
import { type Paise, toRupees } from '../../../src/domain/money.ts'
import { type IstDate, nextIstMidnight, startOfIstDate } from '../../../src/domain/time.ts'
import type { BrokerHistory } from '../../broker/history.ts'
import { accountIn } from '../../broker/virtual-account.ts'
import type { MarketClock } from '../../market/market-clock.ts'
import type { User } from '../../user.ts'
import { type LastPrice, pricesOf } from './prices-of.ts'

type Journal = ReplyOf<typeof getJournal>

interface JournalParts {
  readonly history: BrokerHistory
  readonly clock: Pick<MarketClock, 'now'>
  readonly lastPrice: LastPrice
}

interface Days {
  readonly book: DashboardBook
  readonly from: string
  readonly to: string
}

const heldOf = ({ fills }: RoundTrip): number =>
  fills.reduce((sum, { side, quantity }) => sum + (side === 'buy' ? quantity : -quantity), 0)

export const createJournal = ({ history, clock, lastPrice }: JournalParts) => {
  return async (user: User, { book, from, to }: Days): Promise<Journal> => {
    const past = await history.of(accountIn(book, user.id))
    const [begins, ends] = [startOfIstDate(from as IstDate), nextIstMidnight(startOfIstDate(to as IstDate))]
    const { trips, open } = past(() => undefined)
    const isWithin = ({ openedAt, closedAt }: RoundTrip): boolean =>
      openedAt < ends && (closedAt === null || closedAt >= begins)
    const held = open.filter(isWithin)
    const prices = await pricesOf(
      held.map(({ key }) => key),
      lastPrice,
    )
    const shown = [...trips.filter(isWithin), ...held].sort((one, other) => one.id - other.id)
    return {
      trips: shown.map((trip) => ({
        id: trip.id,
        sym: trip.key,
        isLong: trip.isLong,
        by: trip.by,
        openedAt: trip.openedAt,
        closedAt: trip.closedAt,
        quantity: trip.quantity,
        // Without a price it is worth what its last fill paid.
        pnl: toRupees(
          (trip.pnl +
            (trip.closedAt === null
              ? heldOf(trip) * (prices.get(trip.key) ?? trip.fills.at(-1)?.price ?? 0)
              : 0)) as Paise,
        ),
        charges: toRupees(trip.charges),
        fills: trip.fills.map(({ at, side, quantity, price }) => ({
          ...{ at, side, quantity },
          price: toRupees(price),
        })),
      })),
      asOf: clock.now(),
    }
  }
}
