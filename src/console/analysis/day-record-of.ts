import type { ReplyOf } from '../../contract/call-types.ts'
import type { getDayRecord } from '../../contract/day-record.ts'
import type { DayRecord, OrderStepThen } from '../../domain/analysis/journal/day-record.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { fromRupees } from '../../domain/money.ts'
import type { OrderType } from '../../domain/orders/order.ts'

/** Null for a day without a session. */
export const dayRecordOf = (reply: ReplyOf<typeof getDayRecord>): DayRecord | null => {
  const { opensAt, closesAt, asOf, instruments, orders, index } = reply
  if (opensAt === null || closesAt === null) return null
  return {
    ...{ opensAt, closesAt, index },
    until: Math.max(opensAt, Math.min(asOf, closesAt)),
    instruments: instruments.map(({ sym, previousClose, trades, ...instrument }) => ({
      ...instrument,
      key: sym as InstrumentId,
      previousClose: fromRupees(previousClose),
      trades: trades.map(({ value, ...trade }) => ({ ...trade, value: fromRupees(value) })),
    })),
    orders: orders.map(({ sym, orderType, steps, ...order }) => ({
      ...order,
      sym: sym as InstrumentId,
      orderType: orderType as OrderType,
      steps: steps as readonly OrderStepThen[],
    })),
  }
}
