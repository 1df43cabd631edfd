import type { ExitReason } from '../../domain/backtests/backtest.ts'
import {
  type CandlePoint,
  mayHavePassed,
  type Passed,
  passedAt,
  passedInside,
} from '../../domain/backtests/option-run/combined.ts'
import type { LegTape } from '../../domain/backtests/option-run/leg-prices.ts'
import {
  legPriceOf,
  type RawFill,
  type RawLeg,
  type RawOptionTrade,
} from '../../domain/backtests/option-run/raw-trade.ts'
import { intrinsicOf, settlementOf } from '../../domain/backtests/option-run/settlement.ts'
import { toIstDate } from '../../domain/time.ts'
import { enterLegs, type FillMoment, fillOf, type OpenLeg, priceAt } from './option-entry.ts'
import type { WalkInput } from './option-request.ts'

export interface OptionPosition {
  isOpen(): boolean
  wasHeldThrough(row: number): boolean
  passedAtOpen(row: number): Passed['reason'] | null
  pnlAtClose(row: number): number
  leave(moment: FillMoment, reason: ExitReason): void
  stopLegs(row: number): void
  /** Closes the rest if a combined rule was passed. True if one may have been passed but was not taken. */
  watchCombined(row: number): boolean
  /** Settles the legs that expire by the candle's day, or before that of the next candle. */
  settle(row: number): void
  trade(): RawOptionTrade | null
}

/** Relative floating-point tolerance of a stop. */
const CLOSE = 1e-9

type PriceOf = (tape: LegTape, row: number) => number

const atOpen: PriceOf = (tape, row) => tape.openAt(row)
const atTop: PriceOf = (tape, row) => tape.topAt(row)
const atBottom: PriceOf = (tape, row) => tape.bottomAt(row)
const atClose: PriceOf = (tape, row) => tape.closeAt(row)

