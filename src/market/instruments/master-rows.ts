import { exchanges, instrumentTypes, segments } from '../../domain/instruments/instrument.ts'
import { istDateToDayNumber, parseIstDate } from '../../domain/time.ts'
import { type InstrumentColumns, MASTER_ROWS_MAX } from './instrument-columns.ts'

/** Tails are keyed by strike and type as a number, since they are looked up a hundred thousand times. */
export interface MasterRows {
  readonly heads: Head[]
  readonly headIndices: Map<string, number>
  readonly tails: Tail[]
  readonly tailIndices: Map<number, number>
  readonly head: number[]
  readonly tail: number[]
  readonly token: number[]
  readonly exchangeToken: number[]
  readonly lastPrice: number[]
  badRows: number
}

interface Head {
  readonly symbol: string
  readonly name: string
  readonly segment: number
  readonly exchange: number
  readonly expiry: number
  readonly tick: number
  readonly lot: number
  readonly universe: number
}

interface Tail {
  readonly symbol: string
  readonly strike: number
  readonly type: number
}

export const emptyMasterRows = (): MasterRows => ({
  heads: [],
  headIndices: new Map(),
  tails: [],
  tailIndices: new Map(),
  head: [],
  tail: [],
  token: [],
  exchangeToken: [],
  lastPrice: [],
  badRows: 0,
})

export const isCount = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= 0xffffffff

/** Index of a known or new head; -1 if it is invalid. */
export const headOf = (master: MasterRows, symbol: string, described: readonly string[]): number => {
  const key = `${symbol}\n${described.join('\n')}`
  const known = master.headIndices.get(key)
  if (known !== undefined) return known
  const [name = '', expiryText = '', tickText, lotText, segmentText = '', exchangeText = '', flags = ''] =
    described
  const segment = segments.indexOf(segmentText as (typeof segments)[number])
  const exchange = exchanges.indexOf(exchangeText as (typeof exchanges)[number])
  const date = expiryText === '' ? null : parseIstDate(expiryText)
  const tick = tickText === '' ? Number.NaN : Number(tickText)
  const lot = lotText === '' ? Number.NaN : Number(lotText)
  if (segment < 0 || exchange < 0 || (expiryText !== '' && date === null)) return -1
  if (!(tick >= 0) || !Number.isFinite(tick) || !isCount(lot) || !/^[01]{0,6}$/.test(flags)) return -1
  const index = master.heads.length
  master.heads.push({
    symbol,
    name: name.replaceAll('\n', ' '),
    segment,
    exchange,
    expiry: date === null ? 0 : istDateToDayNumber(date),
    tick,
    lot,
    universe: Number.parseInt(flags.padEnd(6, '0'), 2),
  })
  master.headIndices.set(key, index)
  return index
}

/** Index of the tail: strike and type if the symbol ends with them, otherwise one without text. */
export const tailOf = (master: MasterRows, symbol: string, strike: number, type: number): number => {
  const key = strike * 8 + type * 2
  const index = master.tailIndices.get(key) ?? addTail(master, key, textOfTail(strike, type), strike, type)
  const text = master.tails[index]?.symbol ?? ''
  if (text === '' || (symbol.length > text.length && symbol.endsWith(text))) return index
  return master.tailIndices.get(key + 1) ?? addTail(master, key + 1, '', strike, type)
}

const textOfTail = (strike: number, type: number): string =>
  type === 0 ? '' : type === 1 ? 'FUT' : `${strike}${instrumentTypes[type]}`

const addTail = (master: MasterRows, key: number, symbol: string, strike: number, type: number): number => {
  const index = master.tails.length
  master.tails.push({ symbol, strike, type })
  master.tailIndices.set(key, index)
  return index
}

export const toColumns = (master: MasterRows): InstrumentColumns => {
  const { heads, tails } = master
  const headOrder = heads.map((_, index) => index).sort((a, b) => compareHeads(heads[a], heads[b]))
  const rank = new Uint32Array(heads.length)
  headOrder.forEach((index, at) => {
    rank[index] = at
  })
  const sorted = headOrder.flatMap((index) => heads[index] ?? [])
  const rowOrder = sortedRows(master, rank)
  const rows = rowOrder.length
  const headRow = new Uint32Array(heads.length + 1)
  for (let row = 0; row < rows; row++) {
    const at = (rank[master.head[rowOrder[row] ?? 0] ?? 0] ?? 0) + 1
    headRow[at] = row + 1
  }
  for (let at = 1; at < headRow.length; at++) {
    headRow[at] = Math.max(headRow[at] ?? 0, headRow[at - 1] ?? 0)
  }
  const pick = <Column extends Uint32Array | Float64Array>(
    column: Column,
    source: readonly number[],
  ): Column => {
    for (let row = 0; row < rows; row++) column[row] = source[rowOrder[row] ?? 0] ?? 0
    return column
  }
  return {
    rows,
    badRows: master.badRows + master.head.length - rows,
    headSymbols: sorted.map(({ symbol }) => symbol).join('\n'),
    headNames: sorted.map(({ name }) => name).join('\n'),
    headSegment: Uint8Array.from(sorted, ({ segment }) => segment),
    headExchange: Uint8Array.from(sorted, ({ exchange }) => exchange),
    headExpiry: Uint16Array.from(sorted, ({ expiry }) => expiry),
    headTick: Float64Array.from(sorted, ({ tick }) => tick),
    headLot: Uint32Array.from(sorted, ({ lot }) => lot),
    headUniverse: Uint8Array.from(sorted, ({ universe }) => universe),
    headRow,
    tailSymbols: tails.map(({ symbol }) => symbol).join('\n'),
    tailStrike: Float64Array.from(tails, ({ strike }) => strike),
    tailType: Uint8Array.from(tails, ({ type }) => type),
    rowTail: pick(new Uint32Array(rows), master.tail),
    rowToken: pick(new Uint32Array(rows), master.token),
    rowExchangeToken: pick(new Uint32Array(rows), master.exchangeToken),
    rowLastPrice: pick(new Float64Array(rows), master.lastPrice),
    rowOrder: Uint32Array.from(rowOrder),
  }
}

const compareHeads = (left: Head | undefined, right: Head | undefined): number => {
  if (left === undefined || right === undefined) return 0
  return (
    left.expiry - right.expiry || left.segment - right.segment || left.symbol.length - right.symbol.length
  )
}

/** Indices in the file, by head, then tail. Of two rows with one symbol the first is kept. */
const sortedRows = ({ head, tail, tails }: MasterRows, rank: Uint32Array): readonly number[] => {
  const keys = new Float64Array(head.length)
  const groups = tails.length
  for (let row = 0; row < keys.length; row++) {
    keys[row] = ((rank[head[row] ?? 0] ?? 0) * groups + (tail[row] ?? 0)) * MASTER_ROWS_MAX + row
  }
  keys.sort()
  const rowOrder: number[] = []
  let last = -1
  for (const key of keys) {
    const group = Math.floor(key / MASTER_ROWS_MAX)
    if (group !== last) rowOrder.push(key - group * MASTER_ROWS_MAX)
    last = group
  }
  return rowOrder
}
