import { download } from './download.ts'

/** A column of a file: its name, and the plain value of a row. */
export interface CsvColumn<Row> {
  readonly name: string
  readonly value: (row: Row) => string | number | boolean | null
}

/** One line for each row. A cell that a spreadsheet would take for a formula is written as text. */
export const csvOf = async <Row>(
  rows: readonly Row[],
  columns: readonly CsvColumn<Row>[],
): Promise<string> => {
  const { unparse } = await import('papaparse')
  const fields = columns.map(({ name }) => name)
  const data = rows.map((row) => columns.map(({ value }) => value(row)))
  return unparse({ fields, data }, { escapeFormulae: true })
}

/** Hands the rows to the browser as `orders-2026-11-20.csv`. */
export const downloadCsv = async <Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly CsvColumn<Row>[],
): Promise<void> => {
  download({ name: `${name}.csv`, type: 'text/csv', text: await csvOf(rows, columns) })
}
