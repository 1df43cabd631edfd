import type { Clock } from '../../ports.ts'
import type { Store } from '../../store/database/database.ts'
import type { User } from '../../user.ts'
import type { SampleScanner } from './sample-scanner.ts'

export interface ScannerPorts {
  readonly store: Store
  readonly clock: Clock
  readonly samples: readonly SampleScanner[]
  /** The alert that runs of each scanner of a user. */
  readonly alertsOf: (user: User) => ReadonlyMap<string, string>
  readonly stopAlertOf: (user: User, scannerUuid: string) => Promise<void>
}
