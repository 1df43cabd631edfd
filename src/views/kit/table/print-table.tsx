import type { ReactNode } from 'react'
import styles from './print-table.module.css'

export interface ShownColumn<Item> {
  readonly id: string
  readonly title: string
  readonly isNumeric?: boolean
  readonly cell: (row: Item) => ReactNode
}

interface PrintTableProps<Item> {
  readonly label: string
  readonly rows: readonly Item[]
  readonly columns: readonly ShownColumn<Item>[]
  readonly rowKey: (row: Item) => string
}

/** Not virtualised, for paper. */
export function PrintTable<Item>({ label, rows, columns, rowKey }: PrintTableProps<Item>) {
  const classOf = ({ isNumeric }: ShownColumn<Item>) => (isNumeric ? styles.numeric : undefined)
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={classOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.id} className={classOf(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
