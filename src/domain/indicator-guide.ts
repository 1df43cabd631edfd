/** What the indicator file says of one indicator. */
export interface IndicatorNote {
  readonly description: string
  /** Parted by semicolons; found by search. */
  readonly tags: string
  /** The market it is made for. */
  readonly trend: string
  /** How it is drawn, and from which candle on. */
  readonly analysis: string
}

/** By the word an indicator is written with. */
export type IndicatorGuide = ReadonlyMap<string, IndicatorNote>

/**
 * Reads the lines of the indicator file, the first of which names the columns, in whatever order. A line with more or
 * fewer columns than that is passed over, as is one without a condition.
 */
export const guideOfRows = ([header = [], ...rows]: readonly (readonly string[])[]): IndicatorGuide => {
  const placeOf = (column: string) => header.indexOf(column)
  const places = {
    condition: placeOf('Condition'),
    description: placeOf('Description'),
    tags: placeOf('Tags'),
    trend: placeOf('Trend'),
    analysis: placeOf('Analysis'),
  }
  const guide = new Map<string, IndicatorNote>()
  for (const row of rows) {
    const syntax = /^\w+/.exec(row[places.condition] ?? '')?.[0]
    if (row.length !== header.length || syntax === undefined) continue
    guide.set(syntax, {
      description: row[places.description] ?? '',
      tags: row[places.tags] ?? '',
      trend: row[places.trend] ?? '',
      analysis: row[places.analysis] ?? '',
    })
  }
  return guide
}
