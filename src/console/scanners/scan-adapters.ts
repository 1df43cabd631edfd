import { fromPromise } from 'xstate'
import { scanHistory, scanMarket, scanMisses, scanWhy } from '../../contract/scanners/scan.ts'
import { scanOfKey, whyIn } from '../../domain/scanners/scan-address.ts'
import {
  scanHistoryMachine,
  scanMissesMachine,
  scanResultMachine,
  scanWhyMachine,
} from '../../machines/scanners/scan.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'
import { pageVisibility } from '../page-visibility.ts'

export interface ScanPorts {
  readonly http: HttpClient
  readonly platform: Pick<Platform, 'watchVisibility'>
}

export const provideScans = ({ http, platform }: ScanPorts) => {
  const shown = pageVisibility(platform)
  return {
    scanResult: scanResultMachine.provide({
      actors: {
        ask: fromPromise(({ input: { key }, signal }) =>
          http.call(scanMarket, { body: scanOfKey(key), signal }),
        ),
        pageVisibility: shown,
      },
    }),
    scanMisses: scanMissesMachine.provide({
      actors: {
        ask: fromPromise(({ input: { key }, signal }) =>
          http.call(scanMisses, { body: scanOfKey(key), signal }),
        ),
        pageVisibility: shown,
      },
    }),
    scanHistory: scanHistoryMachine.provide({
      actors: {
        ask: fromPromise(({ input: { key }, signal }) =>
          http.call(scanHistory, { body: scanOfKey(key), signal }),
        ),
        pageVisibility: shown,
      },
    }),
    scanWhy: scanWhyMachine.provide({
      actors: {
        ask: fromPromise(({ input: { key }, signal }) => {
          const segSym = whyIn(new URLSearchParams(key))
          if (segSym === null) throw new RangeError(`no symbol to explain: ${key}`)
          return http.call(scanWhy, { body: { ...scanOfKey(key), segSym }, signal })
        }),
        pageVisibility: shown,
      },
    }),
  }
}
