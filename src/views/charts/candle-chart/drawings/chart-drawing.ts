import type { Drawing, DrawingPoint, DrawingStyle } from '../../../../domain/charts/drawings/drawing.ts'
import type { DrawingTool } from '../../../../domain/charts/drawings/tools.ts'
import type { GivenDrawings } from './drawing-layer.ts'

export interface ChartDrawing {
  readonly given: GivenDrawings
  readonly tool: DrawingTool | null
  readonly pending: readonly DrawingPoint[]
  readonly selected: Drawing | null
  readonly isWriting: boolean
  readonly isSnapping: boolean
  readonly style: DrawingStyle
  readonly tickSize: number
  /** Null where drawings are only shown. */
  readonly acts: DrawingActs | null
}

export interface DrawingActs {
  readonly point: (point: DrawingPoint) => void
  readonly stroke: (points: readonly DrawingPoint[]) => void
  readonly back: () => void
  readonly finish: () => void
  /** By id; null ends the selection. */
  readonly select: (id: string | null) => void
  readonly move: (id: string, points: readonly DrawingPoint[]) => void
  readonly write: (text: string) => void
  readonly cancel: () => void
}
