import type { BacktestTrade } from '../backtest.ts'
import { meanOf } from '../returns.ts'
import { quantileOf } from '../robustness/random.ts'
import { known, type Reckoned, unknown } from '../robustness/robustness.ts'

/** Sweeney, Maximum Adverse Excursion (1996). Percent of the entry price, both 0 or more. */
export interface Excursion {
  readonly against: number
  readonly inFavour: number
  readonly netPnl: number
}

/** A trade with an entry price of 0 or less (net credit) has no percentage and is left out. */
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

/** Quantiles over trades, percent of the entry price. */
export interface ExcursionSpread {
  readonly trades: number
  readonly half: Reckoned
  readonly threeQuarters: Reckoned
  readonly nineTenths: Reckoned
}

/** An upper bound, since no stopped trade could have recovered. */
export interface StopReach {
  readonly distance: number
  /** Percent of winning and of losing trades that it would have stopped. */
  readonly ofWinners: Reckoned
  readonly ofLosers: Reckoned
}

export interface ExcursionTable {
  readonly winnersAgainst: ExcursionSpread
  readonly losersAgainst: ExcursionSpread
  readonly winnersInFavour: ExcursionSpread
  readonly losersInFavour: ExcursionSpread
  /** Faith, Way of the Turtle (2007), but in percent, not ATR. Above 1, entries go the right way first. */
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
      'No winning trades.',
    ),
    losersAgainst: spreadOf(
      losers.map((trade) => trade.against),
      'No losing trades.',
    ),
    winnersInFavour: spreadOf(
      winners.map((trade) => trade.inFavour),
      'No winning trades.',
    ),
    losersInFavour: spreadOf(
      losers.map((trade) => trade.inFavour),
      'No losing trades.',
    ),
    edgeRatio:
      against === null || inFavour === null
        ? unknown('No trades.')
        : against === 0
          ? unknown('No trade had an adverse move.')
          : known(inFavour / against),
    stops: stopsOf(winners, losers),
  }
}

const spreadOf = (values: readonly number[], reason: string): ExcursionSpread => {
  const sorted = values.toSorted((one, other) => one - other)
  const share = (part: number) => (sorted.length === 0 ? unknown(reason) : known(quantileOf(sorted, part)))
  return { trades: sorted.length, half: share(0.5), threeQuarters: share(0.75), nineTenths: share(0.9) }
}

/** From the last distance that stops every trade to the first that stops none. */
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
    ofWinners: shareOf(winners, distance, 'No winning trades.'),
    ofLosers: shareOf(losers, distance, 'No losing trades.'),
  }))
}
