import type { Calendar, SessionGroup } from '../../src/domain/calendar/calendar.ts'
import type { Candles, OtherCandles } from '../../src/domain/charts/candle.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { type AlertHit, closeOf } from '../../src/domain/scanners/alert.ts'
import type { Scan, ScanInterval } from '../../src/domain/scanners/scan.ts'
import type { IstDate } from '../../src/domain/time.ts'
import { EngineError } from '../../src/engine/failure.ts'
import type { Host } from '../../src/engine/kernel-host.ts'
import type { ScanRule } from '../../src/engine/scan/scan-rule.ts'
import type { ScanRules } from '../../src/engine/scan/scan-rules.ts'
import { sessionGroupOf } from '../broker/instrument-terms.ts'
import { createEventLoopYield } from '../market/yield-to-event-loop.ts'
import { Refusal } from '../refusal.ts'
import type { AlertRules } from './alert-rules.ts'
import { READING_MS, valuesOf } from './judge-symbols.ts'
import { createReadingTime, type ReadingTime } from './reading-time.ts'
import type { AlertRule, AlertsInput, Raised, RaisedByRule } from './scan-input.ts'
import { type BegunScan, createScanReads, isOwnRule, rowsSince, type ScanReadParts } from './scan-reads.ts'

export interface RaisedParts extends ScanReadParts, AlertRules {
  readonly readRule: AlertRules['readRule']
  readonly host: Host
  readonly calendar: Calendar
}

interface Asked {
  readonly alert: AlertRule
  readonly rule: ScanRule
  hits: AlertHit[]
  loading: number
  refusal: string | null
}

interface Bundle {
  readonly since: IstDate
  readonly others: OtherCandles
  readonly asked: Asked[]
  steps: number
}

/** 32 MB and some milliseconds for one symbol, as scans of users wait for it. */
const NUMBERS_AT_ONCE = 4_000_000

const scanOf = ({ universe, interval }: AlertsInput, { logic }: AlertRule): Scan => ({
  universe,
  interval,
  logic,
  moment: 'close',
})

interface Refused {
  readonly refusal: string
}

interface Judging extends Pick<RaisedParts, 'host' | 'columns' | 'find'> {
  readonly interval: ScanInterval
  readonly ids: readonly InstrumentId[]
  readonly asOf: number
  readonly closeOf: (bar: number, group: SessionGroup) => number
  readonly compile: AlertRules['compile']
  readonly breathe: () => Promise<void>
  /** For candles that are not cached. */
  readonly reading: ReadingTime
}

const createCloses = (grid: { readonly interval: ScanInterval; readonly calendar: Calendar }) => {
  const known = new Map<string, number>()
  return (bar: number, group: SessionGroup): number => {
    const key = `${group} ${bar}`
    const close = known.get(key) ?? closeOf(bar, { ...grid, group })
    known.set(key, close)
    return close
  }
}

const putIn = (
  bundles: Bundle[],
  asked: Asked,
  { since, others, rows }: BegunScan & { readonly rows: number },
): void => {
  const isSame = (one: Bundle): boolean =>
    one.since === since && Object.keys(one.others).join() === Object.keys(others).join()
  const { steps } = asked.rule
  const most = NUMBERS_AT_ONCE / Math.max(1, rows)
  const bundle = bundles.find((one) => isSame(one) && one.steps + steps <= most)
  if (bundle === undefined) bundles.push({ since, others, asked: [asked], steps })
  else {
    bundle.asked.push(asked)
    bundle.steps += steps
  }
}

const closedSince = (
  { closeOf: closed }: Judging,
  { time }: Candles,
  { judgedAt, group }: { readonly judgedAt: number; readonly group: SessionGroup },
): number => {
  let row = time.length
  while (row > 0 && closed(time[row - 1] ?? 0, group) > judgedAt) row--
  return time.length - row
}

const judgeSymbol = (
  judging: Judging,
  { asked, others }: Bundle,
  {
    rules,
    judgedAt,
    instrument,
    candles,
  }: {
    readonly rules: ScanRules
    readonly judgedAt: number
    readonly instrument: Instrument
    readonly candles: Candles
  },
): void => {
  const group = sessionGroupOf(instrument)
  const most = closedSince(judging, candles, { judgedAt, group })
  if (most === 0) return
  for (const { rule: index, since, values } of rules.recent(judging.host, { candles, others, most })) {
    const of = asked[index]
    const bar = candles.time[since]
    if (of === undefined || bar === undefined || judging.closeOf(bar, group) <= of.alert.judgedAt) continue
    const price = candles.close[since] ?? Number.NaN
    of.hits.push({ segSym: instrument.id, bar, price, values: valuesOf(of.rule.operands, values) })
  }
}

