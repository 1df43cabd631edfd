import { useMemo, useRef } from 'react'
import { chainColumnsFor, leastWidthOf, STRIKE_WIDTH } from '../../../domain/options/chain-columns.ts'
import type { ChainView } from '../../../domain/options/chain-view.ts'
import type { ChainStrike, OptionChain } from '../../../machines/options/option-chain.ts'
import { useFilling } from '../hooks/use-filling.ts'
import { PHONE, useMedia } from '../hooks/use-media.ts'
import type { MenuPoint } from '../table/row-menu.tsx'
import styles from './chain-grid.module.css'
import { type ChainColumn, type ChainSide, chainColumns } from './columns.tsx'
import { useGridCursor } from './grid-cursor.ts'
import { type ChainCell, Heading, idOf, Row } from './row.tsx'
import { SPOT_HEIGHT, SpotLine, useStrikesBelow } from './spot-line.tsx'
import { ROW_HEIGHT, useScrollTo, useWindowOf } from './use-window.ts'

const PHONE_ROW_HEIGHT = 40
const OVERSCAN = 4
const WIDTH_AT_FIRST = 420
/** For the lots held, on both sides of the strike. */
const HELD_WIDTH = 48
/** Rows are added in steps, because a whole screenful would block the page. */
const ROWS_AT_ONCE = 8

interface ChainGridProps {
  readonly chain: OptionChain
  readonly picked: ChainCell | null
  readonly onPick: (cell: ChainCell) => void
  readonly view: ChainView
  /** Columns of the view `own`. */
  readonly own: readonly string[]
  readonly onMenu: (at: MenuPoint) => void
  /** The whole screen is the chain: the cursor picks as it moves, and a line at the spot parts the strikes. */
  readonly isWhole?: boolean
  /** Lots by contract, below 0 sold. */
  readonly held?: ReadonlyMap<string, number>
}

const nothingHeld: ReadonlyMap<string, number> = new Map()

/** Only visible rows are rendered, so only their prices are subscribed. */
export function ChainGrid(props: ChainGridProps) {
  const { chain, picked, view, own, isWhole = false, held = nothingHeld } = props
  const rowHeight = useMedia(PHONE) ? PHONE_ROW_HEIGHT : ROW_HEIGHT
  const grid = useRef<HTMLDivElement>(null)
  const { width, height, top, measure } = useWindowOf(grid)
  const { strikes, atmStrike } = chain
  const extra = isWhole && held.size > 0 ? HELD_WIDTH : 0
  const columns = useMemo(
    () =>
      chainColumnsFor(view, (width === 0 ? WIDTH_AT_FIRST : width) - extra, own).flatMap(
        (id) => chainColumns.get(id) ?? [],
      ),
    [view, width, extra, own],
  )
  const mostInterest = useMemo(() => mostInterestOf(strikes), [strikes])
  const { cursor, row, ...handlers } = useGridCursor({ ...props, isWhole, grid })
  const below = useStrikesBelow(chain, isWhole)
  const topOf = (index: number) => index * rowHeight + (isWhole && index >= below ? SPOT_HEIGHT : 0)
  const first = Math.max(0, Math.floor(top / rowHeight) - OVERSCAN)
  const last = Math.min(strikes.length, Math.ceil((top + height) / rowHeight) + OVERSCAN)

  const drawn = useFilling(last - first, ROWS_AT_ONCE)
  const at = row < 0 ? null : topOf(row)
  useScrollTo({ grid, top: at, rowHeight, gridHeight: height, expiry: chain.key, measure })

  const shown = strikes.map((one, index) => ({ one, index })).slice(first, first + drawn)
  const current = strikes[row]
  const isRowIn = row >= first && row < first + drawn
  if (!isRowIn && current !== undefined) shown.push({ one: current, index: row })
  const template = templateOf(columns, STRIKE_WIDTH + extra)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid cannot be a table
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className={styles.grid}
      aria-label={`Option chain of ${chain.underlying}, ${chain.expiry}`}
      aria-rowcount={strikes.length + 1}
      aria-colcount={2 * columns.length + 1}
      aria-activedescendant={current === undefined ? undefined : idOf(cursor)}
      {...handlers}
      onScroll={measure}
      style={{ '--row-height': `${rowHeight}px`, '--columns': template } as object}
    >
      <Heading columns={columns} />
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" className={styles.rows} style={{ height: topOf(strikes.length) }}>
        {isWhole && <SpotLine chain={chain} top={below * rowHeight} />}
        {shown.map(({ one, index }) => (
          <Row
            key={one.strike}
            row={one}
            index={index}
            top={topOf(index)}
            columns={columns}
            mostInterest={mostInterest}
            isAtm={one.strike === atmStrike}
            isBelowSpot={index < below}
            hasHover={isWhole}
            heldCalls={lotsOf(one.ce, held)}
            heldPuts={lotsOf(one.pe, held)}
            cursor={index === row ? cursor.side : null}
            picked={picked?.strike === one.strike ? picked.side : null}
          />
        ))}
      </div>
    </div>
  )
}

const lotsOf = (side: ChainSide | null, held: ReadonlyMap<string, number>): number =>
  side === null ? 0 : (held.get(side.sym) ?? 0)

/** Includes open interest shed today, which is drawn too. */
const mostInterestOf = (strikes: readonly ChainStrike[]): number =>
  Math.max(
    0,
    ...strikes.flatMap(({ ce, pe }) =>
      [ce, pe].map((side) => (side === null ? 0 : Math.max(side.oi, side.oi - side.oiChange))),
    ),
  )

const templateOf = (columns: readonly ChainColumn[], strikeWidth: number): string =>
  [
    ...columns.toReversed().map(trackOf),
    `minmax(${strikeWidth}px, ${strikeWidth}fr)`,
    ...columns.map(trackOf),
  ].join(' ')

const trackOf = ({ id }: ChainColumn): string => `minmax(${leastWidthOf(id)}px, ${leastWidthOf(id)}fr)`
