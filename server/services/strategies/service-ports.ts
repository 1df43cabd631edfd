import type { Clock } from '../../ports.ts'
import type { Store } from '../../store/database/database.ts'
import type { SampleStrategy } from './sample-strategy.ts'

export interface StrategyPorts {
  readonly store: Store
  readonly clock: Clock
  readonly samples: readonly SampleStrategy[]
}
