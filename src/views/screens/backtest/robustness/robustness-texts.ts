import {
  type FillModel,
  type Finding,
  type Reckoned,
  type Severity,
  severities,
} from '../../../../domain/backtests/robustness/robustness.ts'
import type { BadgeTone } from '../../../kit/layout/badge.tsx'

export const modelWords: Readonly<Record<FillModel, { readonly name: string; readonly help: string }>> = {
  signal_close: { name: 'Same close', help: 'At the close of the signal candle' },
  next_open: { name: 'Next open', help: 'At the open of the next candle' },
  crossed: { name: 'Across the spread', help: 'At the next open, worse by half the usual spread' },
  adverse: { name: 'Worst price', help: 'At the worst price of the fill candle' },
}

export const severityTones: Readonly<Record<Severity, BadgeTone>> = {
  grave: 'bad',
  doubt: 'amber',
  note: 'neutral',
}

export const severityNames: Readonly<Record<Severity, readonly [string, string]>> = {
  grave: ['critical', 'critical'],
  doubt: ['warning', 'warnings'],
  note: ['note', 'notes'],
}

/** `1 grave, 2 doubts` */
export const gravityInWords = (
  findings: readonly Finding[],
): { readonly tone: BadgeTone; readonly text: string } => {
  const counts = severities
    .map((severity) => ({ severity, count: findings.filter((found) => found.severity === severity).length }))
    .filter(({ count }) => count > 0)
  const [gravest] = counts
  if (gravest === undefined) return { tone: 'good', text: 'no issues' }
  const text = counts.map(({ severity, count }) => `${count} ${severityNames[severity][count === 1 ? 0 : 1]}`)
  return { tone: severityTones[gravest.severity], text: text.join(', ') }
}

/** A missing figure is an en dash with its reason. */
export const reckonedInWords = (
  reckoned: Reckoned,
  format: (value: number | null) => string,
  help: string,
): { readonly value: string; readonly help: string } => ({
  value: format(reckoned.value),
  help: reckoned.reason ?? help,
})
