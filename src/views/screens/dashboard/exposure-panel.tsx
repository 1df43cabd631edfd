import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { GreeksTable, riskNote } from '../../kit/risk/greeks-table.tsx'
import { useRisk } from '../../kit/risk/use-risk.ts'
import { listStateOf } from '../../kit/table/list-state.ts'
import styles from './dashboard-screen.module.css'

export function ExposurePanel() {
  const { risk, message, askAgain } = useRisk(true)
  const { run } = useConsole()
  return (
    <Panel
      title="Exposure now"
      note={riskNote(risk, message) ?? 'of open positions'}
      aside={
        <Button
          size="small"
          keys="g p"
          onPress={() => run({ command: 'view.open', args: { view: 'positions' } })}
        >
          Positions
        </Button>
      }
      className={styles.exposure}
    >
      <GreeksTable
        label="Exposure by underlying"
        risk={risk}
        figures="worth"
        state={listStateOf({ output: risk, message, again: askAgain })}
        empty={<EmptyNotice title="No position is open" />}
      />
    </Panel>
  )
}
