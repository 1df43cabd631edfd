import { useCallback, useState } from 'react'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { Scan } from '../../../domain/scanners/scan.ts'
import { keyOfScan } from '../../../domain/scanners/scan-address.ts'
import type { ScanReply } from '../../../machines/scanners/scan.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'

export interface ShownScan {
  readonly result: ScanReply | null
  readonly message: string | null
  readonly again: () => void
}

export const useScan = (scan: Scan): ShownScan => {
  const key = keyOfScan(scan)
  const again = useKeptCurrent('scanResult', key)
  const shown = useSnapshot('scanResult', ({ context }) => context.key)
  const output = useSnapshot('scanResult', ({ context }) => context.output)
  const message = useSnapshot('scanResult', ({ context }) => context.message)
  return { result: shown === key ? output : null, message: shown === key ? message : null, again }
}

export interface ScanCursor {
  /** The symbol asked for, or that of the row under the cursor. */
  readonly explained: InstrumentId | null
  readonly point: (symbol: InstrumentId) => void
}

/** A symbol that is asked for stands until the cursor moves to another row; the focus coming back to its row is no move. */
export const useScanCursor = (asked: InstrumentId | null): ScanCursor => {
  const [{ row, explained }, setCursor] = useState<Cursor>({ row: null, explained: asked })
  const [before, setBefore] = useState(asked)
  if (asked !== before) {
    setBefore(asked)
    setCursor({ row, explained: asked })
  }
  const point = useCallback(
    (symbol: InstrumentId) =>
      setCursor((cursor) => (cursor.row === symbol ? cursor : { row: symbol, explained: symbol })),
    [],
  )
  return { explained: explained ?? row, point }
}

interface Cursor {
  readonly row: InstrumentId | null
  readonly explained: InstrumentId | null
}
