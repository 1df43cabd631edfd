import type { ReplyOf } from '../../contract/call-types.ts'
import type { getAlertHistory, listAlerts } from '../../contract/scanners/alerts.ts'
import type { getScanner, listScanners, listScannerVersions } from '../../contract/scanners/scanner.ts'
import { createKeptCurrentMachine, type KeptCurrentRequest } from '../kept-current.ts'
import { scannerTexts } from './texts-of-scanners.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly scanners: KeptCurrentRequest
    readonly scanner: KeptCurrentRequest
    readonly scannerVersions: KeptCurrentRequest
    readonly alerts: KeptCurrentRequest
    readonly alertLog: KeptCurrentRequest
  }
  interface Machines {
    readonly scanners: typeof scannersMachine
    readonly scanner: typeof scannerMachine
    readonly scannerVersions: typeof scannerVersionsMachine
    readonly alerts: typeof alertsMachine
    readonly alertLog: typeof alertLogMachine
  }
}

export type ScannerEntry = ReplyOf<typeof listScanners>['data'][number]
export type SavedScanner = ReplyOf<typeof getScanner>
export type ScannerVersions = ReplyOf<typeof listScannerVersions>
export type Alert = ReplyOf<typeof listAlerts>[number]
export type AlertLogPage = ReplyOf<typeof getAlertHistory>

export interface ScannerLists {
  readonly mine: readonly ScannerEntry[]
  readonly samples: readonly ScannerEntry[]
  readonly at: number
}

const LISTS_RELOAD_MS = 60_000
const SCANNER_RELOAD_MS = 30_000
const ALERTS_RELOAD_MS = 5_000

/** All of them: lines complete their names on every screen. */
export const scannersMachine = createKeptCurrentMachine<ScannerLists>({
  id: 'scanners',
  failure: scannerTexts.notLoaded,
  everyMs: LISTS_RELOAD_MS,
})

/** The key is a slug. */
export const scannerMachine = createKeptCurrentMachine<SavedScanner>({
  id: 'scanner',
  failure: scannerTexts.notLoaded,
  everyMs: SCANNER_RELOAD_MS,
})

export const scannerVersionsMachine = createKeptCurrentMachine<ScannerVersions>({
  id: 'scannerVersions',
  failure: scannerTexts.notLoaded,
  everyMs: SCANNER_RELOAD_MS,
})

export const alertsMachine = createKeptCurrentMachine<readonly Alert[]>({
  id: 'alerts',
  failure: scannerTexts.notLoaded,
  everyMs: ALERTS_RELOAD_MS,
})

/** The key is `UUID page`. */
export const alertLogMachine = createKeptCurrentMachine<AlertLogPage>({
  id: 'alertLog',
  failure: scannerTexts.logNotLoaded,
  everyMs: ALERTS_RELOAD_MS,
})
