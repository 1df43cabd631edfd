import { dayInWords } from '../../../domain/dates-in-words.ts'
import { formatRupees, formatSignedRupees } from '../../../domain/format.ts'
import { chargeKinds } from '../../kit/charge-kinds.ts'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import styles from './funds-screen.module.css'
import type { Row } from './statement-panel.tsx'

export function DayPanel({ row }: { readonly row: Row | null }) {
  const { run } = useConsole()
  if (row === null)
    return (
      <Panel title="Charges" className={styles.note}>
        <EmptyNotice title="No charges yet">Select a day to see its charges.</EmptyNotice>
      </Panel>
    )
  const { day, charges, traded, of } = row
  return (
    <Panel
      title={`Charges, ${dayInWords(day)}`}
      aside={
        <Button onPress={() => run({ command: 'journal.open', args: { range: 'day', day } })}>Journal</Button>
      }
      className={styles.note}
    >
      <dl className={styles.kinds}>
        {chargeKinds.map(([kind, title]) => (
          <div key={kind}>
            <dt>{title}</dt>
            <dd>{formatRupees(of.byKind[kind])}</dd>
          </div>
        ))}
        <div className={styles.sum}>
          <dt>Charges</dt>
          <dd>{formatRupees(charges)}</dd>
        </div>
        <div>
          <dt>Trades less charges, in cash</dt>
          <dd>{formatSignedRupees(traded - charges)}</dd>
        </div>
        <div>
          <dt>P&L of the day, net</dt>
          <dd>
            <Signed value={of.gross - charges} format={formatSignedRupees} />
          </dd>
        </div>
      </dl>
    </Panel>
  )
}
