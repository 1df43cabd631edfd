import type { ExitReason } from '../domain/backtest.ts'
import type { LegPrice } from '../domain/option-run/leg-prices.ts'
import { entryMarginOf } from '../domain/option-run/margin.ts'
import type { Instant } from '../domain/option-run/model.ts'
import { pickLeg } from '../domain/option-run/pick-leg.ts'
import { legPriceOf, type RawFill, type RawLeg, type RawOptionTrade } from '../domain/option-run/raw-trade.ts'
import type { LegAsk, LegContract } from '../domain/option-run/rules.ts'
import { intrinsicOf, settlementOf } from '../domain/option-run/settlement.ts'
import type { Side } from '../domain/order.ts'
import { toIstDate } from '../domain/time.ts'
import type { WalkInput } from './option-request.ts'

export interface OptionPosition {
  isOpen(): boolean
  /** Whether some leg was still held at the close of the candle. */
  wasHeldThrough(row: number): boolean
  /** Which of the combined rules the P&L has passed, if any. */
  passedAtOpen(row: number): 'stop' | 'target' | null
  passedAtClose(row: number): 'stop' | 'target' | null
  pnlAtClose(row: number): number
  leaveAtOpen(row: number, reason: ExitReason): void
  leaveAtClose(row: number, reason: ExitReason): void
  /** Leaves the legs whose own stop the candle touched. */
  stopLegs(row: number): void
  /** Settles the legs that have ended by the day of its last candle. */
  settle(row: number): void
  /** The trade once every leg has left. */
  trade(): RawOptionTrade | null
}

interface OpenLeg {
  readonly contract: LegContract
  readonly side: Side
  readonly sign: 1 | -1
  readonly quantity: number
  readonly entry: RawFill
  readonly entryPrice: number
  readonly stopAt: number | null
  exit: { readonly fill: RawFill; readonly reason: ExitReason; readonly pnl: number } | null
}

/** As far as a price may miss its stop for want of digits. */
const CLOSE = 1e-9

