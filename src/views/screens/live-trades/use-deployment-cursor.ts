import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { focusRow } from '../../kit/hooks/use-current-row.ts'
import { type DeploymentRow, runShownFor } from './deployment-row.ts'

interface DeploymentCursor {
  readonly current: DeploymentRow | null
  /** The row that a command, a notice or the address moved the cursor to. */
  readonly followKey: string | null
  /** Leaving the table keeps the current row. */
  readonly point: (row: DeploymentRow | null) => void
}

const uuidOf = ({ deployment }: DeploymentRow): string => deployment.deploymentUuid

const attentionOf = (row: DeploymentRow) => {
  const run = runShownFor(row)
  return { kind: 'deployment', key: uuidOf(row), ...(run === null ? {} : { instrument: run.contract }) }
}

/** A row of one instrument stays current as long as the cursor is on its deployment. */
const currentIn = (
  rows: readonly DeploymentRow[],
  { key, cursor }: { readonly key: string | null; readonly cursor: string | null },
): DeploymentRow | null =>
  rows.find((row) => row.key === key && uuidOf(row) === cursor) ??
  rows.find((row) => uuidOf(row) === cursor) ??
  rows[0] ??
  null

/** The row that keys act on and the panel shows, and its log. */
export function useDeploymentCursor(rows: readonly DeploymentRow[]): DeploymentCursor {
  const { dispatch, setFocus } = useConsole()
  const cursor = useSnapshot('deployments', ({ context }) => context.cursor)
  const [key, setKey] = useState<string | null>(null)
  const [pointed, setPointed] = useState(cursor)
  // The table first focuses its first row; the one of an address or of the last visit takes the focus then.
  const [sought, setSought] = useState(cursor)
  const current = currentIn(rows, { key, cursor })
  useLayoutEffect(() => {
    setFocus(current === null ? { kind: '', key: '' } : attentionOf(current))
  }, [current, setFocus])
  useEffect(() => () => setFocus({ kind: '', key: '' }), [setFocus])
  const uuid = current === null ? null : uuidOf(current)
  useEffect(() => {
    dispatch({
      to: 'deploymentLog',
      event: uuid === null ? { type: 'log.hide' } : { type: 'log.show', key: uuid },
    })
  }, [dispatch, uuid])
  useEffect(() => () => dispatch({ to: 'deploymentLog', event: { type: 'log.hide' } }), [dispatch])
  const point = useCallback(
    (row: DeploymentRow | null) => {
      if (row === null) return
      setSought(null)
      if (sought !== null && sought !== uuidOf(row) && rows.some((one) => one.key === sought)) {
        focusRow(sought)
        return
      }
      setKey(row.key)
      setPointed(uuidOf(row))
      // Before rendering, because the next key may arrive first.
      setFocus(attentionOf(row))
      dispatch({ to: 'deployments', event: { type: 'deployments.point', key: uuidOf(row) } })
    },
    [dispatch, setFocus, sought, rows],
  )
  return { current, followKey: cursor === pointed ? null : cursor, point }
}
