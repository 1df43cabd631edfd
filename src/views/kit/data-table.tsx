import {
  createElement,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  Cell,
  Column,
  Row,
  type SortDescriptor,
  Table,
  TableBody,
  TableHeader,
} from 'react-aria-components/Table'
import { TableLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { flushSync } from 'react-dom'
import styles from './data-table.module.css'
import { ErrorNotice } from './notice.tsx'
import { Skeleton } from './skeleton.tsx'
import { PHONE, useMedia } from './use-media.ts'

const ROW_HEIGHT = 26
const PHONE_ROW_HEIGHT = 54
const HEADING_HEIGHT = 25
/** So many pixels before the end of the rows more are asked for. */
const END_NEAR = 260
const WIDTH_STEP = 20
/** So many rows join the grid at a time: thousands at once would hold up the page for a second. */
const ROWS_AT_ONCE = 300

export interface ColumnOf<Item> {
  readonly id: string
  readonly title: string
  readonly isRowHeader?: boolean
  readonly isNumeric?: boolean
  readonly width?: number | `${number}fr`
  readonly minWidth?: number
  /** Left out of tables narrower than this many pixels. */
  readonly showFrom?: number
  readonly cell: (row: Item) => ReactNode
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
  readonly initialSort?: { readonly column: string; readonly direction: 'ascending' | 'descending' }
}

/**
 * Rows of fixed height, only those in sight in the page. Arrows or `j` and `k` move, `Home` and `End` go to the first
 * and last row, `Enter` acts.
 */
export function DataTable<Item extends object>(props: DataTableProps<Item>) {
  const { state = { kind: 'ready' }, rows } = props
  if (state.kind === 'failed') return <ErrorNotice message={state.message} onRetry={state.retry} />
  if (state.kind === 'loading' && rows.length === 0) {
    return (
      <div role="status" aria-label={`${props.label}: loading`}>
        <Skeleton rows={8} />
      </div>
    )
  }
  if (rows.length === 0) return <>{props.empty}</>
  return <Rows {...props} />
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
}: DataTableProps<Item>) {
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
  const layout = useMemo(
    () => ({
      rowHeight: isPhone ? PHONE_ROW_HEIGHT : ROW_HEIGHT,
      headingHeight: isPhone ? 1 : HEADING_HEIGHT,
    }),
    [isPhone],
  )
  const watchEnd = (box: Element) => {
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
  const press = (event: KeyboardEvent) => {
    if (event.key === 'End' && !isWhole) flushSync(() => grow(rows.length))
    renameKey(event)
  }
  const rowOf = (key: string) => sorted.find((row) => rowKey(row) === key)
  const act = (key: string) => {
    const row = rowOf(key)
    if (row && onRowAction) onRowAction(row)
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
          {...(onRowAction ? { onRowAction: (key) => act(String(key)) } : {})}
        >
          <TableHeader columns={shown}>
            {(column) => (
              <Column
                id={column.id}
                isRowHeader={column.isRowHeader ?? false}
                allowsSorting={column.sortBy !== undefined}
                width={column.width ?? '1fr'}
                minWidth={column.minWidth ?? 56}
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
          <TableBody items={stretch} dependencies={[shown, currentKey]}>
            {(row) => {
              const words = isPhone ? null : (wordsFor?.(row) ?? null)
              const first = shown[0]
              const classes = `${styles.row} ${rowKey(row) === currentKey ? styles.current : ''}`
              return words !== null && first ? (
                <Row id={rowKey(row)} className={classes}>
                  <Cell className={styles.cell ?? ''}>{first.cell(row)}</Cell>
                  <Cell className={`${styles.cell} ${styles.numeric}`} colSpan={shown.length - 1}>
                    {words}
                  </Cell>
                </Row>
              ) : (
                <Row id={rowKey(row)} columns={shown} className={classes}>
                  {(column) => (
                    <Cell className={`${styles.cell} ${column.isNumeric ? styles.numeric : ''}`}>
                      {column.cell(row)}
                    </Cell>
                  )}
                </Row>
              )
            }}
          </TableBody>
        </Table>
      </Virtualizer>
    </div>
  )
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
  return { shown, isWhole, grow }
}

/** Width of an element in steps of 20 px, so that a table is laid out anew only when columns may come or go. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => setWidth(Math.floor(box.clientWidth / WIDTH_STEP) * WIDTH_STEP)
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
