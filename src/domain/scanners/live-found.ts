import { candleStart } from '../charts/resample.ts'
import type { InstrumentId } from '../instruments/instrument.ts'
import type { FoundRow, ScanInterval, ScanResult } from './scan.ts'

type Answer = Pick<ScanResult, 'found' | 'loading' | 'asOf'>

export interface LiveFound {
  readonly key: string
  readonly answer: Answer
  /** True now and not at the answer before. */
  readonly fresh: ReadonlySet<InstrumentId>
  /** True at an earlier answer in the same candle, and no longer. */
  readonly gone: readonly FoundRow[]
}

const idsOf = (rows: readonly FoundRow[]): ReadonlySet<InstrumentId> =>
  new Set(rows.map(({ segSym }) => segSym))

/** An answer whose candles were still being read shows nothing about what has become true. */
export const nextLiveFound = (
  before: LiveFound | null,
  { key, interval, answer }: Pick<LiveFound, 'key' | 'answer'> & { readonly interval: ScanInterval },
): LiveFound => {
  const isFirst = before === null || before.key !== key || before.answer.loading > 0
  if (isFirst) return { key, answer, fresh: new Set(), gone: [] }
  const [now, earlier] = [idsOf(answer.found), idsOf(before.answer.found)]
  const isSameCandle = candleStart(answer.asOf, interval) === candleStart(before.answer.asOf, interval)
  return {
    key,
    answer,
    fresh: new Set([...now].filter((id) => !earlier.has(id))),
    gone: isSameCandle
      ? [...before.gone, ...before.answer.found].filter(({ segSym }) => !now.has(segSym))
      : [],
  }
}
