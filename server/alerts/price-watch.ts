import type { Instrument } from '../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../src/domain/money.ts'
import type { Print } from '../../src/domain/quotes/quote.ts'
import type { AlertHit } from '../../src/domain/scanners/alert.ts'
import { isBeyond, isCrossing, type PriceRule } from '../../src/domain/scanners/price-alert.ts'
import { epochMs } from '../../src/domain/time.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import { isPlausiblePrint } from '../market/live/plausible-print.ts'

/** A price that moves around its level would raise many times in a minute. */
const RAISED_APART_MS = 60_000
/** After a server that did not run its ticks are judged in steps, as no more of them are read at once. */
const STEP_MS = 10 * 60_000

export interface PriceSeen {
  /** Market time: ticks until then were judged. */
  readonly at: number
  /** As of the last of them that is plausible. */
  readonly isBeyond: boolean
  readonly lastRaisedAt: number | null
}

type Tape = Pick<LiveMarket, 'prints' | 'quote'>

/** The state at `since.at`. A plain level counts as not passed until it raised, so that one passed earlier raises with the next tick. */
export const beginAt = (
  live: Tape,
  instrument: Instrument,
  rule: PriceRule,
  since: { readonly at: number; readonly lastRaisedAt: number | null },
): PriceSeen => {
  const quote = live.quote(instrument, epochMs(since.at))
  const counts = isCrossing(rule) || since.lastRaisedAt !== null
  return { ...since, isBeyond: counts && quote !== null && isBeyond(rule, toRupees(quote.lastPrice)) }
}

type Tick = Pick<Print, 'at' | 'price'>

/** An index is not traded: its ticks are read one by one, from the last back to the first. */
const indexTicks = (live: Tape, index: Instrument, after: number, until: number): readonly Tick[] => {
  const found: Tick[] = []
  let quote = live.quote(index, epochMs(until))
  while (quote !== null && quote.at > after) {
    found.push({ at: quote.at, price: quote.lastPrice })
    quote = live.quote(index, epochMs(quote.at - 1))
  }
  return found.reverse()
}

const ticksOf = (live: Tape, instrument: Instrument, after: number, until: number): readonly Tick[] =>
  instrument.segment === 'INDICES'
    ? indexTicks(live, instrument, after, until)
    : live.prints(instrument, epochMs(after), epochMs(until))

const hitOf = (instrument: Instrument, { at, price }: Tick): AlertHit => ({
  segSym: instrument.id,
  bar: at,
  price: toRupees(price),
  values: [{ text: 'close', value: toRupees(price) }],
})

/** The first tick until `now` that takes the price beyond the level, or how far there was none. */
export const lookOn = (
  live: Tape,
  instrument: Instrument,
  rule: PriceRule,
  { seen, now }: { readonly seen: PriceSeen; readonly now: number },
): { readonly seen: PriceSeen; readonly hit: AlertHit | null } => {
  const until = Math.min(now, seen.at + STEP_MS)
  let wasBeyond = seen.isBeyond
  for (const tick of ticksOf(live, instrument, seen.at, until)) {
    const isNow = isBeyond(rule, toRupees(tick.price))
    if (isNow === wasBeyond || !isPlausiblePrint(live, instrument, tick)) continue
    wasBeyond = isNow
    const isApart = seen.lastRaisedAt === null || tick.at >= seen.lastRaisedAt + RAISED_APART_MS
    if (isNow && isApart)
      return {
        seen: { at: tick.at, isBeyond: true, lastRaisedAt: tick.at },
        hit: hitOf(instrument, tick),
      }
  }
  return { seen: { ...seen, at: until, isBeyond: wasBeyond }, hit: null }
}
