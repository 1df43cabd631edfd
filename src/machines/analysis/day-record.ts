import { failures } from '../../contract/failures.ts'
import type { DayRecord } from '../../domain/analysis/journal/day-record.ts'
import type { KeptCurrentRequest } from '../kept-current.ts'
import { createKeptCurrentMachine } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly dayRecord: KeptCurrentRequest
  }
  interface Machines {
    readonly dayRecord: typeof dayRecordMachine
  }
}

export interface LoadedRecord {
  readonly record: DayRecord | null
}

const MINUTE_MS = 60_000

export const dayRecordMachine = createKeptCurrentMachine<LoadedRecord>({
  id: 'dayRecord',
  failure: failures.dayRecord,
  everyMs: MINUTE_MS,
})
