import type { Drawing } from '../../domain/charts/drawings/drawing.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'

export type DrawingLists = Readonly<Record<InstrumentId, readonly Drawing[]>>

export interface SelectedDrawing {
  readonly instrument: InstrumentId
  readonly id: string
}

export const drawingAt = (lists: DrawingLists, selected: SelectedDrawing | null): Drawing | null =>
  selected === null ? null : ((lists[selected.instrument] ?? []).find(({ id }) => id === selected.id) ?? null)