/** Enters at the open of a candle; null where the money does not cover one lot of each leg. */
export const createOptionPosition = (input: WalkInput, row: number, step: number): OptionPosition | null => {
  const { request, candles, model, prices } = input
  const { params, options, underlying } = request
  const on = toIstDate(candles.time[row] ?? 0)
  const instant = prices.openOf(row)
  const { lotSize } = request.contract
  const picked = options.legs.map((ask) => {
    const contract = pickLeg(ask, { underlying, lotSize, model, instant, on })
    return { ask, contract, price: prices.atOpen(contract, row) }
  })

  const marginFor = (sets: number) =>
    entryMarginOf(
      picked.map(({ ask, contract, price }) => ({
        contract,
        quantity: (ask.side === 'buy' ? 1 : -1) * ask.lots * sets * contract.lotSize,
        price: price.price,
      })),
      { model, instant, isIndex: underlying.isIndex, on },
    )
  const sets = setsOf(params, () => marginFor(1).used)
  if (sets < 1) return null
  const margin = marginFor(sets)

  const fillOf = (
    contract: LegContract,
    { price, mark }: LegPrice,
    { at, isAtClose, atRow }: { at: Instant; isAtClose: boolean; atRow: number },
  ): RawFill => ({
    row: atRow,
    isAtClose,
    price,
    mark,
    halfSpread: mark === 'model' ? model.halfSpreadOf(contract, at, price) : 0,
  })

  const legs = picked.map(({ ask, contract, price }): OpenLeg => {
    const entry = fillOf(contract, price, { at: instant, isAtClose: false, atRow: row })
    const entryPrice = legPriceOf(entry, ask.side, params)
    const sign = ask.side === 'buy' ? 1 : -1
    return {
      contract,
      side: ask.side,
      sign,
      quantity: ask.lots * sets * contract.lotSize,
      entry,
      entryPrice,
      stopAt: stopOf(ask, entryPrice),
      exit: null,
    }
  })
  let worst = 0
  let best = 0
  let reason: ExitReason = 'end'

  const note = (pnl: number): number => {
    worst = Math.min(worst, pnl)
    best = Math.max(best, pnl)
    return pnl
  }
  const leave = (leg: OpenLeg, fill: RawFill, why: ExitReason): void => {
    const price =
      why === 'expiry' ? fill.price : legPriceOf(fill, leg.side === 'buy' ? 'sell' : 'buy', params)
    leg.exit = { fill, reason: why, pnl: leg.sign * (price - leg.entryPrice) * leg.quantity }
    reason = why
  }
  const open = () => legs.filter((leg) => leg.exit === null)
  const pnlBy = (priceOf: (contract: LegContract) => LegPrice): number =>
    note(
      legs.reduce(
        (sum, leg) =>
          sum + (leg.exit?.pnl ?? leg.sign * (priceOf(leg.contract).price - leg.entryPrice) * leg.quantity),
        0,
      ),
    )
  const pnlAtClose = (at: number) => pnlBy((contract) => prices.atClose(contract, at))
  const { combinedStop, combinedTarget } = options
  const passed = (pnl: number): 'stop' | 'target' | null => {
    if (combinedStop !== null && pnl <= -combinedStop) return 'stop'
    return combinedTarget !== null && pnl >= combinedTarget ? 'target' : null
  }
  const pnlNow = () => note(legs.reduce((sum, leg) => sum + (leg.exit?.pnl ?? 0), 0))

  return {
    isOpen: () => open().length > 0,
    wasHeldThrough: (at) =>
      legs.some(({ exit }) => exit === null || (exit.fill.row === at && exit.fill.isAtClose)),
    passedAtOpen: (at) =>
      combinedStop === null && combinedTarget === null
        ? null
        : passed(pnlBy((contract) => prices.atOpen(contract, at))),
    passedAtClose: (at) => passed(pnlAtClose(at)),
    pnlAtClose,
    leaveAtOpen(at, why) {
      const when = { at: prices.openOf(at), isAtClose: false, atRow: at }
      for (const leg of open()) leave(leg, fillOf(leg.contract, prices.atOpen(leg.contract, at), when), why)
    },
    leaveAtClose(at, why) {
      const when = { at: prices.closeOf(at), isAtClose: true, atRow: at }
      for (const leg of open()) leave(leg, fillOf(leg.contract, prices.atClose(leg.contract, at), when), why)
    },
    stopLegs(at) {
      const when = { at: prices.openOf(at), isAtClose: false, atRow: at }
      for (const leg of open()) {
        const { stopAt, sign, contract } = leg
        if (stopAt === null) continue
        const isPassed = (price: number) => sign * price <= sign * stopAt + CLOSE * Math.abs(stopAt)
        const opened = prices.atOpen(contract, at)
        const range = prices.inside(contract, at)
        if (isPassed(opened.price)) leave(leg, fillOf(contract, opened, when), 'stop')
        else if (isPassed(sign > 0 ? range.low : range.high))
          leave(leg, fillOf(contract, { price: stopAt, mark: range.mark }, when), 'stop')
      }
    },
    settle(at) {
      const day = toIstDate(candles.time[at] ?? 0)
      const next = candles.time[at + 1]
      const isOver = (leg: OpenLeg) =>
        leg.contract.expiry <= day || (next !== undefined && toIstDate(next) > leg.contract.expiry)
      const settled = settlementOf(candles, at, { step, source: request.source })
      for (const leg of open().filter(isOver)) {
        const price = intrinsicOf(leg.contract, settled)
        leave(leg, { row: at, isAtClose: true, price, mark: 'traded', halfSpread: 0 }, 'expiry')
      }
    },
    trade() {
      const closed = legs.flatMap(({ exit, contract, side, quantity, entry }): RawLeg[] =>
        exit === null ? [] : [{ contract, side, quantity, entry, exit: exit.fill, reason: exit.reason }],
      )
      if (closed.length < legs.length) return null
      pnlNow()
      return {
        legs: closed,
        reason,
        entryRow: row,
        exitRow: Math.max(...closed.map(({ exit }) => exit.row)),
        margin: margin.used,
        hedgeBenefit: margin.hedgeBenefit,
        worst,
        best,
      }
    },
  }
}

/** Points from the entry at which a leg leaves. */
const stopOf = ({ stop, side }: LegAsk, entryPrice: number): number | null => {
  if (stop === null) return null
  const distance = stop.type === 'pts' ? stop.amount : (entryPrice * stop.amount) / 100
  return side === 'buy' ? entryPrice - distance : entryPrice + distance
}

/** How often the legs are traded with their lots. */
const setsOf = ({ size, capital }: WalkInput['request']['params'], costOfOne: () => number): number => {
  switch (size.kind) {
    case 'lots':
      return size.lots
    case 'rupees':
      return Math.floor(size.rupees / costOfOne())
    case 'percent':
      return Math.floor((capital * size.percent) / 100 / costOfOne())
    default:
      return size satisfies never
  }
}
