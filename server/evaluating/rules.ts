import type { Candles, OtherCandles } from '../../src/domain/charts/candle.ts'
import type { LiveHost } from '../../src/engine/live/live-host.ts'
import {
  createLiveRule,
  type LiveRule,
  type OperandValue,
  type RuleTerms,
} from '../../src/engine/live/live-rule.ts'
import type { Snapshot } from '../../src/engine/live/live-snapshot.ts'
import { pushCandles } from './push-candles.ts'
import { refusing } from './refusing.ts'

export interface RuleWork extends RuleTerms {
  /** State after the candles before these; null begins a series. */
  readonly snapshot: Snapshot | null
  /** Closed candles. */
  readonly candles: Candles
  /** Closed candles since the snapshot of the instruments that the rule names by `of`; there may be none of one. */
  readonly others?: OtherCandles
}

export interface RuleOutcome {
  /** One per candle: 1 where the rule is true. */
  readonly isTrue: Uint8Array
  /** At the last candle. */
  readonly values: readonly OperandValue[]
  readonly snapshot: Snapshot
}

interface Compiled {
  readonly rule: LiveRule
  /** State before any candle. */
  readonly empty: Snapshot
}

/** A rule that is kept takes some 50 KB. */
const KEPT_MAX = 1_000

/**
 * The outcome depends on the work alone: compiled rules are kept, but never their state. So any thread can do
 * any work, and work is repeated when its thread has ended.
 */
export const createRules = (host: LiveHost, keptMax = KEPT_MAX) => {
  const kept = new Map<string, Compiled>()

  const compile = (terms: RuleTerms): Compiled => {
    const rule = createLiveRule(host, terms)
    return { rule, empty: rule.snapshot() }
  }

  /** Taken out while it works, so that a rule that fails halfway is not kept. */
  const take = (key: string, terms: RuleTerms): Compiled => {
    const compiled = kept.get(key) ?? compile(terms)
    kept.delete(key)
    return compiled
  }

  const keep = (key: string, compiled: Compiled): void => {
    kept.set(key, compiled)
    const [oldest] = kept
    if (kept.size <= keptMax || oldest === undefined) return
    kept.delete(oldest[0])
    oldest[1].rule.close()
  }

  const run = ({
    snapshot,
    candles,
    others = {},
    rule: text,
    instrument,
    interval,
  }: RuleWork): RuleOutcome => {
    const key = JSON.stringify([text, instrument, interval])
    const compiled = take(key, { rule: text, instrument, interval })
    const { rule, empty } = compiled
    try {
      rule.restore(snapshot ?? empty)
      const isTrue = new Uint8Array(candles.time.length)
      pushCandles(rule, candles, others, (row) => {
        isTrue[row] = rule.isTrue() ? 1 : 0
      })
      const outcome = { isTrue, values: rule.values(), snapshot: rule.snapshot() }
      keep(key, compiled)
      return outcome
    } catch (error) {
      rule.close()
      throw error
    }
  }

  return {
    /** Throws Refusal `MALFORMED` for a rule, a snapshot or a candle that is refused. */
    run: (work: RuleWork): RuleOutcome => refusing(() => run(work)),
  }
}
