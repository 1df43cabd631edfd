import { CompiledQuery, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from './database.ts'

/** Both databases take at least 32,766 values per statement; no row has more than ten. */
const ROWS_MAX = 500

type Value = string | number | null

/** Caches the SQL per row count, which the query builder would compile for every commit. */
export const createRowInsert = <Row extends { readonly [Column in keyof Row]: Value }>(
  dialect: Store['dialect'],
  table: keyof Database,
  columns: readonly (keyof Row & string)[],
) => {
  const texts: string[] = []
  const head = `insert into "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) values `

  const textFor = (rows: number): string => {
    const known = texts[rows]
    if (known !== undefined) return known
    const placeholder = (row: number, column: number): string =>
      dialect === 'postgres' ? `$${row * columns.length + column + 1}` : '?'
    const groups = Array.from(
      { length: rows },
      (_, row) => `(${columns.map((_, column) => placeholder(row, column)).join(', ')})`,
    )
    const text = head + groups.join(', ')
    texts[rows] = text
    return text
  }

  return async (trx: Transaction<Database>, rows: readonly Row[]): Promise<void> => {
    for (let from = 0; from < rows.length; from += ROWS_MAX) {
      const some = rows.slice(from, from + ROWS_MAX)
      const values: Value[] = []
      for (const row of some) for (const column of columns) values.push(row[column])
      await trx.executeQuery(CompiledQuery.raw(textFor(some.length), values))
    }
  }
}
