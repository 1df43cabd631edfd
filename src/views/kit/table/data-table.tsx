import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { SortDescriptor } from 'react-aria-components/Table'
import type { DragAndDropHooks } from 'react-aria-components/useDragAndDrop'
import { flushSync } from 'react-dom'
import { goesIntoDialog } from '../goes-into-dialog.ts'
import { useListFocus } from '../hooks/use-list-focus.ts'
import { PHONE, PRINT, useMedia } from '../hooks/use-media.ts'
import { useRowWidth } from '../hooks/use-row-width.ts'
import { useSelectedKeys } from '../hooks/use-selected-keys.ts'
import { useStretch } from '../hooks/use-stretch.ts'
import { ErrorNotice } from '../layout/notice.tsx'
import { Skeleton } from '../layout/skeleton.tsx'
import { useCurrent } from './current-mark.tsx'
import styles from './data-table.module.css'
import { useFollowedRow } from './followed-row.ts'
import { useLostFocus } from './lost-focus.ts'
import { PrintTable } from './print-table.tsx'
import { walkCells } from './row-cells.tsx'
import { type MenuPoint, type RowAct, RowMenu } from './row-menu.tsx'
import { useSortedRows } from './sorted-rows.ts'
import type { ColumnOf, PhoneRow } from './table-columns.ts'
import { TableGrid } from './table-grid.tsx'
import { below, isButton, isMenuKey, isPlain, keyInGrid, renameKey, rowElement } from './table-keys.ts'

export type { ColumnOf, PhoneRow } from './table-columns.ts'

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
  /** Key of the heading that a row stays under when rows are sorted; a heading's is its own. Must be stable. */
  readonly headingOf?: ((row: Item) => string) | undefined
  readonly phone: (row: Item) => PhoneRow
  readonly empty: ReactNode
  readonly state?: ListState
  /** Replaces all cells but the first, for a row without figures. */
  readonly wordsFor?: (row: Item) => ReactNode | null
  readonly onRowAction?: (row: Item) => void
  readonly onRowFocus?: (row: Item | null) => void
  readonly onEnd?: () => void
  readonly currentKey?: string | null
  /** Scrolled into view when it changes; the focus goes along if a row of this table has it. */
  readonly followKey?: string | null
  /** Keys as they are sorted. Must be stable. */
  readonly onOrder?: (keys: readonly string[]) => void
  /** Enables selection: `Space` toggles, `Shift` and arrows extend, `Ctrl A` selects all. */
  readonly onSelect?: (keys: readonly string[]) => void
  readonly selected?: readonly string[]
  /** Opened by right click, the menu key, `Shift F10` or the button at the row's end. */
  readonly actsOf?: (row: Item) => readonly RowAct[]
  readonly dragAndDrop?: DragAndDropHooks
  readonly nameOf?: (row: Item) => string
  readonly isMain?: boolean
  readonly initialSort?: { readonly column: string; readonly direction: 'ascending' | 'descending' }
  /** While it is the same, rows keep their places and new ones are inserted; null always sorts. */
  readonly orderOf?: string | null
}

/** On paper all rows are rendered. With selection, only a double click acts. */
export function DataTable<Item extends object>(props: DataTableProps<Item>) {
  const { state = { kind: 'ready' }, rows } = props
  const isPrinted = useMedia(PRINT)
  // A row that is added to an empty list later must not take the focus.
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

const orderIn = (sort: SortDescriptor | undefined): string => `${sort?.column} ${sort?.direction}`

const staysIn = (frame: HTMLElement | null, { relatedTarget }: FocusEvent): boolean =>
  frame?.contains(relatedTarget) === true || goesIntoDialog(frame, relatedTarget)

function Rows<Item extends object>({
  label,
  rows,
  columns,
  rowKey,
  headingOf,
  phone,
  wordsFor,
  onRowAction,
  onRowFocus,
  onEnd,
  currentKey = null,
  followKey = null,
  onOrder,
  initialSort,
  onSelect,
  selected = [],
  actsOf,
  dragAndDrop,
  nameOf = rowKey,
  isMain = false,
  orderOf = null,
  wasEmpty,
}: DataTableProps<Item> & { readonly wasEmpty: boolean }) {
  const isSelectable = onSelect !== undefined
  const isPhone = useMedia(PHONE)
  const { sorted, sort, setSort } = useSortedRows(rows, columns, { rowKey, headingOf, initialSort, orderOf })
  const { shown: stretch, isWhole, isFilling, grow, toEnd, bodyKey } = useStretch(sorted, orderIn(sort))
  const frame = useRef<HTMLDivElement>(null)
  const width = useRowWidth(frame)
  useFollowedRow({ frame, sorted, rowKey, followKey, grow, onOrder })
  useListFocus(frame, { isMain, takesFocus: !wasEmpty })
  const watchEnd = (box: Element) => {
    // Reading row positions forces a layout.
    if (isFilling || (isWhole && onEnd === undefined)) return
    if (box.scrollHeight - box.scrollTop - box.clientHeight >= END_NEAR) return
    if (isWhole) onEnd?.()
    else grow()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again after rows have been added
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
  const [menu, setMenu] = useState<{ readonly row: Item; readonly at: MenuPoint } | null>(null)
  const openMenu = (row: Item | undefined, at: MenuPoint) => {
    if (row !== undefined && actsOf !== undefined) setMenu({ row, at })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'End' && !isWhole) flushSync(toEnd)
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
    // The menu key reports the middle of the row, or no position.
    const isByHand = event.clientX !== 0 || event.clientY !== 0
    openMenu(row, isByHand ? { left: event.clientX, top: event.clientY } : below(line))
  }
  const pressTwice = (event: MouseEvent) => {
    if (isSelectable && !isButton(event.target)) act(rowElement(event.target)?.getAttribute('data-key') ?? '')
  }
  // Not the event's target: the grid moves its focus to a row before its own event arrives here.
  const watchFocus = () => {
    const key = document.activeElement?.closest('[role=row]')?.getAttribute('data-key')
    onRowFocus?.(rowOf(key ?? '') ?? null)
  }
  useLostFocus(onRowFocus)
  const watchBlur = (event: FocusEvent) => {
    if (!staysIn(frame.current, event)) onRowFocus?.(null)
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
          {...{ rowKey, phone, wordsFor }}
          sort={sort}
          onSort={setSort}
          bodyKey={bodyKey}
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
