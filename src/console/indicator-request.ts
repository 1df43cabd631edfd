import type { InstrumentId } from '../domain/instruments/instrument.ts'
import type { IndicatorOperand } from '../domain/strategies/condition/tree.ts'
import type { IndicatorRequest } from '../engine/backtest/request.ts'

/** The traded instrument's own candles are no other series, even where a rule names it. */
export const indicatorRequest = (
  { key, params, interval, instrument }: IndicatorOperand,
  traded: InstrumentId,
): IndicatorRequest => ({
  key,
  params,
  ...(interval === undefined ? {} : { interval }),
  ...(instrument === undefined || instrument === traded ? {} : { instrument }),
})
