import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { ScanInterval } from '../../src/domain/scanners/scan.ts'
import { toIstDate } from '../../src/domain/time.ts'
import { createScanRules, type ScanRules } from '../../src/engine/scan/scan-rules.ts'
import { refusing } from '../evaluating/refusing.ts'
import { createLruCache } from '../market/simulated/lru-cache.ts'
import { type ReadRule, readRule } from './scan-reads.ts'

export interface AlertRules {
  compile(rules: readonly string[], interval: ScanInterval, instrument: InstrumentId | null): ScanRules
  readonly readRule: typeof readRule
}

const COMPILED_MAX = 64
const READ_MAX = 2_000

export const createAlertRules = (): AlertRules => {
  const compiled = createLruCache<string, ScanRules>(COMPILED_MAX)
  const read = createLruCache<string, ReadRule>(READ_MAX)
  return {
    compile: (rules, interval, instrument) =>
      compiled.get(JSON.stringify([interval, instrument, rules]), () =>
        refusing(() => createScanRules({ rules, instrument, interval })),
      ),
    readRule: (scan, first, now) =>
      read.get([scan.interval, first, toIstDate(now), scan.logic].join(' '), () =>
        readRule(scan, first, now),
      ),
  }
}
