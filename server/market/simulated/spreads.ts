import { spreadFactor } from '../../../src/domain/options/spread.ts'
import type { Simulated } from './character.ts'
import type { Spread } from './path-points.ts'
import { hashText } from './random.ts'

const BASIS_POINT = 0.0001

export const spreadOfShare = ({ tier, name, kind }: Simulated): Spread => {
  if (kind !== 'share') return { kind: 'share', share: 0 }
  const points = [2, 4, 6, 8][tier] ?? 20 + (hashText(`spread ${name}`) % 41)
  return { kind: 'share', share: points * BASIS_POINT }
}

export const spreadOfFuture = (isIndex: boolean): Spread => ({
  kind: 'share',
  share: (isIndex ? 0.75 : 4.5) * BASIS_POINT,
})

export const spreadOfOption = (option: Parameters<typeof spreadFactor>[0]): Spread => ({
  kind: 'option',
  factor: spreadFactor(option),
})
