import { type Calendar, createYearsCheck } from '../../../src/domain/calendar/calendar.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type Paise, paise } from '../../../src/domain/money.ts'
import type { Book, Print, Quote } from '../../../src/domain/quotes/quote.ts'
import {
  type EpochMs,
  epochMs,
  type IstDate,
  istDateToDayNumber,
  istDayNumber,
} from '../../../src/domain/time.ts'
import { openInterestAt } from '../simulated/minutes.ts'
import type { SessionPath } from '../simulated/path-points.ts'
import { createShocksCheck, type ShocksInForce } from '../simulated/shocks/shocks-in-force.ts'
import { circuitsAt } from './circuits.ts'
import { LEVELS_MAX, sideOf, toPaise } from './depth.ts'
import { type LiveMarket, PRINTS_MAX } from './live-market.ts'
import { createSessionView, type LastPrint, type SessionView } from './session-view.ts'

/** Sessions cached, about 20 KB each. */
const VIEWS_MAX = 2000
const LOOK_BACK_SESSIONS = 5
const SECOND_MS = 1000

export interface PathSource {
  /** Counts sessions to expiry; absent when prices do not depend on it. */
  readonly calendar?: Calendar
  readonly shocks?: ShocksInForce
  pathOf(instrument: Instrument, day: number): SessionPath | null
  /** False while the day's sessions are not loaded; absent: always ready. */
  isReady?(instrument: Instrument, day: number): boolean
  lastDayUntil(day: number): number
}

export type AcrossSessions = Pick<
  LiveMarket,
  'settlementPrice' | 'forward' | 'dailyVolatility' | 'averageDailyVolume' | 'knows'
>

interface View {
  readonly day: number
  readonly view: SessionView | null
}

const createViews = (source: PathSource) => {
  const views = new Map<InstrumentId, readonly View[]>()
  let kept = 0
  const keep = (id: InstrumentId, entries: readonly View[]): void => {
    kept += entries.length - (views.get(id)?.length ?? 0)
    views.set(id, entries)
  }
  const forget = (id: InstrumentId): void => {
    kept -= views.get(id)?.length ?? 0
    views.delete(id)
  }
  const checkYears =
    source.calendar &&
    createYearsCheck(source.calendar, () => {
      views.clear()
      kept = 0
    })
  const checkShocks =
    source.shocks &&
    createShocksCheck(source.shocks, (isChanged) => {
      for (const [id, entries] of views)
        keep(
          id,
          entries.filter(({ day }) => !isChanged(day)),
        )
    })

  return (instrument: Instrument, day: number): SessionView | null => {
    checkYears?.()
    checkShocks?.()
    const known = views.get(instrument.id)
    if (known !== undefined) {
      for (const entry of known) if (entry.day === day) return entry.view
    }
    if (source.isReady?.(instrument, day) === false) return null
    const path = source.pathOf(instrument, day)
    const entry = { day, view: path === null ? null : createSessionView(path) }
    if (kept >= VIEWS_MAX) {
      const oldest = views.keys().next().value
      if (oldest !== undefined) forget(oldest)
    }
    // Most queries are for the day in progress and the one before.
    const others = (views.get(instrument.id) ?? []).slice(0, 1)
    keep(instrument.id, [entry, ...others])
    return entry.view
  }
}

