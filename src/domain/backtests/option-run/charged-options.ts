import type { Candles } from '../../charts/candle.ts'
import { type Charges, chargesOf, exerciseTaxOf } from '../../orders/charges.ts'
import { freezeQuantityOf, largestOrder } from '../../orders/freeze.ts'
import type { Side } from '../../orders/order.ts'
import { epochMs, istDayNumber, toIstDate } from '../../time.ts'
import type { BacktestRequest, BacktestTrade, ChargeLine, LegTrade, OptionFills } from '../backtest.ts'
import { legPriceOf, type RawFill, type RawLeg, type RawOptionTrade } from './raw-trade.ts'
import type { LegContract, OptionUnderlying } from './rules.ts'

export interface ChargedLeg {
  readonly trade: LegTrade
  readonly entryCharges: number
}

export interface ChargedOptions {
  readonly trades: readonly BacktestTrade[]
  readonly legs: readonly (readonly ChargedLeg[])[]
  readonly lines: readonly ChargeLine[]
  readonly fills: OptionFills
}

export interface ChargeInput {
  readonly request: BacktestRequest
  readonly underlying: OptionUnderlying
  readonly candles: Candles
  readonly candleMs: number
}

const names = ['brokerage', 'stt', 'transaction', 'sebi', 'stamp', 'gst', 'dp'] as const
type Totals = Record<ChargeLine['name'], number>

export const chargeOptions = (input: ChargeInput, raw: readonly RawOptionTrade[]): ChargedOptions => {
  const totals: Totals = { brokerage: 0, stt: 0, transaction: 0, sebi: 0, stamp: 0, gst: 0, dp: 0 }
  const legs = raw.map((trade) => trade.legs.map((leg) => chargeLeg(input, leg, totals)))
  return {
    trades: raw.map((trade, index) =>
      tradeOf(
        trade,
        (legs[index] ?? []).map((leg) => leg.trade),
      ),
    ),
    legs,
    lines: names.map((name) => ({ name, amount: totals[name] })),
    fills: fillsOf(legs.flat().map((leg) => leg.trade)),
  }
}

const chargeLeg = (input: ChargeInput, leg: RawLeg, totals: Totals): ChargedLeg => {
  const { params } = input.request
  const { contract, side, quantity } = leg
  const sign = side === 'buy' ? 1 : -1
  const exitSide: Side = side === 'buy' ? 'sell' : 'buy'
  const instantOf = ({ row, isAtClose }: RawFill) =>
    epochMs((input.candles.time[row] ?? 0) + (isAtClose ? input.candleMs : 0))
  const isSettled = leg.reason === 'expiry'
  const entryPrice = legPriceOf(leg.entry, side, params)
  const exitPrice = isSettled ? leg.exit.price : legPriceOf(leg.exit, exitSide, params)
  const [entryAt, exitAt] = [instantOf(leg.entry), instantOf(leg.exit)]
  const entryCharges = orderCharges(input, leg, { side, price: entryPrice, at: entryAt }, totals)
  const exitCharges = isSettled
    ? settlementCharges(input, sign * exitPrice * quantity, exitAt, totals)
    : orderCharges(input, leg, { side: exitSide, price: exitPrice, at: exitAt }, totals)
  const grossPnl = (sign > 0 ? exitPrice - entryPrice : entryPrice - exitPrice) * quantity
  const slipped = Math.abs(entryPrice - leg.entry.price) + Math.abs(exitPrice - leg.exit.price)
  const charges = entryCharges + exitCharges
  return {
    entryCharges,
    trade: {
      contract,
      side,
      quantity,
      entryAt,
      entryPrice,
      entryMark: leg.entry.mark,
      exitAt,
      exitPrice,
      exitMark: leg.exit.mark,
      reason: leg.reason,
      grossPnl,
      charges,
      slippage: slipped * quantity,
      netPnl: grossPnl - charges,
    },
  }
}

interface OptionOrder {
  readonly side: Side
  /** Rupees a unit. */
  readonly price: number
  readonly quantity: number
  readonly at: number
}

