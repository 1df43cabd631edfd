import { previousTradingDay } from '../../calendar/calendar.ts'
import { type Candles, firstRowFrom } from '../../charts/candle.ts'
import { type Interval, intervalMinutes } from '../../charts/interval.ts'
import type { InstrumentId } from '../../instruments/instrument.ts'
import { addDays, type IstDate, MINUTE_MS, startOfIstDate, toIstDate } from '../../time.ts'
import type { DeploymentType } from '../deployment.ts'
import { signOf } from '../levels.ts'
import { type DaySpan, type DayTrade, onDay, pricesOf, type WholeTrade } from './day-trade.ts'
import { type Parity, parityOf } from './parity.ts'
import type { Deeds } from './reasons.ts'

export const PARITY_DAYS = 20

/** The deployment whose days are compared; instants are market time. */
export interface ComparedDeployment {
  readonly deploymentUuid: string
  readonly algoName: string
  readonly slug: string
  readonly version: number
  readonly type: DeploymentType
  readonly interval: Interval
  readonly segSyms: readonly InstrumentId[]
  readonly startedAt: number
  readonly stoppedAt: number | null
}

/** Rupees after charges at the close of a candle, open positions at its price. */
export interface PnlPoint {
  readonly at: number
  readonly expected: number
  readonly done: number
}

export interface DayDifference {
  readonly day: IstDate
  readonly expected: number
  readonly done: number
}

export interface ParityReport {
  readonly of: ComparedDeployment
  readonly day: IstDate
  /** The day has not ended: its figures go on changing. */
  readonly isProvisional: boolean
  readonly parity: Parity
  readonly curve: readonly PnlPoint[]
  /** The day and those before it on which it ran, the oldest first. */
  readonly days: readonly DayDifference[]
  /** By instrument on which the backtest ran, and by contract of a leg: those of the day and of the days before it. */
  readonly candles: ReadonlyMap<InstrumentId, Candles>
  /** Instruments without candles of the day: nothing is expected of them. */
  readonly missing: readonly InstrumentId[]
}

export interface Compared {
  readonly of: ComparedDeployment
  readonly day: IstDate
  readonly isProvisional: boolean
  readonly expected: readonly WholeTrade[]
  readonly done: readonly WholeTrade[]
  readonly deeds: Deeds
  readonly candlesOf: (instrument: InstrumentId) => Candles | null
  readonly since: IstDate
}

const spanOf = (day: IstDate): DaySpan => ({
  from: startOfIstDate(day),
  until: startOfIstDate(addDays(day, 1)),
})

const sideOn = (
  trades: readonly WholeTrade[],
  day: IstDate,
  candlesOf: Compared['candlesOf'],
): readonly DayTrade[] =>
  trades.flatMap((trade) => {
    const prices = pricesOf(trade, candlesOf)
    const candles = trade.isLeg ? candlesOf(trade.segSym) : prices
    const part = candles === null ? null : onDay(trade, spanOf(day), candles, prices)
    return part === null ? [] : [part]
  })

export const compareOn = (compared: Compared, day: IstDate) => {
  const { candlesOf, deeds } = compared
  const expected = sideOn(compared.expected, day, candlesOf)
  const done = sideOn(compared.done, day, candlesOf)
  const { from, until } = spanOf(day)
  const lines = deeds.lines.filter(({ at }) => at >= from && at < until)
  return { expected, done, parity: parityOf({ expected, done, deeds: { ...deeds, lines }, candlesOf }) }
}

const pnlAt = (trades: readonly DayTrade[], at: number, candlesOf: Compared['candlesOf']): number =>
  trades.reduce((sum, trade) => {
    const { side, quantity, entry, exit } = trade
    if (entry.at >= at) return sum
    const isOver = exit.kind === 'fill' && exit.at < at
    const candles = pricesOf(trade, candlesOf)
    const close = candles?.close[firstRowFrom(candles.time, at) - 1] ?? entry.price
    const price = isOver ? exit.price : close
    return sum + signOf(side) * quantity * (price - entry.price) - entry.charges - (isOver ? exit.charges : 0)
  }, 0)

const curveOf = (
  { of: { interval, segSyms }, candlesOf }: Compared,
  day: IstDate,
  { expected, done }: { readonly expected: readonly DayTrade[]; readonly done: readonly DayTrade[] },
): readonly PnlPoint[] => {
  const { from, until } = spanOf(day)
  const length = (intervalMinutes(interval) ?? 0) * MINUTE_MS
  const starts = new Set<number>()
  for (const segSym of segSyms) {
    const time = candlesOf(segSym)?.time ?? new Float64Array()
    for (let row = firstRowFrom(time, from); row < firstRowFrom(time, until); row++)
      starts.add(time[row] ?? 0)
  }
  return [...starts]
    .sort((one, other) => one - other)
    .map((start) => ({
      at: start + length,
      expected: pnlAt(expected, start + Math.max(length, 1), candlesOf),
      done: pnlAt(done, start + Math.max(length, 1), candlesOf),
    }))
}

/** Trading days up to `day` on which the deployment ran and whose log is known, the oldest first. */
const daysUpTo = (day: IstDate, { of: { startedAt }, since }: Compared): readonly IstDate[] => {
  const days: IstDate[] = []
  const first = toIstDate(startedAt) > since ? toIstDate(startedAt) : since
  for (let one = day; days.length < PARITY_DAYS && one >= first; one = previousTradingDay(one))
    days.unshift(one)
  return days
}

const hasCandles = (candles: Candles | null, { from, until }: DaySpan): boolean =>
  candles !== null && firstRowFrom(candles.time, from) < firstRowFrom(candles.time, until)

/** A day of a deployment beside the backtest of its rules, and the days before it in short. */
export const parityReport = (compared: Compared): ParityReport => {
  const { of, day, isProvisional, candlesOf } = compared
  const { expected, done, parity } = compareOn(compared, day)
  const missing = of.segSyms.filter((segSym) => !hasCandles(candlesOf(segSym), spanOf(day)))
  return {
    of,
    day,
    isProvisional,
    parity,
    curve: curveOf(compared, day, { expected, done }),
    days: daysUpTo(day, compared).map((one) => {
      const { expected, done } = one === day ? parity : compareOn(compared, one).parity
      return { day: one, expected, done }
    }),
    candles: new Map(
      [...of.segSyms, ...parity.rows.flatMap(({ contract }) => contract ?? [])].flatMap((id) => {
        const candles = candlesOf(id)
        return candles === null ? [] : [[id, candles] as const]
      }),
    ),
    missing,
  }
}
