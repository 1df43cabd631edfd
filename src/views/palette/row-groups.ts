import type { PaletteRow } from '../../commands/reading.ts'

const groups = [
  { title: null, kinds: ['act', 'variant'] },
  { title: 'Instead', kinds: ['instead'] },
  { title: 'Found', kinds: ['found'] },
  { title: 'Next', kinds: ['completion'] },
  { title: 'Commands', kinds: ['command'] },
  { title: 'Instruments', kinds: ['instrument'] },
  { title: 'History', kinds: ['history'] },
] as const satisfies readonly { title: string | null; kinds: readonly PaletteRow['kind'][] }[]

export interface Run {
  /** Null for the act, which needs no title. */
  readonly title: string | null
  readonly from: number
  readonly to: number
}

const groupOf = ({ kind }: PaletteRow): number =>
  Math.max(
    groups.findIndex(({ kinds }) => (kinds as readonly string[]).includes(kind)),
    0,
  )

/** Keeps the order of the reading, because Enter runs the first row. */
export const runsOf = (rows: readonly PaletteRow[]): readonly Run[] => {
  const starts = rows.flatMap((row, index) => {
    const before = rows[index - 1]
    return before !== undefined && groupOf(before) === groupOf(row)
      ? []
      : [{ from: index, group: groupOf(row) }]
  })
  return starts.map(({ from, group }, at) => ({
    title: groups[group]?.title ?? null,
    from,
    to: starts[at + 1]?.from ?? rows.length,
  }))
}

export const groupBeside = (rows: readonly PaletteRow[], index: number, by: 1 | -1): number | null => {
  const runs = runsOf(rows)
  const here = runs.findIndex(({ from, to }) => index >= from && index < to)
  return here < 0 ? null : (runs[here + by]?.from ?? null)
}
