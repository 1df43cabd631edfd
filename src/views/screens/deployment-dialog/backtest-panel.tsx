import { spanInWords } from '../../../domain/dates-in-words.ts'
import { formatNumber, formatPercent, formatSignedRupees, NO_FIGURE } from '../../../domain/format.ts'
import { parseIstDate } from '../../../domain/time.ts'
import type { DeployedStrategy } from '../../../machines/deployments/deploy-form.ts'
import type { StrategyEntry } from '../../../machines/strategies/strategies.ts'
import { ReturnCurve } from '../../charts/return-curve.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { shortInstant } from '../../kit/instants.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { toneOf } from '../../kit/price/signed.tsx'
import { drawdownInWords } from '../../strategies/drawdown-in-words.ts'
import text from '../../theme/text.module.css'
import styles from './deploy.module.css'

type Backtest = NonNullable<StrategyEntry['lastBacktest']>

/** Null if the strategy was never tested, or its entry is not among those loaded. */
const useLastBacktest = ({ slug, isSample }: DeployedStrategy): Backtest | null =>
  useSnapshot(
    isSample ? 'sampleStrategies' : 'strategies',
    ({ context }) => context.known.find((one) => one.slug === slug)?.lastBacktest ?? null,
  )

interface BacktestPanelProps {
  readonly deployed: DeployedStrategy
  readonly onBacktest: () => void
}

export function BacktestPanel({ deployed, onBacktest }: BacktestPanelProps) {
  const { now } = useConsole()
  const run = useLastBacktest(deployed)
  const { version, isSample } = deployed
  const ask = <Button keys="b" onPress={onBacktest}>{`Backtest version ${version}`}</Button>
  if (run === null)
    return (
      <section aria-label="Last backtest" className={styles.group}>
        <h2 className={styles.legend}>Last backtest</h2>
        <p className={text.muted}>No backtest of this strategy yet.</p>
        {ask}
      </section>
    )
  const isOlder = !isSample && run.version !== version
  return (
    <section aria-label="Last backtest" className={styles.group}>
      <h2 className={styles.legend}>
        {isSample ? 'Last backtest' : `Last backtest, of version ${run.version}`}
      </h2>
      <p className={styles.small}>{spanOf(run, now())}</p>
      <ReturnCurve values={run.curve} />
      <dl className={styles.figures}>
        {figuresOf(run).map(({ label, value, tone }) => (
          <div key={label}>
            <dt className={styles.kicker}>{label}</dt>
            <dd className={tone === undefined ? '' : text[tone]}>{value}</dd>
          </div>
        ))}
      </dl>
      {isOlder && (
        <>
          <p>
            <Badge tone="amber">older version</Badge> {`Version ${version} itself was not tested.`}
          </p>
          {ask}
        </>
      )}
    </section>
  )
}

const spanOf = ({ at, symbols, from, to }: Backtest, now: number): string => {
  const [first, last] = [parseIstDate(from), parseIstDate(to)]
  const days = first === null || last === null ? '' : ` · ${spanInWords(first, last)}`
  return `run ${shortInstant(at, now)} · ${symbols === 1 ? '1 symbol' : `${symbols} symbols`}${days}`
}

interface Figure {
  readonly label: string
  readonly value: string
  readonly tone?: 'up' | 'down' | undefined
}

const figuresOf = (run: Backtest): readonly Figure[] => [
  { label: 'Net P&L', value: formatSignedRupees(run.finalPnl, 0), tone: toneOf(run.finalPnl) },
  { label: 'Max drawdown', value: drawdownInWords(run.maxDraw) },
  { label: 'Trades', value: formatNumber(run.trades, 0) },
  {
    label: 'Win rate',
    value: run.trades === 0 ? NO_FIGURE : formatPercent((run.wins / run.trades) * 100, 1),
  },
  { label: 'Sharpe', value: formatNumber(run.sharpe) },
]
