import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { type FoundRow, type Scan, type ScanResult, TRAIL_CANDLES } from '../../src/domain/scanners/scan.ts'
import { type ScanHistory, scanHistory } from '../../src/domain/scanners/scan-history.ts'
import { distanceOf } from '../../src/domain/scanners/why.ts'
import { printCondition } from '../../src/domain/strategies/condition/print.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { MarketClock } from '../market/market-clock.ts'
import { createJudge, type Judgement, type JudgeParts, valuesOf } from './judge-symbols.ts'
import { priceOf } from './price-of.ts'

export interface ScanParts extends JudgeParts {
  readonly live: LiveMarket
  readonly clock: MarketClock
}

const bySymbol = (one: { readonly segSym: string }, other: { readonly segSym: string }): number =>
  one.segSym < other.segSym ? -1 : 1

const rowOf = ({ live, clock }: ScanParts, judgement: Judgement): FoundRow => {
  const { instrument, rule, candles, series } = judgement
  const before = series.truth.lastIndexOf(0)
  return {
    segSym: instrument.id,
    ...priceOf(live, instrument, { at: clock.now(), candles }),
    matchedAt: candles.time.at(-1) ?? 0,
    since: before < 0 ? null : (candles.time[before + 1] ?? null),
    values: valuesOf(rule.operands, series.values),
    trail: [...candles.close.subarray(-TRAIL_CANDLES)],
  }
}

export const createScans = (parts: ScanParts) => {
  const { clock } = parts
  const judge = createJudge(parts)

  return {
    one: judge.one,

    async scan(scan: Scan, ids: readonly InstrumentId[], signal?: AbortSignal): Promise<ScanResult> {
      const began = performance.now()
      const { rule, known, unknown, loading } = await judge.all(scan, ids, signal)
      const found = known.filter(({ series }) => series.known[0] === true)
      const trueFor = (index: number): number =>
        known.filter(({ rule: { parts: own }, judged }) => {
          const part = own[index]
          return part !== undefined && judged.isTrue(part) === true
        }).length
      return {
        found: found.map((judgement) => rowOf(parts, judgement)).sort(bySymbol),
        unknown: unknown.toSorted(bySymbol),
        parts: rule.parts.map((part, index) => ({ text: printCondition(part), trueFor: trueFor(index) })),
        total: ids.length,
        loading,
        asOf: clock.now(),
        took: Math.round(performance.now() - began),
      }
    },

    /** Symbols for which the rule is false, nearest first by how far its numbers are apart. */
    async nearest(scan: Scan, ids: readonly InstrumentId[], most: number, signal?: AbortSignal) {
      const { known, others, loading } = await judge.all(scan, ids, signal)
      const near = known
        .filter(({ series }) => series.known[0] === false)
        .map((judgement) => ({
          judgement,
          distance: distanceOf(judgement.rule.condition, judgement.judged),
        }))
        .sort((a, b) => a.distance - b.distance)
        .slice(0, most)
        .map(({ judgement }) => judgement)
      return { near, others, loading }
    },

    async history(
      scan: Scan,
      ids: readonly InstrumentId[],
      signal?: AbortSignal,
    ): Promise<ScanHistory & { readonly loading: number }> {
      const { known, loading } = await judge.all({ ...scan, moment: 'close' }, ids, signal)
      const universe = known.map(({ candles, series }) => ({
        time: candles.time,
        close: candles.close,
        truth: series.truth,
      }))
      return { ...scanHistory(universe), loading }
    },
  }
}
