import { drawdownOf } from '../returns.ts'
import { type IstDate, istDateToDayNumber } from '../time.ts'
import type { FigureRow } from './figures.ts'
import type { WalkWindow } from './walk-windows.ts'

/** Cumulative P&L in rupees at the end of each day. */
export interface DayCurve {
  readonly days: readonly IstDate[]
  readonly cumulative: readonly number[]
}

/** What one window of a walk-forward came to. Nothing of the days tested had a say in the choice. */
export interface WalkStep extends WalkWindow {
  /** The combination that was best in sample; null where none traded there. */
  readonly chosen: number | null
  readonly inSample: FigureRow | null
  readonly outOfSample: FigureRow | null
  readonly curve: DayCurve
  /** Why this window has no figures. */
  readonly message: string | null
}

export const emptyCurve: DayCurve = { days: [], cumulative: [] }

export interface WalkFigures {
  readonly curve: DayCurve
  readonly finalPnl: number
  readonly trades: number
  /** Deepest fall of the joined curve over the capital, in percent. */
  readonly maxDraw: number | null
  readonly profitableWindows: number
  readonly testedWindows: number
  /**
   * Profit a day out of sample over profit a day in sample, in percent (Pardo 2008, walk-forward efficiency); null where
   * the choices did not earn in sample.
   */
  readonly efficiency: number | null
}

/** The tests of all windows one after the other, each run beginning from the result of the one before. */
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
