import {
  exchanges,
  type Instrument,
  type InstrumentId,
  instrumentId,
  parseInstrumentId,
  type Segment,
  segments,
  type Universe,
  universes,
} from '../../domain/instruments/instrument.ts'
import {
  type InstrumentIndex,
  MAX_SEARCH_RESULTS,
  type OptionType,
} from '../../domain/instruments/instrument-index.ts'
import { derivativeRoot, indexOfAlias } from '../../domain/instruments/instrument-names.ts'
import { dayNumberToIstDate, type IstDate } from '../../domain/time.ts'
import { indicesOfTexts } from './indices-of-texts.ts'
import { type InstrumentColumns, linesOf, segmentAt, typeAt } from './instrument-columns.ts'
import { createFacets } from './instrument-facets.ts'
import { createSearch } from './instrument-search.ts'
import { createNearest } from './nearest-symbols.ts'
import { rowFilterOf } from './row-filter.ts'
import { searchText } from './search-text.ts'

/** A bare symbol is looked up in this order. */
const symbolOrder: readonly Segment[] = ['INDICES', 'NSE', 'NFO-FUT', 'NFO-OPT', 'BFO-FUT', 'BFO-OPT', 'BSE']

export const openIndex = (columns: InstrumentColumns): InstrumentIndex => {
  const heads = linesOf(columns.headSymbols, columns.headSegment.length)
  const tails = linesOf(columns.tailSymbols, columns.tailType.length)
  const names = linesOf(columns.headNames, columns.headSegment.length)
  const headIndices = indicesOfTexts(heads.map(searchText))
  const tailIndices = indicesOfTexts(tails)
  const underlyings = indicesOfTexts(
    names.map((name, head) =>
      columns.headExpiry[head] === 0 ? '' : underlyingKey(segmentOf(columns, head), name),
    ),
  )
  const nearest = createNearest(heads, columns)

  const instrumentAt = (row: number): Instrument => {
    const head = headOfRow(columns, row)
    const tail = columns.rowTail[row] ?? 0
    const segment = segmentOf(columns, head)
    const tradingSymbol = `${heads[head] ?? ''}${tails[tail] ?? ''}`
    const expiry = columns.headExpiry[head] ?? 0
    return {
      id: instrumentId(segment, tradingSymbol),
      instrumentToken: columns.rowToken[row] ?? 0,
      exchangeToken: columns.rowExchangeToken[row] ?? 0,
      tradingSymbol,
      name: names[head] ?? '',
      lastPrice: columns.rowLastPrice[row] ?? 0,
      expiry: expiry === 0 ? null : dayNumberToIstDate(expiry),
      strike: columns.tailStrike[tail] ?? 0,
      tickSize: columns.headTick[head] ?? 0,
      lotSize: columns.headLot[head] ?? 0,
      instrumentType: typeAt(columns.tailType[tail] ?? 0),
      segment,
      exchange: exchanges[columns.headExchange[head] ?? 0] ?? 'NSE',
      universe: (columns.headUniverse[head] ?? 0).toString(2).padStart(6, '0'),
    }
  }

  /** Ignores punctuation and letter case. */
  const rowsOfSymbol = (symbol: string): readonly number[] => {
    const text = searchText(symbol)
    const rows: number[] = []
    for (let cut = text.length; cut > 0; cut--) {
      for (const tail of tailIndices(text.slice(cut))) {
        for (const head of headIndices(text.slice(0, cut))) {
          const row = rowWith(columns, head, tail)
          if (row >= 0) rows.push(row)
        }
      }
    }
    return rows
  }

  const search = createSearch({ columns, heads, tails, rowsOfSymbol })

  const find = (id: InstrumentId): Instrument | null => {
    const parts = parseInstrumentId(id)
    if (parts === null) return null
    const row = rowsOfSymbol(parts.tradingSymbol).find((index) => {
      return segmentOf(columns, headOfRow(columns, index)) === parts.segment && instrumentAt(index).id === id
    })
    return row === undefined ? null : instrumentAt(row)
  }

  const findSymbol = (symbol: string): Instrument | null => {
    const wanted = symbol.trim().toUpperCase()
    const known = parseInstrumentId(wanted)
    if (known !== null) return find(known.id)
    const colon = wanted.indexOf(':')
    const exchange = exchanges.find((one) => one === wanted.slice(0, Math.max(colon, 0)))
    const bare = exchange === undefined ? wanted : wanted.slice(colon + 1)
    const named = indexOfAlias(bare) ?? bare
    const found = rowsOfSymbol(named)
      .map(instrumentAt)
      .filter((one) => exchange === undefined || one.exchange === exchange)
    const preference = (one: Instrument): number =>
      symbolOrder.indexOf(one.segment) * 2 + (one.tradingSymbol.toUpperCase() === named ? 0 : 1)
    return found.sort((a, b) => preference(a) - preference(b))[0] ?? null
  }

  /** Nearest expiry first. */
  const headsOf = (underlying: InstrumentId, kind: 'FUT' | 'OPT'): readonly number[] => {
    const one = find(underlying)
    if (one === null || one.expiry !== null) return []
    const market = one.exchange === 'BSE' ? 'BFO' : 'NFO'
    return underlyings(underlyingKey(`${market}-${kind}`, derivativeRoot(one.tradingSymbol)))
  }

  const expiryOf = (head: number): IstDate => dayNumberToIstDate(columns.headExpiry[head] ?? 0)

  const futuresOf = (underlying: InstrumentId): readonly Instrument[] =>
    headsOf(underlying, 'FUT').flatMap((head) => rowsOfHead(columns, head).map(instrumentAt))

  const optionsOf = (underlying: InstrumentId, expiry: IstDate, type: OptionType): readonly Instrument[] =>
    headsOf(underlying, 'OPT')
      .filter((head) => expiryOf(head) === expiry)
      .flatMap((head) => rowsOfHead(columns, head).map(instrumentAt))
      .filter(({ instrumentType }) => instrumentType === type)
      .sort((a, b) => a.strike - b.strike)

  const expiriesOf = (underlying: InstrumentId): readonly IstDate[] => [
    ...new Set(headsOf(underlying, 'OPT').map(expiryOf)),
  ]

  return {
    size: columns.rows,
    search: (query, limit = MAX_SEARCH_RESULTS, filter) =>
      search(
        query,
        Math.min(limit, MAX_SEARCH_RESULTS),
        filter === undefined ? null : rowFilterOf(columns, filter),
      ).map(instrumentAt),
    facets: createFacets(columns),
    find,
    findSymbol,
    nearest,
    membersOf: (universe) => memberRows(columns, universe).map(instrumentAt),
    futuresOf,
    futureOf: (underlying) => futuresOf(underlying)[0] ?? null,
    expiriesOf,
    optionsOf,
    atmOption(underlying, price, type) {
      const [nearestExpiry] = expiriesOf(underlying)
      if (nearestExpiry === undefined) return null
      return optionsOf(underlying, nearestExpiry, type).reduce<Instrument | null>(
        (best, option) =>
          best === null || Math.abs(option.strike - price) < Math.abs(best.strike - price) ? option : best,
        null,
      )
    },
  }
}

