import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { chainColumnsFor, leastWidthOf, STRIKE_WIDTH } from '../../../domain/options/chain-columns.ts'
import type { ChainView } from '../../../domain/options/chain-view.ts'
import { nearestStrike } from '../../../domain/options/scalper-trade.ts'
import type { ChainStrike, OptionChain } from '../../../machines/options/option-chain.ts'
import { useConsole } from '../../kit/console.tsx'
import { useFilling } from '../../kit/hooks/use-filling.ts'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import type { MenuPlace } from '../../kit/table/row-menu.tsx'
import { below, isMenuKey } from '../../kit/table/table-keys.ts'
import { type ChainColumn, type ChainMost, type ChainSide, chainColumns } from './chain-columns.tsx'
import styles from './chain-grid.module.css'
import { type ChainCell, Heading, idOf, keyOf, Row } from './chain-row.tsx'
import { ROW_HEIGHT, useScrollTo, useWindowOf } from './use-chain-window.ts'

const PHONE_ROW_HEIGHT = 40
const OVERSCAN = 4
const PAGE_ROWS = 10
const WIDTH_AT_FIRST = 420
/** Rows are added in steps, because a whole screenful would block the page. */
const ROWS_AT_ONCE = 8

interface ChainGridProps {
  readonly chain: OptionChain
  readonly picked: ChainCell | null
  readonly onPick: (cell: ChainCell) => void
  readonly view: ChainView
  readonly onMenu: (at: MenuPlace) => void
}

/** Only visible rows are rendered, so only their prices are subscribed. */
export function ChainGrid({ chain, picked, onPick, view, onMenu }: ChainGridProps) {
  const { setFocus } = useConsole()
  const rowHeight = useMedia(PHONE) ? PHONE_ROW_HEIGHT : ROW_HEIGHT
  const grid = useRef<HTMLDivElement>(null)
  const { width, height, top, measure } = useWindowOf(grid)
  const { strikes, atmStrike, spot } = chain
  const columns = useMemo(
    () =>
      chainColumnsFor(view, width === 0 ? WIDTH_AT_FIRST : width).flatMap((id) => chainColumns.get(id) ?? []),
    [view, width],
  )
  const most = useMemo(() => mostOf(strikes), [strikes])
  const [moved, setMoved] = useState<ChainCell | null>(null)
  const cursor = cellIn(strikes, moved ?? picked ?? { strike: atmStrike, side: 'CE' })
  const row = strikes.findIndex(({ strike }) => strike === cursor.strike)
  const pickedKey = picked === null ? '' : keyOf(picked)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another pick moves the cursor
  useEffect(() => setMoved(null), [pickedKey])

  const first = Math.max(0, Math.floor(top / rowHeight) - OVERSCAN)
  const last = Math.min(strikes.length, Math.ceil((top + height) / rowHeight) + OVERSCAN)

  const drawn = useFilling(last - first, ROWS_AT_ONCE)

  useScrollTo({ grid, row, rowHeight, expiry: chain.key, measure })

  const tellFocus = (cell: ChainCell) => {
    const option = optionAt(strikes, cell)
    setFocus(
      option === null
        ? { kind: '', key: '' }
        : { kind: 'strike', key: keyOf(cell), instrument: option.sym as InstrumentId },
    )
  }
  useEffect(() => () => setFocus({ kind: '', key: '' }), [setFocus])

  const moveTo = (cell: ChainCell) => {
    setMoved(cell)
    tellFocus(cell)
  }
  const stepTo = (to: number) => {
    const { strike } = strikes[Math.min(strikes.length - 1, Math.max(0, to))] ?? cursor
    moveTo({ strike, side: cursor.side })
  }
  const acts: Readonly<Record<string, () => void>> = {
    ArrowUp: () => stepTo(row - 1),
    ArrowDown: () => stepTo(row + 1),
    k: () => stepTo(row - 1),
    j: () => stepTo(row + 1),
    PageUp: () => stepTo(row - PAGE_ROWS),
    PageDown: () => stepTo(row + PAGE_ROWS),
    Home: () => stepTo(0),
    End: () => stepTo(strikes.length - 1),
    ArrowLeft: () => moveTo({ ...cursor, side: 'CE' }),
    ArrowRight: () => moveTo({ ...cursor, side: 'PE' }),
    Enter: () => onPick(cursor),
    ' ': () => onPick(cursor),
  }
  const openMenu = (cell: ChainCell, at: MenuPlace) => {
    if (optionAt(strikes, cell) === null) return
    onPick(cell)
    tellFocus(cell)
    onMenu(at)
  }
  const press = (event: KeyboardEvent) => {
    if (isMenuKey(event)) {
      const cell = document.getElementById(idOf(cursor))
      event.preventDefault()
      event.stopPropagation()
      if (cell !== null) openMenu(cursor, below(cell))
      return
    }
    const act = event.altKey || event.metaKey ? undefined : acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const click = (event: MouseEvent) => {
    const cell = cellUnder(event)
    if (cell === null) return
    onPick(cell)
    tellFocus(cell)
  }
  const pressMenu = (event: MouseEvent) => {
    const cell = cellUnder(event)
    if (cell === null) return
    event.preventDefault()
    openMenu(cell, { left: event.clientX, top: event.clientY })
  }
  const shown = strikes.map((one, index) => ({ one, index })).slice(first, first + drawn)
  const current = strikes[row]
  const isRowIn = row >= first && row < first + drawn
  if (!isRowIn && current !== undefined) shown.push({ one: current, index: row })
  const template = templateOf(columns)
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
      onKeyDown={press}
      onClick={click}
      onContextMenu={pressMenu}
      onFocus={() => tellFocus(cursor)}
      onScroll={measure}
      style={{ '--row-height': `${rowHeight}px`, '--columns': template } as object}
    >
      <Heading columns={columns} />
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" className={styles.rows} style={{ height: strikes.length * rowHeight }}>
        {shown.map(({ one, index }) => (
          <Row
            key={one.strike}
            row={one}
            index={index}
            top={index * rowHeight}
            columns={columns}
            most={most}
            isAtm={one.strike === atmStrike}
            isBelowSpot={one.strike < spot}
            cursor={index === row ? cursor.side : null}
            picked={picked?.strike === one.strike ? picked.side : null}
          />
        ))}
      </div>
    </div>
  )
}

