import { printLeg } from '../../commands/grammar/orders/option-legs.ts'
import type { LegMove, OptionRules } from '../../domain/backtests/option-run/rules.ts'
import { formatRupees } from '../../domain/format.ts'
import { lockInWords } from '../../domain/strategies/in-words.ts'

const moveInWords = ({ amount, type }: LegMove): string => `${amount}${type === 'pct' ? '%' : ' points'}`

export const legsInWords = ({ legs, combinedStop, combinedTarget, profitLock }: OptionRules): string => {
  const [stop] = legs.flatMap((leg) => leg.stop ?? [])
  const [target] = legs.flatMap((leg) => leg.target ?? [])
  return [
    legs.map(printLeg).join(', '),
    stop === undefined ? '' : `stop ${moveInWords(stop)} per leg`,
    target === undefined ? '' : `target ${moveInWords(target)} per leg`,
    combinedStop === null ? '' : `combined stop ${formatRupees(combinedStop, 0)}`,
    combinedTarget === null ? '' : `combined target ${formatRupees(combinedTarget, 0)}`,
    lockInWords(profitLock),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
