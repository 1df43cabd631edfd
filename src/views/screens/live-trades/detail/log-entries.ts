import type { OrderLogLine } from '../../../../machines/deployments/deployment-log.ts'
import type { DeploymentRun } from '../../../../machines/deployments/deployments.ts'

/** Checks that led to nothing are one entry, as long as nothing happened between them. */
export type LogEntry =
  | { readonly kind: 'line'; readonly line: OrderLogLine }
  | { readonly kind: 'checks'; readonly newest: OrderLogLine; readonly count: number }

export const entriesOfLog = (
  lines: readonly OrderLogLine[],
  { showsChecks }: { readonly showsChecks: boolean },
): readonly LogEntry[] => {
  const entries: LogEntry[] = []
  for (const line of lines) {
    const before = entries.at(-1)
    if (showsChecks || line.kind !== 'evaluated') entries.push({ kind: 'line', line })
    else if (before?.kind === 'checks') entries[entries.length - 1] = { ...before, count: before.count + 1 }
    else entries.push({ kind: 'checks', newest: line, count: 1 })
  }
  return entries
}

export const seqOf = (entry: LogEntry): number => (entry.kind === 'line' ? entry.line : entry.newest).seq

/** `10 checks without an act: rsi(14) 41.2 is not below 30` */
export const checksInWords = ({ count, newest }: LogEntry & { readonly kind: 'checks' }): string =>
  count === 1 ? newest.sentence : `${count} checks without an act, the last: ${newest.sentence}`

/** An entry and its exit, as the chart and the lanes show them; newest first. */
export interface HeldSpan {
  readonly segSym: string
  readonly from: number
  readonly to: number | null
  readonly side: 'buy' | 'sell'
  /** After charges; null while the position is held. */
  readonly pnl: number | null
}

interface OpenSpan {
  readonly entry: OrderLogLine
  readonly legs: number
  readonly pnl: number
}

/** Trades of the lines that are loaded: an exit whose entry is older than these has no span. */
export const spansOfLog = (lines: readonly OrderLogLine[]): readonly HeldSpan[] => {
  const open = new Map<string, OpenSpan>()
  const spans: HeldSpan[] = []
  for (const line of lines.toReversed()) {
    const { segSym, kind, pnl } = line
    if (segSym === null) continue
    const held = open.get(segSym)
    if (kind === 'entered')
      open.set(
        segSym,
        held === undefined ? { entry: line, legs: 1, pnl: 0 } : { ...held, legs: held.legs + 1 },
      )
    // The exit of a part ends nothing: only the last one says what the trade made.
    if (kind !== 'exited' || held === undefined || pnl === null) continue
    const after = { ...held, legs: held.legs - 1, pnl: held.pnl + pnl }
    if (after.legs > 0) {
      open.set(segSym, after)
      continue
    }
    open.delete(segSym)
    spans.push(spanOf(after.entry, { at: line.at, pnl: after.pnl }))
  }
  return [...open.values()].map(({ entry }) => spanOf(entry, null)).concat(spans.toReversed())
}

const spanOf = (
  entry: OrderLogLine,
  exit: { readonly at: number; readonly pnl: number } | null,
): HeldSpan => ({
  segSym: entry.segSym ?? '',
  from: entry.at,
  to: exit?.at ?? null,
  side: entry.side ?? 'buy',
  pnl: exit?.pnl ?? null,
})

export const linesOfRun = (
  lines: readonly OrderLogLine[],
  { segSym, leg, contract }: Pick<DeploymentRun, 'segSym' | 'leg' | 'contract'>,
): readonly OrderLogLine[] =>
  lines.filter((line) => line.segSym === segSym && (leg === null || line.contract === contract))
