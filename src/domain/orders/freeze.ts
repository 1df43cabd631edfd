import type { Exchange } from '../instruments/instrument.ts'
import type { IstDate } from '../time.ts'

interface FreezeTable {
  readonly from: IstDate
  readonly quantities: Readonly<Record<string, number>>
}

/** Shares; the limit of brokers for one cash order. */
const CASH_MAX = 100_000
/** Approximates a stock contract where the exchange's file is not at hand. */
const FALLBACK_LOTS = 40

/** Units of one order by contract root, oldest first: exchange files of December 2025 to August 2026. */
const tables: readonly FreezeTable[] = [
  {
    from: '2025-12-01' as IstDate,
    quantities: {
      NIFTY: 1800,
      BANKNIFTY: 600,
      FINNIFTY: 1200,
      MIDCPNIFTY: 2800,
      NIFTYNXT50: 600,
      SENSEX: 1000,
      BANKEX: 900,
      RELIANCE: 15_000,
      HDFCBANK: 27_500,
      SBIN: 30_000,
      INFY: 16_000,
      TCS: 7000,
      ICICIBANK: 21_000,
      AXISBANK: 18_750,
      TATASTEEL: 165_000,
      ITC: 64_000,
      IDEA: 2_144_250,
      PAGEIND: 600,
      MARUTI: 1500,
    },
  },
  { from: '2026-02-01' as IstDate, quantities: { FINNIFTY: 1800 } },
]

/** Units. One lot may always be traded, even if it is larger than the table's figure. */
export const freezeQuantityOf = (
  {
    exchange,
    root,
    lotSize,
  }: { readonly exchange: Exchange; readonly root: string; readonly lotSize: number },
  on: IstDate,
): number => {
  if (exchange === 'NSE' || exchange === 'BSE') return CASH_MAX
  let found: number | undefined
  for (const { from, quantities } of tables) {
    if (from <= on || found === undefined) found = quantities[root] ?? found
  }
  return Math.max(found ?? FALLBACK_LOTS * lotSize, lotSize)
}

export const largestOrder = ({
  freezeQuantity,
  lotSize,
}: {
  readonly freezeQuantity: number
  readonly lotSize: number
}): number => Math.floor(freezeQuantity / lotSize) * lotSize
