import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Scan } from '../../../domain/scanners/scan.ts'
import {
  isEdited,
  isSameScan,
  pathOfScan,
  type ScannerRef,
  type ScanTab,
  scannerAt,
  shownAt,
  whyIn,
} from '../../../domain/scanners/scan-address.ts'
import { parseUniverse } from '../../../domain/scanners/universe.ts'
import { parseCondition } from '../../../domain/strategies/condition/parse.ts'
import type { SavedScanner } from '../../../machines/scanners/scanner-lists.ts'
import { useConsole } from '../../kit/console.tsx'
import { useScanAnswer } from '../../scanners/use-scan.ts'

/** A rule reaches the server this long after the last change. */
const PAUSE_MS = 200

export interface ScannerOnScreen {
  readonly of: ScannerRef
  readonly saved: SavedScanner | null
  readonly message: string | null
  readonly again: () => void
  /** As it is edited; its rule may be unfinished. */
  readonly draft: Scan
  /** The newest that could be read; null before there is one. */
  readonly scanned: Scan | null
  readonly asked: ReturnType<typeof whyIn>
  readonly isEdited: boolean
  readonly change: (part: Partial<Scan>) => void
}

const isWhole = ({ logic, universe }: Scan): boolean =>
  logic.trim() !== '' && parseCondition(logic).ok && parseUniverse(universe) !== null

function useLastWritten(draft: Scan): Scan | null {
  const [scanned, setScanned] = useState(() => (isWhole(draft) ? draft : null))
  useEffect(() => {
    if (!isWhole(draft)) return
    const timer = setTimeout(() => setScanned(draft), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft])
  return scanned
}

const noScanner: ScannerRef = { slug: null, version: null }

/** An unsaved scan is in the address, so that it survives a reload and can be shared. */
export function useScanner(): ScannerOnScreen {
  const { dispatch } = useConsole()
  const [bare] = useLocation()
  const search = useSearch()
  const path = `${bare}?${search}`
  const of = useMemo(() => scannerAt(path) ?? noScanner, [path])
  const { output: saved, message, again } = useScanAnswer('scanner', of.slug)
  const shown = useMemo(() => shownAt(path, saved), [path, saved])
  const known = shown?.scan ?? null
  const tab: ScanTab = shown?.tab ?? 'found'
  const [draft, setDraft] = useState<Scan>(() => known ?? emptyScan)
  const written = useRef(draft)
  useEffect(() => {
    // The address echoes typed text late: an echo older than the field is ignored.
    if (known === null || isSameScan(known, written.current)) return
    written.current = known
    setDraft(known)
  }, [known])
  const version = of.version ?? saved?.version ?? null
  const change = useCallback(
    (part: Partial<Scan>) => {
      const next = { ...written.current, ...part }
      written.current = next
      setDraft(next)
      const address = pathOfScan({ slug: of.slug, version }, next, { tab })
      dispatch({ to: 'navigation', event: { type: 'view.replace', path: address } })
    },
    [dispatch, of.slug, version, tab],
  )
  return {
    of,
    saved,
    message,
    again,
    draft,
    scanned: useLastWritten(draft),
    asked: useMemo(() => whyIn(new URLSearchParams(search)), [search]),
    isEdited: saved === null ? draft.logic !== '' : isEdited(draft, saved),
    change,
  }
}

const emptyScan: Scan = { logic: '', universe: 'NIFTY500', interval: 'day', moment: 'live' }
