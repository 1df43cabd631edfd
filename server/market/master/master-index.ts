import {
  type Exchange,
  type Instrument,
  type InstrumentId,
  type InstrumentType,
  instrumentId,
  type Segment,
} from '../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { createLruCache } from '../simulated/lru-cache.ts'
import { hashText } from '../simulated/random.ts'
import { createEventLoopYield } from '../yield-to-event-loop.ts'
import { splitLine } from './csv-line.ts'
import { indexContracts } from './universe.ts'

/** Null when only the other side is listed. */
export interface OptionPair {
  readonly strike: number
  readonly ce: Instrument | null
  readonly pe: Instrument | null
}

export interface MasterIndex {
  readonly rows: number
  find(id: InstrumentId): Instrument | null
  /** `INDICES_NIFTY 50`, `NSE_INFY` or `BSE_INFY`; ascending. */
  expiriesOf(underlying: InstrumentId): readonly IstDate[]
  /** Ascending by strike; empty without that expiry. */
  optionsOf(underlying: InstrumentId, expiry: IstDate): readonly OptionPair[]
  futuresOf(underlying: InstrumentId): readonly Instrument[]
  cashSymbols(): Iterable<readonly [segment: string, symbol: string]>
  /** Shares of the NSE that have contracts there. */
  hasContracts(symbol: string): boolean
}

const NEW_LINE = 10
/** Rows per event-loop turn: some milliseconds of work. */
const ROWS_AT_ONCE = 2000
/** Instruments cached, 400 bytes each. */
const FOUND_MAX = 5000
/** Chains cached, up to 2.5 MB each. */
const CHAINS_MAX = 4
const CASH_SEGMENTS: ReadonlySet<string> = new Set(['NSE', 'BSE', 'INDICES'])

const SYMBOL = 2
const NAME = 3
const SEGMENT = 10
const EXCHANGE = 11

/** A line that `printInstrument` made can always be split. */
const fieldsOf = (line: string): readonly string[] => splitLine(line) ?? []

const readInstrument = (line: string): Instrument => {
  const fields = fieldsOf(line)
  const text = (index: number): string => fields[index] ?? ''
  const expiry = text(5)
  const segment = text(SEGMENT) as Segment
  return {
    id: instrumentId(segment, text(SYMBOL)),
    instrumentToken: Number(text(0)),
    exchangeToken: Number(text(1)),
    tradingSymbol: text(SYMBOL),
    name: text(NAME),
    lastPrice: Number(text(4)),
    expiry: expiry === '' ? null : (expiry as IstDate),
    strike: Number(text(6)),
    tickSize: Number(text(7)),
    lotSize: Number(text(8)),
    instrumentType: text(9) as InstrumentType,
    segment,
    exchange: text(EXCHANGE) as Exchange,
    universe: text(12),
  }
}

const rootOfIndex: ReadonlyMap<string, { readonly root: string; readonly exchange: string }> = new Map(
  indexContracts.map(({ index, root, exchange }) => [`INDICES_${index}`, { root, exchange }]),
)

/** `NFO NIFTY`: exchange and root of the contracts of an underlying. */
export const groupOf = (underlying: InstrumentId): string => {
  const index = rootOfIndex.get(underlying)
  if (index) return `${index.exchange} ${index.root}`
  const cut = underlying.indexOf('_')
  return `${underlying.startsWith('BSE_') ? 'BFO' : 'NFO'} ${underlying.slice(cut + 1)}`
}

export interface Chain {
  readonly expiries: readonly IstDate[]
  readonly options: ReadonlyMap<IstDate, readonly OptionPair[]>
  readonly futures: readonly Instrument[]
}

const byExpiry = (a: Instrument, b: Instrument): number => ((a.expiry ?? '') < (b.expiry ?? '') ? -1 : 1)

