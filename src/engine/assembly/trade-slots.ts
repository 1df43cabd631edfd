/**
 * Slots of the kernel `trade`'s parameter block: each is the index of an f64 in it. The host imports this file as
 * TypeScript, so it holds only literals.
 */

// Addresses. The minute columns are 0 where there are no minutes.
export const open = 0
export const high = 1
export const low = 2
export const close = 3
export const time = 4
export const entry = 5
export const exit = 6
export const minuteTime = 7
export const minuteOpen = 8
export const minuteHigh = 9
export const minuteLow = 10
export const trades = 11
export const tally = 12

// Numbers of rows; `first` and `last` are candles, `last` excluded.
export const minutes = 13
export const capacity = 14
export const first = 15
export const last = 16

/** 1 long, -1 short. */
export const sign = 17

// 1 or 0.
export const fillsAtClose = 18
export const fillsAtWorst = 19
export const squaresOff = 20
export const followsGains = 21

/** Share of the price. */
export const slippage = 22
/** In points, as is the tick size. */
export const slipPoints = 23
export const tickSize = 24

// Minutes of the IST day.
export const opens = 25
export const closes = 26
/** Minutes from a candle's start to its end, 0 for candles of a day and longer. */
export const closeDelay = 27

/** Units. */
export const lotSize = 28
/** 0 where `budget` or `risk`, in rupees, decides the quantity. */
export const lots = 29
export const budget = 30

// Share of the entry price, points per unit, rupees per position.
export const stopShare = 31
export const stopPoints = 32
export const stopRupees = 33
export const targetShare = 34
export const targetPoints = 35
export const targetRupees = 36

/** Rupees between the entry and the stop of a position; 0 where something else decides the quantity. */
export const risk = 37

// How far the trailing stop follows, infinite points where there is none, and the gain from which it does.
export const trailShare = 38
export const trailPoints = 39
export const trailRupees = 40
export const afterShare = 41
export const afterPoints = 42
export const afterRupees = 43

/** Infinite where there is no limit. */
export const entriesMost = 44
/** 1 where `entriesMost` counts a week, 0 for a day. */
export const perWeek = 45
export const lossesMost = 46

/** 1 where exits fill at the next open although entries fill at the close; 0 elsewhere. */
export const exitsAtOpen = 47
