import { type Drawing, drawingColours } from '../../../../domain/charts/drawings/drawing.ts'
import type { ChartTheme } from '../paint.ts'
import type { DrawnShapes, Fill, Label, Oval, Pixel, Shape, Stroke, Tone } from './shapes.ts'

type Pen = CanvasRenderingContext2D

const FILL_ALPHA = 0.1
const LABEL_ALPHA = 0.82
const LABEL_HEIGHT = 15
const LABEL_PADDING = 3
const DASHES = [4, 4]
const ARROW = 9
const HANDLE_RADIUS = 4.5

export const colourOf = ({ colour }: Pick<Drawing, 'colour'>, { series }: ChartTheme): string =>
  series[drawingColours.indexOf(colour) % Math.max(1, series.length)] ?? 'black'

const trace = (pen: Pen, points: readonly Pixel[], isClosed: boolean): void => {
  pen.beginPath()
  for (const { x, y } of points) pen.lineTo(x, y)
  if (isClosed) pen.closePath()
}

const paintArrow = (pen: Pen, points: readonly Pixel[]): void => {
  const tip = points.at(-1)
  const before = points.findLast(({ x, y }) => tip !== undefined && (x !== tip.x || y !== tip.y))
  if (tip === undefined || before === undefined) return
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x)
  const wing = (turn: number): void =>
    pen.lineTo(tip.x - ARROW * Math.cos(angle + turn), tip.y - ARROW * Math.sin(angle + turn))
  pen.beginPath()
  pen.moveTo(tip.x, tip.y)
  wing(0.45)
  wing(-0.45)
  pen.closePath()
  pen.fill()
}

const labelStart = (align: 'left' | 'center' | 'right', x: number, width: number): number =>
  align === 'left' ? x : align === 'right' ? x - width : x - width / 2

const paintFill = (pen: Pen, { points }: Fill): void => {
  pen.globalAlpha = FILL_ALPHA
  trace(pen, points, true)
  pen.fill()
  pen.globalAlpha = 1
}

const paintStroke = (pen: Pen, stroke: Stroke, width: number): void => {
  const { points, isClosed, isDashed, isThin, hasArrow } = stroke
  pen.lineWidth = isDashed || isThin ? 1 : width
  if (isDashed) pen.setLineDash(DASHES)
  trace(pen, points, isClosed === true)
  pen.stroke()
  if (isDashed) pen.setLineDash([])
  if (hasArrow) paintArrow(pen, points)
}

const paintOval = (pen: Pen, { centre, radius }: Oval, width: number): void => {
  pen.lineWidth = width
  pen.beginPath()
  pen.ellipse(centre.x, centre.y, radius.x, radius.y, 0, 0, Math.PI * 2)
  pen.globalAlpha = FILL_ALPHA
  pen.fill()
  pen.globalAlpha = 1
  pen.stroke()
}

const paintLabel = (
  pen: Pen,
  { text, at, align, isBold }: Label,
  colour: string,
  theme: ChartTheme,
): void => {
  pen.font = isBold ? theme.boldFont : theme.font
  const width = pen.measureText(text).width
  const left = labelStart(align, at.x, width)
  pen.globalAlpha = LABEL_ALPHA
  pen.fillStyle = theme.surface
  pen.fillRect(left - LABEL_PADDING, at.y - LABEL_HEIGHT / 2, width + 2 * LABEL_PADDING, LABEL_HEIGHT)
  pen.globalAlpha = 1
  pen.fillStyle = colour
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  pen.fillText(text, left, at.y + 0.5)
}

const paintHandles = (pen: Pen, handles: readonly Pixel[], colour: string, inside: string): void => {
  pen.lineWidth = 2
  pen.strokeStyle = colour
  pen.fillStyle = inside
  for (const { x, y } of handles) {
    pen.beginPath()
    pen.arc(x, y, HANDLE_RADIUS, 0, Math.PI * 2)
    pen.fill()
    pen.stroke()
  }
}

export const paintDrawing = (
  pen: Pen,
  theme: ChartTheme,
  drawing: Drawing,
  { shapes, handles }: DrawnShapes,
  isSelected: boolean,
): void => {
  const own = colourOf(drawing, theme)
  const tones: Readonly<Record<Tone, string>> = { own, up: theme.up, down: theme.down }
  const paint = (shape: Shape): void => {
    const colour = tones[(shape.kind === 'oval' ? undefined : shape.tone) ?? 'own']
    pen.strokeStyle = colour
    pen.fillStyle = colour
    if (shape.kind === 'fill') paintFill(pen, shape)
    else if (shape.kind === 'stroke') paintStroke(pen, shape, drawing.width)
    else if (shape.kind === 'oval') paintOval(pen, shape, drawing.width)
    else paintLabel(pen, shape, colour, theme)
  }
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  for (const shape of shapes) if (shape.kind !== 'label') paint(shape)
  for (const shape of shapes) if (shape.kind === 'label') paint(shape)
  pen.lineCap = 'butt'
  pen.lineJoin = 'miter'
  if (isSelected) paintHandles(pen, handles, own, drawing.isLocked ? own : theme.surface)
}