export const toChain = (contracts: readonly Instrument[]): Chain => {
  const expiries = new Map<IstDate, Map<number, OptionPair>>()
  for (const contract of contracts) {
    const { expiry, strike, instrumentType } = contract
    if (expiry === null || instrumentType === 'FUT' || instrumentType === 'EQ') continue
    const strikes = expiries.get(expiry) ?? new Map<number, OptionPair>()
    expiries.set(expiry, strikes)
    const pair = strikes.get(strike) ?? { strike, ce: null, pe: null }
    strikes.set(strike, instrumentType === 'CE' ? { ...pair, ce: contract } : { ...pair, pe: contract })
  }
  return {
    expiries: [...expiries.keys()].sort(),
    options: new Map(
      [...expiries].map(([expiry, strikes]) => [
        expiry,
        [...strikes.values()].sort((a, b) => a.strike - b.strike),
      ]),
    ),
    futures: contracts.filter(({ instrumentType }) => instrumentType === 'FUT').sort(byExpiry),
  }
}

/** Keeps line starts by hash rather than an object per instrument; lines are parsed when needed. */
export const indexMaster = async (csv: Buffer): Promise<MasterIndex> => {
  const lines = countLines(csv)
  const starts = new Uint32Array(lines + 1)
  let size = 1024
  while (size < lines * 2) size *= 2
  const table = new Uint32Array(size)
  const groups = new Map<string, number[]>()
  const cash: number[] = []
  const breathe = createEventLoopYield()
  let at = csv.indexOf(NEW_LINE) + 1
  let rows = 0
  while (at < csv.length) {
    const found = csv.indexOf(NEW_LINE, at)
    const end = found < 0 ? csv.length : found
    const fields = fieldsOf(csv.toString('utf8', at, end))
    const segment = fields[SEGMENT] ?? ''
    starts[rows] = at
    rows++
    let slot = hashText(`${segment}_${fields[SYMBOL]}`) & (size - 1)
    while (table[slot] !== 0) slot = (slot + 1) & (size - 1)
    table[slot] = rows
    if (CASH_SEGMENTS.has(segment)) cash.push(rows - 1)
    else {
      const group = `${fields[EXCHANGE]} ${fields[NAME]}`
      const listed = groups.get(group)
      if (listed) listed.push(rows - 1)
      else groups.set(group, [rows - 1])
    }
    at = end + 1
    if (rows % ROWS_AT_ONCE === 0) await breathe()
  }
  starts[rows] = csv.length + 1
  const contracts = new Map([...groups].map(([group, listed]) => [group, Uint32Array.from(listed)]))

  const lineOf = (row: number): string =>
    csv.toString('utf8', starts[row] ?? 0, (starts[row + 1] ?? 1) - 1).trimEnd()
  const found = createLruCache<InstrumentId, Instrument | null>(FOUND_MAX)
  const chains = createLruCache<string, Chain>(CHAINS_MAX)

  const look = (id: InstrumentId): Instrument | null => {
    let slot = hashText(id) & (size - 1)
    for (let row = table[slot] ?? 0; row !== 0; row = table[slot] ?? 0) {
      const instrument = readInstrument(lineOf(row - 1))
      if (instrument.id === id) return instrument
      slot = (slot + 1) & (size - 1)
    }
    return null
  }

  const chainOf = (underlying: InstrumentId): Chain => {
    const group = groupOf(underlying)
    return chains.get(group, () =>
      toChain(Array.from(contracts.get(group) ?? [], (row) => readInstrument(lineOf(row)))),
    )
  }

  return {
    rows,
    find: (id) => found.get(id, () => look(id)),
    expiriesOf: (underlying) => chainOf(underlying).expiries,
    optionsOf: (underlying, expiry) => chainOf(underlying).options.get(expiry) ?? [],
    futuresOf: (underlying) => chainOf(underlying).futures,
    hasContracts: (symbol) => contracts.has(`NFO ${symbol}`),
    *cashSymbols() {
      for (const row of cash) {
        const fields = fieldsOf(lineOf(row))
        yield [fields[SEGMENT] ?? '', fields[SYMBOL] ?? ''] as const
      }
    },
  }
}

const countLines = (csv: Buffer): number => {
  let lines = 0
  for (let at = csv.indexOf(NEW_LINE); at >= 0; at = csv.indexOf(NEW_LINE, at + 1)) lines++
  return lines
}
