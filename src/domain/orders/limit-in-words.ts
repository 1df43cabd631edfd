import { formatNumber, formatRupees } from '../format.ts'
import { type OwnLimitName, type OwnLimits, ownLimitNames, ownLimits } from './own-limits.ts'

const decimalsOf = (value: number): number => (Number.isInteger(value) ? 0 : 2)

export const limitInWords = (name: OwnLimitName, value: number): string => {
  const { unit } = ownLimits[name]
  if (unit === 'rupees') return formatRupees(value, decimalsOf(value))
  return `${formatNumber(value, decimalsOf(value))}${unit === 'percent' ? '%' : ''}`
}

export const limitChangesInWords = (before: OwnLimits, after: OwnLimits): string | null => {
  const changes = ownLimitNames
    .filter((name) => before[name] !== after[name])
    .map(
      (name) =>
        `${ownLimits[name].title} ${limitInWords(name, before[name])} → ${limitInWords(name, after[name])}`,
    )
  return changes.length === 0 ? null : changes.join(', ')
}
