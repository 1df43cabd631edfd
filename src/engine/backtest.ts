import type { BacktestRequest, BacktestResult, ExitReason } from '../domain/backtest.ts'
import { reportOf } from '../domain/backtest-report.ts'
import { type Candles, firstRowFrom } from '../domain/candle.ts'
import type { RawTrade } from '../domain/charged-trades.ts'
import type { Condition, Operand } from '../domain/condition/tree.ts'
import type { Interval } from '../domain/interval.ts'
import { isMadeOfMinutes } from '../domain/settling.ts'
import { addDays, startOfIstDate } from '../domain/time.ts'
import { putChart } from './chart.ts'
import { checkRequest } from './check-request.ts'
import { evaluate } from './evaluate.ts'
import { refusal } from './failure.ts'
import type { Address, Desk, Host } from './host.ts'
import { createCompiler } from './program.ts'
import { remarksOf } from './remarks.ts'
import { rulesOf } from './rules.ts'

/** Trades of one run: a hundred a day for four years. */
export const TRADES_MAX = 100_000

const TRADE_COLUMNS = 10
const TALLY_ROWS = 4

/**
 * Runs one strategy on one symbol. Candles before the span warm the indicators up, those after it are not read.
 * `minutes` settle which of stop and target came first where one larger candle touches both. Throws EngineError.
 */
export const runBacktest = (
  host: Host,
  request: BacktestRequest,
  candles: Candles,
  minutes?: Candles,
): BacktestResult => {
  const startedAt = performance.now()
  checkRequest(request)
  const { params, contract } = request
  const compiler = createCompiler({ interval: params.interval, instrument: contract.instrument })
  const entry = compiler.condition(params.entry)
  const exit = compiler.condition(params.exit)
  const operands = operandsOf(params.entry).map(compiler.operand)

  const outcome = host.use((desk) => {
    const chart = putChart(desk, candles)
    const first = firstRowFrom(candles.time, startOfIstDate(params.from))
    const last = firstRowFrom(candles.time, startOfIstDate(addDays(params.to, 1)))
    if (first === last) throw refusal(`there are no candles from ${params.from} to ${params.to}`)

    const columns = evaluate(desk, compiler.program, candles, chart)
    const { time, open, high, low, close } = chart
    const capacity = Math.min(last - first, TRADES_MAX)
    const trades = desk.column(capacity * TRADE_COLUMNS)
    const tally = desk.column(TALLY_ROWS)
    const inside = putMinutes(desk, params.interval, minutes)
    const inputs = [open, high, low, close, time, columns(entry), columns(exit), ...inside.columns]
    const rules = rulesOf(request)
    const count = desk.call('trade', ...inputs, trades, tally, capacity, first, last, ...rules)
    if (count < 0) throw refusal(`the run makes more than ${TRADES_MAX} trades`)

    const [held = 0, skipped = 0, outsideHours = 0, settled = 0] = desk.take(tally, TALLY_ROWS)
    const rows = candles.time.length
    const ready = operands.map((operand) => desk.call('firstValid', columns(operand), rows))
    const warmUp = Math.min(Math.max(0, ...ready) - first, last - first)
    return {
      first,
      last,
      trades: readTrades(desk, trades, capacity, count),
      held,
      skipped,
      outsideHours,
      settled,
      hasMinutes: inside.rows > 0,
      warmUp,
    }
  })

  const remarks = remarksOf({ request, ...outcome })
  const report = reportOf({ request, candles, ...outcome, remarks, runtime: 0 })
  return { ...report, runtime: performance.now() - startedAt }
}

/** Times, opens, highs, lows and how many there are, as the kernel `trade` takes them. */
const putMinutes = (desk: Desk, interval: Interval, minutes?: Candles) => {
  const rows = minutes === undefined || !isMadeOfMinutes(interval) ? 0 : minutes.time.length
  if (minutes === undefined || rows === 0) return { rows: 0, columns: [0, 0, 0, 0, 0] }
  const { time, open, high, low } = putChart(desk, minutes, 'minutes')
  return { rows, columns: [time, open, high, low, rows] }
}

const operandsOf = (condition: Condition): readonly Operand[] =>
  condition.kind === 'compare' ? [condition.left, condition.right] : condition.of.flatMap(operandsOf)

/** As numbered in assembly/trades.ts. */
const reasons: readonly ExitReason[] = ['signal', 'stop', 'target', 'square-off', 'end']

const readTrades = (desk: Desk, trades: Address, capacity: number, count: number): readonly RawTrade[] => {
  const column = (place: number) => desk.take(desk.skip(trades, place * capacity), count)
  const entryRow = column(0)
  const exitRow = column(1)
  const entryRaw = column(2)
  const exitRaw = column(3)
  const quantity = column(4)
  const reason = column(5)
  const exitsAtClose = column(6)
  const isAmbiguous = column(7)
  const worst = column(8)
  const best = column(9)
  return Array.from(entryRow, (row, place) => ({
    entryRow: row,
    exitRow: exitRow[place] ?? 0,
    entryRaw: entryRaw[place] ?? 0,
    exitRaw: exitRaw[place] ?? 0,
    quantity: quantity[place] ?? 0,
    reason: reasons[(reason[place] ?? 0) - 1] ?? 'end',
    exitsAtClose: exitsAtClose[place] === 1,
    isAmbiguous: isAmbiguous[place] === 1,
    worst: worst[place] ?? 0,
    best: best[place] ?? 0,
  }))
}
