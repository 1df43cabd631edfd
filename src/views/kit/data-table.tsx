import {
  type ComponentProps,
  createElement,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import {
  Cell,
  Column,
  type Key,
  Row,
  type Selection,
  type SortDescriptor,
  Table,
  TableBody,
  TableHeader,
} from 'react-aria-components/Table'
import type { DragAndDropHooks } from 'react-aria-components/useDragAndDrop'
import { TableLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { flushSync } from 'react-dom'
import { columnWidths } from './column-widths.ts'
import styles from './data-table.module.css'
import { Icon } from './icon.tsx'
import { Later } from './later.tsx'
import { ErrorNotice } from './notice.tsx'
import { PrintTable, type ShownColumn } from './print-table.tsx'
import { type CellPlace, cellPlace, RowCells, walkCells } from './row-cells.tsx'
import { type MenuPlace, type RowAct, RowMenu } from './row-menu.tsx'
import { Skeleton } from './skeleton.tsx'
import { PHONE, PRINT, useMedia } from './use-media.ts'

const ROW_HEIGHT = 26
const PHONE_ROW_HEIGHT = 54
const HEADING_HEIGHT = 25
/** So many pixels before the end of the rows more are asked for. */
const END_NEAR = 260
/** So many rows join the grid at a time: thousands at once would hold up the page. */
const ROWS_AT_ONCE = 300
/** While the page has nothing else to do, rows join in steps that fit into a frame, up to so many in all. */
const ROWS_WHEN_IDLE = 40
const IDLE_ROWS_MAX = 2_000

export interface ColumnOf<Item> extends ShownColumn<Item> {
  readonly isRowHeader?: boolean
  readonly width?: number | `${number}fr`
  readonly minWidth?: number
  /** Left out of tables narrower than this many pixels. */
  readonly showFrom?: number
  /** What the column sorts by; a column without it does not sort. Null comes last either way. */
  readonly sortBy?: (row: Item) => number | string | null
}

/** The two lines a row takes on a phone. */
export interface PhoneRow {
  readonly title: ReactNode
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly detail?: ReactNode
}

export type ListState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string; readonly retry: () => void }

interface DataTableProps<Item> {
  readonly label: string
  readonly rows: readonly Item[]
  readonly columns: readonly ColumnOf<Item>[]
  readonly rowKey: (row: Item) => string
  readonly phone: (row: Item) => PhoneRow
  /** Shown when there are no rows. */
  readonly empty: ReactNode
  readonly state?: ListState
  /** Said in place of all cells but the first, for a row that has no figures. */
  readonly wordsFor?: (row: Item) => ReactNode | null
  readonly onRowAction?: (row: Item) => void
  readonly onRowFocus?: (row: Item | null) => void
  /** The end of the rows has come near: more may be asked for. */
  readonly onEnd?: () => void
  /** The row that something else on the screen is about. */
  readonly currentKey?: string | null
  /** Rows can be selected where this is given: `Space` toggles, `Shift` and arrows extend, `Ctrl A` takes all. */
  readonly onSelect?: (keys: readonly string[]) => void
  readonly selected?: readonly string[]
  /** What can be done with a row: by right click, the menu key, `Shift F10` or the button at its end. */
  readonly actsOf?: (row: Item) => readonly RowAct[]
  /** Rows can be dragged where this is given, by the handle at their end. */
  readonly dragAndDrop?: DragAndDropHooks
  /** Names a row to assistive technology where a button is about it. */
  readonly nameOf?: (row: Item) => string
  readonly initialSort?: { readonly column: string; readonly direction: 'ascending' | 'descending' }
}

/**
 * Rows of fixed height, only those in sight in the page; all of them on paper. Arrows or `j` and `k` move, `Home` and
 * `End` go to the first and last row, `Enter` acts, and so does a click, or a double click where rows can be selected.
 */
export function DataTable<Item extends object>(props: DataTableProps<Item>) {
  const { state = { kind: 'ready' }, rows } = props
  const isPrinted = useMedia(PRINT)
  if (state.kind === 'failed') return <ErrorNotice message={state.message} onRetry={state.retry} />
  if (state.kind === 'loading' && rows.length === 0) {
    return (
      <div role="status" aria-label={`${props.label}: loading`}>
        <Skeleton rows={8} />
      </div>
    )
  }
  if (rows.length === 0) return <>{props.empty}</>
  return isPrinted ? (
    <PrintTable {...props} />
  ) : (
    <Later>
      <Rows {...props} />
    </Later>
  )
}

function Rows<Item extends object>({
  label,
  rows,
  columns,
  rowKey,
  phone,
  wordsFor,
  onRowAction,
  onRowFocus,
  onEnd,
  currentKey = null,
  initialSort,
  onSelect,
  selected = [],
  actsOf,
  dragAndDrop,
  nameOf = rowKey,
}: DataTableProps<Item>) {
  const isSelectable = onSelect !== undefined
  const isPhone = useMedia(PHONE)
  const [sort, setSort] = useState<SortDescriptor | undefined>(initialSort)
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort])
  const { shown: stretch, isWhole, grow } = useStretch(sorted)
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const shown = useMemo(
    () =>
      isPhone
        ? [phoneColumn(columns, phone)]
        : columns.filter(({ showFrom = 0 }) => width === 0 || width >= showFrom),
    [isPhone, columns, phone, width],
  )
  const widths = useMemo(() => columnWidths(shown, width), [shown, width])
  const places = useMemo(() => placesOf(shown, widths), [shown, widths])
  const cellOf = useCallback((row: Item, place: number) => shown[place]?.cell(row), [shown])
  const layout = useMemo(
    () => ({
      rowHeight: isPhone ? PHONE_ROW_HEIGHT : ROW_HEIGHT,
      headingHeight: isPhone ? 1 : HEADING_HEIGHT,
    }),
    [isPhone],
  )
  const watchEnd = (box: Element) => {
    // Asking for the place of the rows makes the page lay itself out.
    if (isWhole && onEnd === undefined) return
    if (box.scrollHeight - box.scrollTop - box.clientHeight >= END_NEAR) return
    if (isWhole) onEnd?.()
    else grow()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when rows have come
  useEffect(() => {
    const box = frame.current?.querySelector('[role=grid]')
    if (!box) return
    const frameId = requestAnimationFrame(() => watchEnd(box))
    return () => cancelAnimationFrame(frameId)
  }, [rows.length, stretch.length])
  const rowOf = (key: string) => sorted.find((row) => rowKey(row) === key)
  const act = (key: string) => {
    const row = rowOf(key)
    if (row && onRowAction) onRowAction(row)
  }
  const current = useCurrent(currentKey)
  const selection = useSelectedKeys({ selected, onSelect, allKeys: () => sorted.map(rowKey) })
  const [menu, setMenu] = useState<{ readonly row: Item; readonly at: MenuPlace } | null>(null)
  const openMenu = (row: Item | undefined, at: MenuPlace) => {
    if (row !== undefined && actsOf !== undefined) setMenu({ row, at })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'End' && !isWhole) flushSync(() => grow(rows.length))
    const line = rowElement(event.target)
    const key = line?.getAttribute('data-key') ?? null
    if (line !== null && key !== null) {
      if (isMenuKey(event) && actsOf !== undefined) {
        event.preventDefault()
        event.stopPropagation()
        return openMenu(rowOf(key), below(line))
      }
      if ((isSelectable || event.target !== line) && event.key === 'Enter' && !isButton(event.target)) {
        event.preventDefault()
        event.stopPropagation()
        return act(key)
      }
      selection.beforeKey(event, key)
      if (isPlain(event) && walkCells(names[event.key]?.key ?? event.key, line)) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
    }
    renameKey(event)
  }
  const pressMenu = (event: MouseEvent) => {
    const line = rowElement(event.target)
    const row = rowOf(line?.getAttribute('data-key') ?? '')
    if (line === null || row === undefined || actsOf === undefined) return
    event.preventDefault()
    // The menu key comes with the middle of the row, or with nothing at all.
    const isByHand = event.clientX !== 0 || event.clientY !== 0
    openMenu(row, isByHand ? { left: event.clientX, top: event.clientY } : below(line))
  }
  const pressTwice = (event: MouseEvent) => {
    if (isSelectable && !isButton(event.target)) act(rowElement(event.target)?.getAttribute('data-key') ?? '')
  }
  // Not the target of the event: the grid hands its focus on to a row before its own event arrives here.
  const watchFocus = () => {
    const key = document.activeElement?.closest('[role=row]')?.getAttribute('data-key')
    onRowFocus?.(rowOf(key ?? '') ?? null)
  }
  const tellFocus = useRef(onRowFocus)
  useEffect(() => {
    tellFocus.current = onRowFocus
  })
  useEffect(() => () => tellFocus.current?.(null), [])
  const watchBlur = (event: FocusEvent) => {
    if (!frame.current?.contains(event.relatedTarget)) onRowFocus?.(null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid inside takes the keys; this only adds names for them
    <div
      ref={frame}
      className={styles.frame}
      onKeyDownCapture={press}
      onPointerDownCapture={selection.beforePointer}
      onContextMenu={pressMenu}
      onDoubleClick={pressTwice}
      onFocus={watchFocus}
      onBlur={watchBlur}
      onScrollCapture={(event) => watchEnd(event.target as Element)}
    >
      <Virtualizer layout={TableLayout} layoutOptions={layout}>
        <Table
          aria-label={label}
          className={`${styles.table} ${isPhone ? styles.phone : ''}`}
          {...(sort ? { sortDescriptor: sort } : {})}
          onSortChange={setSort}
          // The grid itself would count only the rows it was given so far.
          render={(given) => createElement('div', { ...given, 'aria-rowcount': rows.length + 1 } as object)}
          {...(onRowAction && !isSelectable ? { onRowAction: (key) => act(String(key)) } : {})}
          {...(isSelectable ? selection.props : {})}
          {...(dragAndDrop ? { dragAndDropHooks: dragAndDrop } : {})}
        >
          <TableHeader columns={shown} dependencies={[widths]}>
            {(column) => (
              <Column
                id={column.id}
                isRowHeader={column.isRowHeader ?? false}
                allowsSorting={column.sortBy !== undefined}
                width={widths[shown.indexOf(column)] ?? 0}
                minWidth={0}
                className={`${styles.heading} ${column.isNumeric ? styles.numeric : ''}`}
              >
                {({ sortDirection }) => (
                  <>
                    {column.title}
                    <span aria-hidden="true" className={styles.direction}>
                      {sortDirection === undefined ? '' : sortDirection === 'ascending' ? '▲' : '▼'}
                    </span>
                  </>
                )}
              </Column>
            )}
          </TableHeader>
          <TableBody items={stretch} dependencies={[places, cellOf, actsOf !== undefined]}>
            {(row) => (
              <Row id={rowKey(row)} className={styles.row ?? ''}>
                <Cell colSpan={shown.length} render={asBox}>
                  <RowCells
                    row={row}
                    places={places}
                    cellOf={cellOf}
                    words={isPhone ? null : (wordsFor?.(row) ?? null)}
                    mark={<CurrentMark current={current} of={rowKey(row)} />}
                    end={
                      actsOf !== undefined &&
                      !isPhone && (
                        <>
                          {dragAndDrop !== undefined && (
                            <AriaButton
                              slot="drag"
                              excludeFromTabOrder
                              className={styles.drag ?? ''}
                              aria-label={`Drag ${nameOf(row)}`}
                            >
                              <Icon name="positions" size={12} />
                            </AriaButton>
                          )}
                          <button
                            type="button"
                            tabIndex={-1}
                            className={styles.acts}
                            aria-label={`Commands for ${nameOf(row)}`}
                            aria-haspopup="menu"
                            onClick={(event) => openMenu(row, below(event.currentTarget))}
                          >
                            <Icon name="more" size={14} />
                          </button>
                        </>
                      )
                    }
                  />
                </Cell>
              </Row>
            )}
          </TableBody>
        </Table>
      </Virtualizer>
      {menu !== null && actsOf !== undefined && (
        <RowMenu
          label={`Commands for ${nameOf(menu.row)}`}
          acts={actsOf(menu.row)}
          at={menu.at}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  )
}

/** The one cell of the grid in a row is a box and no more: what it holds are the cells, and the row takes the keys. */
const asBox = ({ ref, style, children }: ComponentProps<'div'>) => (
  <div ref={ref} role="presentation" style={style} className={styles.cells}>
    {children}
  </div>
)

const placesOf = <Item,>(
  columns: readonly ColumnOf<Item>[],
  widths: readonly number[],
): readonly CellPlace[] => {
  let left = 0
  return columns.map(({ id, isNumeric = false, isRowHeader = false }, column) => {
    const width = widths[column] ?? 0
    const style = { left, width }
    left += width
    return cellPlace({ id, column, style, isNumeric, isRowHeader })
  })
}

interface Current {
  readonly key: () => string | null
  readonly watch: (wake: () => void) => () => void
}

/** The current key for those who ask: rows are not drawn again because another one is current. */
function useCurrent(currentKey: string | null): Current {
  const key = useRef(currentKey)
  const listeners = useRef(new Set<() => void>())
  useLayoutEffect(() => {
    key.current = currentKey
    for (const wake of listeners.current) wake()
  }, [currentKey])
  return useMemo(
    () => ({
      key: () => key.current,
      watch: (wake) => {
        listeners.current.add(wake)
        return () => listeners.current.delete(wake)
      },
    }),
    [],
  )
}

/** Stands in the current row, and the style of the row follows it. */
function CurrentMark({ current, of }: { readonly current: Current; readonly of: string }) {
  const isCurrent = useSyncExternalStore(current.watch, () => current.key() === of)
  return isCurrent && <i data-current="" hidden />
}

interface SelectedKeys {
  /** A plain click only goes to its row; `Ctrl` and `Shift` say that it selects. */
  readonly beforePointer: (event: PointerEvent) => void
  /** The first step of an extension takes its own row along. */
  readonly beforeKey: (event: KeyboardEvent, key: string) => void
  readonly props: {
    readonly selectionMode: 'multiple'
    readonly selectionBehavior: 'toggle'
    readonly selectedKeys: Iterable<Key>
    readonly onSelectionChange: (selection: Selection) => void
  }
}

function useSelectedKeys({
  selected,
  onSelect,
  allKeys,
}: {
  readonly selected: readonly string[]
  readonly onSelect: ((keys: readonly string[]) => void) | undefined
  readonly allKeys: () => readonly string[]
}): SelectedKeys {
  // The set of the grid itself remembers where an extension began, so it is handed back as it came.
  const [held, setHeld] = useState<ReadonlySet<Key>>(new Set())
  const keys = useMemo(
    () =>
      held.size === selected.length && selected.every((key) => held.has(key)) ? held : new Set(selected),
    [held, selected],
  )
  const isMeant = useRef(true)
  const choose = (chosen: ReadonlySet<Key>) => {
    setHeld(chosen)
    onSelect?.([...chosen].map(String))
  }
  return {
    beforePointer: ({ ctrlKey, metaKey, shiftKey }) => {
      isMeant.current = ctrlKey || metaKey || shiftKey
    },
    beforeKey: ({ key: pressed, shiftKey }, key) => {
      isMeant.current = true
      const isExtending = shiftKey && (pressed === 'ArrowDown' || pressed === 'ArrowUp')
      if (isExtending && keys.size === 0) flushSync(() => choose(new Set([key])))
    },
    props: {
      selectionMode: 'multiple',
      selectionBehavior: 'toggle',
      selectedKeys: keys,
      onSelectionChange: (chosen) => {
        if (isMeant.current) choose(chosen === 'all' ? new Set(allKeys()) : chosen)
      },
    },
  }
}

const rowElement = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role=row][data-key]') : null

const isButton = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, input') !== null

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)

