import styles from './data-table.module.css'
import type { ColumnOf, PhoneRow } from './table-columns.ts'

export const phoneColumn = <Item,>(
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
