import type { EpochMs } from '../../../src/domain/time.ts'
import type { User } from '../../user.ts'

export interface Caller {
  readonly user: User
  readonly tokenHash: string
  readonly endsAt: EpochMs
  readonly mustChangePassword: boolean
}