/** Symbols whose candles are lacking once the time for reading is over. */
const readCandles = async (judging: Judging, since: IstDate): Promise<number> => {
  const { interval, columns, asOf } = judging
  let lacking = 0
  for (const id of judging.ids) {
    const instrument = judging.find(id)
    if (instrument === null) continue
    const wanted = { instrument, interval, since }
    if (columns.isReady(wanted, asOf)) continue
    if (!judging.reading.isLeft()) {
      lacking++
      continue
    }
    try {
      await columns.closed(wanted, asOf)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
    await judging.breathe()
  }
  return lacking
}

const judgeBundle = async (judging: Judging, bundle: Bundle): Promise<void> => {
  const { interval, columns } = judging
  const { since, asked } = bundle
  // Judging those that are there would take the time from reading, and be done again with the next call.
  const lacking = await readCandles(judging, since)
  for (const one of asked) one.loading = lacking
  if (lacking > 0) return
  const [first] = asked
  const texts = asked.map(({ alert }) => alert.logic)
  const shared = judging.compile(texts, interval, null)
  const judgedAt = Math.min(...asked.map(({ alert }) => alert.judgedAt))
  for (const id of judging.ids) {
    const instrument = judging.find(id)
    if (instrument === null) continue
    try {
      const candles = await columns.closed({ instrument, interval, since }, judging.asOf)
      const isOwn = first !== undefined && isOwnRule(first.rule, id)
      const rules = isOwn ? judging.compile(texts, interval, id) : shared
      if (candles.time.length > 0) judgeSymbol(judging, bundle, { rules, judgedAt, instrument, candles })
    } catch (error) {
      // Symbols without candles are counted and named by the scan.
      if (!(error instanceof Refusal)) throw error
    }
    await judging.breathe()
  }
}

/** A rule that cannot be computed holds up no other. */
const judgeApart = async (judging: Judging, bundle: Bundle): Promise<void> => {
  try {
    await judgeBundle(judging, bundle)
  } catch (error) {
    if (!(error instanceof EngineError || error instanceof Refusal)) throw error
    for (const one of bundle.asked) {
      one.hits = []
      one.loading = 0
      if (bundle.asked.length > 1) await judgeApart(judging, { ...bundle, asked: [one] })
      else one.refusal = error.message
    }
  }
}

const bySymbol = (one: AlertHit, other: AlertHit): number => (one.segSym < other.segSym ? -1 : 1)

/** The symbols for which each rule became true with a candle that closed after it was last judged, and still is. */
export const raisedBy = async (
  parts: RaisedParts,
  input: AlertsInput,
  { ids, signal }: { readonly ids: readonly InstrumentId[]; readonly signal: AbortSignal },
): Promise<Raised> => {
  const { calendar, clock } = parts
  const { interval } = input
  const asOf = input.asOf ?? clock.now()
  const reads = createScanReads(parts)
  const bundles: Bundle[] = []
  const all: (Asked | Refused)[] = []
  await parts.columns.refresh()
  for (const alert of input.rules)
    try {
      const begun = await reads.prepare(scanOf(input, alert), ids)
      const asked = { alert, rule: begun.rule, hits: [], loading: 0, refusal: null }
      putIn(bundles, asked, { ...begun, rows: rowsSince(begun.since, interval, asOf) })
      all.push(asked)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      all.push({ refusal: error.message })
    }
  const judging: Judging = {
    ...parts,
    ...{ interval, ids, asOf },
    closeOf: createCloses({ interval, calendar }),
    breathe: createEventLoopYield(signal),
    reading: createReadingTime(READING_MS),
  }
  for (const bundle of bundles) await judgeApart(judging, bundle)
  const byRule = all.map((one): RaisedByRule => {
    if (!('hits' in one)) return one
    if (one.refusal !== null) return { refusal: one.refusal }
    return { hits: one.hits.toSorted(bySymbol), loading: one.loading }
  })
  return { byRule, asOf }
}
