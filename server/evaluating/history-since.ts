import { type Interval, intervalMinutes } from '../../src/domain/charts/interval.ts'
import { ruleOf } from '../../src/domain/strategies/rules-of-strategy.ts'
import { addDays, type IstDate, toIstDate, weekdayUntil } from '../../src/domain/time.ts'
import type { RuleTerms } from '../../src/engine/live/live-rule.ts'
import { costOf } from '../../src/engine/program/cost.ts'

/** IST days of history: some 400 candles at least, for averages to have settled. */
const warmUpDays: Partial<Record<Interval, number>> = {
  min: 7,
  '2min': 7,
  '3min': 10,
  '5min': 14,
  '10min': 28,
  '15min': 35,
  '30min': 63,
  hour: 119,
  '4hour': 350,
}
const WARM_UP_DAYS = 730
/** Ten years of days: a rule that needs more has no value before. */
const HISTORY_DAYS_MAX = 3_650
const SESSION_MINUTES = 375
const DAYS_PER_TRADING_DAY = 1.5
/** Averages forget their beginning after some of their lengths. */
const WARM_UPS = 2

/**
 * First day of the history of a rule: the same for all that start in one week, so that deployments share it and a scan
 * finds what an alert does. A rule with a higher timeframe has as much as that needs.
 */
export const historySince = ({ rule, instrument, interval }: RuleTerms, startedAt: number): IstDate => {
  const condition = ruleOf(rule)
  const { warmUp } = costOf(condition === null ? [] : [condition], { instrument, interval })
  const aDay = SESSION_MINUTES / (intervalMinutes(interval) ?? SESSION_MINUTES)
  const needed = Math.ceil((WARM_UPS * warmUp * DAYS_PER_TRADING_DAY) / aDay)
  const days = Math.min(HISTORY_DAYS_MAX, Math.max(needed, warmUpDays[interval] ?? WARM_UP_DAYS))
  return addDays(weekdayUntil(toIstDate(startedAt), MONDAY), -days)
}

const MONDAY = 1
