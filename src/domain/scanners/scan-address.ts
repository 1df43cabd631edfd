import { intervalInWords } from '../charts/interval.ts'
import { type InstrumentId, parseInstrumentId } from '../instruments/instrument.ts'
import { pathOf, pathOfScanner, screenAt } from '../screens.ts'
import type { AlertTerms } from './alert.ts'
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

export interface ScanView {
  readonly tab?: ScanTab
  readonly why?: InstrumentId
}

/** The scanner whose screen it is. Without a slug it was never saved. */
export interface ScannerRef {
  readonly slug: string | null
  /** The version that the address was made from; null: the newest. */
  readonly version: number | null
}

export interface ShownScan {
  readonly scan: Scan
  readonly tab: ScanTab
  /** Null on the screen of a scan that is no scanner's. */
  readonly of: ScannerRef | null
}

export type SavedTerms = Pick<Scan, 'logic' | 'universe' | 'interval'>

export interface SavedScan extends SavedTerms {
  readonly slug: string
}

export const printScanQuery = (
  scan: Scan,
  { tab = 'found', why }: ScanView,
): Readonly<Record<string, string>> => ({
  ...printScan(scan),
  ...(tab === 'found' ? {} : { tab }),
  ...(why === undefined ? {} : { why }),
})

const printQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query)}`

export const pathOfScan = (of: ScannerRef | null, scan: Scan, view: ScanView = {}): string => {
  const query = printScanQuery(scan, view)
  if (of === null) return pathOf('scanner-result', query)
  const version = of.version === null ? {} : { v: String(of.version) }
  return printQuery(of.slug === null ? pathOf('create-scanner') : pathOfScanner(of.slug), {
    ...query,
    ...version,
  })
}

const tabIn = (query: URLSearchParams): ScanTab => scanTabs.find((one) => one === query.get('tab')) ?? 'found'

export const readShown = (query: URLSearchParams): ShownScan | null => {
  const scan = readScan(query)
  return scan === null ? null : { scan, tab: tabIn(query), of: null }
}

const termsOf = ({ logic, universe, interval }: SavedTerms): SavedTerms => ({ logic, universe, interval })

const VERSION = /^\d{1,7}$/

/** Null where the path is of another screen. */
export const scannerAt = (path: string): ScannerRef | null => {
  const [bare = '', query = ''] = path.split('?')
  if (screenAt(path) !== 'create-scanner') return null
  const slug = bare.split('/')[2]
  const version = new URLSearchParams(query).get('v') ?? ''
  return {
    slug: slug === undefined ? null : decodeURIComponent(slug),
    version: VERSION.test(version) ? Number(version) : null,
  }
}

/**
 * What a screen scans: the rule of its address, or of the saved scanner where the address has none. Null where the path is
 * of another screen, or holds no scan. The rule may be empty or unfinished on the screen of a scanner.
 */
export const shownAt = (path: string, loaded: SavedScan | null): ShownScan | null => {
  const query = new URLSearchParams(path.split('?')[1] ?? '')
  if (screenAt(path) === 'scanner-result') return readShown(query)
  const of = scannerAt(path)
  if (of === null) return null
  const saved = loaded?.slug === of.slug ? loaded : null
  const moment = scanMoments.find((one) => one === query.get('moment')) ?? usualScan.moment
  if (!query.has('logic'))
    return saved === null
      ? { scan: { ...usualScan, logic: '', moment }, tab: tabIn(query), of }
      : { scan: { ...termsOf(saved), moment }, tab: tabIn(query), of }
  const terms = new URLSearchParams(query)
  if (query.get('logic') === '') terms.set('logic', ' ')
  const scan = readScan(terms)
  return scan === null ? null : { scan: { ...scan, logic: query.get('logic') ?? '' }, tab: tabIn(query), of }
}

export const isSameScan = (one: Scan, other: Scan): boolean =>
  !isEdited(one, other) && one.moment === other.moment

export const isEdited = (scan: SavedTerms, saved: AlertTerms): boolean =>
  scan.logic !== saved.logic || scan.universe !== saved.universe || scan.interval !== saved.interval
