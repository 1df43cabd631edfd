import { formatSignedRupees } from '../../../domain/format.ts'
import { CoverageBadge } from '../../backtests/coverage-badge.tsx'
import { symbolsInWords } from '../../backtests/symbols-in-words.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { useNow } from '../../kit/hooks/use-now.ts'
import { sinceInWords } from '../../kit/instants.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { openLine } from '../../kit/open-path.ts'
import { Signed } from '../../kit/price/signed.tsx'
import text from '../../theme/text.module.css'
import styles from './home-screen.module.css'
import { OpenAll } from './open-all.tsx'

const SHOWN_MAX = 12
const signed = (value: number | null) => formatSignedRupees(value, 0)

export function SavedRunsBrief() {
  return (
    <Panel title="Saved runs" aside={<OpenAll view="backtest" />} className={styles.grows}>
      <Runs />
    </Panel>
  )
}

function Runs() {
  const { run, dispatch } = useConsole()
  const now = useNow(60_000)
  const runs = useSnapshot('savedRuns', ({ context }) => context.runs)
  const isLoaded = useSnapshot('savedRuns', ({ context }) => context.page > 0)
  const message = useSnapshot('savedRuns', (savedRuns) =>
    savedRuns.matches({ paging: 'failed' }) ? (savedRuns.context.message ?? '') : null,
  )
  if (message !== null && runs.length === 0) {
    const load = () => dispatch({ to: 'savedRuns', event: { type: 'savedRuns.load' } })
    return <ErrorNotice message={message} onRetry={load} />
  }
  if (!isLoaded) return <Skeleton rows={6} />
  if (runs.length === 0) {
    return (
      <EmptyNotice icon="backtest" title="No saved runs yet">
        <p className={styles.first}>Backtest an idea over years of candles in one line.</p>
        <Button
          kind="primary"
          onPress={() => run(openLine('bt ema(close,9) crosses above ema(close,21) on nifty 50'))}
        >
          Run your first <KeyCap keys="Ctrl K" />
        </Button>
      </EmptyNotice>
    )
  }
  return (
    <ul className={styles.scroll}>
      {runs.slice(0, SHOWN_MAX).map((one) => (
        <li key={one.slug}>
          <button
            type="button"
            className={styles.line}
            onClick={() => run({ command: 'backtest.open', args: { run: one.slug } })}
          >
            <bdi className={`${text.strong} ${text.cut}`}>{one.name}</bdi>
            <span className={`${text.muted} ${text.cut}`}>{symbolsInWords(one.segSyms)}</span>
            <span className={styles.end}>
              <CoverageBadge done={one.segSyms.length} all={one.symbols} />
              {one.source === 'simulated' && <Badge tone="amber">simulated</Badge>}
            </span>
            <Signed value={one.finalPnl} format={signed} className={`${text.number} ${styles.figure}`} />
            <span className={`${text.muted} ${text.number} ${styles.when}`}>
              {sinceInWords(one.createdAt, now)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
