import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { ReadBy } from '../reading/reading.ts'
import type { AnswerBytes } from '../threads/pieces.ts'
import type { AlertsInput, MapInput, Raised, ScanInput } from './scan-input.ts'
import type { Scanner } from './scanner.ts'

export interface Scanning {
  /** Returns the printed envelope. Throws Refusal. */
  answer(endpoint: Endpoint, input: ScanInput, by: ReadBy): Promise<AnswerBytes>
  /** Returns the printed envelope. Throws Refusal. */
  marketMap(input: MapInput, by: ReadBy): Promise<AnswerBytes>
  /** Throws Refusal where none of the rules can be judged. */
  raised(input: AlertsInput, by: ReadBy): Promise<Raised>
}

export const RAISED_TASK = 'raised'
export const MAP_TASK = 'map'

export const createLocalScanning = (open: () => Promise<Scanner>): Scanning => {
  let opening: Promise<Scanner> | null = null
  return {
    async answer(endpoint, input, { signal }) {
      opening ??= open()
      return (await opening).answer(endpoint.name, input, signal)
    },
    async marketMap(input, { signal }) {
      opening ??= open()
      return (await opening).map(input, signal)
    },
    async raised(input, { signal }) {
      opening ??= open()
      return (await opening).raised(input, signal)
    },
  }
}
