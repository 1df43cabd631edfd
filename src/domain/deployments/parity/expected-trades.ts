import type { BacktestParams, BacktestTrade, LegTrade, TradedContract } from '../../backtests/backtest.ts'
import { chargesOfOrder } from '../../backtests/option-run/charged-options.ts'
import { hasSessionEnded } from '../../backtests/option-run/settlement.ts'
import type { Candles } from '../../charts/candle.ts'
import { intervalMinutes } from '../../charts/interval.ts'
import { chargedAsOf, chargesOf } from '../../orders/charges.ts'
import { istDayNumber, MINUTE_MS } from '../../time.ts'
import { candleAt, type WholeTrade } from './day-trade.ts'

export interface ExpectedRun {
  readonly params: BacktestParams
  readonly contract: TradedContract
  readonly candles: Candles
  readonly trades: readonly BacktestTrade[]
}

/** A run squares off where its candles end, though their session goes on. */
const isCutOff = ({ reason, exitAt }: LegTrade, { params, candles: { time } }: ExpectedRun): boolean => {
  const last = time.at(-1) ?? 0
  const length = (intervalMinutes(params.interval) ?? 0) * MINUTE_MS
  return reason === 'square-off' && exitAt > last && !hasSessionEnded(last, length)
}

const legTradeOf = (run: ExpectedRun, leg: LegTrade): WholeTrade => {
  const { params, contract: traded, candles } = run
  const { contract, side, quantity, entryAt, entryPrice: price, exitAt, exitPrice, reason, charges } = leg
  const order = { side, price, quantity, at: entryAt }
  const paid = traded.option && params.costs ? chargesOfOrder(traded.option, contract, order) : []
  const entryCharges = paid.reduce((sum, { total }) => sum + total, 0)
  const cause = reason === 'end' || isCutOff(leg, run) ? null : reason
  return {
    segSym: traded.instrument,
    contract: contract.instrument,
    isLeg: true,
    side,
    quantity,
    entry: { candle: candleAt(candles, entryAt), at: entryAt, price, charges: entryCharges },
    exit:
      cause === null
        ? null
        : {
            candle: candleAt(candles, exitAt),
            at: exitAt,
            price: exitPrice,
            charges: charges - entryCharges,
          },
    cause,
    decidedBy: null,
  }
}

const tradeOf = ({ params, contract, candles }: ExpectedRun, trade: BacktestTrade): WholeTrade => {
  const { side, quantity, entryAt, entryPrice, exitAt, exitPrice, reason } = trade
  const entryCharges = params.costs
    ? chargesOf({
        chargedAs: chargedAsOf(contract.chargedAs, params.product),
        exchange: contract.exchange,
        side,
        price: entryPrice,
        quantity,
        day: istDayNumber(entryAt),
        isFirstSaleOfDay: false,
      }).total
    : 0
  const isOpen = reason === 'end' || reason === 'expiry'
  return {
    segSym: contract.instrument,
    contract: contract.instrument,
    isLeg: false,
    side,
    quantity,
    entry: { candle: candleAt(candles, entryAt), at: entryAt, price: entryPrice, charges: entryCharges },
    exit: isOpen
      ? null
      : {
          candle: candleAt(candles, exitAt),
          at: exitAt,
          price: exitPrice,
          charges: trade.charges - entryCharges,
        },
    cause: isOpen ? null : reason,
    decidedBy: null,
  }
}

/** The trades of a backtest, of options each leg; one that the end of the candles closed is still open. */
export const expectedTradesOf = (run: ExpectedRun): readonly WholeTrade[] =>
  run.trades.flatMap((trade) => trade.legs?.map((leg) => legTradeOf(run, leg)) ?? [tradeOf(run, trade)])
