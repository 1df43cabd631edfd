import type { UnderlyingRisk } from '../../../../machines/positions/risk.ts'
import { ErrorNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { Skeleton } from '../../../kit/layout/skeleton.tsx'
import { GreeksTable, riskNote } from '../../../kit/risk/greeks-table.tsx'
import type { ShownRisk } from '../../../kit/risk/use-risk.ts'
import { HedgeLine } from './hedge-line.tsx'
import styles from './risk.module.css'

interface GreeksPanelProps extends ShownRisk {
  readonly shown: UnderlyingRisk | null
}

/** In rupees, so that underlyings add up; an underlying moves with NIFTY by its beta. */
export function GreeksPanel({ risk, message, askAgain, shown }: GreeksPanelProps) {
  return (
    <Panel
      title="Greeks"
      className={styles.greeks}
      note={riskNote(risk, message) ?? 'in rupees, beta-weighted to NIFTY 50'}
    >
      {risk === null && message !== null ? (
        <ErrorNotice message={message} onRetry={askAgain} />
      ) : risk === null ? (
        <div role="status" aria-label="Greeks: loading">
          <Skeleton rows={3} />
        </div>
      ) : (
        <>
          <GreeksTable label="Greeks by underlying" risk={risk} figures="moves" />
          {shown !== null && <HedgeLine group={shown} rate={risk.rate} />}
        </>
      )}
    </Panel>
  )
}
