import { type KeyboardEvent, useCallback, useState } from 'react'
import { rowElement } from '../../kit/table/table-keys.ts'
import type { DeploymentRow } from './deployment-row.ts'

interface Unfolded {
  readonly keys: ReadonlySet<string>
  readonly toggle: (key: string) => void
  /** `→` unfolds, `←` folds; on the row of an instrument `←` folds its deployment. */
  readonly pressOn: (event: KeyboardEvent, rows: readonly DeploymentRow[]) => DeploymentRow | null
}

export function useUnfolded(): Unfolded {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (key: string) =>
      setKeys((before) => {
        const after = new Set(before)
        if (!after.delete(key)) after.add(key)
        return after
      }),
    [],
  )
  const pressOn = (event: KeyboardEvent, rows: readonly DeploymentRow[]): DeploymentRow | null => {
    const element = rowElement(event.target)
    // Within a row the arrows go from cell to cell.
    if (element === null || element !== event.target) return null
    const row = rows.find(({ key }) => key === element.getAttribute('data-key'))
    const folded = row === undefined ? null : foldedBy(event.key, row, rows)
    if (folded === null) return null
    event.preventDefault()
    event.stopPropagation()
    toggle(folded.key)
    return folded
  }
  return { keys, toggle, pressOn }
}

const foldedBy = (key: string, row: DeploymentRow, rows: readonly DeploymentRow[]): DeploymentRow | null => {
  if (key === 'ArrowRight' && row.kind === 'folded') return row
  if (key !== 'ArrowLeft') return null
  if (row.kind === 'unfolded') return row
  return row.kind === 'symbol'
    ? (rows.find((one) => one.key === row.deployment.deploymentUuid) ?? null)
    : null
}