export const createPathLive = (source: PathSource, acrossSessions: AcrossSessions): LiveMarket => {
  const viewOn = createViews(source)

  const standing = (instrument: Instrument, at: EpochMs): { view: SessionView; last: LastPrint } | null => {
    const today = istDayNumber(at)
    if (instrument.expiry !== null && istDateToDayNumber(instrument.expiry) < today) return null
    let day = source.lastDayUntil(today)
    for (let tried = 0; tried < LOOK_BACK_SESSIONS && day >= 0; tried++) {
      const view = viewOn(instrument, day)
      const last = view?.lastPrintAt(at) ?? null
      if (view !== null && last !== null) return { view, last }
      day = source.lastDayUntil(day - 1)
    }
    return null
  }

  const quote = (instrument: Instrument, at: EpochMs): Quote | null => {
    const found = standing(instrument, at)
    if (found === null) return null
    const { view, last } = found
    const { row, tape, print } = last
    const { path } = view
    const { tickPaise } = path
    const high = Math.max(view.highBefore[row] ?? 0, tape.high[print] ?? 0)
    const low = Math.min(view.lowBefore[row] ?? 0, tape.low[print] ?? 0)
    const limits = circuitsAt(path, row, low, high)
    const second = view.continuousRowAt(at) === row ? Math.floor((at - view.beganAt(row)) / SECOND_MS) : -1
    const bid = tape.bids[second] ?? 0
    const ask = bid + tape.spread
    const hasBook = second >= 0 && !path.isIndex
    const unit = path.lotSize
    return {
      instrument: instrument.id,
      at: epochMs(view.beganAt(row) + (tape.at[print] ?? 0)),
      lastPrice: toPaise(path, tape.price[print] ?? 0),
      lastQuantity: (tape.quantity[print] ?? 0) * unit,
      dayOpen: toPaise(path, path.ticks[0] ?? 0),
      dayHigh: toPaise(path, high),
      dayLow: toPaise(path, low),
      previousClose: toPaise(path, path.previousClose),
      minuteOpen: toPaise(path, tape.price[0] ?? 0),
      minuteHigh: toPaise(path, tape.high[print] ?? 0),
      minuteLow: toPaise(path, tape.low[print] ?? 0),
      volume: ((view.lotsBefore[row] ?? 0) + (tape.volume[print] ?? 0)) * unit,
      openInterest: openInterestAt(path, row),
      previousOpenInterest: path.openInterest[0] * unit,
      lowerCircuit: limits === null ? null : toPaise({ tickPaise }, limits[0]),
      upperCircuit: limits === null ? null : toPaise({ tickPaise }, limits[1]),
      bid: hasBook && bid >= (limits?.[0] ?? 1) ? toPaise(path, bid) : null,
      ask: hasBook && ask <= (limits?.[1] ?? Number.POSITIVE_INFINITY) ? toPaise(path, ask) : null,
    }
  }

  const book = (instrument: Instrument, at: EpochMs, levels = LEVELS_MAX): Book => {
    const found = standing(instrument, at)
    const nothing = { at, bids: [], asks: [] }
    if (found === null || found.view.path.isIndex) return nothing
    const { view, last } = found
    const row = view.continuousRowAt(at)
    if (row < 0 || row !== last.row) return nothing
    const { path } = view
    const { tape, print } = last
    const high = Math.max(view.highBefore[row] ?? 0, tape.high[print] ?? 0)
    const low = Math.min(view.lowBefore[row] ?? 0, tape.low[print] ?? 0)
    const limits = circuitsAt(path, row, low, high)
    const bid = tape.bids[Math.floor((at - view.beganAt(row)) / SECOND_MS)] ?? 0
    const parts = { path, at, spread: tape.spread, limits, levels }
    return {
      at,
      bids: sideOf({ ...parts, best: bid, direction: -1 }),
      asks: sideOf({ ...parts, best: bid + tape.spread, direction: 1 }),
    }
  }

  const averagePrice = (instrument: Instrument, at: EpochMs): Paise | null => {
    const found = standing(instrument, at)
    if (found === null || found.view.path.isIndex) return null
    const { path } = found.view
    const { row, tape, print } = found.last
    const { first } = path.layout
    let [lots, value] = [0, 0]
    for (let minute = 0; minute < row; minute++) {
      const [from, to] = [first[minute] ?? 0, first[minute + 1] ?? 0]
      let sum = 0
      for (let point = from; point < to; point++) sum += path.ticks[point] ?? 0
      const traded = to > from ? (path.volume[minute] ?? 0) : 0
      lots += traded
      if (traded > 0) value += (traded * sum) / (to - from)
    }
    for (let each = 0; each <= print; each++) {
      const traded = tape.quantity[each] ?? 0
      lots += traded
      value += traded * (tape.price[each] ?? 0)
    }
    return lots === 0 ? null : paise(Math.round((value / lots) * path.tickPaise))
  }

  const collect = (view: SessionView, after: EpochMs, until: EpochMs, into: Print[]): void => {
    const { path, rows } = view
    for (let row = rows - 1; row >= 0 && into.length < PRINTS_MAX; row--) {
      const began = view.beganAt(row)
      if (began > until) continue
      if (began + 60_000 <= after) return
      const { at, price, quantity, prints } = view.tapeAt(row)
      for (let print = prints - 1; print >= 0 && into.length < PRINTS_MAX; print--) {
        const time = began + (at[print] ?? 0)
        const lots = quantity[print] ?? 0
        if (time > until || lots === 0) continue
        if (time <= after) return
        into.push({
          at: epochMs(time),
          price: toPaise(path, price[print] ?? 0),
          quantity: lots * path.lotSize,
        })
      }
    }
  }

  const prints = (instrument: Instrument, after: EpochMs, until: EpochMs): readonly Print[] => {
    const found: Print[] = []
    const since = istDayNumber(after)
    let day = source.lastDayUntil(istDayNumber(until))
    while (day >= since && day >= 0 && found.length < PRINTS_MAX) {
      const view = viewOn(instrument, day)
      if (view !== null && !view.path.isIndex) collect(view, after, until, found)
      day = source.lastDayUntil(day - 1)
    }
    return found.reverse()
  }

  const auctionPrice = (instrument: Instrument, day: IstDate, which: 'open' | 'close'): number | null => {
    const view = viewOn(instrument, istDateToDayNumber(day))
    if (view === null || view.path.isIndex) return null
    const { path } = view
    const { auctionRow } = path.layout
    const isOption = path.spread.kind === 'option'
    if (which === 'open') return isOption ? null : ((path.ticks[0] ?? 0) * path.tickPaise) / 100
    return auctionRow < 0 ? null : ((path.ticks.at(-1) ?? 0) * path.tickPaise) / 100
  }

  return { quote, book, prints, averagePrice, auctionPrice, ...acrossSessions }
}
