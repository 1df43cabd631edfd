import type { ReactNode } from 'react'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import type { ShownRisk } from '../../../kit/risk/use-risk.ts'
import { GreeksPanel } from './greeks-panel.tsx'
import { PayoffSide } from './payoff-side.tsx'
import styles from './risk.module.css'
import { useShownGroup } from './shown-group.ts'

interface WithRiskProps extends ShownRisk {
  readonly isOpen: boolean
  readonly instrument: InstrumentId | null
  readonly children: ReactNode
}

export function WithRisk({ isOpen, instrument, children, ...shown }: WithRiskProps) {
  const { risk } = shown
  const { group, isAll, choices, choose } = useShownGroup(risk?.groups ?? [], instrument)
  return (
    <div className={styles.parts} data-side={group === null ? undefined : ''}>
      <div className={styles.main}>
        {children}
        {isOpen && <GreeksPanel {...shown} shown={group} />}
      </div>
      {risk !== null && group !== null && (
        <PayoffSide risk={risk} group={group} isAll={isAll} choices={choices} onChoose={choose} />
      )}
    </div>
  )
}
