import type { DrawnShapes, Pixel, Shape } from './shapes.ts'

/** Pixels per character, because the text is not measured here. */
const CHARACTER_PIXELS = 6.4
const LABEL_HALF = 9

export type Hit = { readonly part: 'handle'; readonly index: number } | { readonly part: 'body' }

export const distanceToSegment = (at: Pixel, a: Pixel, b: Pixel): number => {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length))
  return Math.hypot(at.x - a.x - share * dx, at.y - a.y - share * dy)
}

const isOn = (shape: Shape, at: Pixel, reach: number): boolean => {
  switch (shape.kind) {
    // Through an area the chart is still moved.
    case 'fill':
      return false
    case 'stroke': {
      const { points, isClosed = false } = shape
      const [first] = points
      const ends = isClosed && first !== undefined ? [...points.slice(1), first] : points.slice(1)
      return ends.some((end, index) => distanceToSegment(at, points[index] ?? end, end) <= reach)
    }
    case 'oval': {
      const { centre, radius } = shape
      const [rx, ry] = [Math.max(1, radius.x), Math.max(1, radius.y)]
      const away = Math.hypot((at.x - centre.x) / rx, (at.y - centre.y) / ry)
      return Math.abs(away - 1) * Math.min(rx, ry) <= reach
    }
    case 'label': {
      const width = shape.text.length * CHARACTER_PIXELS
      const left =
        shape.align === 'left'
          ? shape.at.x
          : shape.align === 'right'
            ? shape.at.x - width
            : shape.at.x - width / 2
      return at.x >= left && at.x <= left + width && Math.abs(at.y - shape.at.y) <= LABEL_HALF
    }
    default:
      return shape satisfies never
  }
}

/** `reach` in pixels. Handles only where they are shown. */
export const hitOf = (
  { shapes, handles }: DrawnShapes,
  at: Pixel,
  reach: number,
  hasHandles: boolean,
): Hit | null => {
  if (hasHandles) {
    const distances = handles.map(({ x, y }) => Math.hypot(at.x - x, at.y - y))
    const nearest = Math.min(...distances)
    if (nearest <= reach * 1.6) return { part: 'handle', index: distances.indexOf(nearest) }
  }
  return shapes.some((shape) => isOn(shape, at, reach)) ? { part: 'body' } : null
}
