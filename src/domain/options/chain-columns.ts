import { nextOf } from '../next-of.ts'
import { type ChainView, chainViews } from './chain-view.ts'

/** `own` only where columns are chosen. */
export const nextChainView = (view: ChainView, own: readonly string[]): ChainView => {
  const views = chainViews.filter((one) => one !== 'own' || own.length > 0)
  return nextOf(views, view)
}

/** Least width in pixels, from the strike outwards. */
const widths = {
  ltp: 64,
  change: 58,
  bid: 60,
  ask: 60,
  iv: 35,
  delta: 40,
  gamma: 38,
  theta: 41,
  vega: 38,
  volume: 68,
  buildUp: 87,
  oiChange: 44,
  oi: 60,
} as const satisfies Readonly<Record<string, number>>

export type ChainColumnId = keyof typeof widths

export const STRIKE_WIDTH = 58

const wanted: Readonly<Record<Exclude<ChainView, 'own'>, readonly ChainColumnId[]>> = {
  prices: ['ltp', 'oi', 'iv', 'change', 'bid', 'ask', 'volume'],
  oi: ['ltp', 'oi', 'oiChange', 'buildUp', 'volume'],
  greeks: ['ltp', 'delta', 'theta', 'iv', 'vega', 'gamma'],
}

/** From the strike outwards. */
export const allChainColumns = Object.keys(widths) as readonly ChainColumnId[]

export const leastWidthOf = (column: ChainColumnId): number => widths[column]

/** The columns that a view asks for; a ready view is filled up with others where there is room. */
export const columnsOfView = (view: ChainView, own: readonly string[]): readonly ChainColumnId[] =>
  view === 'own' ? withPrice(own) : wanted[view]

/** The price is always shown: it is what one trades by. */
const withPrice = (own: readonly string[]): readonly ChainColumnId[] =>
  allChainColumns.filter((column) => column === 'ltp' || own.includes(column))

/** Columns of one side that fit `width` pixels, from the strike outwards; a view keeps at least its first. */
export const chainColumnsFor = (
  view: ChainView,
  width: number,
  own: readonly string[],
): readonly ChainColumnId[] => {
  let room = (width - STRIKE_WIDTH) / 2
  const first = columnsOfView(view, own)
  const more = view === 'own' ? [] : allChainColumns.filter((other) => !first.includes(other))
  const taken = new Set<ChainColumnId>()
  for (const column of [...first, ...more]) {
    room -= widths[column]
    if (room < 0 && taken.size > 0) break
    taken.add(column)
  }
  return allChainColumns.filter((column) => taken.has(column))
}
