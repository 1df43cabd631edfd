import { eachQuote, quoteFields, readQuoteValue } from '../../contract/quotes/quote-frame.ts'
import { type InstrumentId, parseInstrumentId, type Segment } from '../../domain/instruments/instrument.ts'
import { isPlausibleMove } from '../../domain/quotes/price-step.ts'
import { type Freshness, freshnessKinds } from '../../domain/quotes/quote-age.ts'
import { createSymbolTable } from '../instruments/symbol-table.ts'
import { createUnconfirmedPrices } from './unconfirmed-prices.ts'

/** Beyond these, the symbol that has been unwatched for longest is dropped. */
export const BOOK_SYMBOLS_MAX = 2_048
export const BATCH_MS = 100
/** Symbols whose watchers are woken per event-loop turn, so that keys are handled in between. */
export const WAKES_PER_TURN_MAX = 50

/** Prices in rupees, `timestamp` in market time. */
export interface BookQuote {
  readonly timestamp: number
  readonly lastPrice: number
  readonly dayOpen: number
  readonly dayHigh: number
  readonly dayLow: number
  /** Close of the previous session. */
  readonly closePrice: number
  readonly lastQuantity: number
  /** `open`, `high` and `low` are those of the minute in progress. */
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly openInterest: number
  readonly bid: number
  readonly ask: number
  readonly freshness: Freshness
  /** An implausible price that waits for another tick to confirm it. */
  readonly unconfirmedPrice: number | null
}

/** Rupees; 0 where a side is empty. */
export interface BookSides {
  readonly bid: number
  readonly ask: number
}

/** `noPrice` is a record without a price, or with one too old to be taken. */
export const quoteAnswers = ['none', 'noPrice', 'price'] as const
export type QuoteAnswer = (typeof quoteAnswers)[number]

export interface BookCounts {
  readonly taken: number
  /** Records that are unchanged, or older than what is known. */
  readonly unchanged: number
  /** Records of a symbol that nobody watches, or without a price. */
  readonly refused: number
  readonly held: number
}

export interface QuoteBook {
  /** The first watcher of an instrument subscribes, the last one unsubscribes. */
  watch(instrument: InstrumentId, wake: () => void): () => void
  /** Also wakes when bid or ask change under an unchanged price. */
  watchSides(instrument: InstrumentId, wake: () => void): () => void
  /** Rupees; null until known. */
  lastPrice(instrument: InstrumentId): number | null
  /** Same object until the next wake, so bid and ask may lag. `noData` while unwatched and unsubscribed. */
  quote(instrument: InstrumentId): BookQuote | null
  /** Prices of the last record; null until a price is known. */
  sides(instrument: InstrumentId): BookSides | null
  /** Since it was subscribed on this connection. */
  answerOf(instrument: InstrumentId): QuoteAnswer
  /** Throws RangeError for a malformed frame, of which nothing is taken. */
  write(frame: ArrayBuffer): void
  judge(): void
  /** The feed is lost: every price is `noData` until its next record. */
  silence(): void
  /** A known price of a later time means that the market's clock restarted: older records count again. */
  hearMarketTime(marketTime: number): void
  clear(): void
  counts(): BookCounts
}

export interface QuoteBookPorts {
  readonly hold: (instrument: InstrumentId) => () => void
  /** True while subscribed at the server, also after the last watcher left: no new snapshot will come. Absent: never. */
  readonly isSubscribed?: (instrument: InstrumentId) => boolean
  readonly freshnessOf: (segment: Segment, timestamp: number) => Freshness
  readonly after: (ms: number, run: () => void) => void
}

/** A broker's feed carries exchange time, which may be ahead of the server's by less than this. */
const CLOCK_TOLERANCE_MS = 1_000

const FIELDS = quoteFields.length
type QuoteField = (typeof quoteFields)[number]

const fieldIndex = (field: QuoteField): number => quoteFields.indexOf(field)
const TIMESTAMP = fieldIndex('timestamp')
const PRICE = fieldIndex('price')
const CLOSE = fieldIndex('close')
const VOLUME = fieldIndex('volume')
const BID = fieldIndex('bid')
const ASK = fieldIndex('ask')
const NONE = -1

const answerCode = (answer: QuoteAnswer): number => quoteAnswers.indexOf(answer)
const NO_ANSWER = answerCode('none')
const NO_PRICE = answerCode('noPrice')
const PRICED = answerCode('price')

const codeOf = (freshness: Freshness): number => freshnessKinds.indexOf(freshness)
const NO_DATA = codeOf('noData')
const UNCONFIRMED = codeOf('unconfirmed')

const PRICE_CHANGED = 1
const SIDES_CHANGED = 2

