import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import { lastClosedCandle } from '../../src/domain/charts/candle-close.ts'
import { isOnCandles, nextCloseAfter } from '../../src/domain/scanners/alert.ts'
import { parseUniverse } from '../../src/domain/scanners/universe.ts'
import { Refusal } from '../refusal.ts'
import type { Raised } from '../scanning/scan-input.ts'
import type { StoredAlert } from '../store/alerts.ts'
import {
  type AlertContext,
  type CandleWatch,
  giveUp,
  type Judged,
  note,
  type Running,
  raise,
} from './alert-context.ts'

/** Scans that users wait for have the other turns of the scanning thread. */
const SCANS_AT_ONCE = 2
/** Candles of a universe that are not kept are read a second or two at a time. */
const READS_MAX = 400
const BEHIND_MS = 20
const HITS_AT_ONCE = 500

interface CandleRunning extends Running {
  readonly candles: CandleWatch
}

export const candleWatchOf = ({ terms, judgedAt }: StoredAlert, calendar: Calendar): CandleWatch | null =>
  isOnCandles(terms)
    ? {
        interval: terms.interval,
        nextCloseAt: nextCloseAfter(judgedAt, terms.interval, calendar),
        reads: 0,
        asOf: null,
      }
    : null

const isOfCandles = (one: Running): one is CandleRunning => one.candles !== null

/** Alerts on one universe are judged by one scan, those on a watchlist by one of its owner. */
const scanKeyOf = ({ alert: { owner, terms }, candles }: CandleRunning): string => {
  const isOwned = parseUniverse(terms.universe)?.kind === 'watchlist'
  return JSON.stringify([terms.universe, candles.interval, isOwned ? owner : null])
}

const dueNow = ({ running, clock, wallClock }: AlertContext): readonly CandleRunning[] => {
  const [now, wallNow] = [clock.now(), wallClock.now()]
  return [...running.values()]
    .filter(isOfCandles)
    .filter(
      ({ judging, candles, retryAt }) => judging === null && candles.nextCloseAt <= now && retryAt <= wallNow,
    )
    .sort(
      (one, other) =>
        one.candles.reads - other.candles.reads || one.candles.nextCloseAt - other.candles.nextCloseAt,
    )
}

const inScans = (due: readonly CandleRunning[]): readonly (readonly CandleRunning[])[] => {
  const scans = new Map<string, CandleRunning[]>()
  for (const one of due) {
    const key = scanKeyOf(one)
    const scan = scans.get(key) ?? []
    scans.set(key, scan)
    scan.push(one)
  }
  return [...scans.values()]
}

const scan = async (
  context: AlertContext,
  alerts: readonly CandleRunning[],
  since: number | null = null,
): Promise<Raised> => {
  const [first] = alerts
  if (first === undefined) throw new RangeError('a scan without alerts')
  const { owner, terms } = first.alert
  const listed = await context.listedOf(owner, terms.universe)
  const rules = alerts.map(({ alert }) => ({ logic: alert.terms.logic, judgedAt: since ?? alert.judgedAt }))
  const begun = alerts.flatMap(({ candles: { asOf } }) => (asOf === null ? [] : [asOf]))
  const input = {
    universe: terms.universe,
    interval: first.candles.interval,
    listed,
    asOf: since === null && begun.length > 0 ? Math.min(...begun) : null,
    rules,
  }
  return context.raised(input, context.closing.signal)
}

