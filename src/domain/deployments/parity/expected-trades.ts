import type { BacktestParams, BacktestTrade, LegTrade, TradedContract } from '../../backtests/backtest.ts'
import { chargesOfOrder } from '../../backtests/option-run/charged-options.ts'
import type { Candles } from '../../charts/candle.ts'
import { chargedAsOf, chargesOf } from '../../orders/charges.ts'
import { istDayNumber } from '../../time.ts'
import { candleAt, type WholeTrade } from './day-trade.ts'

export interface ExpectedRun {
  readonly params: BacktestParams
  readonly contract: TradedContract
  readonly candles: Candles
  readonly trades: readonly BacktestTrade[]
}

const legTradeOf = ({ params, contract: traded, candles }: ExpectedRun, leg: LegTrade): WholeTrade => {
  const { contract, side, quantity, entryAt, entryPrice: price, exitAt, exitPrice, reason, charges } = leg
  const order = { side, price, quantity, at: entryAt }
  const paid = traded.option && params.costs ? chargesOfOrder(traded.option, contract, order) : []
  const entryCharges = paid.reduce((sum, { total }) => sum + total, 0)
  const isOpen = reason === 'end'
  return {
    segSym: traded.instrument,
    contract: contract.instrument,
    isLeg: true,
    side,
    quantity,
    entry: { candle: candleAt(candles, entryAt), at: entryAt, price, charges: entryCharges },
    exit: isOpen
      ? null
      : {
          candle: candleAt(candles, exitAt),
          at: exitAt,
          price: exitPrice,
          charges: charges - entryCharges,
        },
    cause: isOpen ? null : reason,
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
