import { formatNumber } from '../../format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../instruments/instrument.ts'
import { toIstClock } from '../../time.ts'
import type { DeploymentType, LogCause, LogLine } from '../deployment.ts'
import type { DayTrade } from './day-trade.ts'

export const parityReasons = [
  'not-running',
  'gap',
  'corrected',
  'late',
  'limit',
  'loss-limit',
  'refused',
  'opposed',
  'untraded',
  'not-acted',
  'contract',
  'price',
  'part',
  'by-hand',
  'earlier',
] as const
export type ParityReason = (typeof parityReasons)[number]

export const reasonTitles: Readonly<Record<ParityReason, string>> = {
  'not-running': 'Not running',
  gap: 'Gap',
  corrected: 'Candle corrected later',
  late: 'Dropped as late',
  limit: 'Refused by a limit',
  'loss-limit': 'Day loss limit',
  refused: 'Refused by the broker',
  opposed: 'Other side was held',
  untraded: 'Could not be traded',
  'not-acted': 'Not acted on',
  contract: 'Another contract',
  price: 'Filled at another price',
  part: 'Filled in part',
  'by-hand': 'By hand',
  earlier: 'After an earlier difference',
}

/** Acts of the trader or the feed, and refusals; the other reasons are plain. */
export const toneOfReason: Readonly<Partial<Record<ParityReason, 'trader' | 'system'>>> = {
  'not-running': 'trader',
  corrected: 'trader',
  'not-acted': 'trader',
  part: 'trader',
  'by-hand': 'trader',
  gap: 'system',
  late: 'system',
  limit: 'system',
  'loss-limit': 'system',
  refused: 'system',
  opposed: 'system',
  untraded: 'system',
}

export interface Reasoned {
  readonly reason: ParityReason
  readonly because: string
}

export interface Deeds {
  readonly type: DeploymentType
  readonly startedAt: number
  readonly stoppedAt: number | null
  /** Oldest first, of all its instruments. */
  readonly lines: readonly LogLine[]
  /** True if limits on entries or losses apply, so that earlier trades of the day matter. */
  readonly isCounting: boolean
}

const byCause: Readonly<Partial<Record<LogCause, ParityReason>>> = {
  limit: 'limit',
  paused: 'not-running',
  stopped: 'not-running',
  late: 'late',
  untraded: 'untraded',
  opposed: 'opposed',
  refused: 'refused',
  dropped: 'not-acted',
  expired: 'not-acted',
  rule: 'not-acted',
}

const notEntered = new Set<LogLine['kind']>(['skipped', 'dropped', 'refused'])

const gapAt = ({ lines }: Deeds, segSym: InstrumentId, decided: number): LogLine | undefined =>
  lines.find(
    ({ kind, segSym: of, since, bar }) =>
      kind === 'gap' && of === segSym && since !== null && bar !== null && since <= decided && decided <= bar,
  )

const isPausedAt = ({ lines }: Deeds, at: number): boolean => {
  const last = lines.findLast((line) => (line.kind === 'paused' || line.kind === 'resumed') && line.at < at)
  return last?.kind === 'paused'
}

const CORRECTED: Reasoned = {
  reason: 'corrected',
  because:
    'The rule was not true at the prices that were known when the candle closed; the stored candle has others.',
}

const isDuring = ({ entry, exit }: DayTrade, candle: number): boolean =>
  entry.candle <= candle && (exit.kind === 'held' || candle < exit.candle)

export interface Sides {
  readonly expected: readonly DayTrade[]
  readonly done: readonly DayTrade[]
}

const isWithin = (one: DayTrade, { segSym, side, entry }: DayTrade): boolean =>
  one.segSym === segSym &&
  one.side === side &&
  one.entry.kind === entry.kind &&
  one.entry.candle === entry.candle

