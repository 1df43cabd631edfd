import type { Drawing, DrawingPoint } from '../../../../domain/charts/drawings/drawing.ts'
import {
  channelRatios,
  extensionLevels,
  type PriceLevel,
  ratioText,
  retracementLevels,
} from '../../../../domain/charts/drawings/levels.ts'
import { planOf } from '../../../../domain/charts/drawings/position-plan.ts'
import {
  formatNumber,
  formatSigned,
  formatSignedPercent,
  formatSignedRupees,
} from '../../../../domain/format.ts'

export interface Pixel {
  readonly x: number
  readonly y: number
}

/** Times and prices of the price pane as pixels of the chart. */
export interface Projection {
  xOf(at: number): number
  yOf(price: number): number
  rowOf(at: number): number
  timeAt(x: number): number
  timeOf(row: number): number
  priceAt(y: number): number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export type Tone = 'own' | 'up' | 'down'

export interface Stroke {
  readonly kind: 'stroke'
  readonly points: readonly Pixel[]
  readonly tone?: Tone
  readonly isClosed?: boolean
  readonly isDashed?: boolean
  /** A pixel wide, whatever the width of the drawing. */
  readonly isThin?: boolean
  readonly hasArrow?: boolean
}

export interface Fill {
  readonly kind: 'fill'
  readonly points: readonly Pixel[]
  readonly tone?: Tone
}

export interface Oval {
  readonly kind: 'oval'
  readonly centre: Pixel
  readonly radius: Pixel
}

export interface Label {
  readonly kind: 'label'
  /** Its left, middle or right edge; vertically its middle. */
  readonly at: Pixel
  readonly text: string
  readonly align: 'left' | 'center' | 'right'
  readonly tone?: Tone
  readonly isBold?: boolean
}

export type Shape = Stroke | Fill | Oval | Label

export interface DrawnShapes {
  readonly shapes: readonly Shape[]
  /** One for each point of the drawing. */
  readonly handles: readonly Pixel[]
}

export interface ShapeContext {
  readonly lotSize: number
  readonly timeInWords: (at: number) => string
}

type Line = readonly [Pixel, Pixel]

const stroke = (points: readonly Pixel[], more: Omit<Stroke, 'kind' | 'points'> = {}): Stroke => ({
  kind: 'stroke',
  points,
  ...more,
})

const fill = (points: readonly Pixel[], tone?: Tone): Fill => ({
  kind: 'fill',
  points,
  ...(tone === undefined ? {} : { tone }),
})

const label = (
  text: string,
  at: Pixel,
  align: Label['align'],
  more: Pick<Label, 'tone' | 'isBold'> = {},
): Label => ({ kind: 'label', text, at, align, ...more })

const LABEL_GAP = 6
/** Beside its handle. */
const TEXT_OFF = 10
/** Pixels from a line to the middle of the text beside it. */
const LABEL_OFF = 9

/** `b` moved on to the edge of the pane. */
const onwards = (a: Pixel, b: Pixel, { right, top, bottom }: Projection): Pixel => {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  if (dx === 0) return { x: b.x, y: dy < 0 ? top : bottom }
  const edge = dx > 0 ? Math.max(right, b.x) : Math.min(0, b.x)
  return { x: edge, y: a.y + (dy / dx) * (edge - a.x) }
}

/** To the right edge, whichever end is later. */
const toTheRight = ([a, b]: Line, projection: Projection): Line =>
  a.x <= b.x ? [a, onwards(a, b, projection)] : [onwards(b, a, projection), b]

const heightAt = ([a, b]: Line, x: number): number =>
  a.x === b.x ? a.y : a.y + ((b.y - a.y) / (b.x - a.x)) * (x - a.x)

const lowered = ([a, b]: Line, by: number): Line => [
  { x: a.x, y: a.y + by },
  { x: b.x, y: b.y + by },
]

const boxOf = (a: Pixel, b: Pixel): readonly Pixel[] => [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]

const levelShapes = (
  levels: readonly PriceLevel[],
  { from, to }: { readonly from: number; readonly to: number },
  { yOf }: Projection,
): readonly Shape[] =>
  levels.flatMap(({ ratio, price }, index) => {
    const y = yOf(price)
    const next = levels[index + 1]
    const band =
      next === undefined || index % 2 === 1
        ? []
        : [fill(boxOf({ x: from, y }, { x: to, y: yOf(next.price) }))]
    return [
      ...band,
      stroke(
        [
          { x: from, y },
          { x: to, y },
        ],
        { isThin: true },
      ),
      label(`${ratioText(ratio)}  ${formatNumber(price)}`, { x: from + 2, y: y - LABEL_OFF }, 'left'),
    ]
  })

const linesOf = (drawing: Drawing, [a, b]: Line, projection: Projection): readonly Shape[] => {
  switch (drawing.tool) {
    case 'ray':
      return [stroke([a, onwards(a, b, projection)])]
    case 'extended':
      return [stroke([onwards(b, a, projection), onwards(a, b, projection)])]
    case 'arrow':
      return [stroke([a, b], { hasArrow: true })]
    default:
      return [stroke([a, b])]
  }
}

const across = (y: number, from: number, { right }: Projection): Stroke =>
  stroke([
    { x: from, y },
    { x: Math.max(from, right), y },
  ])

const upright = (x: number, { top, bottom }: Projection): Stroke =>
  stroke([
    { x, y: top },
    { x, y: bottom },
  ])

const priceLabel = ({ price }: DrawingPoint, { x, y }: Pixel): Label =>
  label(formatNumber(price), { x, y: y - LABEL_OFF }, 'left')

const timeLabel = (point: DrawingPoint, x: number, { bottom }: Projection, context: ShapeContext): Label =>
  label(context.timeInWords(point.at), { x: x + LABEL_GAP, y: bottom - 12 }, 'left')

const channelShapes = (
  drawing: Drawing,
  [a, b, c]: readonly Pixel[],
  projection: Projection,
): readonly Shape[] => {
  if (a === undefined || b === undefined) return []
  const base: Line = [a, b]
  if (c === undefined) return [stroke(base)]
  const wide = (line: Line): Line => (drawing.isExtended ? toTheRight(line, projection) : line)
  const width = c.y - heightAt(base, c.x)
  if (drawing.tool === 'fib-channel')
    return channelRatios.flatMap((ratio): readonly Shape[] => {
      const line = wide(lowered(base, width * ratio))
      const start = line[0].x <= line[1].x ? line[0] : line[1]
      return [
        stroke(line, { isThin: ratio !== 0 && ratio !== 1 }),
        label(ratioText(ratio), { x: start.x - 4, y: start.y }, 'right'),
      ]
    })
  const [near, middle, far] = [wide(base), wide(lowered(base, width / 2)), wide(lowered(base, width))]
  return [fill([...near, far[1], far[0]]), stroke(near), stroke(middle, { isDashed: true }), stroke(far)]
}

const DAY_MINUTES = 1_440

/** `3d 4h`, `2h 15m` */
const spanInWords = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / 60_000)
  const [days, hours, rest] = [
    Math.floor(minutes / DAY_MINUTES),
    Math.floor((minutes % DAY_MINUTES) / 60),
    minutes % 60,
  ]
  const parts = [
    days > 0 ? `${days}d` : '',
    hours > 0 ? `${hours}h` : '',
    days === 0 && rest > 0 ? `${rest}m` : '',
  ]
  return parts.filter((part) => part !== '').join(' ') || '0m'
}

