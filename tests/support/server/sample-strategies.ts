import type { SampleStrategy } from '../../../server/services/strategies/sample-strategy.ts'
import { rsiDip } from '../strategies.ts'

const sample = (number: number, changes: Partial<typeof rsiDip>): SampleStrategy => ({
  slug: `eq-sample-${number}`,
  algoUuid: `${number}1111111-1111-4111-8111-111111111111`,
  strategy: { ...rsiDip, ...changes },
})

export const sampleStrategies: readonly SampleStrategy[] = [
  sample(1, { algoName: 'Sample dip', note: 'Bets on a recovery, and fails in a falling market.' }),
  sample(2, { algoName: 'Sample breakout', subCategory: 'breakout', trend: 'others' }),
]
