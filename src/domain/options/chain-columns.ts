import { type ChainView, chainViews } from './chain-view.ts'

export const nextChainView = (view: ChainView): ChainView =>
  chainViews[(chainViews.indexOf(view) + 1) % chainViews.length] ?? 'prices'

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

const wanted: Readonly<Record<ChainView, readonly ChainColumnId[]>> = {
  prices: ['ltp', 'oi', 'iv', 'change', 'bid', 'ask', 'volume'],
  oi: ['ltp', 'oi', 'oiChange', 'buildUp', 'volume'],
  greeks: ['ltp', 'delta', 'theta', 'iv', 'vega', 'gamma'],
}

const all = Object.keys(widths) as ChainColumnId[]

export const leastWidthOf = (column: ChainColumnId): number => widths[column]

/** Columns of one side that fit `width` pixels, from the strike outwards; a view keeps at least its first. */
export const chainColumnsFor = (view: ChainView, width: number): readonly ChainColumnId[] => {
  let room = (width - STRIKE_WIDTH) / 2
  const first = wanted[view]
  const taken = new Set<ChainColumnId>()
  for (const column of [...first, ...all.filter((other) => !first.includes(other))]) {
    room -= widths[column]
    if (room < 0 && taken.size > 0) break
    taken.add(column)
  }
  return all.filter((column) => taken.has(column))
}
