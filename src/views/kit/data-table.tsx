import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { SortDescriptor } from 'react-aria-components/Table'
import type { DragAndDropHooks } from 'react-aria-components/useDragAndDrop'
import { flushSync } from 'react-dom'
import { useCurrent } from './current-mark.tsx'
import styles from './data-table.module.css'
import { goesIntoDialog } from './goes-into-dialog.ts'
import { ErrorNotice } from './notice.tsx'
import { PrintTable } from './print-table.tsx'
import { walkCells } from './row-cells.tsx'
import { type MenuPlace, type RowAct, RowMenu } from './row-menu.tsx'
import { Skeleton } from './skeleton.tsx'
import { sortRows } from './sort-rows.ts'
import type { ColumnOf, PhoneRow } from './table-columns.ts'
import { TableGrid } from './table-grid.tsx'
import { below, isButton, isMenuKey, isPlain, keyInGrid, renameKey, rowElement } from './table-keys.ts'
import { useListFocus } from './use-list-focus.ts'
import { PHONE, PRINT, useMedia } from './use-media.ts'
import { useRowWidth } from './use-row-width.ts'
import { useSelectedKeys } from './use-selected-keys.ts'
import { useStretch } from './use-stretch.ts'

export type { ColumnOf, PhoneRow } from './table-columns.ts'

/** So many pixels before the end of the rows more are asked for. */
const END_NEAR = 260

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
  /** The list the screen is for: its first row takes the focus from the title when the screen opens. */
  readonly isMain?: boolean
  readonly initialSort?: { readonly column: string; readonly direction: 'ascending' | 'descending' }
}

/**
 * Rows of fixed height, only those in sight in the page; all of them on paper. Arrows or `j` and `k` move, `Home` and
 * `End` go to the first and last row, `Enter` acts, and so does a click, or a double click where rows can be selected.
 */
export function DataTable<Item extends object>(props: DataTableProps<Item>) {
  const { state = { kind: 'ready' }, rows } = props
  const isPrinted = useMedia(PRINT)
  // A row that joins an empty list later takes the focus from nobody.
  const [wasEmpty, setWasEmpty] = useState(false)
  if (!wasEmpty && state.kind === 'ready' && rows.length === 0) setWasEmpty(true)
  if (state.kind === 'failed') return <ErrorNotice message={state.message} onRetry={state.retry} />
  if (state.kind === 'loading' && rows.length === 0) {
    return (
      <div role="status" aria-label={`${props.label}: loading`}>
        <Skeleton rows={8} />
      </div>
    )
  }
  if (rows.length === 0) return <>{props.empty}</>
  return isPrinted ? <PrintTable {...props} /> : <Rows {...props} wasEmpty={wasEmpty} />
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
  isMain = false,
  wasEmpty,
}: DataTableProps<Item> & { readonly wasEmpty: boolean }) {
  const isSelectable = onSelect !== undefined
  const isPhone = useMedia(PHONE)
  const [sort, setSort] = useState<SortDescriptor | undefined>(initialSort)
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort])
  const { shown: stretch, isWhole, isFilling, grow } = useStretch(sorted)
  const frame = useRef<HTMLDivElement>(null)
  const width = useRowWidth(frame)
  useListFocus(frame, { isMain, takesFocus: !wasEmpty })
  const watchEnd = (box: Element) => {
    // Asking for the place of the rows makes the page lay itself out.
    if (isFilling || (isWhole && onEnd === undefined)) return
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
  }, [rows.length, stretch.length, width === null])
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
      if (isPlain(event) && walkCells(keyInGrid(event.key), line)) {
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
    const { relatedTarget } = event
    if (frame.current?.contains(relatedTarget) || goesIntoDialog(frame.current, relatedTarget)) return
    onRowFocus?.(null)
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
      {width !== null && (
        <TableGrid
          label={label}
          rows={stretch}
          rowCount={rows.length}
          columns={columns}
          width={width}
          isPhone={isPhone}
          rowKey={rowKey}
          phone={phone}
          wordsFor={wordsFor}
          sort={sort}
          onSort={setSort}
          current={current}
          nameOf={nameOf}
          onAct={onRowAction && !isSelectable ? act : undefined}
          onMenu={actsOf && openMenu}
          selection={isSelectable ? selection.props : null}
          dragAndDrop={dragAndDrop}
        />
      )}
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
