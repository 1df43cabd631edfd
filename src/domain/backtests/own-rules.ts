import type { InstrumentId } from '../instruments/instrument.ts'
import type { BacktestParams } from './backtest.ts'

/** The run of one instrument, with its own rules where it has any. */
export const paramsOn = <Params extends BacktestParams>(
  params: Params,
  instrument: InstrumentId,
): Omit<Params, 'ownRules'> & Pick<BacktestParams, 'entry' | 'exit'> => {
  const { ownRules = [], ...shared } = params
  const own = ownRules.find((one) => one.instrument === instrument)
  return own === undefined ? shared : { ...shared, entry: own.entry, exit: own.exit }
}
