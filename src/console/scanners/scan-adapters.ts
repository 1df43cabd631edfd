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
import { pageVisibility } from '../page-visibility.ts'

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

export const provideScans = ({ http, platform }: Pick<ScannerPorts, 'http' | 'platform'>) => {
  const shown = pageVisibility(platform)
  return {
    scanResult: scanResultMachine.provide({
      actors: {
        ask: fromPromise(({ input: { key }, signal }) => scanOnServer(http, scanOfKey(key), signal)),
        pageVisibility: shown,
      },
    }),
    scanMisses: scanMissesMachine.provide({
      actors: {
        ask: fromPromise(async ({ input: { key }, signal }) => (await calls()).misses(http, key, signal)),
        pageVisibility: shown,
      },
    }),
    scanHistory: scanHistoryMachine.provide({
      actors: {
        ask: fromPromise(async ({ input: { key }, signal }) => (await calls()).history(http, key, signal)),
        pageVisibility: shown,
      },
    }),
    scanWhy: scanWhyMachine.provide({
      actors: {
        ask: fromPromise(async ({ input: { key }, signal }) => (await calls()).why(http, key, signal)),
        pageVisibility: shown,
      },
    }),
  }
}

/** Names that lines complete do not compete with what the first screen needs. */
const NAMES_AFTER_MS = 2_000

export const provideScanners = ({ http, clock, platform, known }: ScannerPorts) => {
  const shown = pageVisibility(platform)
  let isAsked = false
  const wait = (): Promise<void> => {
    isAsked = true
    return new Promise((resolve) => setTimeout(resolve, NAMES_AFTER_MS))
  }
  return {
    scanners: scannersMachine.provide({
      actors: {
        ask: fromPromise(async ({ signal }) => {
          if (!isAsked) await wait()
          return (await calls()).lists(http, clock.now(), signal)
        }),
        pageVisibility: shown,
      },
    }),
    scanner: scannerMachine.provide({
      actors: {
        ask: fromPromise(async ({ input: { key }, signal }) => (await calls()).one(http, key, signal)),
        pageVisibility: shown,
      },
    }),
    scannerVersions: scannerVersionsMachine.provide({
      actors: {
        ask: fromPromise(async ({ input: { key }, signal }) => (await calls()).versions(http, key, signal)),
        pageVisibility: shown,
      },
    }),
    alerts: alertsMachine.provide({
      actors: {
        ask: fromPromise(async ({ signal }) => (await calls()).alerts(http, signal)),
        pageVisibility: shown,
      },
    }),
    alertLog: alertLogMachine.provide({
      actors: {
        ask: fromPromise(async ({ input: { key }, signal }) => (await calls()).alertLog(http, key, signal)),
        pageVisibility: shown,
      },
    }),
    scannerActs: scannerActsMachine.provide({
      actors: {
        carryOut: fromPromise(async ({ input }) => (await calls()).act(input, { http, known: known() })),
      },
    }),
  }
}
