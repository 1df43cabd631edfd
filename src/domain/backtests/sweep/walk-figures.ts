import { type IstDate, istDateToDayNumber } from '../../time.ts'
import { drawdownOf } from '../returns.ts'
import type { FigureRow } from './figures.ts'
import type { WalkWindow } from './walk-windows.ts'

/** Rupees at the end of each day. */
export interface DayCurve {
  readonly days: readonly IstDate[]
  readonly cumulative: readonly number[]
}

/** The tested days had no influence on the choice. */
export interface WalkStep extends WalkWindow {
  /** The best combination in sample; null where none traded. */
  readonly chosen: number | null
  readonly inSample: FigureRow | null
  readonly outOfSample: FigureRow | null
  readonly curve: DayCurve
  readonly message: string | null
}

export const emptyCurve: DayCurve = { days: [], cumulative: [] }

export interface WalkFigures {
  readonly curve: DayCurve
  readonly finalPnl: number
  readonly trades: number
  /** Percent, of the joined curve on the capital. */
  readonly maxDraw: number | null
  readonly profitableWindows: number
  readonly testedWindows: number
  /** Daily profit out of sample in percent of in sample (Pardo 2008); null without a profit in sample. */
  readonly efficiency: number | null
}

/** Tests of all windows in a row, each starting from the result of the one before. */
export const walkFiguresOf = (steps: readonly WalkStep[], capital: number): WalkFigures => {
  const days: IstDate[] = []
  const cumulative: number[] = []
  let before = 0
  for (const { curve } of steps) {
    days.push(...curve.days)
    cumulative.push(...curve.cumulative.map((value) => before + value))
    before += curve.cumulative.at(-1) ?? 0
  }
  const tested = steps.filter(({ outOfSample }) => outOfSample !== null)
  const sum = (figure: (step: WalkStep) => number | null | undefined) =>
    tested.reduce((total, step) => total + (figure(step) ?? 0), 0)
  const inDaily = sum(({ inSample }) => inSample?.finalPnl) / sum(inDaysOf)
  const outDaily = sum(({ outOfSample }) => outOfSample?.finalPnl) / sum(outDaysOf)
  return {
    curve: { days, cumulative },
    finalPnl: before,
    trades: sum(({ outOfSample }) => outOfSample?.trades),
    maxDraw: drawdownOf([capital, ...cumulative.map((value) => capital + value)]).percent,
    profitableWindows: tested.filter(({ outOfSample }) => (outOfSample?.finalPnl ?? 0) > 0).length,
    testedWindows: tested.length,
    efficiency: inDaily > 0 ? (outDaily / inDaily) * 100 : null,
  }
}

const daysFrom = (from: IstDate, to: IstDate): number => istDateToDayNumber(to) - istDateToDayNumber(from) + 1
const inDaysOf = ({ inFrom, inTo }: WalkStep): number => daysFrom(inFrom, inTo)
const outDaysOf = ({ outFrom, outTo }: WalkStep): number => daysFrom(outFrom, outTo)
