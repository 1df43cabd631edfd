import type { TradedContract } from '../domain/backtest.ts'
import type { Instrument } from '../domain/instrument.ts'
import type { InstrumentIndex } from '../domain/instrument-index.ts'

/** How the options of an underlying are traded in a run; null where it has none. */
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

/** Strikes lie closest near the money. Null for fewer than two. */
const stepOf = (strikes: readonly number[]): number | null => {
  const steps = strikes.slice(1).map((strike, place) => strike - (strikes[place] ?? 0))
  return steps.length === 0 ? null : Math.min(...steps)
}
