import type { ReplyOf } from '../../contract/call-types.ts'
import type { getCoverage } from '../../contract/instruments/instruments.ts'
import { cutSpan, spanLimitDays } from '../../domain/backtests/span-limits.ts'
import { istDateToDayNumber } from '../../domain/time.ts'
import type { PreparedRun, RunRequest } from '../../machines/backtests/backtest-batch.ts'

export type Coverage = ReplyOf<typeof getCoverage>
export type FetchCoverage = (
  query: Pick<Coverage, 'key' | 'interval'> & { readonly from: string; readonly to: string },
) => Promise<Coverage>

export const isBeyondLimit = ({ params: { interval, from, to } }: Pick<RunRequest, 'params'>): boolean =>
  istDateToDayNumber(to) - istDateToDayNumber(from) > spanLimitDays(interval)

/** Lifted by the preference, or if every candle is imported: such a run takes only milliseconds. */
export const findLift = async (
  { params, instruments }: Pick<RunRequest, 'params' | 'instruments'>,
  isLifted: boolean,
  fetchCoverage: FetchCoverage,
): Promise<boolean> => {
  if (isLifted || !isBeyondLimit({ params })) return isLifted
  const { interval, from, to } = params
  const isImported = async (key: Coverage['key']): Promise<boolean> => {
    const { source, rows } = await fetchCoverage({ key, interval, from, to })
    return source === 'imported' && rows > 0
  }
  const [first, ...others] = instruments
  // One that is not imported settles it: the others are not asked about, which takes seconds for fifty.
  if (first === undefined || !(await isImported(first))) return false
  return (await Promise.all(others.map(isImported))).every(Boolean)
}

export const spanOf = (
  { params, cutFrom }: RunRequest,
  isLimitLifted: boolean,
): PreparedRun['params'] & { readonly cutDays: number | null } => {
  const { from, to, interval } = params
  const span = cutSpan({ interval, from, to, cutFrom, ...(isLimitLifted ? { limitDays: null } : {}) })
  return { ...params, ...span }
}
