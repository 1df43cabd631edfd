import type {
  BacktestRequest,
  BacktestResult,
  BacktestTrade,
  ChargeLine,
  ExitReason,
  PeriodFigure,
  PnlRow,
} from './backtest.ts'
import type { Candles } from './candle.ts'
import { chargedAsOf, chargesOf } from './charges.ts'
import { type Interval, intervalMinutes } from './interval.ts'
import type { Product, Side } from './order.ts'
import { downsideRiskOf, drawdownOf, meanOf, sharpeOf, sortinoOf, volatilityOf } from './returns.ts'
import {
  DAY_MS,
  dayNumberToIstDate,
  epochMs,
  type IstDate,
  istDayNumber,
  istMidnight,
  istMinuteOfDay,
  MINUTE_MS,
} from './time.ts'

/** A trade as the rules made it: rows of the candles, prices before slippage, gains in points per unit. */
export interface RawTrade {
  readonly entryRow: number
  readonly exitRow: number
  readonly entryRaw: number
  readonly exitRaw: number
  readonly quantity: number
  readonly reason: ExitReason
  /** The exit was at the close of its candle, not at its open or inside it. */
  readonly exitsAtClose: boolean
  readonly isAmbiguous: boolean
  readonly worst: number
  readonly best: number
}

export interface ReportInput {
  readonly request: BacktestRequest
  readonly candles: Candles
  /** The candles of the span: rows `first` to `last`, the latter excluded. At least one. */
  readonly first: number
  readonly last: number
  readonly trades: readonly RawTrade[]
  /** Candles with an open position. */
  readonly held: number
  /** Entries that could not be made for want of one lot. */
  readonly skipped: number
  readonly remarks: readonly string[]
  readonly runtime: number
}

/** Every figure of a run. Each is linear in trades and days; candles are only read where one of those needs a price. */
export const reportOf = (input: ReportInput): BacktestResult => {
  const { request, candles, first, last, held, skipped } = input
  const { params, source } = request
  const { trades, entryCharges, lines } = tradesOf(input)
  const wins = trades.filter((trade) => trade.netPnl > 0)
  const losses = trades.filter((trade) => trade.netPnl < 0)
  const sum = (of: readonly BacktestTrade[], figure: (trade: BacktestTrade) => number) =>
    of.reduce((total, trade) => total + figure(trade), 0)
  const net = (trade: BacktestTrade) => trade.netPnl

  const { pnl, days } = curveOf(input, trades, entryCharges)
  const finalPnl = pnl.at(-1)?.[5] ?? 0
  const finalCapital = params.capital + finalPnl
  const maxCapUsed = trades.reduce((most, trade) => Math.max(most, trade.entryPrice * trade.quantity), 0)
  const dailyReturns = dailyReturnsOf(days, maxCapUsed)
  const returns = dailyReturns.flatMap(([, value]) => (value === null ? [] : [value]))
  const drawdown = drawdownOf([params.capital, ...pnl.map((row) => params.capital + row[5])])
  const cagr = cagrOf(params.capital, finalCapital, days)
  const winSum = sum(wins, net)
  const lossSum = sum(losses, net)
  const averageWin = meanOf(wins.map(net))
  const averageLoss = meanOf(losses.map(net))

  return {
    pnl,
    dailyReturns,
    maxCapUsed,
    finalPnl,
    finalCapital,
    winCount: wins.length,
    lossCount: losses.length,
    maximumGain: wins.length === 0 ? null : wins.reduce((most, trade) => Math.max(most, trade.netPnl), 0),
    maximumLoss: losses.length === 0 ? null : losses.reduce((most, trade) => Math.min(most, trade.netPnl), 0),
    // Entries made, and entries a signal asked for that the money did not cover.
    totalNumberOfSignals: trades.length + skipped,
    ...periodOf(candles, first, last, days),
    ...countsOf(params.product, wins.length, losses.length),
    averageGainPerWinningTrade: averageWin,
    averageGainPerLosingTrade: averageLoss,
    sharpe: sharpeOf(returns),
    return: (finalPnl / params.capital) * 100,
    maxDraw: drawdown.percent,
    volatility: volatilityOf(returns),
    downsideRisk: downsideRiskOf(returns),
    tradeLog: trades,
    runtime: input.runtime,

    sortino: sortinoOf(returns),
    // Young 1991: annual growth over the deepest drawdown.
    calmar: cagr === null || !drawdown.percent ? null : cagr / drawdown.percent,
    cagr,
    profitFactor: lossSum === 0 ? null : winSum / -lossSum,
    expectancy: meanOf(trades.map(net)),
    payoffRatio: averageWin === null || averageLoss === null ? null : averageWin / -averageLoss,
    winRate: trades.length === 0 ? null : (wins.length / trades.length) * 100,
    exposure: (held / (last - first)) * 100,
    maxDrawRupees: drawdown.depth,
    longestDrawdownDays: longestDrawdownOf(pnl),
    averageHoldingMinutes: meanOf(trades.map((trade) => (trade.exitAt - trade.entryAt) / MINUTE_MS)),
    longestWinningStreak: longestRun(trades, (trade) => trade.netPnl > 0),
    longestLosingStreak: longestRun(trades, (trade) => trade.netPnl < 0),
    grossPnl: sum(trades, (trade) => trade.grossPnl),
    chargesPaid: sum(trades, (trade) => trade.charges),
    chargeLines: lines,
    slippagePaid: sum(trades, (trade) => trade.slippage),
    ambiguousCandles: trades.filter((trade) => trade.isAmbiguous).length,
    ...groupsOf(trades, days, dailyReturns),
    candles: last - first,
    firstCandleAt: epochMs(candles.time[first] ?? 0),
    lastCandleAt: epochMs(candles.time[last - 1] ?? 0),
    source,
    remarks: input.remarks,
  }
}

