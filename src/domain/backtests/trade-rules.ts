import { type BacktestParams, entryPeriods, stopTargetMaxOf } from './backtest.ts'

type TradeRules = Pick<BacktestParams, 'tpslType' | 'trailing' | 'entries' | 'lossesInARow'>

/** `field` is a path in code's names; `problem` completes "field: …". */
interface RuleProblem {
  readonly field: string
  readonly problem: string
}

export const ENTRIES_MOST_MAX = 10_000

/** All that is wrong with the rules beside stop and target; empty if they can be run. */
export const checkTradeRules = ({
  tpslType,
  trailing,
  entries,
  lossesInARow,
}: TradeRules): readonly RuleProblem[] => {
  const problems: RuleProblem[] = []
  const most = stopTargetMaxOf(tpslType)
  if (trailing !== undefined) {
    const { distance, after } = trailing
    if (!(distance > 0 && distance <= most))
      problems.push({ field: 'trailing.distance', problem: `expected above 0, at most ${most}` })
    if (after !== null && !(after >= 0 && after <= most))
      problems.push({ field: 'trailing.after', problem: `expected 0 or more, at most ${most}` })
  }
  if (entries !== undefined) {
    if (!entryPeriods.includes(entries.per))
      problems.push({ field: 'entries.per', problem: `expected ${entryPeriods.join(' or ')}` })
    if (!isCount(entries.most)) problems.push({ field: 'entries.most', problem: COUNT_EXPECTED })
  }
  if (lossesInARow !== undefined && !isCount(lossesInARow))
    problems.push({ field: 'lossesInARow', problem: COUNT_EXPECTED })
  return problems
}

const COUNT_EXPECTED = `expected a whole number from 1 to ${ENTRIES_MOST_MAX}`

export const isCount = (count: number): boolean =>
  Number.isInteger(count) && count >= 1 && count <= ENTRIES_MOST_MAX
