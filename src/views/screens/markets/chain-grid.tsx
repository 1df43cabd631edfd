import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { InstrumentId } from '../../../domain/instrument.ts'
import { nearestStrike } from '../../../domain/scalper-trade.ts'
import type { ChainStrike, OptionChain } from '../../../machines/option-chain.ts'
import { useConsole } from '../../kit/console.tsx'
import { useFilling } from '../../kit/use-filling.ts'
import { PHONE, useMedia } from '../../kit/use-media.ts'
import { type ChainColumn, type ChainMost, chainColumns } from './chain-columns.tsx'
import styles from './chain-grid.module.css'
import { Heading, idOf, keyOf, type Place, Row } from './chain-row.tsx'
import { ROW_HEIGHT, useScrollTo, useWindowOf } from './use-chain-window.ts'

const PHONE_ROW_HEIGHT = 40
/** Rows kept in the page above and below those in sight. */
const OVERSCAN = 4
const PAGE_ROWS = 10
/** They join in steps: a screen of them at once would hold up the page. */
const ROWS_AT_ONCE = 8

interface ChainGridProps {
  readonly chain: OptionChain
  /** What the keys of the screen are about. */
  readonly picked: Place | null
  readonly onPick: (place: Place) => void
}

/**
 * Calls, strikes and puts. The cursor moves by arrows, `Home`, `End` and the page keys, `Enter` picks what it is on;
 * another pick takes the cursor with it. Only rows in sight are in the page, so only their prices are asked for.
 */
export function ChainGrid({ chain, picked, onPick }: ChainGridProps) {
  const { setFocus } = useConsole()
  const rowHeight = useMedia(PHONE) ? PHONE_ROW_HEIGHT : ROW_HEIGHT
  const grid = useRef<HTMLDivElement>(null)
  const { width, height, top, measure } = useWindowOf(grid)
  const { strikes, atmStrike, spot } = chain
  const columns = useMemo(() => chainColumns.filter(({ from }) => width === 0 || width >= from), [width])
  const most = useMemo(() => mostOf(strikes), [strikes])
  const [moved, setMoved] = useState<Place | null>(null)
  const cursor = placeIn(strikes, moved ?? picked ?? { strike: atmStrike, side: 'CE' })
  const row = strikes.findIndex(({ strike }) => strike === cursor.strike)
  const pickedKey = picked === null ? '' : keyOf(picked)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another pick takes the cursor with it
  useEffect(() => setMoved(null), [pickedKey])

  const first = Math.max(0, Math.floor(top / rowHeight) - OVERSCAN)
  const last = Math.min(strikes.length, Math.ceil((top + height) / rowHeight) + OVERSCAN)

  const drawn = useFilling(last - first, ROWS_AT_ONCE)

  useScrollTo({ grid, row, rowHeight, expiry: chain.key, measure })

  const tellFocus = (place: Place) => {
    const one = strikes.find(({ strike }) => strike === place.strike)
    const sym = (place.side === 'CE' ? one?.ce : one?.pe)?.sym
    setFocus(
      sym === undefined
        ? { kind: '', key: '' }
        : { kind: 'strike', key: keyOf(place), instrument: sym as InstrumentId },
    )
  }
  useEffect(() => () => setFocus({ kind: '', key: '' }), [setFocus])

  const moveTo = (place: Place) => {
    setMoved(place)
    tellFocus(place)
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
  const press = (event: KeyboardEvent) => {
    const act = event.altKey || event.metaKey ? undefined : acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const click = (event: MouseEvent) => {
    const cell = (event.target as Element).closest('[data-side]')
    const strike = Number(cell?.closest('[data-strike]')?.getAttribute('data-strike'))
    const side = cell?.getAttribute('data-side')
    if (!(strike > 0) || (side !== 'CE' && side !== 'PE')) return
    onPick({ strike, side })
    tellFocus({ strike, side })
  }
  const shown = strikes.map((one, place) => ({ one, place })).slice(first, first + drawn)
  const current = strikes[row]
  const isRowIn = row >= first && row < first + drawn
  if (!isRowIn && current !== undefined) shown.push({ one: current, place: row })
  const template = templateOf(columns)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid whose rows are not all in the page is no table
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
      onFocus={() => tellFocus(cursor)}
      onScroll={measure}
      style={{ '--row-height': `${rowHeight}px`, '--columns': template } as object}
    >
      <Heading columns={columns} />
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" className={styles.rows} style={{ height: strikes.length * rowHeight }}>
        {shown.map(({ one, place }) => (
          <Row
            key={one.strike}
            row={one}
            place={place}
            top={place * rowHeight}
            columns={columns}
            most={most}
            isAtm={one.strike === atmStrike}
            isBelowSpot={one.strike < spot}
            cursor={place === row ? cursor.side : null}
            picked={picked?.strike === one.strike ? picked.side : null}
          />
        ))}
      </div>
    </div>
  )
}

/** The place itself where its strike is listed, otherwise the nearest one that is. */
const placeIn = (strikes: readonly ChainStrike[], place: Place): Place => ({
  ...place,
  strike:
    nearestStrike(
      strikes.map(({ strike }) => strike),
      place.strike,
    ) ?? place.strike,
})

const mostOf = (strikes: readonly ChainStrike[]): ChainMost => ({
  openInterest: Math.max(0, ...strikes.flatMap(({ ce, pe }) => [ce?.oi ?? 0, pe?.oi ?? 0])),
})

const templateOf = (columns: readonly ChainColumn[]): string =>
  [
    ...columns.toReversed().map(({ width }) => width),
    'minmax(58px, 0.9fr)',
    ...columns.map(({ width }) => width),
  ].join(' ')
