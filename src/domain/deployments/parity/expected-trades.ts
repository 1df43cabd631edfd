import type { BacktestParams, BacktestTrade, TradedContract } from '../../backtests/backtest.ts'
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

/** The trades of a backtest; one that the end of the candles closed is still open. */
export const expectedTradesOf = ({ params, contract, candles, trades }: ExpectedRun): readonly WholeTrade[] =>
  trades.map((trade) => {
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
  })
