import type { Candles } from '../../charts/candle.ts'
import { intervalMinutes } from '../../charts/interval.ts'
import { chargedAsOf, createChargeCalculator } from '../../orders/charges.ts'
import type { Side } from '../../orders/order.ts'
import { istDayNumber, istMinuteOfDay, parseClock } from '../../time.ts'
import { type BacktestRequest, entersAtClose, leavesAtClose } from '../backtest.ts'
import type { RawTrade } from '../charged-trades.ts'
import { createSlippage } from '../slippage.ts'
import { unitsAt } from '../trade-size.ts'
import { createRandom } from './random.ts'

interface RandomEntryInput {
  readonly request: BacktestRequest
  readonly candles: Candles
  /** Rows `first` to `last`, the latter exclusive. */
  readonly first: number
  readonly last: number
  readonly trades: readonly RawTrade[]
}

/** Net P&L, rupees. As many trades of the same side and lengths, in trading hours; they may overlap. */
export const randomEntryPnl = (input: RandomEntryInput, draws: number, seed: number): Float64Array => {
  const random = createRandom(seed)
  const { rows, room } = roomsOf(input)
  const lengths = input.trades.map(({ entryRow, exitRow, exitsAtClose }) => ({
    length: exitRow - entryRow,
    exitsAtClose,
    // Rows are sorted by room, so those that fit come first.
    fitting: countAtLeast(room, exitRow - entryRow),
  }))
  const netOf = tradePricing(input)
  const pnl = new Float64Array(draws)
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0
    for (const { length, exitsAtClose, fitting } of lengths) {
      if (fitting === 0) continue
      const row = rows[random.below(fitting)] ?? 0
      sum += netOf(row, row + length, exitsAtClose)
    }
    pnl[draw] = sum
  }
  return pnl
}

/** Rows where an entry may fill, sorted by the candles left before it must be closed, most first. */
const roomsOf = ({ request, candles, first, last }: RandomEntryInput) => {
  const { params } = request
  const minutes = intervalMinutes(params.interval)
  const opens = minutes === null ? 0 : (parseClock(params.tradingStartTime) ?? 0)
  const closes = minutes === null ? Number.POSITIVE_INFINITY : (parseClock(params.tradingStopTime) ?? 0)
  const delay = entersAtClose(params) ? (minutes ?? 0) : 0
  const found: { readonly row: number; readonly room: number }[] = []
  let behind = last
  for (let row = last - 1; row >= first; row--) {
    const at = candles.time[row] ?? 0
    const isLastOfDay = row + 1 === last || istDayNumber(candles.time[row + 1] ?? 0) !== istDayNumber(at)
    if (params.product === 'MIS' && isLastOfDay) behind = row + 1
    const minute = istMinuteOfDay(at) + delay
    if (minute >= opens && minute < closes) found.push({ row, room: behind - 1 - row })
  }
  found.sort((one, other) => other.room - one.room || one.row - other.row)
  return {
    rows: Int32Array.from(found, ({ row }) => row),
    room: Int32Array.from(found, ({ room }) => room),
  }
}

const countAtLeast = (descending: Int32Array, least: number): number => {
  let low = 0
  let high = descending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((descending[middle] ?? 0) >= least) low = middle + 1
    else high = middle
  }
  return low
}

const tradePricing = ({ request, candles }: RandomEntryInput) => {
  const { params, contract } = request
  const { open, close, time } = candles
  const chargedAs = chargedAsOf(contract.chargedAs, params.product)
  const exitSide: Side = params.side === 'buy' ? 'sell' : 'buy'
  const sign = params.side === 'buy' ? 1 : -1
  const isExitAtClose = leavesAtClose(params)
  const { charge } = createChargeCalculator({ chargedAs, exchange: contract.exchange })
  const slipped = createSlippage(params, contract)
  const chargeOf = (side: Side, price: number, quantity: number, row: number): number =>
    params.costs ? charge(side, price, quantity, istDayNumber(time[row] ?? 0), true) : 0
  return (entryRow: number, exitRow: number, exitsAtClose: boolean): number => {
    const entryRaw = (entersAtClose(params) ? close : open)[entryRow] ?? 0
    const exitRaw = (isExitAtClose || exitsAtClose || exitRow === entryRow ? close : open)[exitRow] ?? 0
    const entry = slipped(entryRaw, params.side)
    const exit = slipped(exitRaw, exitSide)
    const quantity = unitsAt(request, entry)
    return (
      (exit - entry) * quantity * sign -
      chargeOf(params.side, entry, quantity, entryRow) -
      chargeOf(exitSide, exit, quantity, exitRow)
    )
  }
}
