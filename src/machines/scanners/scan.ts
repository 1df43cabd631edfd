import type { ReplyOf } from '../../contract/call-types.ts'
import type { scanHistory, scanMarket, scanMisses, scanWhy } from '../../contract/scanners/scan.ts'
import { createKeptCurrentMachine, type KeptCurrentRequest } from '../kept-current.ts'
import { scannerTexts } from './texts-of-scanners.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly scanResult: KeptCurrentRequest
    readonly scanMisses: KeptCurrentRequest
    readonly scanHistory: KeptCurrentRequest
    readonly scanWhy: KeptCurrentRequest
  }
  interface Machines {
    readonly scanResult: typeof scanResultMachine
    readonly scanMisses: typeof scanMissesMachine
    readonly scanHistory: typeof scanHistoryMachine
    readonly scanWhy: typeof scanWhyMachine
  }
}

export type ScanReply = ReplyOf<typeof scanMarket>
export type ScanMisses = ReplyOf<typeof scanMisses>
export type ScanHistoryReply = ReplyOf<typeof scanHistory>
export type ScanWhy = ReplyOf<typeof scanWhy>

export const SCAN_RELOAD_MS = 5_000
export const MISSES_RELOAD_MS = 15_000
export const HISTORY_RELOAD_MS = 300_000
/** While candles of the universe are read: the server answers within its time, and goes on with the next call. */
const STILL_READING_MS = 100

const unlessReading =
  (everyMs: number) =>
  (output: { readonly loading: number } | null): number =>
    (output?.loading ?? 0) > 0 ? STILL_READING_MS : everyMs

const failure = scannerTexts.notScanned

export const scanResultMachine = createKeptCurrentMachine<ScanReply>({
  id: 'scanResult',
  failure,
  everyMs: unlessReading(SCAN_RELOAD_MS),
})

export const scanMissesMachine = createKeptCurrentMachine<ScanMisses>({
  id: 'scanMisses',
  failure,
  everyMs: unlessReading(MISSES_RELOAD_MS),
})

export const scanHistoryMachine = createKeptCurrentMachine<ScanHistoryReply>({
  id: 'scanHistory',
  failure,
  everyMs: unlessReading(HISTORY_RELOAD_MS),
})

export const scanWhyMachine = createKeptCurrentMachine<ScanWhy>({
  id: 'scanWhy',
  failure,
  everyMs: SCAN_RELOAD_MS,
})
