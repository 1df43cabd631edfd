import { sideOf } from '../../../domain/analysis/interval-summary.ts'
import type { Verdict } from '../../../domain/charts/technical-summary.ts'

export type Tone = 'buy' | 'neutral' | 'sell'

export const toneOf = (verdict: Verdict | null): Tone => (verdict === null ? 'neutral' : sideOf(verdict))

export const verdictInWords = (verdict: Verdict): string => verdict[0]?.toUpperCase() + verdict.slice(1)
