import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import { type Candles, type OtherCandles, sliceCandles } from '../../src/domain/charts/candle.ts'
import { nextCandleToClose } from '../../src/domain/charts/candle-close.ts'
import { roundToPaisa, toRupees } from '../../src/domain/money.ts'
import type { Scan } from '../../src/domain/scanners/scan.ts'
import { ticksToGo, trueRanges } from '../../src/domain/scanners/trigger-ranges.ts'
import type { Candle } from '../../src/engine/live/live-frames.ts'
import type { LiveHost } from '../../src/engine/live/live-host.ts'
import { createLiveRule, type LiveRule } from '../../src/engine/live/live-rule.ts'
import { sessionGroupOf } from '../broker/instrument-terms.ts'
import { candleAt, pushCandles } from '../evaluating/push-candles.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { MarketClock } from '../market/market-clock.ts'
import type { Judgement } from './judge-symbols.ts'

export interface TriggerParts {
  readonly host: LiveHost
  readonly live: LiveMarket
  readonly clock: MarketClock
  readonly calendar: Calendar
}

export interface TriggerRange {
  readonly from: number
  readonly to: number
}

export interface Trigger {
  readonly ranges: readonly TriggerRange[]
  /** The nearest close at which the rule is true, and percent from the last price; null without any. */
  readonly price: number | null
  readonly goes: number | null
  readonly low: number
  readonly high: number
  readonly assumesVolume: boolean
}

const BAND_WITHOUT_LIMITS = 0.2
const AVERAGE_CANDLES = 20

const averageVolume = ({ volume }: Candles): number => {
  const last = volume.subarray(-AVERAGE_CANDLES)
  return last.length === 0 ? 0 : Math.round(last.reduce((sum, one) => sum + one, 0) / last.length)
}

/**
 * The ranges of the next close at which a rule would be true. The next candle is the one in progress; its high and low
 * are stretched to the close that is tried, and it trades its average volume.
 */
export const createTriggers = ({ host, live, clock, calendar }: TriggerParts) => {
  const limitsOf = ({ instrument }: Judgement, now: number): { low: number; high: number } => {
    const quote = live.quote(instrument, clock.now())
    const [lower, upper] = [quote?.lowerCircuit ?? null, quote?.upperCircuit ?? null]
    return {
      low: lower === null ? now * (1 - BAND_WITHOUT_LIMITS) : toRupees(lower),
      high: upper === null ? now * (1 + BAND_WITHOUT_LIMITS) : toRupees(upper),
    }
  }

  const split = ({ instrument, candles }: Judgement, scan: Scan): { closed: Candles; next: Candle } => {
    const group = sessionGroupOf(instrument)
    const { start } = nextCandleToClose(clock.now(), { interval: scan.interval, calendar, group })
    const first = candles.time.findIndex((time) => time >= start)
    const closed = first < 0 ? candles : sliceCandles(candles, 0, first)
    const volume = averageVolume(closed)
    if (first >= 0) {
      const begun = candleAt(candles, first)
      return { closed, next: { ...begun, volume: Math.max(volume, begun.volume) } }
    }
    const price = closed.close.at(-1) ?? 0
    return { closed, next: { time: start, open: price, high: price, low: price, close: price, volume } }
  }

  const find = (rule: LiveRule, next: Candle, judgement: Judgement, steps: number): Trigger => {
    const { tickSize } = judgement.instrument
    const toTicks = (price: number): number => Math.round(price / tickSize)
    const price = (ticks: number): number => roundToPaisa(ticks * tickSize)
    const limits = limitsOf(judgement, next.close)
    const [low, high] = [Math.ceil(limits.low / tickSize - 1e-9), Math.floor(limits.high / tickSize + 1e-9)]
    const before = rule.snapshot()
    const isTrueAt = (ticks: number): boolean => {
      const close = price(ticks)
      rule.restore(before)
      rule.push({ ...next, close, high: Math.max(next.high, close), low: Math.min(next.low, close) })
      return rule.isTrue()
    }
    const now = toTicks(next.close)
    const ranges = trueRanges(isTrueAt, { low, high, now, steps })
    const ticks = ticksToGo(ranges, now)
    return {
      ranges: ranges.map(({ from, to }) => ({ from: price(from), to: price(to) })),
      price: ticks === null ? null : price(now + ticks),
      goes: ticks === null ? null : (100 * ticks) / now,
      low: price(low),
      high: price(high),
      assumesVolume: judgement.rule.readsVolume,
    }
  }

  return (scan: Scan, judgement: Judgement, others: OtherCandles, steps: number): Trigger => {
    const { instrument } = judgement
    const { closed, next } = split(judgement, scan)
    const rule = createLiveRule(host, {
      rule: scan.logic,
      instrument: instrument.id,
      interval: scan.interval,
    })
    try {
      pushCandles(rule, closed, others)
      return find(rule, next, judgement, steps)
    } finally {
      rule.close()
    }
  }
}
