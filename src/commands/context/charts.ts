import { drawingAt } from '../../machines/charts/drawing-at.ts'
import type { ContextKeys } from './context-key.ts'

export const chartKeys = {
  'chart.replaying': ({ charts, chartLayout }): boolean =>
    charts !== undefined && charts.context.charts[chartLayout?.context.active ?? 'first'].replay !== null,
  /** The tool in hand, or empty. */
  'drawing.tool': ({ drawings }): string => drawings?.context.tool ?? '',
  /** The tool of the selected drawing, or empty. */
  'drawing.selected': ({ drawings }): string =>
    drawings === undefined ? '' : (drawingAt(drawings.context.lists, drawings.context.selected)?.tool ?? ''),
} satisfies ContextKeys
