import {
  type Drawing,
  type DrawingChange,
  type DrawingPoint,
  type DrawingStep,
  type DrawingStyle,
  drawingOf,
  extended,
  inverseOf,
  withChange,
} from '../../domain/charts/drawings/drawing.ts'
import type { DrawingTool } from '../../domain/charts/drawings/tools.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { ChartSlot } from './chart.ts'
import { type DrawingLists, drawingAt, type SelectedDrawing } from './drawing-at.ts'

export interface DrawingHistory {
  /** Includes what has not been saved yet. */
  readonly lists: DrawingLists
  /** The next to be saved is first. */
  readonly unsaved: readonly DrawingChange[]
  readonly past: readonly DrawingChange[]
  readonly future: readonly DrawingChange[]
  readonly watched: Readonly<Partial<Record<ChartSlot, InstrumentId>>>
}

const UNDO_MAX = 100

export const applied = (lists: DrawingLists, change: DrawingChange): DrawingLists => ({
  ...lists,
  [change.instrument]: withChange(lists[change.instrument] ?? [], change),
})

type Done = Pick<DrawingHistory, 'lists' | 'unsaved' | 'past' | 'future'>

export const done = (history: DrawingHistory, change: DrawingChange): Done => ({
  lists: applied(history.lists, change),
  unsaved: [...history.unsaved, change],
  past: [...history.past, change].slice(-UNDO_MAX),
  future: [],
})

const isShown = ({ watched }: DrawingHistory, { instrument }: DrawingChange): boolean =>
  Object.values(watched).includes(instrument)

/** Only what is on screen is undone. */
export const undone = (history: DrawingHistory): Done | null => {
  const change = history.past.findLast((one) => isShown(history, one))
  if (change === undefined) return null
  const back = inverseOf(change)
  return {
    lists: applied(history.lists, back),
    unsaved: [...history.unsaved, back],
    past: history.past.filter((one) => one !== change),
    future: [change, ...history.future],
  }
}

export const redone = (history: DrawingHistory): Done | null => {
  const change = history.future.find((one) => isShown(history, one))
  if (change === undefined) return null
  return {
    lists: applied(history.lists, change),
    unsaved: [...history.unsaved, change],
    past: [...history.past, change],
    future: history.future.filter((one) => one !== change),
  }
}

export type DrawingAlteration =
  | { readonly kind: 'style'; readonly style: Partial<DrawingStyle> }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'extend' }
  | { readonly kind: 'lock' }
  | { readonly kind: 'hide' }

const altered = (drawing: Drawing, alteration: DrawingAlteration): Drawing | null => {
  switch (alteration.kind) {
    case 'style':
      return { ...drawing, ...alteration.style }
    case 'text':
      return { ...drawing, text: alteration.text }
    case 'extend':
      return extended(drawing)
    case 'lock':
      return { ...drawing, isLocked: !drawing.isLocked }
    case 'hide':
      return { ...drawing, isHidden: !drawing.isHidden }
    default:
      return alteration satisfies never
  }
}

/** Null if there is nothing to alter; a locked drawing can only be unlocked, shown and hidden. */
export const alterationOf = (
  lists: DrawingLists,
  at: SelectedDrawing | null,
  alteration: DrawingAlteration,
): DrawingChange | null => {
  const before = drawingAt(lists, at)
  if (before === null || at === null) return null
  if (before.isLocked && alteration.kind !== 'lock' && alteration.kind !== 'hide') return null
  const after = altered(before, alteration)
  return after === null ? null : { instrument: at.instrument, steps: [{ before, after }] }
}

const changeOf = (instrument: InstrumentId, steps: readonly DrawingStep[]): DrawingChange | null =>
  steps.length === 0 ? null : { instrument, steps }

export const movementOf = (
  lists: DrawingLists,
  at: SelectedDrawing,
  points: readonly DrawingPoint[],
): DrawingChange | null => {
  const before = drawingAt(lists, at)
  return before === null || before.isLocked
    ? null
    : changeOf(at.instrument, [{ before, after: { ...before, points } }])
}

export const removalOf = (lists: DrawingLists, at: SelectedDrawing): DrawingChange | null => {
  const before = drawingAt(lists, at)
  return before === null || before.isLocked ? null : changeOf(at.instrument, [{ before, after: null }])
}

/** Locked ones stay. */
export const removalOfAll = (lists: DrawingLists, instrument: InstrumentId): DrawingChange | null =>
  changeOf(
    instrument,
    (lists[instrument] ?? []).filter(({ isLocked }) => !isLocked).map((before) => ({ before, after: null })),
  )

export interface AddedDrawing {
  readonly instrument: InstrumentId
  readonly tool: DrawingTool
  readonly points: readonly DrawingPoint[]
  readonly text?: string
}

export const additionOf = (
  { instrument, ...added }: AddedDrawing,
  id: string,
  style: DrawingStyle,
): DrawingChange => ({
  instrument,
  steps: [{ before: null, after: drawingOf({ ...added, id, style }) }],
})
