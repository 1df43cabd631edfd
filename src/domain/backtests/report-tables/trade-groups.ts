import { MINUTE_MS } from '../../time.ts'
import type { BacktestTrade, ExitReason } from '../backtest.ts'
import { meanOf } from '../returns.ts'

export interface TradeGroup<Name extends string> {
  readonly name: Name
  readonly trades: number
  readonly wins: number
  /** Rupees after charges and slippage. */
  readonly netPnl: number
  readonly meanPnl: number
}

export const tradesByReason = (trades: readonly BacktestTrade[]): readonly TradeGroup<ExitReason>[] =>
  grouped(trades, ({ reason }) => reason)

const holdings = [
  { name: 'up to 15 minutes', minutes: 15 },
  { name: 'up to 1 hour', minutes: 60 },
  { name: 'up to 1 day', minutes: 1440 },
  { name: 'up to 1 week', minutes: 7 * 1440 },
  { name: 'longer', minutes: Number.POSITIVE_INFINITY },
] as const

type Holding = (typeof holdings)[number]['name']

export const tradesByHolding = (trades: readonly BacktestTrade[]): readonly TradeGroup<Holding>[] => {
  const groups = grouped(trades, holdingOf)
  return holdings.flatMap(({ name }) => groups.find((group) => group.name === name) ?? [])
}

const holdingOf = ({ entryAt, exitAt }: BacktestTrade): Holding => {
  const held = (exitAt - entryAt) / MINUTE_MS
  return holdings.find(({ minutes }) => held <= minutes)?.name ?? 'longer'
}

const grouped = <Name extends string>(
  trades: readonly BacktestTrade[],
  nameOf: (trade: BacktestTrade) => Name,
): readonly TradeGroup<Name>[] => {
  const resultsOf = new Map<Name, number[]>()
  for (const trade of trades) {
    const name = nameOf(trade)
    const results = resultsOf.get(name)
    if (results === undefined) resultsOf.set(name, [trade.netPnl])
    else results.push(trade.netPnl)
  }
  return [...resultsOf].map(([name, results]) => {
    return {
      name,
      trades: results.length,
      wins: results.filter((result) => result > 0).length,
      netPnl: results.reduce((sum, result) => sum + result, 0),
      meanPnl: meanOf(results) ?? 0,
    }
  })
}
