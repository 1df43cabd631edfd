import type { DrawingPoint } from './drawing.ts'

/** Shares of the move. */
export const retracementRatios = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const
export const extensionRatios = [0, 0.382, 0.618, 1, 1.272, 1.618, 2.618] as const
/** Widths of the channel from its base line. */
export const channelRatios = [0, 0.382, 0.618, 1, 1.618, 2.618] as const

export interface PriceLevel {
  readonly ratio: number
  readonly price: number
}

/** 0 is the end of the move, 1 its start. */
export const retracementLevels = (start: DrawingPoint, end: DrawingPoint): readonly PriceLevel[] =>
  retracementRatios.map((ratio) => ({ ratio, price: end.price + (start.price - end.price) * ratio }))

/** The move again, measured from where the retracement ended. */
export const extensionLevels = (
  start: DrawingPoint,
  end: DrawingPoint,
  retraced: DrawingPoint,
): readonly PriceLevel[] =>
  extensionRatios.map((ratio) => ({ ratio, price: retraced.price + (end.price - start.price) * ratio }))

export const ratioText = (ratio: number): string => `${Number((ratio * 100).toFixed(1))}%`
