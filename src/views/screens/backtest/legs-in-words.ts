import { printLeg } from '../../../commands/grammar/option-legs.ts'
import { formatRupees } from '../../../domain/format.ts'
import type { OptionRules } from '../../../domain/option-run/rules.ts'

/** What a run on options trades, in the words of its line. */
export const legsInWords = ({ legs, combinedStop, combinedTarget }: OptionRules): string => {
  const [stop] = legs.flatMap((leg) => (leg.stop === null ? [] : [leg.stop]))
  return [
    legs.map(printLeg).join(', '),
    stop === undefined ? '' : `stop ${stop.amount}${stop.type === 'pct' ? '%' : ' points'} a leg`,
    combinedStop === null ? '' : `stop ${formatRupees(combinedStop, 0)} in all`,
    combinedTarget === null ? '' : `target ${formatRupees(combinedTarget, 0)} in all`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
