export const UNDO_MAX = 200

/** Changes of one `group` in a row are undone together: the letters typed into one field. */
export interface EditHistory<Draft> {
  readonly draft: Draft
  readonly past: readonly Draft[]
  /** The next to be redone is first. */
  readonly future: readonly Draft[]
  readonly group: string | null
}

export const historyOf = <Draft>(draft: Draft): EditHistory<Draft> => ({
  draft,
  past: [],
  future: [],
  group: null,
})

export const recorded = <Draft>(
  history: EditHistory<Draft>,
  draft: Draft,
  group: string | null,
): EditHistory<Draft> => {
  const { draft: before, past } = history
  const isOneGroup = group !== null && group === history.group
  return { draft, past: isOneGroup ? past : [...past, before].slice(-UNDO_MAX), future: [], group }
}

export const undone = <Draft>(history: EditHistory<Draft>): EditHistory<Draft> => {
  const { draft, past, future } = history
  if (past.length === 0) return history
  return {
    draft: past.at(-1) as Draft,
    past: past.slice(0, -1),
    future: [draft, ...future],
    group: null,
  }
}

export const redone = <Draft>(history: EditHistory<Draft>): EditHistory<Draft> => {
  const { draft, past, future } = history
  const [after, ...later] = future
  if (future.length === 0) return history
  return { draft: after as Draft, past: [...past, draft], future: later, group: null }
}
