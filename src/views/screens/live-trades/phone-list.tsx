import { type KeyboardEvent, useRef } from 'react'
import { deploymentOnPhone } from './deployment-columns.tsx'
import { type DeploymentRow, runShownFor } from './deployment-row.ts'
import { DeploymentActs, RunInDetail } from './detail/deployment-panel.tsx'
import { LastLine, useLogLines } from './detail/order-log.tsx'
import styles from './live-trades.module.css'

interface PhoneListProps {
  readonly rows: readonly DeploymentRow[]
  readonly current: DeploymentRow | null
  readonly onPoint: (row: DeploymentRow) => void
}

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

export function PhoneList({ rows, current, onPoint }: PhoneListProps) {
  const list = useRef<HTMLUListElement>(null)
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = buttons.indexOf(event.target as HTMLElement)
    if (step === undefined || at < 0) return
    event.preventDefault()
    event.stopPropagation()
    buttons[at + step]?.focus()
  }
  return (
    <ul ref={list} className={styles.phone} aria-label="Live strategies" onKeyDown={walk}>
      {rows.map((row) => (
        <li key={row.key}>
          <Row row={row} isOpen={row.key === current?.key} onPoint={() => onPoint(row)} />
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  readonly row: DeploymentRow
  readonly isOpen: boolean
  readonly onPoint: () => void
}

function Row({ row, isOpen, onPoint }: RowProps) {
  const { deployment } = row
  const { title, value, note, detail } = deploymentOnPhone(row)
  return (
    <>
      <button
        type="button"
        data-row=""
        className={styles.phoneRow}
        aria-expanded={isOpen}
        data-ended={deployment.status === 'stopped' ? '' : undefined}
        onClick={onPoint}
      >
        {title}
        {value}
        {note}
        {detail}
      </button>
      {isOpen && <Opened row={row} />}
    </>
  )
}

function Opened({ row }: { readonly row: DeploymentRow }) {
  const { deployment } = row
  const run = runShownFor(row)
  const lines = useLogLines(deployment.deploymentUuid)
  return (
    <div className={styles.opened}>
      {run !== null && (
        <RunInDetail key={`${run.segSym} ${run.leg}`} deployment={deployment} run={run} lines={lines} />
      )}
      <LastLine lines={lines} />
      <DeploymentActs deployment={deployment} isLarge />
    </div>
  )
}
