import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Proposal } from '../../../machines/deployments/proposals.ts'
import { isWaiting } from '../../../machines/deployments/waiting-proposals.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { titleHasFocus } from '../../kit/layout/screen-title.tsx'

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

interface QueueCursor {
  readonly current: Proposal | null
  readonly point: (proposal: Proposal) => void
}

/** The cursor follows its proposal: one that arrives above does not take the Enter meant for another. */
export function useQueueCursor(rows: readonly Proposal[]): QueueCursor {
  const { dispatch, setFocus } = useConsole()
  const cursor = useSnapshot('proposals', ({ context }) => context.cursor)
  const current = rows.find(({ proposalUuid }) => proposalUuid === cursor) ?? rows[0] ?? null
  const point = useCallback(
    ({ proposalUuid, contract }: Proposal) => {
      dispatch({ to: 'proposals', event: { type: 'proposals.point', key: proposalUuid } })
      // Before rendering, because the next key may arrive first.
      if (actsOnRow()) setFocus({ kind: 'proposal', key: proposalUuid, instrument: contract })
    },
    [dispatch, setFocus],
  )
  useEffect(() => {
    // The first row is pointed at, so that one arriving above it later does not become the current one.
    if (current !== null && current.proposalUuid !== cursor) point(current)
  }, [current, cursor, point])
  useAttention(current)
  useRowKeys(rows, current)
  return { current, point }
}

/** Enter on a link or another button presses that, and sends no proposal. */
const actsOnRow = (): boolean =>
  mayMove() || document.activeElement?.closest('main [data-queue-acts]') != null

/** A line that is typed is about the row that was left for it; its keys are its own. */
const isInDialog = (): boolean => document.activeElement?.closest('[role=dialog]') != null

function useAttention(current: Proposal | null): void {
  const { setFocus } = useConsole()
  useLayoutEffect(() => {
    const follow = (): void => {
      if (current === null || !(actsOnRow() || isInDialog())) setFocus({ kind: '', key: '' })
      else setFocus({ kind: 'proposal', key: current.proposalUuid, instrument: current.contract })
    }
    follow()
    document.addEventListener('focusin', follow)
    document.addEventListener('focusout', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('focusout', follow)
    }
  }, [current, setFocus])
  useEffect(() => () => setFocus({ kind: '', key: '' }), [setFocus])
}

const rowOf = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`main button[data-key="${CSS.escape(key)}"]`)

/** The focus is on a row, or nowhere that would need the key itself. */
const mayMove = (): boolean =>
  titleHasFocus() ||
  document.activeElement === document.body ||
  document.activeElement?.matches('main button[data-key]') === true

/** Rows take the focus from the title once, so that their keys work at once. */
function useRowKeys(rows: readonly Proposal[], current: Proposal | null): void {
  const latest = useRef({ rows, current })
  useLayoutEffect(() => {
    latest.current = { rows, current }
  })
  const hasRows = rows.length > 0
  useEffect(() => {
    if (hasRows && titleHasFocus())
      rowOf(latest.current.current?.proposalUuid ?? '')?.focus({ preventScroll: true })
  }, [hasRows])
  const isAnyWaiting = rows.some(isWaiting)
  useEffect(() => {
    const { current: shown, rows: all } = latest.current
    const first = all.find(isWaiting)
    // No key acts on one that has ended, so that the first one to wait takes the cursor from it.
    if (!isAnyWaiting || first === undefined || shown === null || isWaiting(shown) || !mayMove()) return
    rowOf(first.proposalUuid)?.focus({ preventScroll: true })
  }, [isAnyWaiting])
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (ctrlKey || metaKey || altKey || shiftKey || !mayMove()) return
      const next = rowAfter(key, latest.current)
      if (next === null) return
      event.preventDefault()
      rowOf(next.proposalUuid)?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

interface Rows {
  readonly rows: readonly Proposal[]
  readonly current: Proposal | null
}

/** Null if the key moves nothing; the row at the end is its own next. */
const rowAfter = (key: string, { rows, current }: Rows): Proposal | null => {
  if (key === 'Home') return rows[0] ?? null
  if (key === 'End') return rows.at(-1) ?? null
  const step = STEPS[key]
  if (step === undefined) return null
  const index = rows.findIndex((row) => row.proposalUuid === current?.proposalUuid)
  return rows[Math.max(0, Math.min(rows.length - 1, index + step))] ?? null
}
