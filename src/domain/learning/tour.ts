export const tourSteps = ['order', 'backtest', 'scan'] as const
export type TourStep = (typeof tourSteps)[number]

export interface Tour {
  /** Epoch ms. */
  readonly startedAt: number
  /** When each step was done, in epoch ms; a step that was skipped has none. */
  readonly doneAt: Readonly<Partial<Record<TourStep, number>>>
  readonly skipped: readonly TourStep[]
}

/** Null once every step is done or skipped. */
export const stepAtHand = ({ doneAt, skipped }: Tour): TourStep | null =>
  tourSteps.find((step) => doneAt[step] === undefined && !skipped.includes(step)) ?? null

/** From its begin to its last step, in milliseconds; null while a step is left, or if all were skipped. */
export const tourTook = (tour: Tour): number | null => {
  const ends = Object.values(tour.doneAt)
  return stepAtHand(tour) !== null || ends.length === 0 ? null : Math.max(...ends) - tour.startedAt
}

/** Null for what cannot be read. */
export const readTour = (stored: unknown): Tour | null => {
  const { startedAt, doneAt, skipped } = (stored ?? {}) as Partial<Tour>
  if (typeof startedAt !== 'number' || typeof doneAt !== 'object' || !Array.isArray(skipped)) return null
  const fair = tourSteps.filter((step) => typeof doneAt?.[step] === 'number')
  return {
    startedAt,
    doneAt: Object.fromEntries(fair.map((step) => [step, doneAt?.[step]])),
    skipped: tourSteps.filter((step) => skipped.includes(step)),
  }
}

/** The market may be closed, and the order must be one that can be placed then too. */
export const tourLine = (step: TourStep, isMarketOpen: boolean): string => {
  switch (step) {
    case 'order':
      return isMarketOpen ? 'buy 10 infy' : 'buy 10 infy amo'
    case 'backtest':
      return 'bt ema(close,9) crosses above ema(close,21) on nifty 50 30d 5min'
    case 'scan':
      return 'scan rsi(14) < 40 on nifty 50 day'
  }
}
