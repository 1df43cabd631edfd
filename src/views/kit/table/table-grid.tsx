import { type ComponentProps, createElement, type ReactNode, useCallback, useMemo } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import {
  Cell,
  Column,
  Row,
  type SortDescriptor,
  Table,
  TableBody,
  TableHeader,
} from 'react-aria-components/Table'
import type { DragAndDropHooks } from 'react-aria-components/useDragAndDrop'
import { TableLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import type { SelectedKeys } from '../hooks/use-selected-keys.ts'
import { Icon } from '../layout/icon.tsx'
import { columnWidths } from './column-widths.ts'
import { type Current, CurrentMark } from './current-mark.tsx'
import styles from './data-table.module.css'
import { phoneColumn } from './phone-column.tsx'
import { RowCells } from './row-cells.tsx'
import type { MenuPoint } from './row-menu.tsx'
import { type ColumnOf, framesOf, type PhoneRow } from './table-columns.ts'
import { below } from './table-keys.ts'

const ROW_HEIGHT = 26
const PHONE_ROW_HEIGHT = 54
const HEADING_HEIGHT = 25

const wideLayout = { rowHeight: ROW_HEIGHT, headingHeight: HEADING_HEIGHT }
const phoneLayout = { rowHeight: PHONE_ROW_HEIGHT, headingHeight: 1 }

interface TableGridProps<Item> {
  readonly label: string
  /** Rows are added in steps, up to `rowCount`. */
  readonly rows: readonly Item[]
  readonly rowCount: number
  readonly columns: readonly ColumnOf<Item>[]
  readonly width: number
  readonly isPhone: boolean
  readonly rowKey: (row: Item) => string
  readonly phone: (row: Item) => PhoneRow
  readonly wordsFor: ((row: Item) => ReactNode | null) | undefined
  readonly sort: SortDescriptor | undefined
  readonly onSort: (sort: SortDescriptor) => void
  readonly bodyKey: string
  readonly current: Current
  readonly nameOf: (row: Item) => string
  readonly onAct: ((key: string) => void) | undefined
  readonly onMenu: ((row: Item, at: MenuPoint) => void) | undefined
  readonly selection: SelectedKeys['props'] | null
  readonly dragAndDrop: DragAndDropHooks | undefined
}

export function TableGrid<Item extends object>(props: TableGridProps<Item>) {
  const { columns, width, isPhone, phone, rowKey, nameOf, wordsFor, current, onMenu } = props
  const { sort, onAct, selection, dragAndDrop } = props
  const shown = useMemo(
    () =>
      isPhone
        ? [phoneColumn(columns, phone)]
        : columns.filter(({ showFrom = 0 }) => width === 0 || width >= showFrom),
    [isPhone, columns, phone, width],
  )
  const widths = useMemo(() => columnWidths(shown, width), [shown, width])
  const frames = useMemo(() => framesOf(shown, widths), [shown, widths])
  const cellOf = useCallback((row: Item, index: number) => shown[index]?.cell(row), [shown])
  return (
    <Virtualizer layout={TableLayout} layoutOptions={isPhone ? phoneLayout : wideLayout}>
      <Table
        aria-label={props.label}
        className={`${styles.table} ${isPhone ? styles.phone : ''}`}
        {...(sort ? { sortDescriptor: sort } : {})}
        onSortChange={props.onSort}
        // The grid would count only the rows added so far.
        render={(given) => createElement('div', { ...given, 'aria-rowcount': props.rowCount + 1 } as object)}
        {...(onAct ? { onRowAction: (key) => onAct(String(key)) } : {})}
        {...(selection ?? {})}
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
        <TableBody
          key={props.bodyKey}
          items={props.rows}
          dependencies={[frames, cellOf, onMenu !== undefined]}
        >
          {(row) => (
            <Row id={rowKey(row)} className={styles.row ?? ''}>
              <Cell colSpan={shown.length} render={asBox}>
                <RowCells
                  row={row}
                  frames={frames}
                  cellOf={cellOf}
                  words={isPhone ? null : (wordsFor?.(row) ?? null)}
                  mark={<CurrentMark current={current} of={rowKey(row)} />}
                  end={
                    onMenu !== undefined &&
                    !isPhone && (
                      <RowEnd
                        name={nameOf(row)}
                        canDrag={dragAndDrop !== undefined}
                        onMenu={(at) => onMenu(row, at)}
                      />
                    )
                  }
                />
              </Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </Virtualizer>
  )
}

interface RowEndProps {
  readonly name: string
  readonly canDrag: boolean
  readonly onMenu: (at: MenuPoint) => void
}

function RowEnd({ name, canDrag, onMenu }: RowEndProps) {
  return (
    <>
      {canDrag && (
        <AriaButton slot="drag" excludeFromTabOrder className={styles.drag ?? ''} aria-label={`Drag ${name}`}>
          <Icon name="positions" size={12} />
        </AriaButton>
      )}
      <button
        type="button"
        tabIndex={-1}
        className={styles.acts}
        aria-label={`Commands for ${name}`}
        aria-haspopup="menu"
        onClick={(event) => onMenu(below(event.currentTarget))}
      >
        <Icon name="more" size={14} />
      </button>
    </>
  )
}

/** One grid cell wraps all cells of a row, so it has no role; the row takes the keys. */
const asBox = ({ ref, style, children }: ComponentProps<'div'>) => (
  <div ref={ref} role="presentation" style={style} className={styles.cells}>
    {children}
  </div>
)
