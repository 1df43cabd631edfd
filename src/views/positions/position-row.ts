import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { positionAt } from '../../domain/positions/live-figures.ts'
import { keyOfPosition } from '../../domain/positions/position-key.ts'
import type { BracketEntry, OrderEntry, PositionEntry, Positions } from '../../machines/positions/books.ts'
import { isBracketLive } from './bracket-of.ts'

export const positionTabs = ['open', 'all', 'day'] as const
type PositionTab = (typeof positionTabs)[number]

/** Prices are those of the server's answer, not live ones. */
export interface PositionRow {
  /** `product|instrument` */
  readonly key: string
  readonly instrument: InstrumentId
  readonly position: PositionEntry
  readonly bracket: BracketEntry | null
  readonly isOpen: boolean
}

const made = new WeakMap<PositionEntry, PositionRow>()

/** Reuses the row of an entry and bracket, so that only changed rows render. */
const rowOf = (position: PositionEntry, bracket: BracketEntry | null): PositionRow => {
  const before = made.get(position)
  if (before !== undefined && before.bracket === bracket) return before
  const row = {
    key: keyOfPosition(position),
    instrument: position.sym as InstrumentId,
    position,
    bracket,
    isOpen: position.quantity !== 0,
  }
  made.set(position, row)
  return row
}

export const positionRowsOf = (
  positions: Positions,
  brackets: readonly BracketEntry[],
  tab: PositionTab,
): readonly PositionRow[] => {
  const bracketOf = new Map(
    brackets.filter(isBracketLive).map((bracket) => [keyOfPosition(bracket), bracket]),
  )
  const entries = tab === 'day' ? positions.day : positions.net
  return entries
    .map((entry) => rowOf(entry, tab === 'day' ? null : (bracketOf.get(keyOfPosition(entry)) ?? null)))
    .filter(({ isOpen }) => tab !== 'open' || isOpen)
}

export const positionCountsOf = ({ net, day }: Positions): Readonly<Record<PositionTab, number>> => ({
  open: net.filter(({ quantity }) => quantity !== 0).length,
  all: net.length,
  day: day.length,
})

export const filterPositions = (
  rows: readonly PositionRow[],
  text: string,
  nameOf: (row: PositionRow) => string,
): readonly PositionRow[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const { tradingsymbol, product, quantity } = row.position
    const side = quantity > 0 ? 'long' : quantity < 0 ? 'short' : 'closed'
    const line = `${nameOf(row)} ${tradingsymbol} ${product} ${side}`.toLowerCase()
    return words.every((word) => line.includes(word))
  })
}

interface PositionTotals {
  readonly pnl: number
  readonly m2m: number
  readonly realised: number
  readonly unrealised: number
  readonly charges: number
}

type PriceOf = (instrument: InstrumentId) => number | null

/** Rupees, at live prices; a position without one counts at the server's last price. */
export const totalsOfPositions = (positions: readonly PositionEntry[], priceOf: PriceOf): PositionTotals => {
  const totals = { pnl: 0, m2m: 0, realised: 0, unrealised: 0, charges: 0 }
  for (const position of positions) {
    const now = positionAt(position, priceOf(position.sym as InstrumentId) ?? position.lastPrice)
    totals.pnl += now.pnl
    totals.m2m += now.m2m
    totals.unrealised += now.unrealised
    totals.realised += position.realised
    totals.charges += position.charges
  }
  return totals
}

export const isCarried = (positions: readonly Pick<PositionEntry, 'pnl' | 'm2m'>[]): boolean =>
  positions.some(({ pnl, m2m }) => Math.abs(pnl - m2m) >= 0.005)

type TradedOrder = Pick<
  OrderEntry,
  'product' | 'sym' | 'filledQuantity' | 'exchangeTimestamp' | 'orderTimestamp'
>

/** Positions not traded today keep their order, after the others. `orders` are newest first. */
export const newestTradeFirst = (
  rows: readonly PositionRow[],
  orders: readonly TradedOrder[],
): readonly PositionRow[] => {
  const tradedAt = (order: TradedOrder): string => order.exchangeTimestamp ?? order.orderTimestamp
  const rank = new Map<string, number>()
  orders
    .filter(({ filledQuantity }) => filledQuantity > 0)
    .toSorted((one, other) => tradedAt(other).localeCompare(tradedAt(one)))
    .forEach((order, at) => {
      const key = keyOfPosition(order)
      if (!rank.has(key)) rank.set(key, at)
    })
  const rankOf = ({ key }: PositionRow): number => rank.get(key) ?? orders.length
  return rows.toSorted((one, other) => rankOf(one) - rankOf(other))
}

export interface ExitShare {
  readonly percent: number
  readonly units: number
}

const percents = [25, 50, 75, 100] as const

/** Whole lots, at least one and at most the position. */
const unitsOfShare = ({ quantity, lotSize }: Holding, percent: number): number => {
  const held = Math.abs(quantity)
  const lot = Math.max(1, lotSize)
  const lots = Math.floor((held * percent) / 100 / lot)
  return Math.min(held, Math.max(1, lots) * lot)
}

type Holding = Pick<PositionEntry, 'quantity' | 'lotSize'>

/** Distinct quantities only, each labelled with the percent nearest to it. The full exit is last. */
export const exitSharesOf = (position: Holding): readonly ExitShare[] => {
  const held = Math.abs(position.quantity)
  const nearest = new Map<number, number>()
  for (const percent of percents) {
    const units = percent === 100 ? held : unitsOfShare(position, percent)
    const apart = Math.abs(percent - (100 * units) / held)
    const before = nearest.get(units)
    if (before === undefined || apart < Math.abs(before - (100 * units) / held)) nearest.set(units, percent)
  }
  return [...nearest].map(([units, percent]) => ({ units, percent }))
}
