import { isWithin, type Period } from '../../../domain/analysis/period.ts'
import { formatRupees } from '../../../domain/format.ts'
import type { LoadedHistory } from '../../../machines/analysis/account-history.ts'
import { chargeKinds } from '../../kit/charge-kinds.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import styles from './dashboard-screen.module.css'

interface ChargesPanelProps {
  readonly history: LoadedHistory
  readonly period: Period
}

export function ChargesPanel({ history, period }: ChargesPanelProps) {
  const days = history.days.filter(({ day }) => isWithin(period, day))
  const total = days.reduce((sum, { charges }) => sum + charges, 0)
  const sums = chargeKinds.map(([kind, name]) => ({
    name,
    sum: days.reduce((all, { byKind }) => all + byKind[kind], 0),
  }))
  return (
    <Panel title="Charges" note="of the whole account" aside={formatRupees(total)}>
      <div className={styles.parts} aria-hidden="true">
        {sums.map(({ name, sum }) => (
          <span key={name} style={{ flexGrow: Math.max(0, sum) }} />
        ))}
      </div>
      <dl className={styles.kinds}>
        {sums.map(({ name, sum }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatRupees(sum)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
