import type { CandleGrid } from '../../../../domain/charts/candle-close.ts'
import type { Drawing } from '../../../../domain/charts/drawings/drawing.ts'
import { createTimeAxis, type TimeAxis } from '../../../../domain/charts/time-axis.ts'
import type { CandleSeries } from '../../../../market/candle-series.ts'
import type { Scene } from '../paint.ts'
import { pixelOf, rowAt } from '../viewport.ts'
import { loadShapes, shapesNow } from './load-shapes.ts'
import type { Projection, ShapeContext } from './shapes.ts'

export interface GivenDrawings extends ShapeContext {
  /** The lowest first; hidden ones are not among them. */
  readonly items: readonly Drawing[]
  /** Id of the one with handles. */
  readonly selected: string | null
  readonly grid: CandleGrid
}

type Pen = CanvasRenderingContext2D

/** Rows are only added at the ends, so equal ends are the same candles. */
const isSameSpan = (one: Float64Array, other: Float64Array): boolean =>
  one.length === other.length && one[0] === other[0] && one.at(-1) === other.at(-1)

/** Null until they are loaded; without the connection the next frame tries again. */
const createShapes = (onLoaded: () => void) => {
  let isLoading = false
  return (): ReturnType<typeof shapesNow> => {
    if (shapesNow() === null && !isLoading) {
      isLoading = true
      void loadShapes()
        .then(onLoaded, () => {})
        .finally(() => {
          isLoading = false
        })
    }
    return shapesNow()
  }
}

/** The one that is placed or moved is drawn over the chart, so that the chart is not drawn again for it. */
export const createDrawingLayer = (seriesNow: () => CandleSeries, onLoaded: () => void) => {
  let given: GivenDrawings | null = null
  let held: Drawing | null = null
  let axis: TimeAxis | null = null
  let axisTimes: Float64Array = new Float64Array(0)
  const shapesOrLoad = createShapes(onLoaded)

  const axisNow = ({ grid }: GivenDrawings): TimeAxis => {
    const { time } = seriesNow().candles()
    if (axis === null || !isSameSpan(axisTimes, time)) {
      axis = createTimeAxis(time, grid)
      axisTimes = time
    }
    return axis
  }

  const projection = (scene: Scene): Projection | null => {
    if (given === null) return null
    const { rowOf, timeOf } = axisNow(given)
    const { view, plotWidth, price, panes } = scene
    const { top = 0, bottom = 0 } = panes[0] ?? {}
    return {
      xOf: (at) => pixelOf(rowOf(at), view, plotWidth),
      yOf: price,
      rowOf,
      timeAt: (x) => timeOf(rowAt(x, view, plotWidth)),
      timeOf,
      priceAt: price.invert,
      right: plotWidth,
      top,
      bottom,
    }
  }

  const paint = (pen: Pen, scene: Scene, drawings: readonly Drawing[]): void => {
    const space = drawings.length === 0 ? null : projection(scene)
    const shapes = space === null ? null : shapesOrLoad()
    if (space === null || given === null || shapes === null) return
    const { selected } = given
    pen.save()
    pen.beginPath()
    pen.rect(0, space.top, space.right, space.bottom - space.top)
    pen.clip()
    for (const drawing of drawings) {
      const isSelected = drawing.id === selected || drawing === held
      shapes.paintDrawing(pen, scene.theme, drawing, shapes.shapesOf(drawing, space, given), isSelected)
    }
    pen.restore()
  }

  return {
    set(next: GivenDrawings | null): void {
      if (next?.grid.interval !== given?.grid.interval || next?.grid.group !== given?.grid.group) axis = null
      given = next
    },
    /** Returns true if the base has to be drawn again. */
    hold(drawing: Drawing | null): boolean {
      const before = held
      held = drawing
      return before?.id !== drawing?.id
    },
    /** Null until it is known which candles there are. */
    axis: (): TimeAxis | null => (given === null ? null : axisNow(given)),
    isHolding: () => held !== null,
    projection,
    paintBase: (pen: Pen, scene: Scene): void =>
      paint(pen, scene, given?.items.filter(({ id }) => id !== held?.id) ?? []),
    paintHeld: (pen: Pen, scene: Scene): void => paint(pen, scene, held === null ? [] : [held]),
  }
}
