import type { Candles, OtherCandles } from '../../src/domain/charts/candle.ts'
import { intervalAdjective } from '../../src/domain/charts/interval.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { Scan, ScanValue, UnknownSymbol } from '../../src/domain/scanners/scan.ts'
import type { Judged } from '../../src/domain/scanners/why.ts'
import type { Host } from '../../src/engine/kernel-host.ts'
import type { ScannedSeries, ScanRule } from '../../src/engine/scan/scan-rule.ts'
import { createEventLoopYield } from '../market/yield-to-event-loop.ts'
import { Refusal } from '../refusal.ts'
import { createReadingTime } from './reading-time.ts'
import type { ScanColumns } from './scan-columns.ts'
import { createScanReads, ruleOf, type ScanReadParts } from './scan-reads.ts'

export interface JudgeParts extends ScanReadParts {
  readonly columns: ScanColumns
  readonly host: Host
}

/** A symbol with the candles that the rule was judged on, the one in progress among them where the scan is live. */
export interface Judgement {
  readonly instrument: Instrument
  readonly rule: ScanRule
  readonly candles: Candles
  readonly series: ScannedSeries
  readonly judged: Judged
}

export const valuesOf = (operands: readonly string[], values: readonly number[]): ScanValue[] =>
  operands.map((text, index) => {
    const value = values[index] ?? Number.NaN
    return { text, value: Number.isNaN(value) ? null : value }
  })

export interface JudgedSymbols {
  readonly rule: ScanRule
  readonly others: OtherCandles
  readonly known: readonly Judgement[]
  readonly unknown: readonly UnknownSymbol[]
  readonly loading: number
}

/** Candles that are not kept are read for this long in one call; the next call goes on. */
export const READING_MS = 1_500

const unknownBecause = (rule: ScanRule, { time }: Candles, { interval }: Scan): string =>
  time.length === 0
    ? `no ${intervalAdjective(interval)} candles`
    : `${time.length} candles are too few for ${rule.operands.join(', ')}`

export const createJudge = (parts: JudgeParts) => {
  const { columns, host, find } = parts
  const reads = createScanReads(parts)

  /** Words where it cannot be known. Throws Refusal where there are no candles. */
  const judge = (
    instrument: Instrument,
    scan: Scan,
    { rule: shared, candles, others }: { rule: ScanRule; candles: Candles; others: OtherCandles },
  ): Judgement | string => {
    const rule = ruleOf(shared, scan, instrument.id)
    const series = candles.time.length === 0 ? null : rule.run(host, candles, others)
    if (series === null || series.known[0] === null) return unknownBecause(rule, candles, scan)
    return { instrument, rule, candles, series, judged: rule.judged(series) }
  }

  return {
    async all(scan: Scan, ids: readonly InstrumentId[], signal?: AbortSignal): Promise<JudgedSymbols> {
      const { rule, since, others } = await reads.begin(scan, ids)
      const breathe = createEventLoopYield(signal)
      const known: Judgement[] = []
      const unknown: UnknownSymbol[] = []
      const reading = createReadingTime(READING_MS)
      let loading = 0
      const take = async (instrument: Instrument): Promise<Judgement | string | null> => {
        const wanted = { instrument, interval: scan.interval, since }
        if (!columns.isReady(wanted) && !reading.isLeft()) return null
        try {
          return judge(instrument, scan, { rule, candles: await reads.candles(wanted, scan), others })
        } catch (error) {
          if (error instanceof Refusal) return error.message
          throw error
        }
      }
      for (const segSym of ids) {
        const instrument = find(segSym)
        const taken = instrument === null ? 'not listed' : await take(instrument)
        if (taken === null) loading++
        else if (typeof taken === 'string') unknown.push({ segSym, reason: taken })
        else known.push(taken)
        await breathe()
      }
      return { rule, others, known, unknown, loading }
    },

    async one(scan: Scan, id: InstrumentId): Promise<{ judgement: Judgement; others: OtherCandles }> {
      const { rule: shared, since, others } = await reads.begin(scan, [id])
      const instrument = find(id)
      if (instrument === null) throw new Refusal('NOT_FOUND', `No instrument called ${id}`)
      const candles = await reads.candles({ instrument, interval: scan.interval, since }, scan)
      const rule = ruleOf(shared, scan, id)
      if (candles.time.length === 0)
        throw new Refusal('NOT_FOUND', `${id}: ${unknownBecause(rule, candles, scan)}`)
      const series = rule.run(host, candles, others)
      return { judgement: { instrument, rule, candles, series, judged: rule.judged(series) }, others }
    },
  }
}