/** The instant a candle closes; candles of a day and longer are named by their start alone. */
export const closeOf = (start: number, interval: Interval): number =>
  start + (intervalMinutes(interval) ?? 0) * MINUTE_MS

const chargeNames = ['brokerage', 'stt', 'transaction', 'sebi', 'stamp', 'gst', 'dp'] as const

interface Traded {
  readonly trades: readonly BacktestTrade[]
  /** The part of each trade's charges that its entry paid. */
  readonly entryCharges: readonly number[]
  readonly lines: readonly ChargeLine[]
}

const tradesOf = ({ request, candles, trades }: ReportInput): Traded => {
  const { params, contract } = request
  const chargedAs = chargedAsOf(contract.chargedAs, params.product)
  const slip = params.slippageBps / 10_000
  const sign = params.side === 'buy' ? 1 : -1
  const exitSide: Side = params.side === 'buy' ? 'sell' : 'buy'
  const totals = { brokerage: 0, stt: 0, transaction: 0, sebi: 0, stamp: 0, gst: 0, dp: 0 }
  let lastSaleDay = -1

  const charge = (side: Side, price: number, quantity: number, at: number): number => {
    if (!params.costs) return 0
    const day = istDayNumber(at)
    const charges = chargesOf({
      chargedAs,
      exchange: contract.exchange,
      side,
      price,
      quantity,
      day,
      isFirstSaleOfDay: day !== lastSaleDay,
    })
    if (side === 'sell') lastSaleDay = day
    totals.brokerage += charges.brokerage
    totals.stt += charges.stt
    totals.transaction += charges.transaction
    totals.sebi += charges.sebi
    totals.stamp += charges.stamp
    totals.gst += charges.gst
    totals.dp += charges.dp
    return charges.total
  }

  const entryCharges: number[] = []
  const made = trades.map((raw): BacktestTrade => {
    const { quantity } = raw
    const entryPrice = raw.entryRaw + sign * raw.entryRaw * slip
    const exitPrice = raw.exitRaw - sign * raw.exitRaw * slip
    const entryStart = candles.time[raw.entryRow] ?? 0
    const exitStart = candles.time[raw.exitRow] ?? 0
    const entryAt = params.fill === 'close' ? closeOf(entryStart, params.interval) : entryStart
    const exitAt = raw.exitsAtClose ? closeOf(exitStart, params.interval) : exitStart
    const entryCharge = charge(params.side, entryPrice, quantity, entryAt)
    const charges = entryCharge + charge(exitSide, exitPrice, quantity, exitAt)
    const grossPnl = (exitPrice - entryPrice) * quantity * sign
    entryCharges.push(entryCharge)
    return {
      side: params.side,
      quantity,
      entryAt: epochMs(entryAt),
      entryPrice,
      exitAt: epochMs(exitAt),
      exitPrice,
      reason: raw.reason,
      isAmbiguous: raw.isAmbiguous,
      grossPnl,
      charges,
      slippage: (Math.abs(entryPrice - raw.entryRaw) + Math.abs(exitPrice - raw.exitRaw)) * quantity,
      netPnl: grossPnl - charges,
      candles: raw.exitRow - raw.entryRow,
      adverseExcursion: raw.worst,
      favourableExcursion: raw.best,
    }
  })
  return { trades: made, entryCharges, lines: chargeNames.map((name) => ({ name, amount: totals[name] })) }
}

