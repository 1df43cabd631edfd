import type { BacktestRequest, ExitReason } from '../domain/backtest.ts'
import type { RawTrade } from '../domain/charged-trades.ts'
import { requestUnder, type TradeColumns } from '../domain/trust/fill-band.ts'
import { type FillModel, fillModels } from '../domain/trust/trust.ts'
import type { Address, Desk } from './host.ts'
import { rulesOf } from './rules.ts'

const TRADE_COLUMNS = 10
const TALLY_ROWS = 4

/** All a kernel writes of each trade. */
interface WholeColumns extends TradeColumns {
  readonly reason: Float64Array
  readonly exitsAtClose: Float64Array
  readonly isAmbiguous: Float64Array
  readonly worst: Float64Array
  readonly best: Float64Array
}

/** The trades under each fill model; null where there are too many. */
export type Traded = Readonly<Record<FillModel, TradeColumns | null>>

/** Room for the trades of one run, which each run on this desk fills anew. */
interface TradeDesk {
  /** Null where there are more than `capacity`. */
  run(request: BacktestRequest, fillsAtWorst?: boolean): TradeColumns | null
  /** Of the last run, with its tally: held, skipped, outside hours, settled. */
  whole(): WholeColumns
  tally(): Float64Array
}

/** `inputs` are the columns of the kernel `trade` up to the trades. */
export const openTrades = (
  desk: Desk,
  inputs: readonly Address[],
  { first, last, capacity }: { readonly first: number; readonly last: number; readonly capacity: number },
): TradeDesk => {
  const trades = desk.column(capacity * TRADE_COLUMNS)
  const tally = desk.column(TALLY_ROWS)
  let count = 0
  const column = (place: number) => desk.take(desk.skip(trades, place * capacity), count)
  const read = (): TradeColumns => ({
    entryRow: column(0),
    exitRow: column(1),
    entryRaw: column(2),
    exitRaw: column(3),
    quantity: column(4),
  })
  return {
    run(request, fillsAtWorst = false) {
      const rules = rulesOf(request, fillsAtWorst)
      count = desk.call('trade', ...inputs, trades, tally, capacity, first, last, ...rules)
      return count < 0 ? null : read()
    },
    whole: () => ({
      ...read(),
      reason: column(5),
      exitsAtClose: column(6),
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
    model === own.model ? own.trades : run(requestUnder(request, model, price), model === 'adverse')
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
