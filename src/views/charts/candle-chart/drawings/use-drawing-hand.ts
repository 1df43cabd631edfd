import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import {
  type Drawing,
  type DrawingPoint,
  drawingOf,
  POINTS_MAX,
  withPoint,
} from '../../../../domain/charts/drawings/drawing.ts'
import { toolSpecs } from '../../../../domain/charts/drawings/tools.ts'
import { nearestTick } from '../../../../domain/instruments/tick.ts'
import type { CandlePlot } from '../candle-plot.ts'
import type { ChartDrawing, DrawingActs } from './chart-drawing.ts'
import { type Hit, hitOf } from './hit-drawings.ts'
import { shapesNow } from './load-shapes.ts'
import type { Pixel, Projection } from './shapes.ts'
import { pointAt, simplified } from './snap.ts'

const REACH = { mouse: 6, touch: 16 } as const
const DRAGGED = 6
const STROKE_TOLERANCE = 1.5
const KEY_PIXELS = 2
const FAST = 10
/** Room that the aim keeps to the edges. */
const EDGE = 40

interface Movement {
  readonly drawing: Drawing
  readonly hit: Hit
  readonly from: DrawingPoint
  readonly moved: Drawing
}

interface StrokePoint extends Pixel {
  readonly point: DrawingPoint
}

/** Places and moves drawings; each listener returns true if the chart itself must not act. */
export interface DrawingHand {
  keyDown(event: KeyboardEvent): boolean
  pointerDown(event: PointerEvent<HTMLElement>, at: Pixel): boolean
  pointerMove(event: PointerEvent<HTMLElement>, at: Pixel): boolean
  pointerUp(at: Pixel): void
  doubleClick(): boolean
}

const moveAll = ({ rowOf, timeOf }: Projection, drawing: Drawing, rows: number, prices: number): Drawing => ({
  ...drawing,
  points: drawing.points.map(({ at, price }) => ({
    at: rows === 0 ? at : timeOf(rowOf(at) + rows),
    price: Number((price + prices).toFixed(4)),
  })),
})

const movedTo = ({ drawing, hit, from }: Movement, to: DrawingPoint, space: Projection): Drawing =>
  hit.part === 'handle'
    ? withPoint(drawing, hit.index, to)
    : moveAll(space, drawing, space.rowOf(to.at) - space.rowOf(from.at), to.price - from.price)

