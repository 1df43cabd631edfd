import type { ExitReason } from '../../domain/backtests/backtest.ts'
import {
  type CandlePoint,
  createCombined,
  hasCombinedRule,
  mayHavePassed,
  type Passed,
  passedInside,
  reachesLock,
} from '../../domain/backtests/option-run/combined.ts'
import type { LegTape } from '../../domain/backtests/option-run/leg-prices.ts'
import {
  legPriceOf,
  type RawFill,
  type RawLeg,
  type RawOptionTrade,
} from '../../domain/backtests/option-run/raw-trade.ts'
import type { PriceMark } from '../../domain/backtests/option-run/rules.ts'
import { intrinsicOf, settlementOf } from '../../domain/backtests/option-run/settlement.ts'
import { toIstDate } from '../../domain/time.ts'
import { enterLegs, type FillMoment, fillOf, type OpenLeg, priceAt } from './option-entry.ts'
import type { WalkInput } from './option-request.ts'

export interface OptionPosition {
  isOpen(): boolean
  wasHeldThrough(row: number): boolean
  passedAtOpen(row: number): ExitReason | null
  pnlAtClose(row: number): number
  leave(moment: FillMoment, reason: ExitReason): void
  watchLegs(row: number): void
  /** Closes the rest if a combined rule was passed. True if one may have been passed but was not taken. */
  watchCombined(row: number): boolean
  /** Settles the legs that expire by the candle's day, or before that of the next candle. */
  settle(row: number): void
  trade(): RawOptionTrade | null
}

/** Relative floating-point tolerance of a level. */
const CLOSE = 1e-9

interface Touched {
  readonly price: number
  readonly mark: PriceMark
  /** The candle opened there or beyond, and the fill is at that price. */
  readonly isGap: boolean
}

const levelTouched = (
  { sign, stopAt, targetAt, tape }: OpenLeg,
  which: 'stop' | 'target',
  row: number,
): Touched | null => {
  const level = which === 'stop' ? stopAt : targetAt
  if (level === null) return null
  const way = which === 'stop' ? -sign : sign
  const reach = way * level - CLOSE * Math.abs(level)
  const opened = tape.openAt(row)
  if (way * opened >= reach) return { price: opened, mark: tape.openMarkAt(row), isGap: true }
  const furthest = Math.max(way * tape.topAt(row), way * tape.bottomAt(row))
  return furthest >= reach ? { price: level, mark: tape.insideMarkAt(row), isGap: false } : null
}

type PriceOf = (tape: LegTape, row: number) => number

const atOpen: PriceOf = (tape, row) => tape.openAt(row)
const atTop: PriceOf = (tape, row) => tape.topAt(row)
const atBottom: PriceOf = (tape, row) => tape.bottomAt(row)
const atClose: PriceOf = (tape, row) => tape.closeAt(row)

const closing = (leg: OpenLeg) => ({
  ...leg,
  side: leg.side === 'buy' ? ('sell' as const) : ('buy' as const),
})

const legWorth = (leg: OpenLeg, price: number): number => leg.sign * (price - leg.entryPrice) * leg.quantity

const worstOf = ({ sign, tape }: OpenLeg, row: number): number => {
  const top = tape.topAt(row)
  const bottom = tape.bottomAt(row)
  return sign > 0 ? Math.min(top, bottom) : Math.max(top, bottom)
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
  const highest = options.combinedTarget ?? Number.POSITIVE_INFINITY
  const hasCombined = hasCombinedRule(options)
  const combined = createCombined(options)
  let held: readonly OpenLeg[] = legs
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
    held = held.filter((one) => one !== leg)
    reason = why
  }
  const pnlBy = (priceOf: PriceOf, row: number): number => {
    let sum = 0
    for (const leg of legs) sum += leg.exit?.pnl ?? legWorth(leg, priceOf(leg.tape, row))
    return sum
  }
  const areTogether = (row: number): boolean => {
    if (legs.some(({ exit }) => exit?.fill.row === row)) return false
    return held.length === 1 || held.every(({ tape }) => tape.insideMarkAt(row) === 'model')
  }
  const leaveInside = (row: number, passed: Passed): void => {
    const moment = { row, isAtClose: false }
    for (const leg of held) {
      const opened = leg.tape.openAt(row)
      const price = opened + (priceTowards(leg, passed.towards, row) - opened) * passed.share
      const fill = { price, mark: leg.tape.insideMarkAt(row) }
      leaveLeg(leg, fillOf(input, closing(leg), fill, moment), combined.reasonOf(passed.reason))
    }
    isAmbiguous ||= passed.isAmbiguous
  }

  return {
    isOpen: () => held.length > 0,
    wasHeldThrough: (row) =>
      held.length > 0 || legs.some(({ exit }) => exit?.fill.row === row && exit.fill.isAtClose),
    passedAtOpen: (row) => (hasCombined ? combined.passedAt(note(pnlBy(atOpen, row))) : null),
    pnlAtClose: (row) => note(pnlBy(atClose, row)),
    leave(moment, why) {
      for (const leg of held)
        leaveLeg(leg, fillOf(input, closing(leg), priceAt(leg.tape, moment), moment), why)
    },
    watchLegs(row) {
      for (const leg of held) {
        const stop = levelTouched(leg, 'stop', row)
        const target = levelTouched(leg, 'target', row)
        // Where the candle touched both, the worse is taken; a price beyond the target at its open came first.
        const isTarget = target !== null && (stop === null || target.isGap)
        const touched = isTarget ? target : stop
        if (touched === null) continue
        isAmbiguous ||= stop !== null && target !== null && !stop.isGap && !target.isGap
        const fill = fillOf(input, closing(leg), touched, { row, isAtClose: false })
        leaveLeg(leg, fill, isTarget ? 'target' : 'stop')
      }
    },
    watchCombined(row) {
      if (!hasCombined) return false
      let least = 0
      for (const leg of legs) least += leg.exit?.pnl ?? legWorth(leg, worstOf(leg, row))
      const top = pnlBy(atTop, row)
      const bottom = pnlBy(atBottom, row)
      const close = pnlBy(atClose, row)
      const rules = combined.rules()
      const lowest = -(rules.combinedStop ?? Number.POSITIVE_INFINITY)
      const most = Math.max(top, bottom)
      // Fast path: most candles are far from both limits.
      if (least > lowest && most < highest && close < highest && close > lowest) {
        // A profit reached inside a candle is locked from the next one on, as the order inside is unknown.
        combined.reach(reachesLock(options, most) && areTogether(row) ? most : close)
        return false
      }
      const worth = { open: pnlBy(atOpen, row), top, bottom, close, least, areTogether: areTogether(row) }
      const passed = passedInside(rules, worth, input.fill === 'adverse')
      if (passed !== null) {
        leaveInside(row, passed)
        return false
      }
      combined.reach(worth.areTogether ? Math.max(most, close) : close)
      return mayHavePassed(rules, worth)
    },
    settle(row) {
      const day = toIstDate(candles.time[row] ?? 0)
      const next = candles.time[row + 1]
      const isOver = (leg: OpenLeg) =>
        leg.contract.expiry <= day || (next !== undefined && toIstDate(next) > leg.contract.expiry)
      const settled = settlementOf(candles, row, { candleMs, source: request.source })
      for (const leg of held.filter(isOver)) {
        const price = intrinsicOf(leg.contract, settled)
        leaveLeg(leg, { row, isAtClose: true, price, mark: 'traded', halfSpread: 0 }, 'expiry')
      }
    },
    trade() {
      if (held.length > 0) return null
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
