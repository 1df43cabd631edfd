import { useCallback, useState } from 'react'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { type LiveFound, nextLiveFound } from '../../domain/scanners/live-found.ts'
import type { Scan } from '../../domain/scanners/scan.ts'
import { keyOfScan } from '../../domain/scanners/scan-address.ts'
import type { KeptCurrentContext } from '../../machines/kept-current.ts'
import type { ScanHistoryReply, ScanMisses, ScanReply, ScanWhy } from '../../machines/scanners/scan.ts'
import type { AlertLogPage, SavedScanner, ScannerVersions } from '../../machines/scanners/scanner-lists.ts'
import { useSnapshot } from '../kit/console.tsx'
import { useKeptCurrent } from '../kit/hooks/use-kept-current.ts'

type AnswerName = keyof Outputs

interface Outputs {
  readonly scanResult: ScanReply
  readonly scanMisses: ScanMisses
  readonly scanHistory: ScanHistoryReply
  readonly scanWhy: ScanWhy
  readonly scanner: SavedScanner
  readonly scannerVersions: ScannerVersions
  readonly alertLog: AlertLogPage
}

export interface ScanAnswer<Output> {
  readonly output: Output | null
  readonly message: string | null
  readonly again: () => void
}

export type ShownScan = ScanAnswer<ScanReply>

export const useScanAnswer = <Name extends AnswerName>(
  name: Name,
  key: string | null,
): ScanAnswer<Outputs[Name]> => {
  const again = useKeptCurrent(name, key)
  const answer = useSnapshot<AnswerName, KeptCurrentContext<unknown>>(name, ({ context }) => context)
  const isOf = answer.key === key
  // Each machine has the output of its name; TypeScript cannot infer this through the generic.
  const output = isOf ? (answer.output as Outputs[Name] | null) : null
  return { output, message: isOf ? answer.message : null, again }
}

export const useLiveFound = (scan: Scan, answer: ScanReply | null): LiveFound | null => {
  const [live, setLive] = useState<LiveFound | null>(null)
  if (answer === null || live?.answer === answer) return live
  const next = nextLiveFound(live, { key: keyOfScan(scan), interval: scan.interval, answer })
  setLive(next)
  return next
}

export interface ScanCursor {
  /** The symbol typed after `why not`, else that of the row under the cursor. */
  readonly explained: InstrumentId | null
  readonly point: (symbol: InstrumentId) => void
}

/** A symbol of the address is explained until the cursor moves from one row to another. The table's first focus is no such move, nor is a return to the same row. */
export const useScanCursor = (asked: InstrumentId | null): ScanCursor => {
  const [{ row, explained }, setCursor] = useState<Cursor>({ row: null, explained: asked })
  const [before, setBefore] = useState(asked)
  if (asked !== before) {
    setBefore(asked)
    setCursor({ row, explained: asked })
  }
  const point = useCallback(
    (symbol: InstrumentId) =>
      setCursor((cursor) =>
        cursor.row === symbol
          ? cursor
          : { row: symbol, explained: cursor.row === null ? cursor.explained : symbol },
      ),
    [],
  )
  return { explained: explained ?? row, point }
}

interface Cursor {
  readonly row: InstrumentId | null
  readonly explained: InstrumentId | null
}
