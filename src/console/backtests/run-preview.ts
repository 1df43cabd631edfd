import { getCoverage } from '../../contract/instruments/instruments.ts'
import { paramsOn } from '../../domain/backtests/own-rules.ts'
import type { ProgramCost } from '../../domain/backtests/program-cost.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { keepNewest } from '../../domain/keep-newest.ts'
import { otherInstruments } from '../../domain/strategies/condition/instruments.ts'
import type { IstDate } from '../../domain/time.ts'
import type { RunRequest } from '../../machines/backtests/backtest-batch.ts'
import type { BacktestPreview } from '../../machines/shell/palette-preview.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { createRunDuration } from './run-duration.ts'
import { type Coverage, findLift, isBeyondLimit, spanOf } from './run-span.ts'

/** Cached coverage replies, so that edits of one line ask the server only once. */
const KEPT_MAX = 200

export interface PreviewPorts {
  readonly http: HttpClient
  readonly isSpanLimitLifted: () => boolean
}

export const createRunPreview = ({ http, isSpanLimitLifted }: PreviewPorts) => {
  const { estimateMs, learn } = createRunDuration()
  const kept = new Map<string, Promise<Coverage>>()

  const ask = (query: Parameters<typeof keyOf>[0], signal: AbortSignal): Promise<Coverage> => {
    const key = keyOf(query)
    const known = kept.get(key)
    if (known !== undefined) return known
    const asked = http.call(getCoverage, { query, signal })
    keepNewest(kept, key, asked, KEPT_MAX)
    asked.catch(() => kept.delete(key))
    return asked
  }

  return {
    async of(request: RunRequest, signal: AbortSignal): Promise<BacktestPreview> {
      const isLifted = await findLift(request, isSpanLimitLifted(), (query) => ask(query, signal))
      const { interval, from, to, cutDays } = spanOf(request, isLifted)
      const cover = (keys: readonly InstrumentId[]): Promise<readonly Coverage[]> =>
        Promise.all(keys.map((key) => ask({ key, interval, from, to }, signal)))
      const { instruments, params } = request
      const [cost, covered, ...others] = await Promise.all([
        costOfRun(request),
        cover(instruments),
        ...instruments.map((traded) => {
          const { entry, exit } = paramsOn(params, traded)
          return cover(otherInstruments([entry, exit], traded))
        }),
      ])
      const rows = rowsOf(covered)
      return {
        kind: 'backtest',
        instruments: covered.length,
        rows,
        firstDay: earliest(covered.map(({ firstDay }) => firstDay)),
        lastDay: latest(covered.map(({ lastDay }) => lastDay)),
        source: sourceOf(covered),
        cutDays,
        isLimitLifted: isLifted && isBeyondLimit(request),
        estimateMs: estimateMs(rows + rowsOf(others.flat())),
        cost,
      }
    },
    learn,
    forget: () => kept.clear(),
  }
}

export type RunPreview = ReturnType<typeof createRunPreview>
const rowsOf = (covered: readonly Coverage[]): number => covered.reduce((sum, { rows }) => sum + rows, 0)

const costOfRun = async ({ params, instruments }: RunRequest): Promise<ProgramCost | null> => {
  const { entry, exit, interval } = params
  const [instrument] = instruments
  try {
    const { costOf } = await import('../../engine/program/cost.ts')
    return costOf([entry, exit], { interval, ...(instrument === undefined ? {} : { instrument }) })
  } catch {
    // If the program is refused or the download fails, the run itself reports it.
    return null
  }
}

const keyOf = (query: {
  readonly key: string
  readonly interval: Coverage['interval']
  readonly from: string
  readonly to: string
}): string => Object.values(query).join(' ')

const days = (all: readonly (string | null)[]): readonly string[] => all.filter((day) => day !== null).sort()

const earliest = (all: readonly (string | null)[]): IstDate | null => (days(all)[0] ?? null) as IstDate | null

const latest = (all: readonly (string | null)[]): IstDate | null =>
  (days(all).at(-1) ?? null) as IstDate | null

const sourceOf = (covered: readonly Coverage[]): BacktestPreview['source'] => {
  const sources = new Set(covered.filter(({ rows }) => rows > 0).map(({ source }) => source))
  const [first] = sources
  return sources.size > 1 ? 'mixed' : (first ?? null)
}