/** Columns of numbers, so that a record of a frame creates no object. Watchers are woken once per batch. */
export const createQuoteBook = ({ hold, isSubscribed, freshnessOf, after }: QuoteBookPorts): QuoteBook => {
  const table = createSymbolTable(BOOK_SYMBOLS_MAX)
  const values = new Float64Array(BOOK_SYMBOLS_MAX * FIELDS)
  const freshnessCodes = new Uint8Array(BOOK_SYMBOLS_MAX).fill(NO_DATA)
  const answers = new Uint8Array(BOOK_SYMBOLS_MAX)
  /** 1 once a price has been taken since subscribing on this connection. */
  const isHeard = new Uint8Array(BOOK_SYMBOLS_MAX)
  /** 1 where the next record is taken although it is older: the market's clock restarted. */
  const mayGoBack = new Uint8Array(BOOK_SYMBOLS_MAX)
  const held = createUnconfirmedPrices(BOOK_SYMBOLS_MAX)
  const changes = new Uint8Array(BOOK_SYMBOLS_MAX)
  const changed: number[] = []
  const segmentOf: (Segment | undefined)[] = []
  const instrumentOf: (InstrumentId | undefined)[] = []
  const watchers = Array.from({ length: BOOK_SYMBOLS_MAX }, () => new Set<() => void>())
  const sideWatchers: (Set<() => void> | undefined)[] = []
  const shown: (BookQuote | null | undefined)[] = []
  /** Unwatched rows, the longest unwatched first. */
  const idle = new Set<number>()
  let rows = 0
  let isBatched = false
  const counts = { taken: 0, unchanged: 0, refused: 0, held: 0 }

  const wakeAll = (): void => {
    for (const row of changed.splice(0, WAKES_PER_TURN_MAX)) {
      const what = changes[row] ?? 0
      changes[row] = 0
      for (const wake of sideWatchers[row] ?? []) wake()
      if ((what & PRICE_CHANGED) === 0) continue
      shown[row] = undefined
      for (const wake of watchers[row] ?? []) wake()
    }
    isBatched = changed.length > 0
    if (isBatched) after(0, wakeAll)
  }

  const note = (row: number, what = PRICE_CHANGED): void => {
    const before = changes[row] ?? 0
    changes[row] = before | what
    if (before !== 0) return
    changed.push(row)
    if (isBatched) return
    isBatched = true
    after(BATCH_MS, wakeAll)
  }

  const setFreshness = (row: number, code: number): void => {
    if (freshnessCodes[row] === code) return
    freshnessCodes[row] = code
    note(row)
  }

  const judgeRow = (row: number): void => {
    setFreshness(row, freshnessCodeOf(row))
  }

  const freshnessCodeOf = (row: number): number => {
    const segment = segmentOf[row]
    if (isHeard[row] !== 1 || segment === undefined) return NO_DATA
    if (held.find(row) !== null) return UNCONFIRMED
    return codeOf(freshnessOf(segment, values[row * FIELDS + TIMESTAMP] ?? 0))
  }

  const isPrice = (value: number): boolean => value > 0 && Number.isFinite(value)

  /** True if the price plausibly follows the one before or confirms the waiting one. */
  const isBelieved = (row: number, view: DataView, at: number): boolean => {
    const segment = segmentOf[row]
    const before = values[row * FIELDS + PRICE] ?? 0
    const price = readQuoteValue(view, at, PRICE)
    if (isHeard[row] !== 1 || segment === undefined || !isPrice(before)) return true
    if (isPlausibleMove(segment, before, price)) return true
    const timestamp = readQuoteValue(view, at, TIMESTAMP)
    const tick = { price, timestamp, volume: readQuoteValue(view, at, VOLUME) }
    if (held.isConfirmedBy(row, segment, tick)) return true
    if (held.find(row) !== price) note(row)
    held.hold(row, tick)
    judgeRow(row)
    return false
  }

  const writeRecord = (view: DataView, at: number): void => {
    const row = table.findAt(view, at)
    const price = readQuoteValue(view, at, PRICE)
    const close = readQuoteValue(view, at, CLOSE)
    const timestamp = readQuoteValue(view, at, TIMESTAMP)
    if (row !== NONE && answers[row] === NO_ANSWER) answers[row] = NO_PRICE
    if (row === NONE || !isPrice(price) || !isPrice(close) || !isPrice(timestamp)) {
      counts.refused++
      return
    }
    const first = row * FIELDS
    const isOlder = mayGoBack[row] !== 1 && timestamp < (values[first + TIMESTAMP] ?? 0)
    if (isOlder) {
      counts.unchanged++
      return
    }
    if (!isBelieved(row, view, at)) {
      counts.held++
      return
    }
    held.drop(row)
    const isSame = values[first + PRICE] === price && values[first + CLOSE] === close
    const hasSameSides =
      values[first + BID] === readQuoteValue(view, at, BID) &&
      values[first + ASK] === readQuoteValue(view, at, ASK)
    for (let index = 0; index < FIELDS; index++) values[first + index] = readQuoteValue(view, at, index)
    isHeard[row] = 1
    answers[row] = PRICED
    mayGoBack[row] = 0
    judgeRow(row)
    if (isSame) {
      counts.unchanged++
      if (!hasSameSides && (sideWatchers[row]?.size ?? 0) > 0) note(row, SIDES_CHANGED)
      return
    }
    counts.taken++
    note(row)
  }

  const distrust = (row: number): void => {
    isHeard[row] = 0
    answers[row] = NO_ANSWER
    held.drop(row)
    freshnessCodes[row] = NO_DATA
    shown[row] = undefined
  }

  const forget = (row: number): void => {
    values.fill(0, row * FIELDS, (row + 1) * FIELDS)
    mayGoBack[row] = 0
    distrust(row)
  }

  /** Returns -1 when every row is watched. */
  const rowFor = (instrument: InstrumentId): number => {
    const found = table.find(instrument)
    if (found !== NONE) return found
    const [oldest] = idle
    const row = rows < BOOK_SYMBOLS_MAX ? rows++ : (oldest ?? NONE)
    if (row === NONE) return NONE
    if (instrumentOf[row] !== undefined) table.remove(row)
    idle.delete(row)
    forget(row)
    table.put(row, instrument)
    instrumentOf[row] = instrument
    segmentOf[row] = parseInstrumentId(instrument)?.segment
    return row
  }

  const find = (instrument: InstrumentId): number => {
    const row = table.find(instrument)
    return row === NONE || !isPrice(values[row * FIELDS + PRICE] ?? 0) ? NONE : row
  }

  const read = (row: number): BookQuote => {
    const value = (field: QuoteField): number => values[row * FIELDS + fieldIndex(field)] ?? 0
    return {
      timestamp: value('timestamp'),
      lastPrice: value('price'),
      dayOpen: value('dayOpen'),
      dayHigh: value('dayHigh'),
      dayLow: value('dayLow'),
      closePrice: value('prevClose'),
      lastQuantity: value('size'),
      open: value('open'),
      high: value('high'),
      low: value('low'),
      close: value('close'),
      volume: value('volume'),
      openInterest: value('oi'),
      bid: value('bid'),
      ask: value('ask'),
      freshness: freshnessKinds[freshnessCodes[row] ?? NO_DATA] ?? 'noData',
      unconfirmedPrice: held.find(row),
    }
  }

  const watchersOf = (row: number): number => (watchers[row]?.size ?? 0) + (sideWatchers[row]?.size ?? 0)

  const sideWatchersOf = (row: number): Set<() => void> => {
    const known = sideWatchers[row] ?? new Set<() => void>()
    sideWatchers[row] = known
    return known
  }

  const watchIn = (
    setOf: (row: number) => Set<() => void> | undefined,
    instrument: InstrumentId,
    wake: () => void,
  ): (() => void) => {
    const row = rowFor(instrument)
    if (row === NONE) return () => {}
    const watching = setOf(row)
    const isFirst = watchersOf(row) === 0
    // A wrapper, since two cells may pass the same function.
    const own = () => wake()
    watching?.add(own)
    idle.delete(row)
    if (isFirst && isSubscribed?.(instrument) !== true) distrust(row)
    else if (isFirst) judgeRow(row)
    const release = hold(instrument)
    return () => {
      release()
      if (watching?.delete(own) && watchersOf(row) === 0) idle.add(row)
    }
  }

  return {
    watch: (instrument, wake) => watchIn((row) => watchers[row], instrument, wake),
    watchSides: (instrument, wake) => watchIn(sideWatchersOf, instrument, wake),
    lastPrice(instrument) {
      const row = find(instrument)
      return row === NONE ? null : (values[row * FIELDS + PRICE] ?? null)
    },
    quote(instrument) {
      const row = find(instrument)
      if (row === NONE) return null
      // The freshness dates from when it was last watched.
      if (watchersOf(row) === 0 && isSubscribed?.(instrument) !== true) distrust(row)
      shown[row] ??= read(row)
      return shown[row] ?? null
    },
    sides(instrument) {
      const row = find(instrument)
      if (row === NONE) return null
      const first = row * FIELDS
      return { bid: values[first + BID] ?? 0, ask: values[first + ASK] ?? 0 }
    },
    answerOf: (instrument) => {
      const row = table.find(instrument)
      return quoteAnswers[row === NONE ? NO_ANSWER : (answers[row] ?? NO_ANSWER)] ?? 'none'
    },
    write(frame) {
      eachQuote(frame, writeRecord)
    },
    judge() {
      for (let row = 0; row < rows; row++) if (watchersOf(row) > 0) judgeRow(row)
    },
    silence() {
      isHeard.fill(0)
      answers.fill(NO_ANSWER)
      held.dropAll()
      for (let row = 0; row < rows; row++) setFreshness(row, NO_DATA)
      wakeAll()
    },
    hearMarketTime(marketTime) {
      const latest = marketTime + CLOCK_TOLERANCE_MS
      for (let row = 0; row < rows; row++) {
        if ((values[row * FIELDS + TIMESTAMP] ?? 0) <= latest) continue
        mayGoBack.fill(1)
        return
      }
    },
    clear() {
      for (let row = 0; row < rows; row++) {
        forget(row)
        note(row)
      }
      wakeAll()
    },
    counts: () => ({ ...counts }),
  }
}
