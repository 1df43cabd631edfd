import { formatSignedRupees } from '../../../domain/format.ts'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { sinceInWords } from '../../kit/instants.ts'
import { KeyCap } from '../../kit/key-cap.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Signed } from '../../kit/signed.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { useNow } from '../../kit/use-now.ts'
import text from '../../theme/text.module.css'
import { CoverageBadge } from '../backtest/coverage-badge.tsx'
import { symbolsInWords } from '../backtest/symbols-in-words.ts'
import styles from './home-screen.module.css'
import { OpenAll } from './open-all.tsx'

const SHOWN_MAX = 12
const signed = (value: number | null) => formatSignedRupees(value, 0)

/** The newest saved runs. */
export function SavedRunsBrief() {
  return (
    <Panel title="Saved runs" aside={<OpenAll view="backtest" />} className={styles.grows}>
      <Runs />
    </Panel>
  )
}

function Runs() {
  const { actors, run } = useConsole()
  const now = useNow(60_000)
  const runs = useSnapshot('savedRuns', ({ context }) => context.runs)
  const isLoaded = useSnapshot('savedRuns', ({ context }) => context.page > 0)
  const message = useSnapshot('savedRuns', (savedRuns) =>
    savedRuns.matches({ paging: 'failed' }) ? (savedRuns.context.message ?? '') : null,
  )
  if (message !== null && runs.length === 0) {
    return <ErrorNotice message={message} onRetry={() => actors.savedRuns.send({ type: 'savedRuns.load' })} />
  }
  if (!isLoaded) return <Skeleton rows={6} />
  if (runs.length === 0) {
    return (
      <EmptyNotice icon="backtest" title="No run yet">
        <p className={styles.first}>One line tests an idea over years of candles.</p>
        <Button
          kind="primary"
          onPress={() =>
            actors.palette.send({
              type: 'palette.open',
              line: 'bt ema(close,9) crosses above ema(close,21) on nifty 50',
            })
          }
        >
          Write the first <KeyCap keys="Ctrl K" />
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
