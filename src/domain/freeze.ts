import type { Exchange } from './instrument.ts'
import type { IstDate } from './time.ts'

interface FreezeTable {
  readonly from: IstDate
  readonly quantities: Readonly<Record<string, number>>
}

/** Shares of one cash order that a broker takes at most. */
const CASH_MAX = 100_000
/** Where the exchange's file is not at hand: about what it makes of a stock contract. */
const FALLBACK_LOTS = 40

/** Units of one order by root of the contract, the oldest table first: exchange files of December 2025 to August 2026. */
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

/**
 * Largest quantity of one order, in units: the exchange's own for a contract, what brokers take of a share. A contract
 * larger than its table's figure may always be traded one lot at a time.
 */
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

/** Most units of one order in whole lots. */
export const largestOrder = ({
  freezeQuantity,
  lotSize,
}: {
  readonly freezeQuantity: number
  readonly lotSize: number
}): number => Math.floor(freezeQuantity / lotSize) * lotSize
