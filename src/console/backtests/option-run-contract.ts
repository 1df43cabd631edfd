import type { TradedContract } from '../../domain/backtests/backtest.ts'
import type { Instrument } from '../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'

export const optionContractOf = (underlying: Instrument, index: InstrumentIndex): TradedContract | null => {
  const [nearest] = index.expiriesOf(underlying.id)
  const listed = nearest === undefined ? [] : index.optionsOf(underlying.id, nearest, 'CE')
  const [first] = listed
  const strikeStep = stepOf(listed.map(({ strike }) => strike))
  if (first === undefined || strikeStep === null) return null
  const exchange = first.exchange === 'BFO' ? 'BFO' : 'NFO'
  return {
    instrument: underlying.id,
    lotSize: first.lotSize,
    tickSize: first.tickSize,
    chargedAs: 'options',
    exchange: exchange === 'BFO' ? 'BSE' : 'NSE',
    option: { root: first.name, exchange, isIndex: underlying.segment === 'INDICES', strikeStep },
  }
}

/** The smallest step, because strikes are closest near the money. */
const stepOf = (strikes: readonly number[]): number | null => {
  const steps = strikes.slice(1).map((strike, index) => strike - (strikes[index] ?? 0))
  return steps.length === 0 ? null : Math.min(...steps)
}
