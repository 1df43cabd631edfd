import type { LiveMarket } from '../../../server/market/live/live-market.ts'
import { hashText, toUniform } from '../../../server/market/simulated/random.ts'
import type { Instrument, InstrumentType } from '../../../src/domain/instruments/instrument.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, type Paise, paise } from '../../../src/domain/money.ts'
import type { Book, Level, Print, Quote } from '../../../src/domain/quotes/quote.ts'
import { type EpochMs, epochMs, type IstDate, parseIstDate } from '../../../src/domain/time.ts'

/** IST: `2026-11-20 10:00:00`. */
export const ist = (text: string): EpochMs => epochMs(Date.parse(`${text.replace(' ', 'T')}+05:30`))

export const instrumentOf = (
  tradingSymbol: string,
  {
    type = 'EQ',
    lotSize = 1,
    tickSize = 0.05,
    exchange = 'NSE',
  }: { type?: InstrumentType; lotSize?: number; tickSize?: number; exchange?: 'NSE' | 'BSE' } = {},
): Instrument => {
  const derivatives = exchange === 'NSE' ? 'NFO' : 'BFO'
  const segment = type === 'EQ' ? exchange : (`${derivatives}-${type === 'FUT' ? 'FUT' : 'OPT'}` as const)
  return {
    id: instrumentId(segment, tradingSymbol),
    instrumentToken: hashText(tradingSymbol) >>> 8,
    exchangeToken: hashText(tradingSymbol) >>> 16,
    tradingSymbol,
    name: tradingSymbol,
    lastPrice: 0,
    expiry: type === 'EQ' ? null : parseIstDate('2026-11-24'),
    strike: type === 'CE' || type === 'PE' ? 100 : 0,
    tickSize,
    lotSize,
    instrumentType: type,
    segment,
    exchange: type === 'EQ' ? exchange : derivatives,
    universe: '000000',
  }
}

interface Script {
  readonly books: readonly {
    readonly at: number
    readonly bids: readonly Level[]
    readonly asks: readonly Level[]
  }[]
  readonly prints: readonly Print[]
  readonly staleFrom: number
  readonly values: ReadonlyMap<string, readonly number[]>
}

const level = (text: string): Level => {
  const [price = '', quantity = ''] = text.split('x')
  return { price: Math.round(Number(price) * 100) as Paise, quantity: Number(quantity), orders: 1 }
}

