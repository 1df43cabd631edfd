import type { BacktestTrade } from '../backtest.ts'
import { meanOf } from '../returns.ts'
import { quantileOf } from '../trust/random.ts'
import { known, type Reckoned, unknown } from '../trust/trust.ts'

/*
 * Maximum adverse and favourable excursion: Sweeney, Maximum Adverse Excursion (1996). The edge ratio is that of Faith,
 * Way of the Turtle (2007), in percent of the entry in place of average true ranges.
 */

/** How far one trade went against and for its holder, in percent of its entry price, both 0 or more. */
export interface Excursion {
  readonly against: number
  readonly inFavour: number
  /** Rupees after charges. */
  readonly netPnl: number
}

/** A trade whose entry price is not above 0 (options for nothing, a net credit) has no percentage and is left out. */
export const excursionsOf = (trades: readonly BacktestTrade[]): readonly Excursion[] =>
  trades.flatMap(({ entryPrice, adverseExcursion, favourableExcursion, netPnl }) =>
    entryPrice > 0
      ? [
          {
            against: (Math.abs(Math.min(0, adverseExcursion)) / entryPrice) * 100,
            inFavour: (Math.max(0, favourableExcursion) / entryPrice) * 100,
            netPnl,
          },
        ]
      : [],
  )

/** Shares of trades that went less far, in percent of the entry price. */
export interface ExcursionSpread {
  readonly trades: number
  readonly half: Reckoned
  readonly threeQuarters: Reckoned
  readonly nineTenths: Reckoned
}

/** What a stop at this distance would have met: an upper bound, since no stopped trade could have recovered. */
export interface StopReach {
  /** Percent of the entry price. */
  readonly distance: number
  /** Percent of the winning trades it would have ended, and of the losing ones. */
  readonly ofWinners: Reckoned
  readonly ofLosers: Reckoned
}

export interface ExcursionTable {
  readonly winnersAgainst: ExcursionSpread
  readonly losersAgainst: ExcursionSpread
  readonly winnersInFavour: ExcursionSpread
  readonly losersInFavour: ExcursionSpread
  /** Mean favourable over mean adverse excursion of all trades: above 1, entries tend to go the right way first. */
  readonly edgeRatio: Reckoned
  readonly stops: readonly StopReach[]
}

const STOPS_PERCENT = [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 25, 50] as const

export const excursionTableOf = (excursions: readonly Excursion[]): ExcursionTable => {
  const winners = excursions.filter(({ netPnl }) => netPnl > 0)
  const losers = excursions.filter(({ netPnl }) => netPnl < 0)
  const against = meanOf(excursions.map((trade) => trade.against))
  const inFavour = meanOf(excursions.map((trade) => trade.inFavour))
  return {
    winnersAgainst: spreadOf(
      winners.map((trade) => trade.against),
      'No trade won.',
    ),
    losersAgainst: spreadOf(
      losers.map((trade) => trade.against),
      'No trade lost.',
    ),
    winnersInFavour: spreadOf(
      winners.map((trade) => trade.inFavour),
      'No trade won.',
    ),
    losersInFavour: spreadOf(
      losers.map((trade) => trade.inFavour),
      'No trade lost.',
    ),
    edgeRatio:
      against === null || inFavour === null
        ? unknown('There is no trade.')
        : against === 0
          ? unknown('No trade went against its holder.')
          : known(inFavour / against),
    stops: stopsOf(winners, losers),
  }
}

const spreadOf = (values: readonly number[], reason: string): ExcursionSpread => {
  const sorted = values.toSorted((one, other) => one - other)
  const share = (part: number) => (sorted.length === 0 ? unknown(reason) : known(quantileOf(sorted, part)))
  return { trades: sorted.length, half: share(0.5), threeQuarters: share(0.75), nineTenths: share(0.9) }
}

/** Only distances that tell trades apart: from the last that would end all to the first that spares all. */
const stopsOf = (winners: readonly Excursion[], losers: readonly Excursion[]): readonly StopReach[] => {
  const reached = (trades: readonly Excursion[], distance: number) =>
    trades.filter(({ against }) => against >= distance).length
  const shareOf = (trades: readonly Excursion[], distance: number, reason: string): Reckoned =>
    trades.length === 0 ? unknown(reason) : known((reached(trades, distance) / trades.length) * 100)
  const all = [...winners, ...losers]
  if (all.length === 0) return []
  const first = STOPS_PERCENT.findLastIndex((distance) => reached(all, distance) === all.length)
  const last = STOPS_PERCENT.findIndex((distance) => reached(all, distance) === 0)
  return STOPS_PERCENT.slice(Math.max(0, first), last < 0 ? undefined : last + 1).map((distance) => ({
    distance,
    ofWinners: shareOf(winners, distance, 'No trade won.'),
    ofLosers: shareOf(losers, distance, 'No trade lost.'),
  }))
}
