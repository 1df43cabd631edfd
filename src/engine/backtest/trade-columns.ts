import type { BacktestRequest, ExitReason } from '../../domain/backtests/backtest.ts'
import type { RawTrade } from '../../domain/backtests/charged-trades.ts'
import { requestUnder } from '../../domain/backtests/robustness/fill-band.ts'
import { type FillModel, fillModels } from '../../domain/backtests/robustness/robustness.ts'
import type { TradeColumns } from '../../domain/backtests/sweep/sweep-figures.ts'
import type { Address, KernelMemory } from '../kernel-host.ts'
import { rulesOf, type TradeOptions } from './rules.ts'
import { BLOCK_ROWS, type TradeInputs, writeBlock } from './trade-block.ts'

const TRADE_COLUMNS = 10
const TALLY_ROWS = 6

interface WholeColumns extends TradeColumns {
  readonly reason: Float64Array
  readonly isAmbiguous: Float64Array
  readonly worst: Float64Array
  readonly best: Float64Array
}

export type Traded = Readonly<Record<FillModel, TradeColumns | null>>

interface TradeRoom {
  readonly block: Address
  readonly capacity: number
  readonly trades: Address
  readonly tally: Address
}

interface TradeMemory {
  /** Null if there are more trades than room. */
  run(request: BacktestRequest, options?: TradeOptions): TradeColumns | null
  /** Columns of the last run. The tally is held, skipped, outside hours, resolved, over the limit, after losses. */
  whole(): WholeColumns
  tally(): Float64Array
}

/** A hundred trades a day for four years. */
export const TRADES_MAX = 100_000

interface TradeSpan {
  readonly first: number
  readonly last: number
}

export const tradeRoom = (memory: KernelMemory, { first, last }: TradeSpan): TradeRoom => {
  const capacity = Math.min(last - first, TRADES_MAX)
  return {
    block: memory.column(BLOCK_ROWS),
    capacity,
    trades: memory.column(capacity * TRADE_COLUMNS),
    tally: memory.column(TALLY_ROWS),
  }
}

export const openTrades = (
  memory: KernelMemory,
  inputs: TradeInputs,
  { first, last }: TradeSpan,
  { block, capacity, trades, tally }: TradeRoom,
): TradeMemory => {
  let count = 0
  const column = (index: number) => memory.take(memory.skip(trades, index * capacity), count)
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
      const rules = rulesOf(request, options)
      writeBlock(memory, block, { ...inputs, trades, tally, capacity, first, last, ...rules })
      count = memory.call('trade', block)
      return count < 0 ? null : read()
    },
    whole: () => ({
      ...read(),
      reason: column(5),
      isAmbiguous: column(7),
      worst: column(8),
      best: column(9),
    }),
    tally: () => memory.take(tally, TALLY_ROWS),
  }
}

export const tradeUnderAll = (
  { run }: TradeMemory,
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

/** In the order of the numbers in assembly/trades.ts, from 1. */
const reasons: readonly ExitReason[] = ['signal', 'stop', 'target', 'square-off', 'end', 'trailing']

export const rawTradesOf = (columns: WholeColumns): readonly RawTrade[] =>
  Array.from(columns.entryRow, (entryRow, index) => ({
    entryRow,
    exitRow: columns.exitRow[index] ?? 0,
    entryRaw: columns.entryRaw[index] ?? 0,
    exitRaw: columns.exitRaw[index] ?? 0,
    quantity: columns.quantity[index] ?? 0,
    reason: reasons[(columns.reason[index] ?? 0) - 1] ?? 'end',
    exitsAtClose: columns.exitsAtClose[index] === 1,
    isAmbiguous: columns.isAmbiguous[index] === 1,
    worst: columns.worst[index] ?? 0,
    best: columns.best[index] ?? 0,
  }))
