import { download } from './download.ts'

export interface CsvColumn<Row> {
  readonly name: string
  readonly value: (row: Row) => string | number | boolean | null
}

/** A cell that a spreadsheet would evaluate as a formula is escaped. */
export const csvOf = async <Row>(
  rows: readonly Row[],
  columns: readonly CsvColumn<Row>[],
): Promise<string> => {
  const { unparse } = await import('papaparse')
  const fields = columns.map(({ name }) => name)
  const data = rows.map((row) => columns.map(({ value }) => value(row)))
  return unparse({ fields, data }, { escapeFormulae: true })
}

export const downloadCsv = async <Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly CsvColumn<Row>[],
): Promise<void> => {
  download({ name: `${name}.csv`, type: 'text/csv', text: await csvOf(rows, columns) })
}