const measureShapes = (
  [from, to]: readonly DrawingPoint[],
  [a, b]: Line,
  { rowOf }: Projection,
): readonly Shape[] => {
  if (from === undefined || to === undefined) return []
  const change = to.price - from.price
  const tone = change < 0 ? 'down' : 'up'
  const rows = rowOf(to.at) - rowOf(from.at)
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2]
  const percent = from.price === 0 ? '' : ` (${formatSignedPercent((change / from.price) * 100)})`
  const below = b.y > a.y ? 1 : -1
  return [
    fill(boxOf(a, b), tone),
    stroke(boxOf(a, b), { tone, isClosed: true }),
    stroke(
      [
        { x, y: a.y },
        { x, y: b.y },
      ],
      { tone, hasArrow: true },
    ),
    stroke(
      [
        { x: a.x, y },
        { x: b.x, y },
      ],
      { tone, hasArrow: true },
    ),
    label(`${formatSigned(change)}${percent}`, { x, y: b.y + below * 12 }, 'center', { tone, isBold: true }),
    label(
      `${rows} ${Math.abs(rows) === 1 ? 'candle' : 'candles'}, ${spanInWords(to.at - from.at)}`,
      { x, y: b.y + below * 27 },
      'center',
      { tone },
    ),
  ]
}

