import type { Strategy } from '../../../src/domain/strategies/strategy.ts'

/** A strategy that ships with the product and belongs to nobody. */
export interface SampleStrategy {
  readonly slug: string
  readonly algoUuid: string
  readonly strategy: Strategy
}
