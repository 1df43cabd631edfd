import { fromRupees } from '../../../src/domain/money.ts'
import { printCondition } from '../../../src/domain/strategies/condition/print.ts'
import type { Condition } from '../../../src/domain/strategies/condition/tree.ts'

type Json = Readonly<Record<string, unknown>>

const TEXT_LENGTH_MAX = 400
const COUNT_MAX = 1_000_000_000

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, TEXT_LENGTH_MAX) : '')

const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= COUNT_MAX ? value : 0

/** Parameters may be of another console version, whose conditions this one cannot print. */
const conditionText = (entry: unknown): string => {
  try {
    return textOf(printCondition(entry as Condition))
  } catch {
    return ''
  }
}

export const describeRun = (params: Json) => ({
  name: textOf(params.name),
  interval: textOf(params.interval),
  from_day: textOf(params.from),
  to_day: textOf(params.to),
  entry: conditionText(params.entry),
  planned: Array.isArray(params.instruments) ? params.instruments.length : 0,
})

const paiseOrNull = (rupees: unknown): number | null => {
  if (typeof rupees !== 'number' || !Number.isFinite(rupees)) return null
  return Number.isSafeInteger(Math.round(rupees * 100)) ? fromRupees(rupees) : null
}

export const describeReport = (report: Json) => ({
  final_pnl_paise: paiseOrNull(report.final_pnl),
  trades: Array.isArray(report.trade_log)
    ? report.trade_log.length
    : countOf(report.win_count) + countOf(report.loss_count),
  source: textOf(report.source),
})