const judgedOf = async (
  context: AlertContext,
  one: CandleRunning,
  { byRule, asOf }: Raised,
  index: number,
): Promise<Judged | null> => {
  const { candles } = one
  const raised = byRule[index]
  if (raised === undefined) throw new RangeError('a rule was not judged')
  if ('refusal' in raised) throw new Refusal('UNAVAILABLE', raised.refusal)
  if (raised.loading > 0) {
    candles.reads++
    candles.asOf ??= asOf
    if (candles.reads > READS_MAX)
      throw new Refusal('UNAVAILABLE', 'candles of its universe cannot be read in time')
    await note(context, one, `candles are being read, ${raised.loading} symbols are left`)
    return null
  }
  if (asOf < candles.nextCloseAt) {
    // The thread is behind this one by some milliseconds.
    one.retryAt = context.wallClock.now() + BEHIND_MS
    return null
  }
  return { one, hits: raised.hits, judgedAt: asOf, isOver: false }
}

const REHEARSED_AFTER_MS = 1_000

/** The first run of a rule takes several times longer, so it is not that of a candle that has closed. It raises nothing. */
export const rehearse = (context: AlertContext): void => {
  const { running, calendar, clock, wallClock, addedAt } = context
  if (addedAt === null || context.scans > 0 || wallClock.now() - addedAt < REHEARSED_AFTER_MS) return
  context.addedAt = null
  const runAll = async (): Promise<void> => {
    for (const alerts of inScans([...running.values()].filter(isOfCandles))) {
      const interval = alerts[0]?.candles.interval ?? 'day'
      const { start } = lastClosedCandle(clock.now(), { interval, calendar, group: 'auctioned' })
      try {
        const { byRule } = await scan(context, alerts, start)
        if (byRule.some((one) => 'loading' in one && one.loading > 0)) context.addedAt = wallClock.now()
      } catch {
        // Why it cannot be run is said at the close of a candle.
      }
    }
  }
  context.scans++
  void runAll().finally(() => {
    context.scans--
  })
}

/** So many are stored in one step that orders, which are stored between two steps, hardly wait. */
const inSteps = (judged: readonly Judged[]): readonly (readonly Judged[])[] => {
  const steps: Judged[][] = []
  let hits = Number.POSITIVE_INFINITY
  for (const one of judged) {
    hits += one.hits.length + 1
    if (hits > HITS_AT_ONCE) {
      steps.push([])
      hits = one.hits.length + 1
    }
    steps.at(-1)?.push(one)
  }
  return steps
}

const store = async (
  context: AlertContext,
  judged: readonly Judged[],
  nextCloseAt: number,
): Promise<void> => {
  try {
    await raise(context, judged)
  } catch (error) {
    // One that cannot be stored does not hold up the others.
    if (judged.length > 1) for (const one of judged) await store(context, [one], nextCloseAt)
    else for (const { one } of judged) await giveUp(context, one, error)
    return
  }
  for (const { one } of judged) {
    if (one.candles !== null) {
      one.candles.reads = 0
      one.candles.asOf = null
      one.candles.nextCloseAt = nextCloseAt
    }
    one.retryAt = 0
  }
}

const judge = async (context: AlertContext, alerts: readonly CandleRunning[]): Promise<void> => {
  let raised: Raised
  try {
    raised = await scan(context, alerts)
  } catch (error) {
    for (const one of alerts) await giveUp(context, one, error)
    return
  }
  const judged: Judged[] = []
  for (const [index, one] of alerts.entries()) {
    try {
      const found = await judgedOf(context, one, raised, index)
      if (found !== null) judged.push(found)
    } catch (error) {
      await giveUp(context, one, error)
    }
  }
  const [first] = alerts
  if (first === undefined) return
  const nextCloseAt = nextCloseAfter(raised.asOf, first.candles.interval, context.calendar)
  for (const step of inSteps(judged)) await store(context, step, nextCloseAt)
}

export const judgeCandles = (context: AlertContext): void => {
  for (const alerts of inScans(dueNow(context))) {
    if (context.scans >= SCANS_AT_ONCE) return
    context.scans++
    const judging = judge(context, alerts).finally(() => {
      context.scans--
      for (const one of alerts) one.judging = null
      if (!context.closing.signal.aborted) judgeCandles(context)
    })
    for (const one of alerts) one.judging = judging
  }
}
