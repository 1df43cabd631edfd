import type { ExitReason } from '../../domain/backtests/backtest.ts'
import type { LegPrice, LegTape } from '../../domain/backtests/option-run/leg-prices.ts'
import { type EntryMargin, entryMarginOf } from '../../domain/backtests/option-run/margin.ts'
import { pickLeg } from '../../domain/backtests/option-run/pick-leg.ts'
import { legPriceOf, type RawFill } from '../../domain/backtests/option-run/raw-trade.ts'
import type { LegContract, LegMove } from '../../domain/backtests/option-run/rules.ts'
import { setsOf } from '../../domain/backtests/option-run/sets.ts'
import type { Side } from '../../domain/orders/order.ts'
import { toIstDate } from '../../domain/time.ts'
import type { PickedLegs, WalkInput } from './option-request.ts'

export interface LegExit {
  readonly fill: RawFill
  readonly reason: ExitReason
  readonly pnl: number
}

export interface OpenLeg {
  readonly contract: LegContract
  readonly tape: LegTape
  readonly side: Side
  readonly sign: 1 | -1
  readonly quantity: number
  readonly entry: RawFill
  readonly entryPrice: number
  /** The leg's own stop and target, in rupees per unit. */
  readonly stopAt: number | null
  readonly targetAt: number | null
  exit: LegExit | null
}

/** The open of candle `row`, or its close. */
export interface FillMoment {
  readonly row: number
  readonly isAtClose: boolean
}

export const enterLegs = (
  input: WalkInput,
  moment: FillMoment,
): { readonly legs: readonly OpenLeg[]; readonly margin: EntryMargin } | null => {
  const { params } = input.request
  const { legs, sets, margin } = picksAt(input, moment)
  if (sets < 1) return null
  const entered = legs.map(({ ask, contract, tape, price }): OpenLeg => {
    const { side } = ask
    const entry = fillOf(input, { contract, tape, side }, price, moment)
    const entryPrice = legPriceOf(entry, side, params)
    return {
      contract,
      tape,
      side,
      sign: side === 'buy' ? 1 : -1,
      quantity: ask.lots * sets * contract.lotSize,
      entry,
      entryPrice,
      stopAt: levelOf(ask.stop, side === 'buy' ? -1 : 1, entryPrice),
      targetAt: levelOf(ask.target ?? null, side === 'buy' ? 1 : -1, entryPrice),
      exit: null,
    }
  })
  return { legs: entered, margin }
}

/** Cached, as most fill models enter at the same moments and a margin is slow to compute. */
const picksAt = (input: WalkInput, moment: FillMoment): PickedLegs => {
  const key = moment.row * 2 + (moment.isAtClose ? 1 : 0)
  const known = input.picks.get(key) ?? pickLegs(input, moment)
  input.picks.set(key, known)
  return known
}

const pickLegs = (input: WalkInput, moment: FillMoment): PickedLegs => {
  const { request, candles, model, prices, contracts } = input
  const { params, options, underlying } = request
  const { row, isAtClose } = moment
  const on = toIstDate(candles.time[row] ?? 0)
  const instant = isAtClose ? prices.closeOf(row) : prices.openOf(row)
  const legs = options.legs.map((ask) => {
    const contract = pickLeg(ask, { contracts, model, instant, on })
    const tape = prices.tapeOf(contract)
    return { ask, contract, tape, price: priceAt(tape, moment) }
  })
  const marginFor = (sets: number) =>
    entryMarginOf(
      legs.map(({ ask, contract, price }) => ({
        contract,
        quantity: (ask.side === 'buy' ? 1 : -1) * ask.lots * sets * contract.lotSize,
        price: price.price,
      })),
      { model, instant, isIndex: underlying.isIndex, on },
    )
  const sets = setsOf(params, () => marginFor(1).used)
  return { legs, sets, margin: sets < 1 ? { used: 0, hedgeBenefit: 0 } : marginFor(sets) }
}

export const priceAt = (tape: LegTape, { row, isAtClose }: FillMoment): LegPrice =>
  isAtClose
    ? { price: tape.closeAt(row), mark: tape.closeMarkAt(row) }
    : { price: tape.openAt(row), mark: tape.openMarkAt(row) }

/** `crossed` pays the model's spread even on traded prices; `adverse` takes the leg's worst in the candle. */
export const fillOf = (
  { model, prices, fill }: Pick<WalkInput, 'model' | 'prices' | 'fill'>,
  { contract, tape, side }: Pick<OpenLeg, 'contract' | 'tape' | 'side'>,
  { price, mark }: LegPrice,
  { row, isAtClose }: FillMoment,
): RawFill => {
  const at = isAtClose ? prices.closeOf(row) : prices.openOf(row)
  const crosses = mark === 'model' || fill === 'crossed'
  const worse = side === 'buy' ? Math.max : Math.min
  return {
    row,
    isAtClose,
    price: fill === 'adverse' ? worse(price, tape.topAt(row), tape.bottomAt(row)) : price,
    mark,
    halfSpread: crosses ? model.halfSpreadOf(contract, at, price) : 0,
  }
}

const levelOf = (move: LegMove | null, way: 1 | -1, entryPrice: number): number | null => {
  if (move === null) return null
  const distance = move.type === 'pts' ? move.amount : (entryPrice * move.amount) / 100
  return entryPrice + way * distance
}
