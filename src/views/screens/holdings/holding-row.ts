import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { holdingAt } from '../../../domain/positions/live-figures.ts'
import type { HoldingEntry } from '../../../machines/positions/books.ts'

export const instrumentOfHolding = ({ sym }: HoldingEntry): InstrumentId => sym as InstrumentId

export const sellableOf = ({ quantity, t1Quantity, usedQuantity }: HoldingEntry): number =>
  Math.max(0, quantity + t1Quantity - usedQuantity)

interface HoldingTotals {
  readonly invested: number
  readonly currentValue: number
  readonly dayPnl: number
  /** Percent of the value at the previous close; null if that is zero. */
  readonly dayPercent: number | null
  readonly pnl: number
  /** Percent of the amount invested; null if that is zero. */
  readonly percent: number | null
}

/** Rupees, at current prices; a holding without one counts at the server's last price. */
export const totalsOfHoldings = (
  holdings: readonly HoldingEntry[],
  priceOf: (instrument: InstrumentId) => number | null,
): HoldingTotals => {
  let [invested, currentValue, dayPnl, closeValue] = [0, 0, 0, 0]
  for (const holding of holdings) {
    const now = holdingAt(holding, priceOf(instrumentOfHolding(holding)) ?? holding.lastPrice)
    invested += holding.invested
    currentValue += now.currentValue
    dayPnl += now.dayPnl
    closeValue += now.closeValue
  }
  const pnl = currentValue - invested
  return {
    invested,
    currentValue,
    dayPnl,
    dayPercent: closeValue === 0 ? null : (100 * dayPnl) / closeValue,
    pnl,
    percent: invested === 0 ? null : (100 * pnl) / invested,
  }
}

export const filterHoldings = (holdings: readonly HoldingEntry[], text: string): readonly HoldingEntry[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return holdings
  return holdings.filter(({ tradingsymbol, exchange }) => {
    const line = `${tradingsymbol} ${exchange}`.toLowerCase()
    return words.every((word) => line.includes(word))
  })
}
