import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { LastBacktest } from '../../../src/contract/strategies.ts'
import { type FromWire, fromWire } from '../../../src/contract/wire.ts'
import type { Database, StrategyBacktestTable } from '../../store/schema.ts'
import { putBacktest } from '../../store/strategies.ts'
import type { UserId } from '../../user.ts'

type Json = Readonly<Record<string, unknown>>

const CURVE_POINTS = 48

const RunOfStrategy = z.object({
  from: z.string(),
  to: z.string(),
  strategy: z.object({ algo_uuid: z.string(), version: z.int().check(z.positive()) }),
})

const figure = z._default(z.nullable(z.number()), null)

const CumulativeFigures = z.object({
  symbols: z.int().check(z.positive()),
  final_pnl: z.number(),
  return: figure,
  max_draw: figure,
  merged_max_draw: figure,
  sharpe: figure,
  merged_sharpe: figure,
  win_count: z.number(),
  loss_count: z.number(),
  daily_returns: z.array(z.tuple([z.string(), z.nullable(z.number())])),
})

export interface FinishedRun {
  readonly slug: string
  readonly params: Json
  readonly cumulative: Json
  readonly at: number
}

/** Percent of the capital, summed over the days, at `CURVE_POINTS` even distances or fewer. */
export const curveOf = (dailyReturns: readonly (readonly [string, number | null])[]): readonly number[] => {
  let sum = 0
  const sums = dailyReturns.map(([, value]) => {
    sum += value ?? 0
    return Math.round(sum * 100) / 100
  })
  if (sums.length <= CURVE_POINTS) return sums
  const step = (sums.length - 1) / (CURVE_POINTS - 1)
  return Array.from({ length: CURVE_POINTS }, (_, point) => sums[Math.round(point * step)] ?? 0)
}

/** Null for a run of no strategy, and for one that this version cannot have written. */
export const backtestRowOf = (
  owner: UserId,
  { slug, params, cumulative, at }: FinishedRun,
): StrategyBacktestTable | null => {
  const run = z.safeParse(RunOfStrategy, params)
  const report = z.safeParse(CumulativeFigures, cumulative)
  if (!run.success || !report.success) return null
  const { strategy, from, to } = run.data
  const { symbols, final_pnl, win_count, loss_count, daily_returns, ...figures } = report.data
  const isOne = symbols === 1
  const maxDraw = isOne ? figures.max_draw : figures.merged_max_draw
  const body: z.output<typeof LastBacktest> = {
    slug,
    version: strategy.version,
    at,
    symbols,
    from,
    to,
    final_pnl,
    return: figures.return,
    max_draw: maxDraw,
    sharpe: isOne ? figures.sharpe : figures.merged_sharpe,
    trades: win_count + loss_count,
    wins: win_count,
    curve: [...curveOf(daily_returns)],
  }
  return {
    owner_id: owner,
    algo_uuid: strategy.algo_uuid,
    run_slug: slug,
    period_return: figures.return,
    max_draw: maxDraw,
    body: JSON.stringify(body),
  }
}

export const recordBacktest = async (
  trx: Kysely<Database>,
  owner: UserId,
  run: FinishedRun,
): Promise<void> => {
  const row = backtestRowOf(owner, run)
  if (row !== null) await putBacktest(trx, row)
}

export const readBacktest = ({
  body,
}: Pick<StrategyBacktestTable, 'body'>): FromWire<z.output<typeof LastBacktest>> =>
  fromWire(LastBacktest, z.parse(LastBacktest, JSON.parse(body)))
