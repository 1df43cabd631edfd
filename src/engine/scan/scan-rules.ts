import type { Candles, OtherCandles } from '../../domain/charts/candle.ts'
import type { Host } from '../kernel-host.ts'
import { putChart } from '../program/chart.ts'
import { evaluate } from '../program/evaluate.ts'
import { putOthers } from '../program/other-series.ts'
import { createCompiler } from '../program/program.ts'
import { operandSteps, readRule } from '../program/read-rule.ts'
import { rowsBefore } from '../program/recent-rows.ts'
import { createReplay } from '../program/replay.ts'
import type { ScanTerms } from './scan-rule.ts'

export interface RecentTruth {
  readonly rule: number
  readonly since: number
  readonly values: readonly number[]
}

export interface RecentRun {
  readonly candles: Candles
  readonly others: OtherCandles
  readonly most: number
}

export interface ScanRules {
  /** Rules that became true within the last `most` candles, after one at which they were not, and still are. */
  recent(host: Host, run: RecentRun): readonly RecentTruth[]
}

export interface ScanRulesTerms extends Omit<ScanTerms, 'rule'> {
  readonly rules: readonly string[]
}

/** Rules over the same candles, whose common parts are computed once. Each is one that `createScanRule` takes. */
export const createScanRules = ({ rules, instrument, interval }: ScanRulesTerms): ScanRules => {
  const compiler = createCompiler({
    interval,
    stepsMax: Number.POSITIVE_INFINITY,
    ...(instrument === null ? {} : { instrument }),
  })
  const compiled = rules.map(readRule).map((condition) => ({
    whole: compiler.condition(condition),
    operands: [...operandSteps(condition, compiler).values()],
  }))
  const { program } = compiler
  const before = rowsBefore(program)
  const replay = createReplay(program)

  return {
    recent: (host, { candles, others, most }) =>
      host.use((memory) => {
        const rows = candles.time.length
        const from = Math.max(0, rows - most - 1)
        const chart = putChart(memory, candles)
        const recentRows = { from, before }
        const columns =
          replay === null
            ? evaluate(memory, program, candles, chart, putOthers(memory, program, others), recentRows)
            : replay(memory, candles, chart, recentRows)
        const found: RecentTruth[] = []
        for (const [rule, { whole, operands }] of compiled.entries()) {
          const truth = columns(whole)
          let since = rows
          while (since > from && memory.flag(truth, since - 1)) since--
          // True on all of these rows: since when is not known, or it is longer ago.
          if (since === rows || since === from) continue
          const values = operands.map((step) => memory.number(columns(step), rows - 1))
          found.push({ rule, since, values })
        }
        return found
      }),
  }
}