const cellIn = (strikes: readonly ChainStrike[], cell: ChainCell): ChainCell => ({
  ...cell,
  strike:
    nearestStrike(
      strikes.map(({ strike }) => strike),
      cell.strike,
    ) ?? cell.strike,
})

export const optionAt = (strikes: readonly ChainStrike[], { strike, side }: ChainCell): ChainSide | null => {
  const row = strikes.find((one) => one.strike === strike)
  return (side === 'CE' ? row?.ce : row?.pe) ?? null
}

const cellUnder = ({ target }: MouseEvent): ChainCell | null => {
  const cell = (target as Element).closest('[data-side]')
  const strike = Number(cell?.closest('[data-strike]')?.getAttribute('data-strike'))
  const side = cell?.getAttribute('data-side')
  return strike > 0 && (side === 'CE' || side === 'PE') ? { strike, side } : null
}

const mostOf = (strikes: readonly ChainStrike[]): ChainMost => ({
  // Includes open interest shed today, which is drawn too.
  openInterest: Math.max(
    0,
    ...strikes.flatMap(({ ce, pe }) =>
      [ce, pe].map((side) => (side === null ? 0 : Math.max(side.oi, side.oi - side.oiChange))),
    ),
  ),
})

const templateOf = (columns: readonly ChainColumn[]): string =>
  [
    ...columns.toReversed().map(trackOf),
    `minmax(${STRIKE_WIDTH}px, ${STRIKE_WIDTH}fr)`,
    ...columns.map(trackOf),
  ].join(' ')

const trackOf = ({ id }: ChainColumn): string => `minmax(${leastWidthOf(id)}px, ${leastWidthOf(id)}fr)`
