import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Simulated } from '../simulated/character.ts'
import { membersOf } from './index-members.ts'
import { findSimulated } from './universe.ts'

/** `units` make the level on the anchor day the listed one. */
export const findIndexMembers = (
  index: string,
): readonly { readonly share: Simulated; readonly units: number }[] => {
  const level = findSimulated(instrumentId('INDICES', index))?.anchorPrice ?? 0
  return membersOf(index).flatMap(({ symbol, weight }) => {
    const share = findSimulated(instrumentId('NSE', symbol))
    return share === null ? [] : [{ share, units: (weight * level) / share.anchorPrice }]
  })
}
