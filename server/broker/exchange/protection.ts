import type { InstrumentType } from '../../../src/domain/instruments/instrument.ts'
import { type Paise, paise } from '../../../src/domain/money.ts'
import type { Side } from '../../../src/domain/orders/order.ts'

/** Kite Connect's automatic market protection in percent; `below` is the last price in paise. */
const bands = [
  { below: 1_000, contracts: 2, options: 5 },
  { below: 10_000, contracts: 2, options: 3 },
  { below: 50_001, contracts: 1, options: 2 },
  { below: Number.POSITIVE_INFINITY, contracts: 0.5, options: 1 },
] as const

export const automaticProtection = (lastPrice: Paise, type: InstrumentType): number => {
  const band = bands.find(({ below }) => lastPrice < below) ?? bands[3]
  return type === 'CE' || type === 'PE' ? band.options : band.contracts
}

export interface Protected {
  readonly side: Side
  readonly instrumentType: InstrumentType
  readonly tickSize: Paise
  readonly lastPrice: Paise
  readonly marketProtection: number
  readonly lowerCircuit: Paise | null
  readonly upperCircuit: Paise | null
}

/** Worst price a market order accepts: on the tick, rounded towards the last price, within the circuits. */
export const protectionPrice = (asked: Protected): Paise => {
  const { side, lastPrice, tickSize: tick } = asked
  const percent =
    asked.marketProtection > 0 ? asked.marketProtection : automaticProtection(lastPrice, asked.instrumentType)
  // Hundredths of a percent keep the product exact, so that a price on a tick is not rounded off it.
  const away = (lastPrice * Math.round(percent * 100)) / 10_000
  if (side === 'buy') {
    const price = Math.floor((lastPrice + away) / tick) * tick
    return paise(Math.max(tick, Math.min(price, asked.upperCircuit ?? price)))
  }
  const price = Math.ceil((lastPrice - away) / tick) * tick
  return paise(Math.max(tick, price, asked.lowerCircuit ?? price))
}
