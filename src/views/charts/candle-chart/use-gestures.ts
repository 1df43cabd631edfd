import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react'
import type { CandlePlot } from './candle-plot.ts'
import type { DrawingHand } from './drawings/use-drawing-hand.ts'
import type { PaneDrag } from './panes/use-pane-drag.ts'

const KEY_PAN_PIXELS = 80
const KEY_ZOOM = 1.25
const WHEEL_ZOOM = 0.0016
const PINCH_WHEEL_ZOOM = 0.01
const LINE_PIXELS = 16

const acts: Readonly<Record<string, (plot: CandlePlot, isShifted: boolean) => void>> = {
  ArrowLeft: (plot, isShifted) => (isShifted ? plot.step(-1) : plot.pan(-KEY_PAN_PIXELS)),
  ArrowRight: (plot, isShifted) => (isShifted ? plot.step(1) : plot.pan(KEY_PAN_PIXELS)),
  '+': (plot) => plot.zoom(1 / KEY_ZOOM),
  '=': (plot) => plot.zoom(1 / KEY_ZOOM),
  '-': (plot) => plot.zoom(KEY_ZOOM),
  _: (plot) => plot.zoom(KEY_ZOOM),
  Home: (plot) => plot.goTo('first'),
  End: (plot) => plot.goTo('last'),
  '0': (plot) => plot.fit(),
}

interface Point {
  readonly x: number
  readonly y: number
}

const apartOf = ([one, other]: readonly Point[]): number =>
  one === undefined || other === undefined ? 0 : Math.abs(one.x - other.x)
const middleOf = (points: readonly Point[]): number =>
  points.reduce((sum, { x }) => sum + x, 0) / points.length

const pointOf = (event: MouseEvent<HTMLElement>): Point => {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

function useWheel(frame: RefObject<HTMLDivElement | null>, plot: CandlePlot | null): void {
  useEffect(() => {
    const box = frame.current
    if (box === null || plot === null) return
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1
      const across = event.shiftKey ? event.deltaX + event.deltaY : event.deltaX
      if (Math.abs(across) > Math.abs(event.deltaY) || event.shiftKey) return plot.pan(across * unit)
      const reach = event.ctrlKey ? PINCH_WHEEL_ZOOM : WHEEL_ZOOM
      plot.zoom(Math.exp(event.deltaY * unit * reach), event.clientX - box.getBoundingClientRect().left)
    }
    // React's own wheel listener is passive, so it cannot stop the page from scrolling.
    box.addEventListener('wheel', wheel, { passive: false })
    return () => box.removeEventListener('wheel', wheel)
  }, [frame, plot])
}

interface Hands {
  readonly drawing: DrawingHand
  readonly panes: PaneDrag
}

export function useGestures(
  frame: RefObject<HTMLDivElement | null>,
  plot: CandlePlot | null,
  { drawing: hand, panes }: Hands,
) {
  const pointers = useRef(new Map<number, Point>())

  useWheel(frame, plot)

  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (plot === null || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') return plot.point(null)
      if (hand.keyDown(event)) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
      const act = acts[event.key]
      if (act === undefined) return
      event.preventDefault()
      event.stopPropagation()
      act(plot, event.shiftKey)
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      if (hand.pointerDown(event, pointOf(event)) || panes.take(pointOf(event).y)) return
      pointers.current.set(event.pointerId, pointOf(event))
      if (event.pointerType === 'touch') plot?.point(pointOf(event))
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (plot === null) return
      const point = pointOf(event)
      if (hand.pointerMove(event, point)) return plot.point(point)
      if (panes.move(point.y)) return plot.point(null)
      const before = pointers.current.get(event.pointerId)
      event.currentTarget.toggleAttribute('data-on-border', before === undefined && panes.isOnBorder(point.y))
      if (before === undefined) return plot.point(point)
      const was = [...pointers.current.values()]
      pointers.current.set(event.pointerId, point)
      const are = [...pointers.current.values()]
      plot.point(point)
      if (are.length > 1 && apartOf(are) > 4) plot.zoom(apartOf(was) / apartOf(are), middleOf(are))
      plot.pan(middleOf(was) - middleOf(are))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      hand.pointerUp(pointOf(event))
      panes.drop()
      pointers.current.delete(event.pointerId)
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      hand.pointerUp(pointOf(event))
      panes.drop()
      pointers.current.delete(event.pointerId)
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      if (!pointers.current.has(event.pointerId)) plot?.point(null)
    },
    onBlur: () => plot?.point(null),
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      if (!hand.doubleClick() && !panes.reset(pointOf(event).y)) plot?.goTo('last')
    },
  }
}
