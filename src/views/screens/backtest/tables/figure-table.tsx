import type { ReactNode } from 'react'
import styles from './tables-panel.module.css'

export interface FigureColumn<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly isNumeric?: boolean
  readonly isSpare?: boolean
}

interface FigureTableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly FigureColumn<Row>[]
  readonly rowKey: (row: Row) => string
}

/** Not virtualised, so that it prints whole. */
export function FigureTable<Row>({ label, rows, columns, rowKey }: FigureTableProps<Row>) {
  const classOf = ({ isNumeric, isSpare }: FigureColumn<Row>) =>
    [isNumeric && styles.number, isSpare && styles.spare].filter(Boolean).join(' ')
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" className={classOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.title} scope="row">
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.title} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
