import { formatNumber, formatRupees, formatSignedRupees, NO_FIGURE } from '../../../domain/format.ts'
import { isEnded, type OrderStatus } from '../../../domain/order.ts'
import type { PositionEntry } from '../../../machines/books.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { toneOf } from '../../kit/signed.tsx'
import { type TileContent, Tiles } from '../../kit/tiles.tsx'
import { usePositionTotals } from '../positions/use-position-totals.ts'

const engineWords = {
  absent: 'engines not loaded yet',
  downloading: 'engines downloading',
  unpacking: 'engines unpacking',
  ready: 'engines ready',
  failed: 'engines failed',
} as const

const noPositions: readonly PositionEntry[] = []

/** Today in five figures: what the positions made, what is free, what waits, what was tested, what is stored. */
export function HomeTiles() {
  return (
    <Tiles
      label="Today"
      tiles={[useDayTile(), useMarginTile(), useOrdersTile(), useRunTile(), useDataTile()]}
    />
  )
}

const useDayTile = (): TileContent => {
  const book = useSnapshot('positions', ({ context }) => context.output)
  const message = useSnapshot('positions', ({ context }) => context.message)
  const { m2m, isStale } = usePositionTotals(book?.net ?? noPositions)
  const label = 'Day P&L'
  if (book === null) return { label, value: NO_FIGURE, detail: message ?? 'looking' }
  const open = book.net.filter(({ quantity }) => quantity !== 0).length
  return {
    label,
    value: formatSignedRupees(m2m),
    detail: [
      open === 0 ? 'no open position' : `${formatNumber(open, 0)} open`,
      ...(isStale ? ['stale prices'] : []),
    ].join(', '),
    tone: isStale ? undefined : toneOf(m2m),
  }
}

const useMarginTile = (): TileContent => {
  const funds = useSnapshot('funds', ({ context }) => context.output)
  const message = useSnapshot('funds', ({ context }) => context.message)
  return {
    label: 'Free margin',
    value: formatRupees(funds?.available ?? null, 0),
    detail: funds === null ? (message ?? 'looking') : `${formatRupees(funds.usedMargin, 0)} used`,
  }
}

const useOrdersTile = (): TileContent => {
  const orders = useSnapshot('orderBook', ({ context }) => context.output)
  const message = useSnapshot('orderBook', ({ context }) => context.message)
  const label = 'Open orders'
  if (orders === null) return { label, value: NO_FIGURE, detail: message ?? 'looking' }
  const open = orders.filter(({ status }) => !isEnded(status as OrderStatus)).length
  return {
    label,
    value: formatNumber(open, 0),
    detail: orders.length === 0 ? 'none sent today' : `of ${formatNumber(orders.length, 0)} today`,
  }
}

const useRunTile = (): TileContent => {
  const last = useSnapshot('savedRuns', (savedRuns) => savedRuns.context.runs[0] ?? null)
  const isLoaded = useSnapshot('savedRuns', (savedRuns) => savedRuns.context.page > 0)
  return {
    label: 'Last run',
    value: last === null ? NO_FIGURE : formatSignedRupees(last.finalPnl, 0),
    detail: last === null ? (isLoaded ? 'the first takes one line' : 'looking') : last.name,
    tone: toneOf(last?.finalPnl ?? null),
  }
}

const useDataTile = (): TileContent => {
  const series = useSnapshot('storedSeries', (stored) => stored.context.output)
  const instruments = useSnapshot('instruments', ({ context }) => context.rows)
  const badRows = useSnapshot('instruments', ({ context }) => context.badRows)
  const engines = useSnapshot('engines', ({ value }) => value)
  const stored =
    series === null || series.length === 0
      ? 'simulated candles'
      : `${formatNumber(series.length, 0)} stored series`
  return {
    label: 'Instruments',
    value: formatNumber(instruments, 0),
    detail:
      badRows === 0
        ? `${stored}, ${engineWords[engines]}`
        : `${formatNumber(badRows, 0)} lines could not be read`,
  }
}