/** A leg whose strike or expiry is chosen at a price: the other side had another price, and took another contract. */
const inItsPlace = (leg: DayTrade, others: readonly DayTrade[], own: readonly DayTrade[]): DayTrade | null =>
  leg.isLeg
    ? (others.find(
        (one) =>
          isWithin(one, leg) && !own.some((each) => isWithin(each, one) && each.contract === one.contract),
      ) ?? null)
    : null

const EARLIER = 'after an earlier difference of the day'

const afterEarlier = (words: string): Reasoned => ({ reason: 'earlier', because: words })

/** Why an entry of the backtest was not made. `decided` is the start of the candle whose close decided it. */
export const whyMissed = (
  trade: DayTrade,
  decided: number,
  deeds: Deeds,
  { expected, done }: Sides,
  hasEarlier: boolean,
): Reasoned => {
  const { segSym, entry } = trade
  if (entry.kind === 'carried' || entry.at < deeds.startedAt)
    return {
      reason: 'not-running',
      because: `The deployment was started ${entry.kind === 'carried' ? 'after this entry' : `at ${toIstClock(deeds.startedAt)}`}.`,
    }
  if (deeds.stoppedAt !== null && entry.at >= deeds.stoppedAt)
    return { reason: 'not-running', because: `The deployment was stopped at ${toIstClock(deeds.stoppedAt)}.` }
  const own = deeds.lines.filter((line) => line.segSym === segSym && line.bar === decided)
  const said = own.findLast(({ kind, cause }) => notEntered.has(kind) && cause !== null)
  const known = said?.cause == null ? undefined : byCause[said.cause]
  if (said !== undefined && known !== undefined) return { reason: known, because: `${said.sentence}.` }
  const instead = inItsPlace(trade, done, expected)
  if (instead !== null)
    return {
      reason: 'contract',
      because: `The deployment took ${tradingSymbolOf(instead.contract)}: it chooses by the price of that instant, the backtest by the candle's open.`,
    }
  if (own.some(({ kind }) => kind === 'proposed'))
    return { reason: 'not-acted', because: 'It was proposed, and no order followed.' }
  const gap = gapAt(deeds, segSym, decided)
  if (gap !== undefined) return { reason: 'gap', because: `${gap.sentence}.` }
  if (isPausedAt(deeds, entry.at)) return { reason: 'not-running', because: 'The deployment was paused.' }
  const held = done.find((one) => one.segSym === segSym && isDuring(one, entry.candle))
  if (held !== undefined) return afterEarlier(`The deployment still held its earlier position, ${EARLIER}.`)
  if (hasEarlier && deeds.isCounting)
    return afterEarlier(`Its entries and losses of the day were others, ${EARLIER}.`)
  return CORRECTED
}

/** Why an entry was made that the backtest does not have. */
export const whyExtra = (
  trade: DayTrade,
  deeds: Deeds,
  { expected, done }: Sides,
  hasEarlier: boolean,
): Reasoned => {
  const { segSym, entry } = trade
  const instead = inItsPlace(trade, expected, done)
  if (instead !== null)
    return {
      reason: 'contract',
      because: `The backtest takes ${tradingSymbolOf(instead.contract)}: it chooses by the candle's open, the deployment by the price of that instant.`,
    }
  if (entry.kind === 'carried') return afterEarlier('The position was held since before the day.')
  if (expected.some((one) => one.segSym === segSym && isDuring(one, entry.candle)))
    return afterEarlier(`The backtest was still in its earlier position, ${EARLIER}.`)
  if (hasEarlier && deeds.isCounting)
    return afterEarlier(`The backtest had entered or lost more often by then, ${EARLIER}.`)
  return CORRECTED
}

type Cause = NonNullable<DayTrade['cause']>

const levels = new Set<Cause>(['stop', 'trailing', 'target', 'combined-stop', 'combined-target', 'lock'])

const atAnotherPrice = (expected: number, done: number): Reasoned => ({
  reason: 'price',
  because: `The backtest fills at ${formatNumber(expected)}, the order was filled at ${formatNumber(done)}.`,
})

/** Average prices are quotients. */
const PRICE_EPSILON = 0.0005

