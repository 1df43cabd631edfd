import { formatNumber } from '../../format.ts'
import type { Drawing } from './drawing.ts'
import { isPositionTool, toolSpecs } from './tools.ts'

/** `Trend line 1,490.00 to 1,520.00`, `Text "Support"` */
export const drawingInWords = ({ tool, points, text }: Pick<Drawing, 'tool' | 'points' | 'text'>): string => {
  const { name } = toolSpecs[tool]
  if (text !== '') return `${name} "${text}"`
  if (tool === 'vertical') return name
  const first = points[0]?.price ?? Number.NaN
  const last = points.at(-1)?.price ?? Number.NaN
  if (isPositionTool(tool)) return `${name} at ${formatNumber(first)}`
  return points.length === 1
    ? `${name} ${formatNumber(first)}`
    : `${name} ${formatNumber(first)} to ${formatNumber(last)}`
}