const planShapes = (
  drawing: Drawing,
  [entry, stop, target]: readonly Pixel[],
  { lotSize }: ShapeContext,
): readonly Shape[] => {
  if (entry === undefined || stop === undefined || target === undefined) return []
  const plan = planOf(drawing, lotSize)
  if (plan === null) return []
  const right = Math.max(stop.x, entry.x + 40)
  const at = (y: number, away: number): Pixel => ({ x: (entry.x + right) / 2, y: y + away })
  const isLong = drawing.tool === 'long'
  const away = isLong ? 12 : -12
  const percentOf = (price: number) => formatSignedPercent((price / plan.entry - 1) * 100)
  const none = 'risk does not cover one lot'
  return [
    fill(boxOf(entry, { x: right, y: target.y }), 'up'),
    fill(boxOf(entry, { x: right, y: stop.y }), 'down'),
    stroke([entry, { x: right, y: entry.y }]),
    stroke(
      [
        { x: entry.x, y: target.y },
        { x: right, y: target.y },
      ],
      { tone: 'up' },
    ),
    stroke(
      [
        { x: entry.x, y: stop.y },
        { x: right, y: stop.y },
      ],
      { tone: 'down' },
    ),
    label(
      `Target ${formatNumber(plan.target)} ${percentOf(plan.target)} ${formatSignedRupees(plan.profit, 0)}`,
      at(target.y, -away),
      'center',
      { tone: 'up' },
    ),
    label(
      plan.quantity === 0
        ? `${isLong ? 'Long' : 'Short'} ${formatNumber(plan.entry)}: ${none}`
        : `${isLong ? 'Long' : 'Short'} ${formatNumber(plan.quantity, 0)} at ${formatNumber(plan.entry)}, reward : risk ${formatNumber(plan.rewardToRisk)}`,
      at(entry.y, -away),
      'center',
      { isBold: true },
    ),
    label(
      `Stop ${formatNumber(plan.stop)} ${percentOf(plan.stop)} ${formatSignedRupees(-plan.loss, 0)}`,
      at(stop.y, away),
      'center',
      { tone: 'down' },
    ),
  ]
}

/** Null for a tool that has more than one point. */
const shapesAtPoint = (
  { tool, points: [point], text }: Drawing,
  at: Pixel,
  projection: Projection,
  context: ShapeContext,
): readonly Shape[] | null => {
  if (point === undefined) return []
  const price = priceLabel(point, { x: LABEL_GAP + (tool === 'horizontal-ray' ? at.x : 0), y: at.y })
  const time = timeLabel(point, at.x, projection, context)
  switch (tool) {
    case 'horizontal':
      return [across(at.y, 0, projection), price]
    case 'horizontal-ray':
      return [across(at.y, at.x, projection), price]
    case 'vertical':
      return [upright(at.x, projection), time]
    case 'cross':
      return [across(at.y, 0, projection), upright(at.x, projection), price, time]
    case 'text':
      return [label(text === '' ? 'Text' : text, { x: at.x + TEXT_OFF, y: at.y }, 'left', { isBold: true })]
    default:
      return null
  }
}