const isSamePrice = (one: number, other: number): boolean => Math.abs(one - other) < PRICE_EPSILON

/** A leg's decision names no quantity, as one line has all legs. */
const isIncomplete = ({ isLeg, segSym, entry, exit }: DayTrade, { lines }: Deeds): boolean =>
  isLeg &&
  lines.some(
    ({ kind, segSym: of, at }) => kind === 'incomplete' && of === segSym && at >= entry.at && at <= exit.at,
  )

/** For an entry that both made; null where it is as expected. */
export const whyEntryDiffers = (expected: DayTrade, done: DayTrade, deeds: Deeds): Reasoned | null => {
  const own = deeds.lines.filter((line) => line.segSym === done.segSym && line.bar === done.decidedBy)
  const asked = own.findLast(({ kind }) => kind === 'signalled')?.quantity ?? done.quantity
  const proposed = own.find(({ kind }) => kind === 'proposed')?.quantity ?? asked
  const units = (quantity: number): string => formatNumber(quantity, 0)
  if (done.entry.kind === 'fill' && done.quantity < asked)
    return {
      reason: 'part',
      because: `${units(done.quantity)} of ${units(asked)} were filled; the rest was cancelled.`,
    }
  if (asked < proposed)
    return { reason: 'by-hand', because: `You sent ${units(asked)} of the ${units(proposed)} proposed.` }
  if (isIncomplete(done, deeds) && done.quantity < expected.quantity)
    return {
      reason: 'part',
      because: `${units(done.quantity)} of ${units(expected.quantity)} were filled; the rest was cancelled.`,
    }
  if (expected.quantity !== done.quantity)
    return {
      reason: 'price',
      because: `Its quantity was reckoned at another price: ${units(done.quantity)} instead of ${units(expected.quantity)}.`,
    }
  return isSamePrice(expected.entry.price, done.entry.price)
    ? null
    : atAnotherPrice(expected.entry.price, done.entry.price)
}

const exitsByHand: Readonly<Partial<Record<Cause, string>>> = {
  stopped: 'You stopped the deployment and its position was exited.',
  left: 'The position was left to you when the deployment was stopped.',
  elsewhere: 'The position was closed by hand, by the square-off or at its expiry.',
}

const sameExit = ({ exit: one }: DayTrade, { exit: other }: DayTrade): boolean =>
  one.candle === other.candle && isSamePrice(one.price, other.price) && one.kind === other.kind

/** For an exit that both made; null where it is as expected. */
export const whyExitDiffers = (expected: DayTrade, done: DayTrade, deeds: Deeds): Reasoned | null => {
  if (sameExit(expected, done)) return null
  if (expected.cause === 'expiry' && done.cause === 'elsewhere' && expected.exit.candle === done.exit.candle)
    return atAnotherPrice(expected.exit.price, done.exit.price)
  const byHand = done.cause === null ? undefined : exitsByHand[done.cause]
  if (byHand !== undefined) return { reason: 'by-hand', because: byHand }
  if (done.cause === 'incomplete')
    return { reason: 'part', because: 'Not all legs were filled, and those that were filled were closed.' }
  if (done.cause === 'loss-limit')
    return { reason: 'loss-limit', because: 'The day loss limit was reached, and what was held was exited.' }
  if (expected.exit.candle === done.exit.candle) return atAnotherPrice(expected.exit.price, done.exit.price)
  if ([expected.cause, done.cause].some((cause) => cause !== null && levels.has(cause)))
    return {
      reason: 'price',
      because: 'Stops and targets follow the prices of trades; the backtest knows only those of its candles.',
    }
  if (deeds.type === 'live' && done.exit.at > expected.exit.at)
    return { reason: 'not-acted', because: 'The exit waited in the queue until you sent it.' }
  const gap = gapAt(deeds, done.segSym, expected.exit.candle - 1)
  return gap === undefined ? CORRECTED : { reason: 'gap', because: `${gap.sentence}.` }
}
