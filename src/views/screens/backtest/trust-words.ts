import {
  type FillModel,
  type Finding,
  type Reckoned,
  type Severity,
  severities,
} from '../../../domain/trust/trust.ts'
import type { BadgeTone } from '../../kit/badge.tsx'

export const modelWords: Readonly<Record<FillModel, { readonly name: string; readonly help: string }>> = {
  signal_close: { name: 'Same close', help: 'At the very close that decided' },
  next_open: { name: 'Next open', help: 'At the open of the next candle' },
  crossed: { name: 'Across the spread', help: 'At the next open and half the usual spread worse' },
  adverse: { name: 'Worst price', help: 'At the worst price of the candle it fills in' },
}

export const severityTones: Readonly<Record<Severity, BadgeTone>> = {
  grave: 'bad',
  doubt: 'amber',
  note: 'neutral',
}

const severityNames: Readonly<Record<Severity, readonly [string, string]>> = {
  grave: ['grave', 'grave'],
  doubt: ['doubt', 'doubts'],
  note: ['note', 'notes'],
}

/** `1 grave, 2 doubts`, in the tone of the gravest. */
export const gravityInWords = (
  findings: readonly Finding[],
): { readonly tone: BadgeTone; readonly text: string } => {
  const counts = severities
    .map((severity) => ({ severity, count: findings.filter((found) => found.severity === severity).length }))
    .filter(({ count }) => count > 0)
  const [gravest] = counts
  if (gravest === undefined) return { tone: 'good', text: 'nothing found' }
  const text = counts.map(({ severity, count }) => `${count} ${severityNames[severity][count === 1 ? 0 : 1]}`)
  return { tone: severityTones[gravest.severity], text: text.join(', ') }
}

/** A figure in its format, or an en dash and why. */
export const reckonedInWords = (
  reckoned: Reckoned,
  format: (value: number | null) => string,
  help: string,
): { readonly value: string; readonly help: string } => ({
  value: format(reckoned.value),
  help: reckoned.reason ?? help,
})