interface DayEnd {
  readonly day: number
  readonly cumulative: number
  readonly close: number
}

/** First row from `from` on whose time is `at` or later. */
const rowAt = (time: Float64Array, at: number, from: number, to: number): number => {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((time[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** P&L at every fill and at the last candle of every day. */
const curveOf = (
  { request, candles, trades: raw, first, last }: ReportInput,
  trades: readonly BacktestTrade[],
  entryCharges: readonly number[],
): { pnl: readonly PnlRow[]; days: readonly DayEnd[] } => {
  const { params } = request
  const sign = params.side === 'buy' ? 1 : -1
  const pnl: PnlRow[] = []
  const days: DayEnd[] = []
  let realised = 0
  let place = 0
  let isOpen = false

  for (let start = first; start < last; ) {
    const day = istDayNumber(candles.time[start] ?? 0)
    const end = rowAt(candles.time, istMidnight(candles.time[start] ?? 0) + DAY_MS, start, last)
    for (;;) {
      const rows = raw[place]
      const trade = trades[place]
      if (rows === undefined || trade === undefined) break
      if (!isOpen) {
        if (rows.entryRow >= end) break
        realised -= entryCharges[place] ?? 0
        pnl.push([trade.entryAt, trade.entryPrice, sign * trade.quantity, realised, 0, realised])
        isOpen = true
      }
      if (rows.exitRow >= end) break
      realised += trade.netPnl + (entryCharges[place] ?? 0)
      pnl.push([trade.exitAt, trade.exitPrice, 0, realised, 0, realised])
      isOpen = false
      place += 1
    }
    const close = candles.close[end - 1] ?? 0
    const at = closeOf(candles.time[end - 1] ?? 0, params.interval)
    const held = isOpen ? trades[place] : undefined
    const quantity = held === undefined ? 0 : sign * held.quantity
    const unrealised = held === undefined ? 0 : (close - held.entryPrice) * quantity
    pnl.push([at, close, quantity, realised, unrealised, realised + unrealised])
    days.push({ day, cumulative: realised + unrealised, close })
    start = end
  }
  return { pnl, days }
}

/** Change of the cumulative P&L from day to day over the most capital ever used, in percent; null when none was. */
const dailyReturnsOf = (
  days: readonly DayEnd[],
  maxCapUsed: number,
): readonly (readonly [IstDate, number | null])[] =>
  days.map(({ day, cumulative }, place) => {
    const change = cumulative - (days[place - 1]?.cumulative ?? 0)
    return [dayNumberToIstDate(day), maxCapUsed === 0 ? null : (change / maxCapUsed) * 100]
  })

/** Compound growth of the capital in percent a year, a year being 365 calendar days. */
const cagrOf = (capital: number, finalCapital: number, days: readonly DayEnd[]): number | null => {
  const firstDay = days[0]?.day
  const lastDay = days.at(-1)?.day
  if (firstDay === undefined || lastDay === undefined || finalCapital <= 0) return null
  const growth = ((finalCapital / capital) ** (365 / (lastDay - firstDay + 1)) - 1) * 100
  return Number.isFinite(growth) ? growth : null
}

/** What the instrument itself did over the span. */
const periodOf = (candles: Candles, first: number, last: number, days: readonly DayEnd[]) => {
  let high = Number.NEGATIVE_INFINITY
  let low = Number.POSITIVE_INFINITY
  const { high: highs, low: lows } = candles
  for (let row = first; row < last; row++) {
    const top = highs[row] ?? high
    const bottom = lows[row] ?? low
    if (top > high) high = top
    if (bottom < low) low = bottom
  }
  const opened = candles.open[first] ?? 0
  const closed = candles.close[last - 1] ?? 0
  const changes = days.slice(1).map(({ close }, place) => (close / (days[place]?.close ?? 0) - 1) * 100)
  return {
    periodHigh: high,
    periodLow: low,
    periodReturn: opened > 0 ? (closed / opened - 1) * 100 : null,
    periodVolatility: changes.every(Number.isFinite) ? volatilityOf(changes) : null,
  }
}

const countsOf = (product: Product, wins: number, losses: number) => {
  switch (product) {
    case 'cash':
      return { winningCash: wins, lossingCash: losses }
    case 'NRML':
      return { winningNRML: wins, lossingNRML: losses }
    case 'MIS':
      return { winningMIS: wins, lossingMIS: losses }
    default:
      return product satisfies never
  }
}

/** Most IST days between a high of the cumulative P&L and the row that first reaches it again, or the end. */
const longestDrawdownOf = (pnl: readonly PnlRow[]): number => {
  let peak = 0
  let peakAt = pnl[0]?.[0] ?? 0
  let longest = 0
  for (const row of pnl) {
    longest = Math.max(longest, peak > row[5] ? istDayNumber(row[0]) - istDayNumber(peakAt) : 0)
    if (row[5] >= peak) {
      peak = row[5]
      peakAt = row[0]
    }
  }
  return longest
}

const longestRun = (trades: readonly BacktestTrade[], belongs: (trade: BacktestTrade) => boolean): number => {
  let longest = 0
  let run = 0
  for (const trade of trades) {
    run = belongs(trade) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

/** Trades by the time of their entry, returns by their day. */
const groupsOf = (
  trades: readonly BacktestTrade[],
  days: readonly DayEnd[],
  dailyReturns: readonly (readonly [IstDate, number | null])[],
) => {
  const weekdayOf = (day: number) => weekdays[(day + 4) % 7] ?? ''
  const months = new Map(days.map(({ day }, place) => [day, dailyReturns[place]?.[0].slice(0, 7) ?? '']))
  const monthOf = (day: number) => months.get(day) ?? ''
  const hourOf = (trade: BacktestTrade) => hours[Math.floor(istMinuteOfDay(trade.entryAt) / 60)] ?? ''
  const usedHours = new Set(trades.map(hourOf))
  const byDay = (labels: readonly string[], labelOf: (day: number) => string) => {
    const returns = new Map(labels.map((label) => [label, [] as number[]]))
    days.forEach(({ day }, place) => {
      const value = dailyReturns[place]?.[1] ?? null
      if (value !== null) returns.get(labelOf(day))?.push(value)
    })
    const labelOfTrade = (trade: BacktestTrade) => labelOf(istDayNumber(trade.entryAt))
    return figuresOf(labels, trades, labelOfTrade, (label) => meanOf(returns.get(label) ?? []))
  }
  return {
    byWeekday: byDay(['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], weekdayOf),
    byHour: figuresOf(
      hours.filter((hour) => usedHours.has(hour)),
      trades,
      hourOf,
      () => null,
    ),
    byMonth: byDay([...new Set(months.values())], monthOf),
  }
}

const figuresOf = (
  labels: readonly string[],
  trades: readonly BacktestTrade[],
  labelOf: (trade: BacktestTrade) => string,
  meanReturnOf: (label: string) => number | null,
): readonly PeriodFigure[] => {
  const groups = new Map(labels.map((label) => [label, { trades: 0, netPnl: 0 }]))
  for (const trade of trades) {
    const group = groups.get(labelOf(trade))
    if (group === undefined) continue
    group.trades += 1
    group.netPnl += trade.netPnl
  }
  return [...groups].map(([label, group]) => ({ label, ...group, meanReturn: meanReturnOf(label) }))
}