const arrows: Readonly<Record<string, readonly [rows: number, prices: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

interface HandState {
  movement: Movement | null
  /** Where the pointer went down with a tool. */
  pressed: Pixel | null
  stroke: StrokePoint[] | null
  /** The crosshair while it is moved by keys. */
  aim: DrawingPoint | null
  /** The point of the selected drawing that arrow keys move; null moves all of them. */
  handle: number | null
}

interface HandParts {
  readonly plot: CandlePlot
  readonly drawing: ChartDrawing
  readonly acts: DrawingActs
  readonly space: Projection
  readonly state: HandState
}

const snapOf = ({ plot, drawing }: HandParts, isTurned: boolean): Parameters<typeof pointAt>[2] => ({
  series: plot.series(),
  tickSize: drawing.tickSize,
  // Ctrl turns snapping round while it is held.
  isSnapping: drawing.isSnapping !== isTurned,
})

const freePointAt = (parts: HandParts, at: Pixel): DrawingPoint =>
  pointAt(at, parts.space, { ...snapOf(parts, false), isSnapping: false })

const preview = ({ plot, drawing: { tool, pending, style } }: HandParts, next: DrawingPoint): void => {
  if (tool === null) return
  plot.hold(drawingOf({ id: '', tool, points: [...pending, next], style }))
}

const topHit = (
  { drawing: { given, selected }, space }: HandParts,
  at: Pixel,
  reach: number,
): { readonly drawing: Drawing; readonly hit: Hit } | null => {
  const shapes = shapesNow()
  if (shapes === null) return null
  const found = [...given.items.filter((one) => one !== selected), ...(selected === null ? [] : [selected])]
  for (const drawing of found.toReversed()) {
    const shown = shapes.shapesOf(drawing, space, given)
    const hit = hitOf(shown, at, reach, drawing === selected && !drawing.isLocked)
    if (hit !== null) return { drawing, hit }
  }
  return null
}

const pressTool = (parts: HandParts, event: PointerEvent<HTMLElement>, at: Pixel): boolean => {
  const { drawing, acts, space, state } = parts
  const point = pointAt(at, space, snapOf(parts, event.ctrlKey))
  state.aim = null
  state.pressed = at
  if (drawing.tool === 'brush') state.stroke = [{ ...at, point: freePointAt(parts, at) }]
  else acts.point(point)
  return true
}

const pressDrawing = (parts: HandParts, event: PointerEvent<HTMLElement>, at: Pixel): boolean => {
  const { acts, drawing, state } = parts
  const found = topHit(parts, at, event.pointerType === 'touch' ? REACH.touch : REACH.mouse)
  if (found === null) {
    if (drawing.selected !== null) acts.select(null)
    return false
  }
  if (found.drawing !== drawing.selected) acts.select(found.drawing.id)
  state.handle = null
  if (!found.drawing.isLocked)
    state.movement = {
      ...found,
      from: freePointAt(parts, at),
      moved: found.drawing,
    }
  return true
}

const moveTool = (parts: HandParts, event: PointerEvent<HTMLElement>, at: Pixel): boolean => {
  const { plot, drawing, space, state } = parts
  if (state.stroke !== null) {
    if (state.stroke.length >= POINTS_MAX * FAST) return true
    state.stroke.push({ ...at, point: freePointAt(parts, at) })
    const points = state.stroke.map(({ point }) => point)
    plot.hold(drawingOf({ id: '', tool: 'brush', points, style: drawing.style }))
    return true
  }
  preview(parts, pointAt(at, space, snapOf(parts, event.ctrlKey)))
  return state.pressed !== null
}

const moveDrawing = (parts: HandParts, event: PointerEvent<HTMLElement>, at: Pixel): boolean => {
  const { plot, space, state } = parts
  const { movement } = state
  if (movement === null) {
    const found = event.pointerType === 'touch' ? null : topHit(parts, at, REACH.mouse)
    event.currentTarget.style.cursor =
      found === null
        ? ''
        : found.hit.part === 'handle'
          ? 'grab'
          : found.drawing.isLocked
            ? 'default'
            : 'pointer'
    return false
  }
  const isSnapping = movement.hit.part === 'handle' && snapOf(parts, event.ctrlKey).isSnapping
  const to = pointAt(at, space, { ...snapOf(parts, false), isSnapping })
  const moved = movedTo(movement, to, space)
  state.movement = { ...movement, moved }
  plot.hold(moved)
  return true
}

const endStroke = ({ plot, acts, state }: HandParts): void => {
  const points = simplified(state.stroke ?? [], STROKE_TOLERANCE).slice(0, POINTS_MAX)
  state.stroke = null
  plot.hold(null)
  if (points.length > 1) acts.stroke(points.map(({ point }) => point))
}

const release = (parts: HandParts, at: Pixel): void => {
  const { plot, acts, drawing, space, state } = parts
  const { movement, pressed } = state
  state.movement = null
  state.pressed = null
  if (state.stroke !== null) {
    endStroke(parts)
    return
  }
  if (movement !== null) {
    if (movement.moved !== movement.drawing) acts.move(movement.drawing.id, movement.moved.points)
    plot.hold(null)
    return
  }
  const isDragged = pressed !== null && Math.hypot(at.x - pressed.x, at.y - pressed.y) > DRAGGED
  if (isDragged && drawing.tool !== null && drawing.pending.length > 0)
    acts.point(pointAt(at, space, snapOf(parts, false)))
}

/** Shows the crosshair there, and moves the chart where it would be out of sight. */
const aimAt = (parts: HandParts, point: DrawingPoint): void => {
  const { plot, space, state } = parts
  state.aim = point
  const x = space.xOf(point.at)
  if (x < EDGE) plot.pan(x - EDGE)
  else if (x > space.right - EDGE) plot.pan(x - space.right + EDGE)
  const shown = plot.projection() ?? space
  plot.point({ x: shown.xOf(point.at), y: shown.yOf(point.price) })
  preview(parts, point)
}

const firstAim = ({ plot, space }: HandParts): DrawingPoint => {
  const { from, to } = plot.visibleRows()
  const row = Math.max(0, Math.min(plot.series().rows() - 1, Math.round((from + to) / 2)))
  const { time, close } = plot.series().candles()
  return { at: time[row] ?? space.timeAt(space.right / 2), price: close[row] ?? 0 }
}

const keyOfTool = (parts: HandParts, event: KeyboardEvent): boolean => {
  const { drawing, acts, space, state } = parts
  const aim = state.aim ?? firstAim(parts)
  const arrow = arrows[event.key]
  if (arrow !== undefined) {
    const fast = event.shiftKey ? FAST : 1
    const [rows, up] = arrow
    const step = Math.max(drawing.tickSize, space.priceAt(0) - space.priceAt(KEY_PIXELS))
    aimAt(parts, {
      at: rows === 0 ? aim.at : space.timeOf(space.rowOf(aim.at) + rows * fast),
      price: up === 0 ? aim.price : nearestTick(aim.price + up * fast * step, drawing.tickSize),
    })
    return true
  }
  if (event.key === 'Enter') {
    const last = drawing.pending.at(-1)
    const isOpenEnded = drawing.tool !== null && toolSpecs[drawing.tool].isOpenEnded === true
    if (isOpenEnded && last !== undefined && last.at === aim.at && last.price === aim.price) acts.finish()
    else acts.point(aim)
    return true
  }
  if (event.key !== 'Backspace') return false
  acts.back()
  return true
}

const keyOfSelected = (parts: HandParts, event: KeyboardEvent): boolean => {
  const { drawing, acts, space, state } = parts
  const { selected } = drawing
  if (selected === null) return false
  const arrow = arrows[event.key]
  if (arrow === undefined) {
    const index = /^[0-9]$/.test(event.key) ? Number(event.key) - 1 : null
    if (index === null || index >= selected.points.length) return false
    state.handle = index < 0 ? null : index
    return true
  }
  if (selected.isLocked) return false
  const fast = event.shiftKey ? FAST : 1
  const [rows, prices] = [arrow[0] * fast, arrow[1] * fast * drawing.tickSize]
  const all = moveAll(space, selected, rows, prices)
  const point = state.handle === null ? undefined : all.points[state.handle]
  const moved = point === undefined || state.handle === null ? all : withPoint(selected, state.handle, point)
  acts.move(selected.id, moved.points)
  return true
}

export function useDrawingHand(
  frame: RefObject<HTMLDivElement | null>,
  plot: CandlePlot | null,
  drawing: ChartDrawing | null,
): DrawingHand {
  const state = useRef<HandState>({ movement: null, pressed: null, stroke: null, aim: null, handle: null })
  const tool = drawing?.tool ?? null
  const pending = drawing?.pending
  useEffect(() => {
    if (plot === null) return
    if (tool === null) state.current.aim = null
    // A finished drawing is in the list now; an abandoned one is not shown.
    if (tool === null || pending?.length === 0) plot.hold(null)
  }, [plot, tool, pending])
  const selected = drawing?.selected?.id ?? null
  useEffect(() => {
    if (tool === null && selected === null) return
    // The chart takes the keys, once a menu has given the focus back.
    const frameId = requestAnimationFrame(() => {
      const isElsewhere = document.activeElement?.matches('[data-chart], input, textarea') === true
      if (!isElsewhere) frame.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frameId)
  }, [tool, selected, frame])

  const parts = (): HandParts | null => {
    const space = plot?.projection() ?? null
    if (plot === null || drawing?.acts == null || space === null) return null
    return { plot, drawing, acts: drawing.acts, space, state: state.current }
  }
  const withParts =
    <Rest extends readonly unknown[]>(act: (parts: HandParts, ...rest: Rest) => boolean) =>
    (...rest: Rest): boolean => {
      const now = parts()
      return now === null ? false : act(now, ...rest)
    }
  const hasTool = tool !== null
  return {
    keyDown: withParts(hasTool ? keyOfTool : keyOfSelected),
    pointerDown: withParts(hasTool ? pressTool : pressDrawing),
    pointerMove: withParts(hasTool ? moveTool : moveDrawing),
    pointerUp: (at) => {
      const now = parts()
      if (now !== null) release(now, at)
    },
    doubleClick: withParts(({ acts, drawing: { pending: placed } }) => {
      if (!hasTool || placed.length === 0) return false
      acts.finish()
      return true
    }),
  }
}
