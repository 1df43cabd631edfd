import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useState } from 'react'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { nearestStrike } from '../../../domain/options/scalper-trade.ts'
import type { ChainStrike, OptionChain } from '../../../machines/options/option-chain.ts'
import { useConsole } from '../console.tsx'
import { titleHasFocus } from '../layout/screen-title.tsx'
import type { MenuPoint } from '../table/row-menu.tsx'
import { below, isMenuKey } from '../table/table-keys.ts'
import type { ChainSide } from './columns.tsx'
import { type ChainCell, idOf, keyOf } from './row.tsx'

const PAGE_ROWS = 10

interface GridCursorProps {
  readonly chain: OptionChain
  readonly picked: ChainCell | null
  readonly onPick: (cell: ChainCell) => void
  readonly onMenu: (at: MenuPoint) => void
  readonly isWhole: boolean
  readonly grid: RefObject<HTMLElement | null>
}

/** Keys and mouse of the grid. With `isWhole` moving the cursor selects the contract; otherwise Enter does. */
export function useGridCursor({ chain, picked, onPick, onMenu, isWhole, grid }: GridCursorProps) {
  const { run, setFocus } = useConsole()
  const { strikes, atmStrike } = chain
  const [moved, setMoved] = useState<ChainCell | null>(null)
  const cursor = cellIn(strikes, moved ?? picked ?? { strike: atmStrike, side: 'CE' })
  const row = strikes.findIndex(({ strike }) => strike === cursor.strike)
  const pickedKey = picked === null ? '' : keyOf(picked)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another pick moves the cursor
  useEffect(() => setMoved(null), [pickedKey])
  useEffect(() => () => setFocus({ kind: '', key: '' }), [setFocus])
  useEffect(() => {
    if (isWhole && titleHasFocus()) grid.current?.focus({ preventScroll: true })
  }, [isWhole, grid])

  const tellFocus = (cell: ChainCell) => {
    const option = optionAt(strikes, cell)
    setFocus(
      option === null
        ? { kind: '', key: '' }
        : { kind: 'strike', key: keyOf(cell), instrument: option.sym as InstrumentId },
    )
  }
  const pick = (cell: ChainCell) => {
    onPick(cell)
    tellFocus(cell)
  }
  const moveTo = (cell: ChainCell) => {
    if (isWhole) return pick(cell)
    setMoved(cell)
    tellFocus(cell)
  }
  const openMenu = (cell: ChainCell, at: MenuPoint) => {
    if (optionAt(strikes, cell) === null) return
    pick(cell)
    onMenu(at)
  }
  const openMenuHere = () => {
    const cell = document.getElementById(idOf(cursor))
    if (cell !== null) openMenu(cursor, below(cell))
  }
  const enter = isWhole ? openMenuHere : () => onPick(cursor)
  const acts = actsOf({ strikes, cursor, row, moveTo, enter })
  return {
    cursor,
    row,
    onFocus: () => tellFocus(cursor),
    onKeyDown: (event: KeyboardEvent) => {
      const hasMore = event.altKey || event.metaKey
      const act = isMenuKey(event) ? openMenuHere : hasMore ? undefined : acts[event.key]
      if (act === undefined) return
      event.preventDefault()
      event.stopPropagation()
      act()
    },
    onClick: (event: MouseEvent) => {
      const cell = cellUnder(event, cursor.side)
      if (cell === null) return
      pick(cell)
      const act = (event.target as Element).closest('[data-act]')?.getAttribute('data-act')
      if (act === 'buy' || act === 'sell') run({ command: `scalper.${act}`, args: {} })
    },
    onContextMenu: (event: MouseEvent) => {
      const cell = cellUnder(event, cursor.side)
      if (cell === null) return
      event.preventDefault()
      openMenu(cell, { left: event.clientX, top: event.clientY })
    },
  }
}

interface Moves {
  readonly strikes: readonly ChainStrike[]
  readonly cursor: ChainCell
  readonly row: number
  readonly moveTo: (cell: ChainCell) => void
  readonly enter: () => void
}

const actsOf = ({ strikes, cursor, row, moveTo, enter }: Moves): Readonly<Record<string, () => void>> => {
  const stepTo = (to: number) => () => {
    const { strike } = strikes[Math.min(strikes.length - 1, Math.max(0, to))] ?? cursor
    moveTo({ strike, side: cursor.side })
  }
  return {
    ArrowUp: stepTo(row - 1),
    ArrowDown: stepTo(row + 1),
    k: stepTo(row - 1),
    j: stepTo(row + 1),
    PageUp: stepTo(row - PAGE_ROWS),
    PageDown: stepTo(row + PAGE_ROWS),
    Home: stepTo(0),
    End: stepTo(strikes.length - 1),
    ArrowLeft: () => moveTo({ ...cursor, side: 'CE' }),
    ArrowRight: () => moveTo({ ...cursor, side: 'PE' }),
    Enter: enter,
    ' ': enter,
  }
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

/** The strike itself stands for the side of the cursor. */
const cellUnder = ({ target }: MouseEvent, sideOfCursor: ChainCell['side']): ChainCell | null => {
  const element = target as Element
  const strike = Number(element.closest('[data-strike]')?.getAttribute('data-strike'))
  const side = element.closest('[data-side]')?.getAttribute('data-side') ?? sideOfCursor
  return strike > 0 && (side === 'CE' || side === 'PE') ? { strike, side } : null
}
