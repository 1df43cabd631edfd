import type { BacktestRequest, ExitReason } from '../domain/backtest.ts'
import type { RawTrade } from '../domain/charged-trades.ts'
import type { TradeColumns } from '../domain/lean-figures.ts'
import { requestUnder } from '../domain/trust/fill-band.ts'
import { type FillModel, fillModels } from '../domain/trust/trust.ts'
import type { Address, Desk } from './host.ts'
import { rulesOf, type TradeOptions } from './rules.ts'

const TRADE_COLUMNS = 10
const TALLY_ROWS = 4

/** All a kernel writes of each trade. */
interface WholeColumns extends TradeColumns {
  readonly reason: Float64Array
  readonly isAmbiguous: Float64Array
  readonly worst: Float64Array
  readonly best: Float64Array
}

/** The trades under each fill model; null where there are too many. */
export type Traded = Readonly<Record<FillModel, TradeColumns | null>>

/** Memory that runs fill one after the other. */
interface TradeRoom {
  readonly capacity: number
  readonly trades: Address
  readonly tally: Address
}

/** Each run fills its room anew. */
interface TradeDesk {
  /** Null where there are more trades than room. */
  run(request: BacktestRequest, options?: TradeOptions): TradeColumns | null
  /** Of the last run, with its tally: held, skipped, outside hours, settled. */
  whole(): WholeColumns
  tally(): Float64Array
}

/** Trades of one run: a hundred a day for four years. */
export const TRADES_MAX = 100_000

interface TradeSpan {
  /** The candles of the span: rows `first` to `last`, the latter excluded. */
  readonly first: number
  readonly last: number
}

/** Room for the trades of a run over so many candles, with its tally. */
export const tradeRoom = (desk: Desk, { first, last }: TradeSpan): TradeRoom => {
  const capacity = Math.min(last - first, TRADES_MAX)
  return { capacity, trades: desk.column(capacity * TRADE_COLUMNS), tally: desk.column(TALLY_ROWS) }
}

/** `inputs` are the columns of the kernel `trade` up to the trades. */
export const openTrades = (
  desk: Desk,
  inputs: readonly Address[],
  { first, last }: TradeSpan,
  { capacity, trades, tally }: TradeRoom,
): TradeDesk => {
  let count = 0
  const column = (place: number) => desk.take(desk.skip(trades, place * capacity), count)
  const read = (): TradeColumns => ({
    entryRow: column(0),
    exitRow: column(1),
    entryRaw: column(2),
    exitRaw: column(3),
    quantity: column(4),
    exitsAtClose: column(6),
  })
  return {
    run(request, options) {
      count = desk.call(
        'trade',
        ...inputs,
        trades,
        tally,
        capacity,
        first,
        last,
        ...rulesOf(request, options),
      )
      return count < 0 ? null : read()
    },
    whole: () => ({
      ...read(),
      reason: column(5),
      isAmbiguous: column(7),
      worst: column(8),
      best: column(9),
    }),
    tally: () => desk.take(tally, TALLY_ROWS),
  }
}

/** The trades of every fill model but `own`, whose trades are there already. */
export const tradeUnderAll = (
  { run }: TradeDesk,
  request: BacktestRequest,
  price: number,
  own: { readonly model: FillModel; readonly trades: TradeColumns },
): Traded => {
  const under = (model: FillModel) =>
    model === own.model
      ? own.trades
      : run(requestUnder(request, model, price), { fillsAtWorst: model === 'adverse' })
  const [signalClose, nextOpen, crossed, adverse] = fillModels.map(under)
  return {
    signal_close: signalClose ?? null,
    next_open: nextOpen ?? null,
    crossed: crossed ?? null,
    adverse: adverse ?? null,
  }
}

/** As numbered in assembly/trades.ts. */
const reasons: readonly ExitReason[] = ['signal', 'stop', 'target', 'square-off', 'end']

export const rawTradesOf = (columns: WholeColumns): readonly RawTrade[] =>
  Array.from(columns.entryRow, (entryRow, place) => ({
    entryRow,
    exitRow: columns.exitRow[place] ?? 0,
    entryRaw: columns.entryRaw[place] ?? 0,
    exitRaw: columns.exitRaw[place] ?? 0,
    quantity: columns.quantity[place] ?? 0,
    reason: reasons[(columns.reason[place] ?? 0) - 1] ?? 'end',
    exitsAtClose: columns.exitsAtClose[place] === 1,
    isAmbiguous: columns.isAmbiguous[place] === 1,
    worst: columns.worst[place] ?? 0,
    best: columns.best[place] ?? 0,
  }))
