import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { getDayRecord } from '../../../src/contract/day-record.ts'
import type { DashboardBook } from '../../../src/domain/analysis/dashboard-address.ts'
import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { defaultIndices, type InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toRupees, toRupeesOrNull } from '../../../src/domain/money.ts'
import type { MinuteCloses, TradedDay } from '../../../src/domain/positions/day-pnl.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import type { Order, OrderStep } from '../../broker/account.ts'
import type { BrokerHistory } from '../../broker/history.ts'
import { accountIn } from '../../broker/virtual-account.ts'
import type { MarketClock } from '../../market/market-clock.ts'
import type { User } from '../../user.ts'
import { accountDayOf, hoursOf, type ReadMinutes } from '../positions/day-pnl.ts'

type DayRecord = ReplyOf<typeof getDayRecord>

interface DayRecordParts {
  readonly history: BrokerHistory
  readonly readMinutes: ReadMinutes
  readonly calendar: Calendar
  readonly clock: Pick<MarketClock, 'now'>
}

const [NIFTY = 'INDICES_NIFTY 50' as InstrumentId] = defaultIndices

const lastOfEachInstant = (history: readonly OrderStep[]): readonly OrderStep[] =>
  history.filter(({ at }, index) => history[index + 1]?.at !== at)

const orderIn = ({
  id,
  terms,
  side,
  product,
  orderType,
  history,
  fills,
}: Order): DayRecord['orders'][number] => ({
  ...{ id, sym: terms.id, side, product, orderType },
  steps: lastOfEachInstant(history).map((step) => ({
    at: step.at,
    status: step.status,
    price: toRupeesOrNull(step.price),
    triggerPrice: toRupeesOrNull(step.triggerPrice),
    quantity: step.quantity,
  })),
  fills: fills.map(({ at, quantity }) => ({ at, quantity })),
})

const columnsOf = (minutes: MinuteCloses | null): DayRecord['index'] =>
  minutes === null ? null : { time: Array.from(minutes.time), close: Array.from(minutes.close) }

export const createDayRecord = ({ history, readMinutes, calendar, clock }: DayRecordParts) => {
  const instrumentIn = async (
    traded: TradedDay,
    day: IstDate,
  ): Promise<DayRecord['instruments'][number]> => ({
    sym: traded.key,
    overnightQuantity: traded.overnightQuantity,
    previousClose: toRupees(traded.previousClose),
    trades: traded.trades.map(({ value, ...trade }) => ({ ...trade, value: toRupees(value) })),
    minutes: columnsOf(await readMinutes(traded.key, day)),
  })

  return async (
    user: User,
    { book, day: asked }: { readonly book: DashboardBook; readonly day: string },
  ): Promise<DayRecord> => {
    const day = asked as IstDate
    const { opensAt, closesAt } = hoursOf(day, calendar) ?? { opensAt: null, closesAt: null }
    const end = await history.endOf(accountIn(book, user.id), day)
    const asOf = clock.now()
    if (end === null || opensAt === null || asOf < opensAt)
      return { opensAt, closesAt, asOf, instruments: [], orders: [], index: null }
    const instruments: DayRecord['instruments'][number][] = []
    for (const traded of accountDayOf(end.account, calendar, end.settled).traded)
      instruments.push(await instrumentIn(traded, day))
    const orders = [...end.account.orders.values()].map(orderIn)
    const index = columnsOf(await readMinutes(NIFTY, day))
    return { opensAt, closesAt, asOf, instruments, orders, index }
  }
}
