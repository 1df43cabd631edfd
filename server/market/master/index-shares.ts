import { instrumentId } from '../../../src/domain/instrument.ts'
import type { Simulated } from '../simulated/character.ts'
import { membersOf } from './index-members.ts'
import { findSimulated } from './universe.ts'

/** The members of an index with how many of each it holds, so that its level on the anchor day is the listed one. */
export const findIndexMembers = (
  index: string,
): readonly { readonly share: Simulated; readonly units: number }[] => {
  const level = findSimulated(instrumentId('INDICES', index))?.anchorPrice ?? 0
  return membersOf(index).flatMap(({ symbol, weight }) => {
    const share = findSimulated(instrumentId('NSE', symbol))
    return share === null ? [] : [{ share, units: (weight * level) / share.anchorPrice }]
  })
}
