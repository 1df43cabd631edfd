import { sideOf } from '../../../domain/analysis/interval-summary.ts'
import type { Verdict } from '../../../domain/charts/technical-summary.ts'
import { capitalised } from '../../../domain/format.ts'

export type Tone = 'buy' | 'neutral' | 'sell'

export const toneOf = (verdict: Verdict | null): Tone => (verdict === null ? 'neutral' : sideOf(verdict))

export const verdictInWords = (verdict: Verdict): string => capitalised(verdict)
