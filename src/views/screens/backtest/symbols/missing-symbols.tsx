import { hasFinished, withoutResult } from '../../../../machines/backtests/backtest-rows.ts'
import { useCommand, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { keysFor } from '../../../kit/control/keys-for.ts'
import { Icon } from '../../../kit/layout/icon.tsx'
import styles from '../backtest-screen.module.css'
import { missingInWords } from './missing-in-words.ts'

export function MissingSymbols() {
  const run = useCommand()
  const rows = useSnapshot('backtest', ({ context }) => context.rows)
  const cumulative = useSnapshot('backtest', ({ context }) => context.cumulative)
  const words = missingInWords(rows, cumulative)
  if (words === null) return null
  const missing = withoutResult(rows).length
  const call = { command: 'backtest.resume', args: {} } as const
  return (
    <div className={`${styles.wide} ${styles.cut}`} role="note" aria-label="Missing symbols">
      <Icon name="warning" /> <span className={styles.said}>{words}</span>
      {rows.every(hasFinished) && missing > 0 && (
        <Button kind="primary" keys={keysFor(call) ?? ''} onPress={() => run(call)}>
          {missing === 1 ? 'Run the missing symbol' : `Run the ${missing} missing`}
        </Button>
      )}
    </div>
  )
}
