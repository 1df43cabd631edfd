import { type Candles, joinCandles, type OtherCandles } from '../../src/domain/charts/candle.ts'
import { intervalMinutes } from '../../src/domain/charts/interval.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { isShareId } from '../../src/domain/instruments/kind.ts'
import type { Scan, ScanInterval } from '../../src/domain/scanners/scan.ts'
import { type IstDate, istDateToDayNumber, istDayNumber } from '../../src/domain/time.ts'
import { createScanRule, type ScanRule } from '../../src/engine/scan/scan-rule.ts'
import { historySince } from '../evaluating/history-since.ts'
import { refusing } from '../evaluating/refusing.ts'
import type { Clock } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import { SCANNED_ROWS_MAX, type ScanColumns, type WantedSeries } from './scan-columns.ts'

export interface ReadRule {
  readonly rule: ScanRule
  readonly since: IstDate
}

export const readRule = (scan: Scan, first: InstrumentId | undefined, now: number): ReadRule => {
  const { logic, interval } = scan
  const terms = { rule: logic, instrument: first ?? ('' as InstrumentId), interval }
  return { rule: ruleFor(scan, null), since: historySince(terms, now) }
}

export interface ScanReadParts {
  readonly readRule?: typeof readRule
  readonly columns: ScanColumns
  readonly clock: Clock
  readonly find: (id: InstrumentId) => Instrument | null
}

const ruleFor = ({ logic, interval }: Scan, instrument: InstrumentId | null): ScanRule =>
  refusing(() => createScanRule({ rule: logic, instrument, interval }))

/** One rule is that of all shares, except of one that it names by `of`, whose own candles it reads then. */
export const isOwnRule = (rule: ScanRule, id: InstrumentId): boolean =>
  rule.others.includes(id) || !isShareId(id)

export const ruleOf = (rule: ScanRule, scan: Scan, id: InstrumentId): ScanRule =>
  isOwnRule(rule, id) ? ruleFor(scan, id) : rule

const SESSION_MINUTES = 375
const DAYS_PER_TRADING_DAY = 1.45

export const rowsSince = (since: IstDate, interval: ScanInterval, now: number): number => {
  const days = (istDayNumber(now) - istDateToDayNumber(since)) / DAYS_PER_TRADING_DAY
  return days * (SESSION_MINUTES / (intervalMinutes(interval) ?? SESSION_MINUTES))
}

const checkSize = (candles: number): void => {
  if (candles <= SCANNED_ROWS_MAX) return
  const [needed, most] = [candles, SCANNED_ROWS_MAX].map((count) => Math.round(count / 1e5))
  throw new Refusal(
    'TOO_LARGE',
    `This scan would read ${needed} lakh candles, at most ${most} are read: take larger candles or fewer symbols`,
  )
}

export interface BegunScan {
  readonly rule: ScanRule
  readonly since: IstDate
  readonly others: OtherCandles
}

export const createScanReads = ({ columns, clock, find, readRule: read = readRule }: ScanReadParts) => {
  const candles = async (wanted: WantedSeries, scan: Scan): Promise<Candles> => {
    const closed = await columns.closed(wanted)
    return scan.moment === 'close' ? closed : joinCandles(closed, await columns.inProgress(wanted))
  }

  const othersOf = async (rule: ScanRule, scan: Scan, since: IstDate): Promise<OtherCandles> => {
    const others: Record<InstrumentId, Candles> = {}
    for (const id of rule.others) {
      const instrument = find(id)
      if (instrument === null) throw new Refusal('NOT_FOUND', `No instrument called ${id}`)
      others[id] = await candles({ instrument, interval: scan.interval, since }, scan)
    }
    return others
  }

  const prepare = async (scan: Scan, ids: readonly InstrumentId[]): Promise<BegunScan> => {
    const { rule, since } = read(scan, ids[0], clock.now())
    checkSize(ids.length * rowsSince(since, scan.interval, clock.now()))
    return { rule, since, others: await othersOf(rule, scan, since) }
  }

  return {
    candles,

    prepare,

    /** Throws Refusal for a rule that cannot be read, or that needs too many candles. */
    async begin(scan: Scan, ids: readonly InstrumentId[]): Promise<BegunScan> {
      await columns.refresh()
      return prepare(scan, ids)
    },
  }
}