/** Null where the capital does not cover one lot of each leg. */
export const createOptionPosition = (
  input: WalkInput,
  entered: FillMoment,
  candleMs: number,
): OptionPosition | null => {
  const { request, candles } = input
  const { params, options } = request
  const entry = enterLegs(input, entered)
  if (entry === null) return null
  const { legs, margin } = entry
  const lowest = -(options.combinedStop ?? Number.POSITIVE_INFINITY)
  const highest = options.combinedTarget ?? Number.POSITIVE_INFINITY
  const hasCombined = options.combinedStop !== null || options.combinedTarget !== null
  let worst = 0
  let best = 0
  let reason: ExitReason = 'end'
  let isAmbiguous = false

  const note = (pnl: number): number => {
    if (pnl < worst) worst = pnl
    if (pnl > best) best = pnl
    return pnl
  }
  const leaveLeg = (leg: OpenLeg, fill: RawFill, why: ExitReason): void => {
    const price =
      why === 'expiry' ? fill.price : legPriceOf(fill, leg.side === 'buy' ? 'sell' : 'buy', params)
    leg.exit = { fill, reason: why, pnl: leg.sign * (price - leg.entryPrice) * leg.quantity }
    reason = why
  }
  const closing = (leg: OpenLeg) => ({
    ...leg,
    side: leg.side === 'buy' ? ('sell' as const) : ('buy' as const),
  })
  const open = () => legs.filter((leg) => leg.exit === null)
  const legWorth = (leg: OpenLeg, price: number): number => leg.sign * (price - leg.entryPrice) * leg.quantity

  const pnlBy = (priceOf: PriceOf, row: number): number => {
    let sum = 0
    for (const leg of legs) sum += leg.exit?.pnl ?? legWorth(leg, priceOf(leg.tape, row))
    return sum
  }
  const worstOf = ({ sign, tape }: OpenLeg, row: number): number => {
    const top = tape.topAt(row)
    const bottom = tape.bottomAt(row)
    return sign > 0 ? Math.min(top, bottom) : Math.max(top, bottom)
  }
  const areTogether = (row: number): boolean => {
    if (legs.some(({ exit }) => exit?.fill.row === row)) return false
    const held = open()
    return held.length === 1 || held.every(({ tape }) => tape.insideMarkAt(row) === 'model')
  }
  const priceTowards = (leg: OpenLeg, towards: CandlePoint, row: number): number => {
    switch (towards) {
      case 'open':
        return leg.tape.openAt(row)
      case 'top':
        return leg.tape.topAt(row)
      case 'bottom':
        return leg.tape.bottomAt(row)
      case 'close':
        return leg.tape.closeAt(row)
      case 'least':
        return worstOf(leg, row)
      default:
        return towards satisfies never
    }
  }
  const leaveInside = (row: number, passed: Passed): void => {
    const moment = { row, isAtClose: false }
    for (const leg of open()) {
      const opened = leg.tape.openAt(row)
      const price = opened + (priceTowards(leg, passed.towards, row) - opened) * passed.share
      const fill = { price, mark: leg.tape.insideMarkAt(row) }
      leaveLeg(leg, fillOf(input, closing(leg), fill, moment), passed.reason)
    }
    isAmbiguous = passed.isAmbiguous
  }

  return {
    isOpen: () => legs.some((leg) => leg.exit === null),
    wasHeldThrough: (row) =>
      legs.some(({ exit }) => exit === null || (exit.fill.row === row && exit.fill.isAtClose)),
    passedAtOpen: (row) => (hasCombined ? passedAt(options, note(pnlBy(atOpen, row))) : null),
    pnlAtClose: (row) => note(pnlBy(atClose, row)),
    leave(moment, why) {
      for (const leg of open())
        leaveLeg(leg, fillOf(input, closing(leg), priceAt(leg.tape, moment), moment), why)
    },
    stopLegs(row) {
      for (const leg of legs) {
        const { stopAt, sign, tape } = leg
        if (stopAt === null || leg.exit !== null) continue
        const level = sign * stopAt + CLOSE * Math.abs(stopAt)
        const opened = tape.openAt(row)
        const isGap = sign * opened <= level
        if (!isGap && sign * worstOf(leg, row) > level) continue
        const price = isGap
          ? { price: opened, mark: tape.openMarkAt(row) }
          : { price: stopAt, mark: tape.insideMarkAt(row) }
        leaveLeg(leg, fillOf(input, closing(leg), price, { row, isAtClose: false }), 'stop')
      }
    },
    watchCombined(row) {
      if (!hasCombined) return false
      let least = 0
      for (const leg of legs) least += leg.exit?.pnl ?? legWorth(leg, worstOf(leg, row))
      const top = pnlBy(atTop, row)
      const bottom = pnlBy(atBottom, row)
      const close = pnlBy(atClose, row)
      // Fast path: most candles are far from both limits.
      if (least > lowest && top < highest && bottom < highest && close < highest && close > lowest)
        return false
      const worth = { open: pnlBy(atOpen, row), top, bottom, close, least, areTogether: areTogether(row) }
      const passed = passedInside(options, worth, input.fill === 'adverse')
      if (passed === null) return mayHavePassed(options, worth)
      leaveInside(row, passed)
      return false
    },
    settle(row) {
      const day = toIstDate(candles.time[row] ?? 0)
      const next = candles.time[row + 1]
      const isOver = (leg: OpenLeg) =>
        leg.contract.expiry <= day || (next !== undefined && toIstDate(next) > leg.contract.expiry)
      const settled = settlementOf(candles, row, { candleMs, source: request.source })
      for (const leg of open().filter(isOver)) {
        const price = intrinsicOf(leg.contract, settled)
        leaveLeg(leg, { row, isAtClose: true, price, mark: 'traded', halfSpread: 0 }, 'expiry')
      }
    },
    trade() {
      if (legs.some(({ exit }) => exit === null)) return null
      const closed = legs.flatMap(({ exit, contract, side, quantity, entry: fill }): RawLeg[] =>
        exit === null
          ? []
          : [{ contract, side, quantity, entry: fill, exit: exit.fill, reason: exit.reason }],
      )
      note(legs.reduce((sum, leg) => sum + (leg.exit?.pnl ?? 0), 0))
      return {
        legs: closed,
        reason,
        isAmbiguous,
        entryRow: entered.row,
        exitRow: Math.max(...closed.map(({ exit }) => exit.row)),
        margin: margin.used,
        hedgeBenefit: margin.hedgeBenefit,
        worst,
        best,
      }
    },
  }
}
