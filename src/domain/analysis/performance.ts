import { type InstrumentId, parseInstrumentId } from '../instruments/instrument.ts'
import { derivativeRoot } from '../instruments/instrument-names.ts'
import { type IstDate, toIstDate } from '../time.ts'
import { isWithin, type Period } from './period.ts'

export interface AccountDay {
  readonly day: IstDate
  /** Before charges. */
  readonly gross: number
  readonly charges: number
  readonly equity: number
  /** Net capital added, counted as of the open; negative is withdrawn. */
  readonly capital: number
  readonly nifty: number | null
}

export interface Trip {
  readonly id: number
  readonly sym: InstrumentId
  readonly isLong: boolean
  /** Id of the strategy; empty by hand. */
  readonly by: string
  readonly openedAt: number
  readonly closedAt: number
  readonly quantity: number
  readonly pnl: number
  readonly charges: number
}

export type TripGrouping = 'strategy' | 'tag' | 'instrument'

/** The trips of one strategy, tag or instrument. An empty key is by hand, or untagged. */
export interface ChosenTrips {
  readonly by: TripGrouping
  readonly key: string
}

export const instrumentGroupOf = (sym: InstrumentId): string => {
  const { segment, tradingSymbol } = parseInstrumentId(sym) ?? { segment: 'NSE', tradingSymbol: sym }
  if (segment.endsWith('-OPT')) return `${rootOf(tradingSymbol)} options`
  if (segment.endsWith('-FUT')) return `${rootOf(tradingSymbol)} futures`
  return derivativeRoot(tradingSymbol)
}

/** Letters before the expiry: `NIFTY26DEC24500CE` is of NIFTY. */
const rootOf = (tradingSymbol: string): string =>
  /^([A-Z&-]+?)(?=\d{2}[A-Z\d])/.exec(tradingSymbol)?.[1] ?? tradingSymbol

type TagsByTrip = ReadonlyMap<number, readonly string[]>

/** A trip with two tags counts under both. */
export const groupsOfTrip = (trip: Trip, by: TripGrouping, tags: TagsByTrip): readonly string[] => {
  switch (by) {
    case 'strategy':
      return [trip.by]
    case 'tag':
      return tags.get(trip.id) ?? ['']
    case 'instrument':
      return [instrumentGroupOf(trip.sym)]
  }
}

export type IsChosen = (trip: Trip) => boolean

export interface CurvePoint {
  readonly day: IstDate
  /** Rupees since the start of the period, after charges. */
  readonly net: number
  /** Below the highest since the start; 0 or less. */
  readonly drawdown: number
  /** Percent since the start, time-weighted; null where only some of the trips are chosen. */
  readonly percent: number | null
  readonly nifty: number | null
}

export interface DayNet {
  readonly day: IstDate
  readonly gross: number
  readonly charges: number
}

/** Counts the whole account, or the chosen trips on the day that they were closed. */
const daysOf = (
  history: { readonly days: readonly AccountDay[]; readonly trips: readonly Trip[] },
  period: Period,
  isChosen: IsChosen | null,
): readonly DayNet[] => {
  const days = history.days.filter(({ day }) => isWithin(period, day))
  if (isChosen === null) return days
  const sums = new Map<IstDate, { gross: number; charges: number }>()
  for (const trip of history.trips) {
    if (!isChosen(trip)) continue
    const day = toIstDate(trip.closedAt)
    const sum = sums.get(day) ?? { gross: 0, charges: 0 }
    sums.set(day, { gross: sum.gross + trip.pnl, charges: sum.charges + trip.charges })
  }
  return days.map(({ day }) => ({ day, gross: 0, charges: 0, ...sums.get(day) }))
}

export interface Performance {
  readonly days: readonly DayNet[]
  readonly curve: readonly CurvePoint[]
  readonly gross: number
  readonly charges: number
  readonly net: number
  /** Percent, time-weighted; null where trips are chosen or nothing was there before. */
  readonly percent: number | null
  readonly nifty: number | null
  readonly maxDrawdown: number
  /** Trading days under the highest, at most. */
  readonly longestDrawdown: number
  readonly trips: readonly Trip[]
  readonly upDays: number
  readonly downDays: number
}