const underlyingKey = (segment: string, name: string): string => `${segment} ${name}`

const segmentOf = ({ headSegment }: InstrumentColumns, head: number): Segment =>
  segmentAt(headSegment[head] ?? 0)

const rowsOfHead = ({ headRow }: InstrumentColumns, head: number): readonly number[] => {
  const from = headRow[head] ?? 0
  return Array.from({ length: (headRow[head + 1] ?? from) - from }, (_, index) => from + index)
}

const headOfRow = ({ headRow }: InstrumentColumns, row: number): number => {
  let low = 0
  let high = headRow.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((headRow[middle] ?? 0) <= row) low = middle
    else high = middle - 1
  }
  return low
}

/** Returns -1 if there is none. Rows of a head ascend by tail. */
const rowWith = ({ headRow, rowTail }: InstrumentColumns, head: number, tail: number): number => {
  let low = headRow[head] ?? 0
  let high = (headRow[head + 1] ?? 0) - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = rowTail[middle] ?? 0
    if (found === tail) return middle
    if (found < tail) low = middle + 1
    else high = middle - 1
  }
  return -1
}

const memberRows = (columns: InstrumentColumns, universe: Universe): readonly number[] => {
  const flag = 1 << (universes.length - 1 - universes.indexOf(universe))
  const nse = segments.indexOf('NSE')
  const rows: number[] = []
  columns.headUniverse.forEach((flags, head) => {
    if ((flags & flag) !== 0 && columns.headSegment[head] === nse) rows.push(...rowsOfHead(columns, head))
  })
  return rows.sort((a, b) => (columns.rowOrder[a] ?? 0) - (columns.rowOrder[b] ?? 0))
}
