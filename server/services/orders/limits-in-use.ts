import type { BodyOf, ReplyOf } from '../../../src/contract/call-types.ts'
import type { getRiskLimits, setRiskLimits } from '../../../src/contract/orders/risk-limits.ts'
import { fromRupees, toRupees } from '../../../src/domain/money.ts'
import type { ClientOrderId } from '../../../src/domain/orders/order.ts'
import type { Account, RiskLimits } from '../../broker/account.ts'
import { dayPnlOf } from '../../broker/rules/day-pnl.ts'
import { openOrdersBut } from '../../broker/rules/question.ts'
import { positionsInUse } from '../../broker/rules/risk-checks.ts'
import type { MarketSnapshot } from '../../broker/rules.ts'

type LimitsRow = ReplyOf<typeof getRiskLimits>

/** No order has this id, so none is left out of a count. */
const NO_ORDER = '' as ClientOrderId

export const inRupees = (limits: RiskLimits): Omit<LimitsRow, 'used'> => ({
  ...limits,
  dailyLoss: toRupees(limits.dailyLoss),
  orderValue: toRupees(limits.orderValue),
})

export const toLimits = ({
  dailyLoss,
  orderValue,
  ...counts
}: BodyOf<typeof setRiskLimits>): Partial<RiskLimits> => ({
  ...Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined)),
  ...(dailyLoss === undefined ? {} : { dailyLoss: fromRupees(dailyLoss) }),
  ...(orderValue === undefined ? {} : { orderValue: fromRupees(orderValue) }),
})

export const usedLimits = (account: Account, market: MarketSnapshot): NonNullable<LimitsRow['used']> => ({
  // `0 -` avoids `-0`, which would read as a loss.
  dailyLoss: 0 - toRupees(dayPnlOf(account, market)),
  openPositions: positionsInUse(account, NO_ORDER).size,
  openOrders: openOrdersBut(account, NO_ORDER).length,
  ordersToday: account.ordersToday,
})