export interface AccountHistory {
  readonly opening: { readonly day: IstDate; readonly equity: number; readonly nifty: number | null } | null
  readonly days: readonly AccountDay[]
  readonly trips: readonly Trip[]
}

export const performanceOf = (
  history: AccountHistory,
  period: Period,
  isChosen: IsChosen | null = null,
): Performance => {
  const days = daysOf(history, period, isChosen)
  const first = history.days.findIndex(({ day }) => day >= period.from)
  const before = history.days[first - 1]
  const niftyBefore = (before === undefined ? history.opening?.nifty : before.nifty) ?? null
  const byDay = new Map(history.days.map((one) => [one.day, one]))
  let [net, highest, growth, under, longest] = [0, 0, 1, 0, 0]
  let equity = before?.equity ?? history.opening?.equity ?? 0
  const curve = days.map(({ day, gross, charges }): CurvePoint => {
    net += gross - charges
    highest = Math.max(highest, net)
    under = net < highest ? under + 1 : 0
    longest = Math.max(longest, under)
    const known = byDay.get(day)
    const base = equity + (known?.capital ?? 0)
    // Time-weighted: capital added that day is in the base, not in the return.
    growth *= base > 0 ? 1 + (gross - charges) / base : 1
    equity = known?.equity ?? equity
    const nifty = known?.nifty ?? null
    return {
      day,
      net,
      drawdown: net - highest,
      percent: isChosen === null ? 100 * (growth - 1) : null,
      nifty: nifty === null || niftyBefore === null ? null : 100 * (nifty / niftyBefore - 1),
    }
  })
  const sum = (figure: (day: DayNet) => number): number => days.reduce((all, day) => all + figure(day), 0)
  const last = curve.at(-1)
  return {
    days,
    curve,
    gross: sum(({ gross }) => gross),
    charges: sum(({ charges }) => charges),
    net,
    percent: last?.percent ?? null,
    nifty: curve.findLast((point) => point.nifty !== null)?.nifty ?? null,
    maxDrawdown: Math.min(0, ...curve.map(({ drawdown }) => drawdown)),
    longestDrawdown: longest,
    trips: history.trips.filter(
      (trip) => isWithin(period, toIstDate(trip.closedAt)) && (isChosen?.(trip) ?? true),
    ),
    upDays: days.filter(({ gross, charges }) => gross - charges > 0).length,
    downDays: days.filter(({ gross, charges }) => gross - charges < 0).length,
  }
}

export const tripsInWords = (count: number): string => (count === 1 ? '1 trip' : `${count} trips`)

export interface TripSums {
  readonly trips: number
  readonly wins: number
  /** Percent of the trips that gained after charges; null without any. */
  readonly winRate: number | null
  /** Gains by losses, after charges; null without a loss. */
  readonly profitFactor: number | null
  readonly gross: number
  readonly charges: number
  readonly net: number
  /** Lowest below the highest, trip after trip; 0 or less. */
  readonly maxDrawdown: number
}

export const sumTrips = (trips: readonly Trip[]): TripSums => {
  let [gross, charges, gains, losses, wins, highest, net, drawdown] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (const trip of trips) {
    const own = trip.pnl - trip.charges
    gross += trip.pnl
    charges += trip.charges
    net += own
    if (own > 0) wins++
    gains += Math.max(0, own)
    losses += Math.max(0, -own)
    highest = Math.max(highest, net)
    drawdown = Math.min(drawdown, net - highest)
  }
  return {
    trips: trips.length,
    wins,
    winRate: trips.length === 0 ? null : (100 * wins) / trips.length,
    profitFactor: losses === 0 ? null : gains / losses,
    ...{ gross, charges, net, maxDrawdown: drawdown },
  }
}

export interface TripGroup extends TripSums {
  readonly key: string
}

export const groupTrips = (
  trips: readonly Trip[],
  keysOf: (trip: Trip) => readonly string[],
): readonly TripGroup[] => {
  const groups = new Map<string, Trip[]>()
  for (const trip of trips)
    for (const key of keysOf(trip)) {
      const own = groups.get(key)
      if (own === undefined) groups.set(key, [trip])
      else own.push(trip)
    }
  return [...groups]
    .map(([key, own]) => ({ key, ...sumTrips(own) }))
    .sort((one, other) => other.net - one.net)
}
