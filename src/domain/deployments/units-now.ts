import { unitsAt } from '../backtests/trade-size.ts'
import type { InstrumentId } from '../instruments/instrument.ts'
import { type Instrument, parseInstrumentId } from '../instruments/instrument.ts'
import type { InstrumentIndex } from '../instruments/instrument-index.ts'
import type { EquityStrategy } from '../strategies/strategy.ts'
import { sizeOf } from '../strategies/strategy-quantity.ts'
import { type DeploymentTerms, USUAL_CAPITAL } from './deployment.ts'

/** An index trades as its nearest future. Null if it is not listed today. */
export const contractOf = (index: InstrumentIndex, instrument: InstrumentId): Instrument | null =>
  parseInstrumentId(instrument)?.segment === 'INDICES' ? index.futureOf(instrument) : index.find(instrument)

/** Units of an entry at `price` in rupees; 0 if the quantity does not cover one lot. */
export const unitsNow = (
  { quantity, limits }: Pick<DeploymentTerms, 'quantity' | 'limits'>,
  { stopLoss, tpslType }: Pick<EquityStrategy, 'stopLoss' | 'tpslType'>,
  { lotSize }: Pick<Instrument, 'lotSize'>,
  price: number,
): number =>
  unitsAt(
    {
      params: { size: sizeOf(quantity), capital: limits.capital ?? USUAL_CAPITAL, stopLoss, tpslType },
      contract: { lotSize },
    },
    price,
  )
