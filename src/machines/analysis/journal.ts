import type { JournalTrip } from '../../domain/analysis/journal/journal-trip.ts'
import type { KeptCurrentRequest } from '../kept-current.ts'
import { createKeptCurrentMachine } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly journal: KeptCurrentRequest
  }
  interface Machines {
    readonly journal: typeof journalMachine
  }
}

export interface LoadedJournal {
  readonly trips: readonly JournalTrip[]
  readonly asOf: number
}

const MINUTE_MS = 60_000

export const journalMachine = createKeptCurrentMachine<LoadedJournal>({
  id: 'journal',
  failure: 'Error loading the journal',
  everyMs: MINUTE_MS,
})
