import { printLeg } from '../../commands/grammar/orders/option-legs.ts'
import type { OptionRules } from '../../domain/backtests/option-run/rules.ts'
import { formatRupees } from '../../domain/format.ts'

export const legsInWords = ({ legs, combinedStop, combinedTarget }: OptionRules): string => {
  const [stop] = legs.flatMap((leg) => (leg.stop === null ? [] : [leg.stop]))
  return [
    legs.map(printLeg).join(', '),
    stop === undefined ? '' : `stop ${stop.amount}${stop.type === 'pct' ? '%' : ' points'} per leg`,
    combinedStop === null ? '' : `combined stop ${formatRupees(combinedStop, 0)}`,
    combinedTarget === null ? '' : `combined target ${formatRupees(combinedTarget, 0)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
