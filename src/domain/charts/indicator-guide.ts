export interface IndicatorNote {
  readonly description: string
  /** Separated by semicolons; found by search. */
  readonly tags: string
  /** The market it is made for. */
  readonly trend: string
  readonly analysis: string
}

export type IndicatorGuide = ReadonlyMap<string, IndicatorNote>

/** The first row names the columns, in any order. Rows of another length or without condition are skipped. */
export const guideOfRows = ([header = [], ...rows]: readonly (readonly string[])[]): IndicatorGuide => {
  const columnOf = (column: string) => header.indexOf(column)
  const columns = {
    condition: columnOf('Condition'),
    description: columnOf('Description'),
    tags: columnOf('Tags'),
    trend: columnOf('Trend'),
    analysis: columnOf('Analysis'),
  }
  const guide = new Map<string, IndicatorNote>()
  for (const row of rows) {
    const syntax = /^\w+/.exec(row[columns.condition] ?? '')?.[0]
    if (row.length !== header.length || syntax === undefined) continue
    guide.set(syntax, {
      description: row[columns.description] ?? '',
      tags: row[columns.tags] ?? '',
      trend: row[columns.trend] ?? '',
      analysis: row[columns.analysis] ?? '',
    })
  }
  return guide
}