const below = (element: Element): MenuPlace => {
  const { left, bottom } = element.getBoundingClientRect()
  return { left: left + 12, top: bottom }
}

interface Stretch<Item> {
  readonly shown: readonly Item[]
  readonly isWhole: boolean
  /** Takes in some more rows, or all of them. */
  readonly grow: (by?: number) => void
}

/** The first rows of the table; more join as one comes near their end. */
function useStretch<Item>(rows: readonly Item[]): Stretch<Item> {
  const [limit, setLimit] = useState(ROWS_AT_ONCE)
  const kept = Math.min(limit, Math.max(ROWS_AT_ONCE, rows.length))
  const isWhole = kept >= rows.length
  const shown = useMemo(() => (isWhole ? rows : rows.slice(0, kept)), [rows, kept, isWhole])
  const grow = useCallback((by = ROWS_AT_ONCE) => setLimit(kept + by), [kept])
  useEffect(() => {
    if (isWhole || kept >= IDLE_ROWS_MAX || !('requestIdleCallback' in globalThis)) return
    const idle = requestIdleCallback(() => grow(ROWS_WHEN_IDLE))
    return () => cancelIdleCallback(idle)
  }, [isWhole, kept, grow])
  return { shown, isWhole, grow }
}

/** Pixels that the rows of the grid in an element have. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current?.querySelector('[role=grid]')
    if (!box) return
    const measure = () => setWidth(box.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return width
}

const names: Readonly<Record<string, KeyboardEventInit>> = {
  j: { key: 'ArrowDown' },
  k: { key: 'ArrowUp' },
  // With Ctrl the grid goes to the first and last row; without it only to the ends of this row.
  Home: { key: 'Home', ctrlKey: true },
  End: { key: 'End', ctrlKey: true },
}

const isPlain = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey || shiftKey)

const renameKey = (event: KeyboardEvent) => {
  const name = names[event.key]
  if (!name || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  event.target.dispatchEvent(
    new globalThis.KeyboardEvent('keydown', { ...name, bubbles: true, cancelable: true }),
  )
}

const phoneColumn = <Item,>(
  columns: readonly ColumnOf<Item>[],
  lines: (row: Item) => PhoneRow,
): ColumnOf<Item> => ({
  id: 'row',
  title: columns.map((column) => column.title).join(', '),
  isRowHeader: true,
  cell: (row) => {
    const { title, value, note, detail } = lines(row)
    return (
      <span className={styles.lines}>
        <span className={styles.title}>{title}</span>
        <span className={styles.value}>{value}</span>
        <span className={styles.note}>{note}</span>
        <span className={styles.detail}>{detail}</span>
      </span>
    )
  },
})

const sortRows = <Item,>(
  rows: readonly Item[],
  columns: readonly ColumnOf<Item>[],
  sort: SortDescriptor | undefined,
): readonly Item[] => {
  const by = columns.find((column) => column.id === sort?.column)?.sortBy
  if (!by || !sort) return rows
  const sign = sort.direction === 'descending' ? -1 : 1
  return [...rows].sort((left, right) => compare(by(left), by(right), sign))
}

const compare = (left: number | string | null, right: number | string | null, sign: number): number => {
  if (left === right) return 0
  if (left === null) return 1
  if (right === null) return -1
  return left < right ? -sign : sign
}
