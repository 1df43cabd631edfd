import { fromPromise } from 'xstate'
import type { Scan } from '../../domain/scanners/scan.ts'
import { scanOfKey } from '../../domain/scanners/scan-address.ts'
import {
  scanHistoryMachine,
  scanMissesMachine,
  scanResultMachine,
  scanWhyMachine,
} from '../../machines/scanners/scan.ts'
import { scannerActsMachine } from '../../machines/scanners/scanner-acts.ts'
import {
  alertLogMachine,
  alertsMachine,
  type ScannerEntry,
  scannerMachine,
  scannersMachine,
  scannerVersionsMachine,
} from '../../machines/scanners/scanner-lists.ts'
import type { Clock } from '../../platform/clock.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'
import { provideKept } from '../page-visibility.ts'

export interface ScannerPorts {
  readonly http: HttpClient
  readonly clock: Clock
  readonly platform: Pick<Platform, 'watchVisibility'>
  readonly known: () => readonly ScannerEntry[]
}

/** Their schemas are no part of what the first screen loads. */
const calls = () => import('./scanner-calls.ts')

export const scanOnServer = async (http: HttpClient, scan: Scan, signal: AbortSignal) =>
  (await calls()).scan(http, scan, signal)

export const provideScans = (ports: Pick<ScannerPorts, 'http' | 'platform'>) => {
  const { http } = ports
  return {
    scanResult: provideKept(ports, scanResultMachine, (key, signal) =>
      scanOnServer(http, scanOfKey(key), signal),
    ),
    scanMisses: provideKept(ports, scanMissesMachine, async (key, signal) =>
      (await calls()).misses(http, key, signal),
    ),
    scanHistory: provideKept(ports, scanHistoryMachine, async (key, signal) =>
      (await calls()).history(http, key, signal),
    ),
    scanWhy: provideKept(ports, scanWhyMachine, async (key, signal) =>
      (await calls()).why(http, key, signal),
    ),
  }
}

/** Names that lines complete do not compete with what the first screen needs. */
const NAMES_AFTER_MS = 2_000

export const provideScanners = (ports: ScannerPorts) => {
  const { http, clock, known } = ports
  let isAsked = false
  const wait = (): Promise<void> => {
    isAsked = true
    return new Promise((resolve) => setTimeout(resolve, NAMES_AFTER_MS))
  }
  return {
    scanners: provideKept(ports, scannersMachine, async (_, signal) => {
      if (!isAsked) await wait()
      return (await calls()).lists(http, clock.now(), signal)
    }),
    scanner: provideKept(ports, scannerMachine, async (key, signal) =>
      (await calls()).one(http, key, signal),
    ),
    scannerVersions: provideKept(ports, scannerVersionsMachine, async (key, signal) =>
      (await calls()).versions(http, key, signal),
    ),
    alerts: provideKept(ports, alertsMachine, async (_, signal) => (await calls()).alerts(http, signal)),
    alertLog: provideKept(ports, alertLogMachine, async (key, signal) =>
      (await calls()).alertLog(http, key, signal),
    ),
    scannerActs: scannerActsMachine.provide({
      actors: {
        carryOut: fromPromise(async ({ input }) => (await calls()).act(input, { http, known: known() })),
      },
    }),
  }
}