const levels = (text: string): readonly Level[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map(level)

// `0: 100.00x500 99.95x800 / 100.05x300; 1200: 100.05x50; 4000: stale; close: 99.50`. Times are ms after the
// start. With a slash a book, without one a print; `stale` stops the clock of the book. Words with a value:
// `last`, `open` and `close` (of the auctions), `circuits`, `adv`, `volatility`.
const readScript = (line: string, start: number): Script => {
  const books: Script['books'][number][] = []
  const prints: Print[] = []
  const values = new Map<string, readonly number[]>()
  let staleFrom = Number.POSITIVE_INFINITY
  for (const entry of line.split(';')) {
    const cut = entry.indexOf(':')
    const [key, text] = [entry.slice(0, cut).trim(), entry.slice(cut + 1).trim()]
    const at = start + Number(key)
    if (!/^-?\d+$/.test(key)) values.set(key, text.split(' ').map(Number))
    else if (text === 'stale') staleFrom = at
    else if (text.includes('/')) {
      const [bids = '', asks = ''] = text.split('/')
      books.push({ at, bids: levels(bids), asks: levels(asks) })
    } else {
      for (const { price, quantity } of levels(text)) prints.push({ at: epochMs(at), price, quantity })
    }
  }
  return { books, prints, staleFrom, values }
}

const quoteFrom = (
  instrument: Instrument,
  at: EpochMs,
  parts: { last: Paise; printedAt: EpochMs; volume: number; book: Book; circuits: readonly number[] },
): Quote => ({
  instrument: instrument.id,
  at: parts.printedAt,
  lastPrice: parts.last,
  lastQuantity: 1,
  dayOpen: parts.last,
  dayHigh: parts.last,
  dayLow: parts.last,
  previousClose: parts.last,
  minuteOpen: parts.last,
  minuteHigh: parts.last,
  minuteLow: parts.last,
  volume: parts.volume,
  openInterest: 0,
  previousOpenInterest: 0,
  lowerCircuit: parts.circuits[0] === undefined ? null : fromRupees(parts.circuits[0]),
  upperCircuit: parts.circuits[1] === undefined ? null : fromRupees(parts.circuits[1]),
  bid: at >= 0 ? (parts.book.bids[0]?.price ?? null) : null,
  ask: at >= 0 ? (parts.book.asks[0]?.price ?? null) : null,
})

const lacks = {
  settlementPrice: () => null,
  forward: () => null,
  dailyVolatility: () => 0.015,
} as const

/** The same line for every instrument; 100.00 is the last price before any print. */
export const scriptedMarket = (line: string, start: EpochMs): LiveMarket => {
  const { books, prints, staleFrom, values } = readScript(line, start)
  const value = (name: string): number | undefined => values.get(name)?.[0]
  const bookAt = (at: EpochMs): Book => {
    const shown = books.findLast((book) => book.at <= at)
    return { at: epochMs(Math.min(at, staleFrom)), bids: shown?.bids ?? [], asks: shown?.asks ?? [] }
  }
  // Volume before the script, so that its first minute is not the first of a session.
  const before = value('adv') ?? 375_000_000
  return {
    ...lacks,
    dailyVolatility: () => value('volatility') ?? 0,
    book: (_, at) => bookAt(at),
    prints: (_, after, until) => prints.filter(({ at }) => at > after && at <= until),
    auctionPrice: (_, __, which) => value(which) ?? null,
    averageDailyVolume: () => value('adv') ?? 375_000_000,
    quote: (instrument, at) => {
      const past = prints.filter((print) => print.at <= at)
      return quoteFrom(instrument, at, {
        last: past.at(-1)?.price ?? fromRupees(value('last') ?? 100),
        printedAt: past.at(-1)?.at ?? start,
        volume: past.reduce((sum, { quantity }) => sum + quantity, at < start ? 0 : before),
        book: bookAt(at),
        circuits: values.get('circuits') ?? [],
      })
    },
  }
}

export interface RandomMarketParts {
  readonly seed: number
  /** Share of the seconds with a crossed, empty, old or zero book. */
  readonly badShare?: number
  readonly startPrice?: number
  readonly tick?: number
  readonly lotSize?: number
}

const SECOND_MS = 1_000
const PRINT_SLOTS = 4
const WALK_MS = 1_800_000

export type BookKind = 'good' | 'crossed' | 'empty' | 'old' | 'zero'

export interface RandomMarket extends LiveMarket {
  kindAt(instrument: Instrument, at: number): BookKind
}

/** A random walk by the second with books and prints, determined by seed and market time. */
export const randomMarket = ({
  seed,
  badShare = 0,
  startPrice = 10_000,
  tick = 5,
  lotSize = 1,
}: RandomMarketParts): RandomMarket => {
  const number = (what: string): number => toUniform(hashText(`${seed}|${what}`))
  const walks = new Map<string, number[]>()
  /** Middle in ticks; each half hour restarts at the start price. */
  const middleAt = (instrument: Instrument, at: number): number => {
    const begins = at - (at % WALK_MS)
    const key = `${instrument.id}|${begins}`
    const walk = walks.get(key) ?? []
    walks.set(key, walk)
    const second = Math.floor((at - begins) / SECOND_MS)
    for (let next = walk.length; next <= second; next++) {
      const before = walk[next - 1] ?? startPrice / tick
      const move = Math.floor(number(`${key}|${next}|move`) * 5) - 2
      walk.push(Math.max(40, before + move))
    }
    return walk[second] ?? startPrice / tick
  }
  const kindAt = (instrument: Instrument, at: number): BookKind => {
    const draw = number(`${instrument.id}|${Math.floor(at / (2 * SECOND_MS))}|bad`)
    if (draw >= badShare) return 'good'
    return (['crossed', 'empty', 'old', 'zero'] as const)[Math.floor((draw / badShare) * 4)] ?? 'old'
  }
  const side = (instrument: Instrument, at: number, best: number, step: number, name: string) =>
    Array.from({ length: 8 }, (_, index): Level => {
      const key = `${instrument.id}|${Math.floor(at / SECOND_MS)}|${name}|${index}`
      const lots = 1 + Math.floor(number(key) * 60 * 1.3 ** index)
      return { price: paise((best + step * index) * tick), quantity: lots * lotSize, orders: 1 }
    })
  const bookAt = (instrument: Instrument, at: EpochMs): Book => {
    const middle = middleAt(instrument, at)
    const kind = kindAt(instrument, at)
    if (kind === 'empty') return { at, bids: [], asks: [] }
    const bids = side(instrument, at, middle - 1 + (kind === 'crossed' ? 3 : 0), -1, 'bid')
    const asks = side(instrument, at, middle + 1, 1, 'ask')
    if (kind === 'zero') return { at, bids, asks: asks.map((ask) => ({ ...ask, quantity: 0 })) }
    return { at: kind === 'old' ? epochMs(at - 10_000) : at, bids, asks }
  }
  const makePrints = (instrument: Instrument, second: number): readonly Print[] =>
    Array.from({ length: PRINT_SLOTS }, (_, slot): Print | null => {
      const key = `${instrument.id}|${second}|print|${slot}`
      if (number(key) < 0.4) return null
      const at = epochMs(second * SECOND_MS + slot * 250 + Math.floor(number(`${key}|at`) * 250))
      const ticks = middleAt(instrument, at) + Math.floor(number(`${key}|price`) * 3) - 1
      const lots = 1 + Math.floor(number(`${key}|lots`) * 80)
      return { at, price: paise(ticks * tick), quantity: lots * lotSize }
    }).filter((print) => print !== null)
  const printed = new Map<string, readonly Print[]>()
  const printsOf = (instrument: Instrument, second: number): readonly Print[] => {
    const key = `${instrument.id}|${second}`
    const made = printed.get(key) ?? makePrints(instrument, second)
    printed.set(key, made)
    return made
  }
  const prints = (instrument: Instrument, after: number, until: number): readonly Print[] => {
    const found: Print[] = []
    for (let second = Math.floor(after / SECOND_MS); second * SECOND_MS <= until; second++) {
      for (const print of printsOf(instrument, second)) {
        if (print.at > after && print.at <= until) found.push(print)
      }
    }
    return found
  }
  return {
    ...lacks,
    kindAt,
    book: bookAt,
    prints,
    auctionPrice: (instrument, day: IstDate, which) =>
      (middleAt(instrument, ist(`${day} ${which === 'open' ? '09:10:00' : '15:30:00'}`)) * tick) / 100,
    averageDailyVolume: () => 375 * 5_000 * lotSize,
    quote: (instrument, at) => {
      const recent = prints(instrument, at - 5 * SECOND_MS, at).at(-1)
      // The same volume per second on average, as participation is measured over the last minute.
      const second = Math.floor(at / SECOND_MS)
      return quoteFrom(instrument, at, {
        last: recent?.price ?? paise(middleAt(instrument, at) * tick),
        printedAt: recent?.at ?? at,
        volume: (second % 86_400) * 200 * lotSize,
        book: bookAt(instrument, at),
        circuits: [],
      })
    },
  }
}
