import type { ScreenId } from '../../../domain/screens.ts'

export type StrategyList = 'strategies' | 'sampleStrategies'

export const viewOf = {
  strategies: 'my-strategies',
  sampleStrategies: 'discover-strategies',
} as const satisfies Readonly<Record<StrategyList, ScreenId>>
