import { epochMs } from '../../time.ts'
import { EVIDENCE_MAX, type Evidence } from './robustness.ts'

/** One byte per candle. */
export interface Signals {
  readonly entry: Uint8Array
  readonly exit: Uint8Array
}

interface CutLimits {
  readonly cuts: number
  readonly rows: number
}

/** Each cut is another evaluation, so a run checks only near its beginning. */
export const cutLimits = {
  beginning: { cuts: 3, rows: 4_096 },
  whole: { cuts: 24, rows: 5_000_000 },
} as const satisfies Readonly<Record<string, CutLimits>>

/** Ascending. Cuts right behind a `decided` row are hardest: one candle of look-ahead changes it there. */
export const cutsOf = (decided: Iterable<number>, rows: number, limits: CutLimits): readonly number[] => {
  const most = Math.min(rows - 1, limits.rows)
  if (most < 1) return []
  const near = new Set<number>()
  for (const row of decided) {
    if (row >= most) break
    if (row >= 0) near.add(row + 1)
  }
  const step = Math.ceil(near.size / limits.cuts)
  const spread = [...near].filter((_, index) => index % step === 0)
  return [...new Set([...spread.slice(0, limits.cuts - 1), most])].sort((one, other) => one - other)
}

/** Decisions that change when later candles are removed. `signalsOf(rows)` sees the first `rows` only. */
export const lookAheadsOf = (
  whole: Signals,
  signalsOf: (rows: number) => Signals,
  cuts: readonly number[],
  time: Float64Array,
): readonly Evidence[] => {
  const found = new Map<string, Evidence>()
  for (const cut of cuts) {
    const part = signalsOf(cut)
    for (const name of ['entry', 'exit'] as const)
      for (const row of differencesOf(part[name], whole[name], cut)) {
        const at = time[row]
        const what = wordsFor(name, whole[name][row] === 1)
        found.set(`${name} ${row}`, { at: at === undefined ? null : epochMs(at), what })
      }
  }
  return [...found.values()].sort((one, other) => (one.at ?? 0) - (other.at ?? 0)).slice(0, EVIDENCE_MAX)
}

const differencesOf = (part: Uint8Array, whole: Uint8Array, rows: number): readonly number[] => {
  const different: number[] = []
  for (let row = 0; row < rows && different.length < EVIDENCE_MAX; row++)
    if (part[row] !== whole[row]) different.push(row)
  return different
}

const wordsFor = (name: 'entry' | 'exit', isTrue: boolean): string =>
  `the ${name} is ${isTrue} only with the candles after it`
