import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatNumber } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instrument.ts'
import type { OptionType } from '../../../domain/instrument-index.ts'
import { nearestStrike } from '../../../domain/scalper-trade.ts'
import type { ChainStrike, OptionChain } from '../../../machines/option-chain.ts'
import { useConsole } from '../../kit/console.tsx'
import { PHONE, useMedia } from '../../kit/use-media.ts'
import { type ChainColumn, type ChainMost, chainColumns, sideInWords } from './chain-columns.tsx'
import styles from './chain-grid.module.css'

const ROW_HEIGHT = 26
const PHONE_ROW_HEIGHT = 40
const HEADING_HEIGHT = 25
/** Rows kept in the page above and below those in sight. */
const OVERSCAN = 4
const PAGE_ROWS = 10
const WIDTH_STEP = 20

interface Place {
  readonly strike: number
  readonly side: OptionType
}

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
  const isRowIn = row >= first && row < last

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
  const shown = strikes.map((one, place) => ({ one, place })).slice(first, last)
  const current = strikes[row]
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

function Heading({ columns }: { readonly columns: readonly ChainColumn[] }) {
  const heads = [
    ...columns.toReversed().map(({ id, title }) => ({ id: `CE ${id}`, title, of: 'Call' })),
    { id: 'strike', title: 'Strike', of: '' },
    ...columns.map(({ id, title }) => ({ id: `PE ${id}`, title, of: 'Put' })),
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div role="rowgroup" className={styles.head}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the cell */}
      <div role="row" aria-rowindex={1} className={styles.heading}>
        {heads.map(({ id, title, of }, place) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <span
            key={id}
            role="columnheader"
            aria-colindex={place + 1}
            className={id === 'strike' ? styles.middle : of === 'Put' && id.endsWith('oi') ? styles.left : ''}
          >
            {of !== '' && (title === 'OI' ? `${of} ` : <span className="visually-hidden">{of} </span>)}
            {title}
          </span>
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  readonly row: ChainStrike
  readonly place: number
  readonly top: number
  readonly columns: readonly ChainColumn[]
  readonly most: ChainMost
  readonly isAtm: boolean
  readonly isBelowSpot: boolean
  readonly cursor: OptionType | null
  readonly picked: OptionType | null
}

const Row = memo(function Row({
  row,
  place,
  top,
  columns,
  most,
  isAtm,
  isBelowSpot,
  cursor,
  picked,
}: RowProps) {
  const { strike, ce, pe } = row
  const halves = [
    { type: 'CE', side: ce, columns: columns.toReversed(), isInTheMoney: isBelowSpot, from: 1 },
    { type: 'PE', side: pe, columns, isInTheMoney: !isBelowSpot && !isAtm, from: columns.length + 2 },
  ] as const
  const [calls, puts] = halves.map(({ type, side, columns: own, isInTheMoney, from }) =>
    own.map(({ id, cell }, at) => (
      // biome-ignore lint/a11y/useSemanticElements: a grid whose rows are not all in the page is no table
      // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the cell
      <span
        key={`${type} ${id}`}
        role="gridcell"
        aria-colindex={from + at}
        data-side={type}
        data-column={id}
        data-in-the-money={isInTheMoney ? '' : undefined}
        data-cursor={cursor === type ? '' : undefined}
        data-picked={picked === type ? '' : undefined}
        className={styles.cell}
        {...(id === 'ltp'
          ? {
              id: idOf({ strike, side: type }),
              'aria-selected': picked === type,
            }
          : {})}
      >
        {id === 'ltp' && cursor === type && (
          <span className="visually-hidden">{sideInWords(side, strike, type)} </span>
        )}
        {side === null ? '' : cell(side, most)}
      </span>
    )),
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      role="row"
      aria-rowindex={place + 2}
      data-strike={strike}
      data-picked={picked === null ? undefined : ''}
      data-atm={isAtm ? '' : undefined}
      className={styles.row}
      style={{ top }}
    >
      {calls}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <span role="rowheader" aria-colindex={columns.length + 1} className={styles.strike}>
        {formatNumber(strike, strike % 1 === 0 ? 0 : 2)}
        {isAtm && <span className="visually-hidden"> at the money</span>}
      </span>
      {puts}
    </div>
  )
})

const keyOf = ({ strike, side }: Place): string => `${strike}${side}`
const idOf = (place: Place): string => `chain-${keyOf(place)}`

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

interface WindowOf {
  readonly width: number
  readonly height: number
  readonly top: number
  readonly measure: () => void
}

/** Which part of a scrolled element is in sight, in steps that are worth a render. */
function useWindowOf(element: React.RefObject<HTMLElement | null>): WindowOf {
  const [seen, setSeen] = useState({ width: 0, height: 0, top: 0 })
  const measure = useRef(() => {
    const box = element.current
    if (box === null) return
    const now = {
      width: Math.floor(box.clientWidth / WIDTH_STEP) * WIDTH_STEP,
      height: box.clientHeight,
      top: Math.floor(box.scrollTop / ROW_HEIGHT) * ROW_HEIGHT,
    }
    setSeen((before) =>
      before.width === now.width && before.height === now.height && before.top === now.top ? before : now,
    )
  }).current
  useLayoutEffect(() => {
    const box = element.current
    if (box === null) return
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, measure])
  return { ...seen, measure }
}

interface ScrollTo {
  readonly grid: React.RefObject<HTMLElement | null>
  readonly row: number
  readonly rowHeight: number
  /** Another chain is centred anew. */
  readonly expiry: string
  readonly measure: () => void
}

/** Keeps the cursor in sight; a chain that has just come shows it in the middle. */
function useScrollTo({ grid, row, rowHeight, expiry, measure }: ScrollTo): void {
  const centred = useRef('')
  useLayoutEffect(() => {
    const box = grid.current
    if (box === null || row < 0 || box.clientHeight === 0) return
    const at = row * rowHeight
    const room = box.clientHeight - HEADING_HEIGHT
    if (centred.current !== expiry) {
      centred.current = expiry
      box.scrollTop = at - (room - rowHeight) / 2
    } else if (at < box.scrollTop) box.scrollTop = at
    else if (at + rowHeight > box.scrollTop + room) box.scrollTop = at + rowHeight - room
    measure()
  }, [grid, row, rowHeight, expiry, measure])
}
