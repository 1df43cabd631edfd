import type { Verdict } from '../../../domain/charts/technical-summary.ts'

export type Tone = 'buy' | 'neutral' | 'sell'

export const toneOf = (verdict: Verdict | null): Tone => {
  if (verdict === null || verdict === 'neutral') return 'neutral'
  return verdict.endsWith('buy') ? 'buy' : 'sell'
}

export const verdictInWords = (verdict: Verdict): string => verdict[0]?.toUpperCase() + verdict.slice(1)
