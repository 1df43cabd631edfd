/** Named as in a report; rupees and percent as there. */
export const sweepFigureNames = [
  'finalPnl',
  'return',
  'sharpe',
  'maxDraw',
  'trades',
  'winRate',
  'profitFactor',
  'chargesPaid',
  'maxCapUsed',
] as const
export type SweepFigureName = (typeof sweepFigureNames)[number]

/** One row per combination; NaN where a figure is undefined or not computed. */
export type SweepFigures = Readonly<Record<SweepFigureName, Float64Array>>

export type FigureRow = Readonly<Record<SweepFigureName, number | null>>

const figuresOf = (column: (name: SweepFigureName) => Float64Array): SweepFigures => ({
  finalPnl: column('finalPnl'),
  return: column('return'),
  sharpe: column('sharpe'),
  maxDraw: column('maxDraw'),
  trades: column('trades'),
  winRate: column('winRate'),
  profitFactor: column('profitFactor'),
  chargesPaid: column('chargesPaid'),
  maxCapUsed: column('maxCapUsed'),
})

export const emptyFigures = (rows: number): SweepFigures =>
  figuresOf(() => new Float64Array(rows).fill(Number.NaN))

export const putFigures = (into: SweepFigures, at: number, rows: SweepFigures): void => {
  for (const name of sweepFigureNames) into[name].set(rows[name], at)
}

export const putRow = (into: SweepFigures, at: number, row: FigureRow): void => {
  for (const name of sweepFigureNames) into[name][at] = row[name] ?? Number.NaN
}

export const rowOfFigures = (figures: SweepFigures, at: number): FigureRow => {
  const value = (name: SweepFigureName): number | null => {
    const found = figures[name][at]
    return found === undefined || Number.isNaN(found) ? null : found
  }
  return {
    finalPnl: value('finalPnl'),
    return: value('return'),
    sharpe: value('sharpe'),
    maxDraw: value('maxDraw'),
    trades: value('trades'),
    winRate: value('winRate'),
    profitFactor: value('profitFactor'),
    chargesPaid: value('chargesPaid'),
    maxCapUsed: value('maxCapUsed'),
  }
}

/** `trades` is 0, not NaN, for a computed combination without trades. */
export const isComputed = (figures: SweepFigures, at: number): boolean =>
  !Number.isNaN(figures.trades[at] ?? Number.NaN)

export const sweepMeasures = ['sharpe', 'return', 'profitFactor', 'maxDraw'] as const
export type SweepMeasure = (typeof sweepMeasures)[number]

/** Only combinations that traded; of equal ones the first in grid order. */
export const bestOf = (figures: SweepFigures, measure: SweepMeasure): number | null => {
  const column = figures[measure]
  const sign = measure === 'maxDraw' ? -1 : 1
  let best: number | null = null
  let most = Number.NEGATIVE_INFINITY
  column.forEach((value, at) => {
    if (!(sign * value > most) || !((figures.trades[at] ?? 0) > 0)) return
    most = sign * value
    best = at
  })
  return best
}
