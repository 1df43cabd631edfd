import type { InstrumentId } from '../../../domain/instrument.ts'
import { positionAt } from '../../../domain/live-figures.ts'
import type { BracketEntry, PositionEntry, Positions } from '../../../machines/books.ts'
import { isBracketLive } from './bracket-of.ts'

export const positionTabs = ['open', 'all', 'day'] as const
type PositionTab = (typeof positionTabs)[number]

/** A position of the server with what guards it. Its prices are those of its own instant. */
export interface PositionRow {
  /** `product|instrument`. */
  readonly key: string
  readonly instrument: InstrumentId
  readonly position: PositionEntry
  /** The stop, the target or both that the server watches for it. */
  readonly bracket: BracketEntry | null
  readonly isOpen: boolean
}

const keyOfPosition = ({ product, sym }: Pick<PositionEntry, 'product' | 'sym'>): string =>
  `${product}|${sym}`

const made = new WeakMap<PositionEntry, PositionRow>()

/** The same row for the same entry and bracket, so that only changed lines are drawn again. */
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

/** Rows that hold every word: of instrument or product. */
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

/** Sums in rupees at the prices of now; what has no live price counts at the server's last one. */
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

/** Units of a share of a position in percent: whole lots, one at least, never more than all of it. */
export const unitsOfShare = (
  { quantity, lotSize }: Pick<PositionEntry, 'quantity' | 'lotSize'>,
  percent: number,
): number => {
  const held = Math.abs(quantity)
  const lot = Math.max(1, lotSize)
  const lots = Math.floor((held * percent) / 100 / lot)
  return Math.min(held, Math.max(1, lots) * lot)
}
