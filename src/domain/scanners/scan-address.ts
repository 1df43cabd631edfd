import { intervalInWords } from '../charts/interval.ts'
import { type InstrumentId, parseInstrumentId } from '../instruments/instrument.ts'
import { screenAt } from '../screens.ts'
import { type Scan, type ScanInterval, scanIntervals, scanMoments } from './scan.ts'
import { parseUniverse, universeInWords } from './universe.ts'

export const usualScan = {
  universe: 'NIFTY500',
  interval: 'day',
  moment: 'live',
} as const satisfies Omit<Scan, 'logic'>

export const printScan = ({ logic, universe, interval, moment }: Scan): Readonly<Record<string, string>> => ({
  logic,
  universe,
  interval,
  ...(moment === usualScan.moment ? {} : { moment }),
})

/** Null where the address holds no rule, or a universe or candles that are not scanned. */
export const readScan = (query: URLSearchParams): Scan | null => {
  const logic = query.get('logic') ?? ''
  const universe = query.get('universe') ?? usualScan.universe
  const interval = query.get('interval') ?? usualScan.interval
  if (logic === '' || parseUniverse(universe) === null || !isScanned(interval)) return null
  const moment = scanMoments.find((one) => one === query.get('moment')) ?? usualScan.moment
  return { logic, universe, interval, moment }
}

export const isScanned = (interval: string): interval is ScanInterval =>
  scanIntervals.some((one) => one === interval)

export const scanInWords = (
  { universe, interval, moment }: Omit<Scan, 'logic'>,
  saysMoment = true,
): string => {
  const known = parseUniverse(universe)
  const at = moment === 'live' ? 'live' : 'last close'
  const words = [known === null ? universe : universeInWords(known), intervalInWords(interval)]
  return [...words, ...(saysMoment ? [at] : [])].join(', ')
}

export const keyOfScan = (scan: Scan): string => new URLSearchParams(printScan(scan)).toString()

export const keyOfWhy = (scan: Scan, segSym: InstrumentId): string =>
  new URLSearchParams({ ...printScan(scan), why: segSym }).toString()

/** Throws RangeError where the text is no scan. */
export const scanOfKey = (key: string): Scan => {
  const scan = readScan(new URLSearchParams(key))
  if (scan === null) throw new RangeError(`no scan: ${key}`)
  return scan
}

export const whyIn = (query: URLSearchParams): InstrumentId | null =>
  parseInstrumentId(query.get('why') ?? '')?.id ?? null

export const scanTabs = ['found', 'misses', 'unknown', 'history'] as const
export type ScanTab = (typeof scanTabs)[number]

export interface ScanPlace {
  readonly tab?: ScanTab
  readonly why?: InstrumentId
}

export interface ShownScan {
  readonly scan: Scan
  readonly tab: ScanTab
}

export const printPlace = (
  scan: Scan,
  { tab = 'found', why }: ScanPlace,
): Readonly<Record<string, string>> => ({
  ...printScan(scan),
  ...(tab === 'found' ? {} : { tab }),
  ...(why === undefined ? {} : { why }),
})

export const readShown = (query: URLSearchParams): ShownScan | null => {
  const scan = readScan(query)
  return scan === null ? null : { scan, tab: scanTabs.find((one) => one === query.get('tab')) ?? 'found' }
}

/** Null where the path is of another screen, or holds no scan. */
export const shownAt = (path: string): ShownScan | null => {
  const [, query = ''] = path.split('?')
  return screenAt(path) === 'scanner-result' ? readShown(new URLSearchParams(query)) : null
}
