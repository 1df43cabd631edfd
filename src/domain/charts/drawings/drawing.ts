import type { InstrumentId } from '../../instruments/instrument.ts'
import {
  type DrawingTool,
  isDrawingTool,
  isPositionTool,
  lineTools,
  pointsToPlace,
  toolSpecs,
} from './tools.ts'

/** Epoch ms and rupees, so that it is where it was on any interval, screen and scale. */
export interface DrawingPoint {
  readonly at: number
  readonly price: number
}

export const drawingColours = ['blue', 'orange', 'purple', 'teal', 'pink', 'olive'] as const
export type DrawingColour = (typeof drawingColours)[number]

export const drawingWidths = [1, 2, 3] as const
export type DrawingWidth = (typeof drawingWidths)[number]

export interface DrawingStyle {
  readonly colour: DrawingColour
  readonly width: DrawingWidth
  /** Rupees that a long or short position may lose at its stop. */
  readonly risk: number
}

export interface Drawing extends DrawingStyle {
  readonly id: string
  readonly tool: DrawingTool
  readonly points: readonly DrawingPoint[]
  /** Empty unless it is a text or a callout. */
  readonly text: string
  readonly isExtended: boolean
  /** It can be selected, but not moved, changed or removed. */
  readonly isLocked: boolean
  readonly isHidden: boolean
}

export const POINTS_MAX = 200
export const TEXT_MAX = 200
export const DRAWINGS_MAX = 200

export const RISK_MAX = 100_000_000

export const plainStyle: DrawingStyle = { colour: 'blue', width: 2, risk: 5_000 }

/** The target is as many times as far from the entry as the stop. */
const TARGET_MULTIPLE = 2

/** A position's target follows from entry and stop. */
const completed = (tool: DrawingTool, points: readonly DrawingPoint[]): readonly DrawingPoint[] => {
  const [entry, stop] = points
  if (!isPositionTool(tool) || entry === undefined || stop === undefined) return points
  const distance = Math.abs(entry.price - stop.price)
  const sign = tool === 'long' ? 1 : -1
  const end = Math.max(stop.at, entry.at)
  return [
    entry,
    { at: end, price: entry.price - sign * distance },
    points[2] ?? { at: end, price: entry.price + sign * distance * TARGET_MULTIPLE },
  ]
}

interface NewDrawing {
  readonly id: string
  readonly tool: DrawingTool
  readonly points: readonly DrawingPoint[]
  readonly style: DrawingStyle
  readonly text?: string
}

export const drawingOf = ({ id, tool, points, style, text = '' }: NewDrawing): Drawing => ({
  id,
  tool,
  points: completed(tool, points),
  colour: style.colour,
  width: style.width,
  risk: style.risk,
  text,
  isExtended: false,
  isLocked: false,
  isHidden: false,
})

/** With these points it is finished; a path or brush only once the user says so. */
export const isFinished = (tool: DrawingTool, points: number): boolean =>
  toolSpecs[tool].isOpenEnded === true ? points >= POINTS_MAX : points >= pointsToPlace(tool)

/** The reason why it cannot be kept; null if it can. */
export const problemOf = ({
  tool,
  points,
  text,
}: Pick<Drawing, 'tool' | 'points' | 'text'>): string | null => {
  if (!isDrawingTool(tool)) return `there is no tool called ${tool}`
  const { name, points: least, isOpenEnded = false } = toolSpecs[tool]
  const isCount = isOpenEnded
    ? points.length >= least && points.length <= POINTS_MAX
    : points.length === least
  if (!isCount)
    return isOpenEnded
      ? `${name} has ${least} to ${POINTS_MAX} points, not ${points.length}`
      : `${name} has ${least} ${least === 1 ? 'point' : 'points'}, not ${points.length}`
  if (points.some(({ at, price }) => !Number.isFinite(at) || !Number.isFinite(price)))
    return `${name} has a point without a time or price`
  return text.length > TEXT_MAX ? `a text has at most ${TEXT_MAX} characters` : null
}

/** One point moved, or all by as much. The sides of a position stay on theirs. */
export const withPoint = (drawing: Drawing, index: number, to: DrawingPoint): Drawing => {
  const points = drawing.points.map((point, each) => (each === index ? to : point))
  if (!isPositionTool(drawing.tool)) return { ...drawing, points }
  const sign = drawing.tool === 'long' ? 1 : -1
  const [entry, stop, target] = points as [DrawingPoint, DrawingPoint, DrawingPoint]
  const end = Math.max(entry.at, index === 1 ? stop.at : target.at)
  const isRight = (point: DrawingPoint, side: number) => (point.price - entry.price) * side * sign > 0
  return isRight(stop, -1) && isRight(target, 1)
    ? { ...drawing, points: [entry, { ...stop, at: end }, { ...target, at: end }] }
    : drawing
}

/** The next of a trend line, ray and extended line; for others, whether it goes on to the right edge. */
export const extended = (drawing: Drawing): Drawing | null => {
  const index = lineTools.indexOf(drawing.tool)
  if (index >= 0) return { ...drawing, tool: lineTools[(index + 1) % lineTools.length] ?? drawing.tool }
  return toolSpecs[drawing.tool].canExtend === true ? { ...drawing, isExtended: !drawing.isExtended } : null
}

/** Null where there was nothing, or where nothing is left. */
export interface DrawingStep {
  readonly before: Drawing | null
  readonly after: Drawing | null
}

/** One act: undone and saved as a whole. */
export interface DrawingChange {
  readonly instrument: InstrumentId
  readonly steps: readonly DrawingStep[]
}

export const withChange = (
  drawings: readonly Drawing[],
  { steps }: Pick<DrawingChange, 'steps'>,
): readonly Drawing[] => {
  const changed = new Map(steps.map(({ before, after }) => [(after ?? before)?.id, after]))
  const kept = drawings.flatMap((drawing) => {
    const after = changed.get(drawing.id)
    if (after === undefined) return [drawing]
    changed.delete(drawing.id)
    return after === null ? [] : [after]
  })
  return [...kept, ...[...changed.values()].filter((drawing) => drawing != null)]
}

export const inverseOf = ({ instrument, steps }: DrawingChange): DrawingChange => ({
  instrument,
  steps: steps.map(({ before, after }) => ({ before: after, after: before })),
})
