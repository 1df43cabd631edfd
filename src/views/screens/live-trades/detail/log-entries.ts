import type { OrderLogLine } from '../../../../machines/deployments/deployment-log.ts'

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

/** Trades of the lines that are loaded: an exit whose entry is older than these has no span. */
export const spansOfLog = (lines: readonly OrderLogLine[]): readonly HeldSpan[] => {
  const open = new Map<string, OrderLogLine>()
  const spans: HeldSpan[] = []
  for (const line of lines.toReversed()) {
    if (line.segSym === null) continue
    if (line.kind === 'entered' && !open.has(line.segSym)) open.set(line.segSym, line)
    if (line.kind !== 'exited') continue
    const entry = open.get(line.segSym)
    // The exit of a part ends nothing: only the last one says what the trade made.
    if (entry === undefined || line.pnl === null) continue
    open.delete(line.segSym)
    spans.push(spanOf(entry, line))
  }
  return [...open.values()].map((entry) => spanOf(entry, null)).concat(spans.toReversed())
}

const spanOf = (entry: OrderLogLine, exit: OrderLogLine | null): HeldSpan => ({
  segSym: entry.segSym ?? '',
  from: entry.at,
  to: exit?.at ?? null,
  side: entry.side ?? 'buy',
  pnl: exit?.pnl ?? null,
})