/** An order beyond the freeze quantity is charged as several. */
export const chargesOfOrder = (
  { exchange, root }: OptionUnderlying,
  { lotSize }: Pick<LegContract, 'lotSize'>,
  { side, price, quantity, at }: OptionOrder,
): readonly Charges[] => {
  const freezeQuantity = freezeQuantityOf({ exchange, root, lotSize }, toIstDate(at))
  const most = largestOrder({ freezeQuantity, lotSize })
  const charges: Charges[] = []
  for (let left = quantity; left > 0; left -= most)
    charges.push(
      chargesOf({
        chargedAs: 'options',
        exchange: exchange === 'NFO' ? 'NSE' : 'BSE',
        side,
        price,
        quantity: Math.min(left, most),
        day: istDayNumber(at),
        isFirstSaleOfDay: false,
      }),
    )
  return charges
}

const orderCharges = (
  { request, underlying }: ChargeInput,
  { contract, quantity }: RawLeg,
  fill: Omit<OptionOrder, 'quantity'>,
  totals: Totals,
): number => {
  if (!request.params.costs) return 0
  const charges = chargesOfOrder(underlying, contract, { ...fill, quantity })
  for (const one of charges) note(one, totals)
  return charges.reduce((sum, { total }) => sum + total, 0)
}

/** The holder of an option in the money owes the exercise tax; its seller owes nothing. */
const settlementCharges = ({ request }: ChargeInput, paid: number, at: number, totals: Totals): number => {
  if (!request.params.costs || paid <= 0) return 0
  const tax = exerciseTaxOf(paid, istDayNumber(at))
  totals.stt += tax
  return tax
}

const note = (charges: Charges, totals: Totals): void => {
  for (const name of names) totals[name] += charges[name]
}

/** Sold if the legs received a net premium, else bought. The quantity is the smallest leg's. */
const tradeOf = (raw: RawOptionTrade, legs: readonly LegTrade[]): BacktestTrade => {
  const sum = (figure: (leg: LegTrade) => number) => legs.reduce((total, leg) => total + figure(leg), 0)
  const signed = (leg: LegTrade) => (leg.side === 'buy' ? leg.quantity : -leg.quantity)
  const paid = sum((leg) => signed(leg) * leg.entryPrice)
  const worth = sum((leg) => signed(leg) * leg.exitPrice)
  const sign = paid > 0 ? 1 : -1
  const quantity = Math.min(...legs.map((leg) => leg.quantity))
  const entryAt = epochMs(Math.min(...legs.map((leg) => leg.entryAt)))
  const exitAt = epochMs(Math.max(...legs.map((leg) => leg.exitAt)))
  return {
    side: sign > 0 ? 'buy' : 'sell',
    quantity,
    entryAt,
    entryPrice: (sign * paid) / quantity,
    exitAt,
    exitPrice: (sign * worth) / quantity,
    reason: raw.reason,
    isAmbiguous: raw.isAmbiguous,
    grossPnl: sum((leg) => leg.grossPnl),
    charges: sum((leg) => leg.charges),
    slippage: sum((leg) => leg.slippage),
    netPnl: sum((leg) => leg.netPnl),
    candles: raw.exitRow - raw.entryRow,
    adverseExcursion: raw.worst / quantity,
    favourableExcursion: raw.best / quantity,
    legs,
    margin: raw.margin,
    hedgeBenefit: raw.hedgeBenefit,
  }
}

const fillsOf = (legs: readonly LegTrade[]): OptionFills => {
  const marks = legs.flatMap(({ entryMark, exitMark }) => [entryMark, exitMark])
  const model = marks.filter((mark) => mark === 'model').length
  const byModel = legs.filter(({ entryMark, exitMark }) => entryMark === 'model' || exitMark === 'model')
  const size = (of: readonly LegTrade[]) => of.reduce((sum, leg) => sum + Math.abs(leg.grossPnl), 0)
  const all = size(legs)
  return {
    traded: marks.length - model,
    model,
    modelPnl: byModel.reduce((sum, leg) => sum + leg.grossPnl, 0),
    modelShare: all === 0 ? null : (size(byModel) / all) * 100,
  }
}