const EXTENSION_WIDTH = 60

const levelsOf = (
  drawing: Drawing,
  [a, b, c]: readonly Pixel[],
  projection: Projection,
): readonly Shape[] => {
  const [first, second, third] = drawing.points
  if (a === undefined || b === undefined || first === undefined || second === undefined) return []
  const edge = drawing.isExtended ? projection.right : 0
  const move = stroke(c === undefined ? [a, b] : [a, b, c], { isDashed: true })
  if (drawing.tool === 'fib') {
    const ends = { from: Math.min(a.x, b.x), to: Math.max(edge, a.x, b.x) }
    return [move, ...levelShapes(retracementLevels(first, second), ends, projection)]
  }
  if (c === undefined || third === undefined) return [move]
  const ends = { from: Math.min(b.x, c.x), to: Math.max(edge, b.x + EXTENSION_WIDTH, c.x + EXTENSION_WIDTH) }
  return [move, ...levelShapes(extensionLevels(first, second, third), ends, projection)]
}

const rectangleShapes = (
  isExtended: boolean,
  [a, b]: Line,
  { right: edge }: Projection,
): readonly Shape[] => {
  const [left, right] = a.x <= b.x ? [a, b] : [b, a]
  const box = boxOf(left, isExtended ? { x: Math.max(right.x, edge), y: right.y } : right)
  return [fill(box), stroke(box, { isClosed: true })]
}

const ovalIn = ([a, b]: Line): Oval => ({
  kind: 'oval',
  centre: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
  radius: { x: Math.abs(b.x - a.x) / 2, y: Math.abs(b.y - a.y) / 2 },
})

const shapesIn = (
  drawing: Drawing,
  pixels: readonly Pixel[],
  projection: Projection,
  context: ShapeContext,
): readonly Shape[] => {
  const { tool, points, text, isExtended } = drawing
  const [a, b] = pixels
  if (a === undefined) return []
  const atPoint = shapesAtPoint(drawing, a, projection, context)
  if (atPoint !== null) return atPoint
  if (b === undefined) return []
  switch (tool) {
    case 'path':
      return [stroke(pixels, { hasArrow: true })]
    case 'brush':
      return [stroke(pixels)]
    case 'channel':
    case 'fib-channel':
      return channelShapes(drawing, pixels, projection)
    case 'fib':
    case 'fib-extension':
      return levelsOf(drawing, pixels, projection)
    case 'rectangle':
      return rectangleShapes(isExtended, [a, b], projection)
    case 'ellipse':
      return [ovalIn([a, b])]
    case 'triangle':
      return [fill(pixels), stroke(pixels, { isClosed: true })]
    case 'callout':
      return [
        stroke([b, a], { hasArrow: true }),
        label(text === '' ? 'Callout' : text, b, 'center', { isBold: true }),
      ]
    case 'measure':
      return measureShapes(points, [a, b], projection)
    case 'long':
    case 'short':
      return planShapes(drawing, pixels, context)
    default:
      return linesOf(drawing, [a, b], projection)
  }
}

/** Pixels; labels of narrower drawings would cover each other, as on a longer interval. */
const LABELLED_WIDTH_MIN = 36

const isTooNarrow = ({ tool, isExtended }: Drawing, handles: readonly Pixel[]): boolean => {
  if (handles.length < 2 || isExtended || tool === 'callout') return false
  const xs = handles.map(({ x }) => x)
  return Math.max(...xs) - Math.min(...xs) < LABELLED_WIDTH_MIN
}

export const shapesOf = (drawing: Drawing, projection: Projection, context: ShapeContext): DrawnShapes => {
  const handles = drawing.points.map(({ at, price }) => ({ x: projection.xOf(at), y: projection.yOf(price) }))
  const shapes = shapesIn(drawing, handles, projection, context)
  return {
    shapes: isTooNarrow(drawing, handles) ? shapes.filter(({ kind }) => kind !== 'label') : shapes,
    handles,
  }
}
