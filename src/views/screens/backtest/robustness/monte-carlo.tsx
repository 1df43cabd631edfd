import type { MonteCarloTest } from '../../../../domain/backtests/robustness/monte-carlo.ts'
import {
  countOf,
  formatNumber,
  formatPercent,
  formatRupees,
  formatSignedRupees,
} from '../../../../domain/format.ts'
import { useCommand, useSnapshot } from '../../../kit/console.tsx'
import { ErrorNotice } from '../../../kit/layout/notice.tsx'
import text from '../../../theme/text.module.css'
import { Findings } from './findings.tsx'
import styles from './robustness-panel.module.css'
import { type RobustnessRow, RobustnessRows } from './robustness-rows.tsx'
import { reckonedInWords } from './robustness-texts.ts'

export function MonteCarloPanel({ instrument }: { readonly instrument: string }) {
  const run = useCommand()
  const context = useSnapshot('monteCarlo', (test) => test.context)
  const isTesting = useSnapshot('monteCarlo', (test) => test.matches('testing'))
  const isFailed = useSnapshot('monteCarlo', (test) => test.matches('failed'))
  const isOptions = useSnapshot('backtest', (backtest) => backtest.context.params?.options !== undefined)
  const found = Object.entries(context.results).find(([id]) => id === instrument)
  if (isTesting)
    return (
      <p className={styles.quiet} role="status">
        Running the Monte Carlo test…
      </p>
    )
  if (isFailed && (context.instrument === null || context.instrument === instrument))
    return (
      <ErrorNotice
        message={context.message ?? ''}
        onRetry={() =>
          run({
            command: 'backtest.monteCarlo',
            args: context.instrument === null ? {} : { instrument: context.instrument },
          })
        }
      />
    )
  if (found === undefined)
    return (
      <p className={`${styles.quiet} ${text.muted}`}>
        {isOptions
          ? 'The Monte Carlo test reshuffles the trades 1,000 times and checks the whole span for look-ahead bias.'
          : 'The Monte Carlo test compares this run with 1,000 runs of random entries, and reshuffles its trades 1,000 times.'}
      </p>
    )
  return <Result test={found[1]} />
}

function Result({ test }: { readonly test: MonteCarloTest }) {
  return (
    <>
      <RobustnessRows label="Monte Carlo test" rows={rowsOf(test)} />
      {test.lookAheads.length > 0 && (
        <Findings
          findings={[
            {
              code: 'look_ahead',
              severity: 'grave',
              text: 'Look-ahead bias: the strategy decides differently when later candles are removed.',
              evidence: test.lookAheads,
            },
          ]}
        />
      )}
    </>
  )
}

const rupees = (value: number) => formatRupees(value, 0)

const rowsOf = (test: MonteCarloTest): readonly RobustnessRow[] => {
  const { draws, randomPnl, shuffledDraw } = test
  const many = formatNumber(draws, 0)
  return [
    {
      label: 'Better than random entries',
      ...reckonedInWords(
        test.percentile,
        (value) => formatPercent(value, 1),
        `Share of ${many} runs with random entries, same trade count and length`,
      ),
    },
    {
      label: 'p-value',
      ...reckonedInWords(
        test.pValue,
        (value) => formatPercent(value === null ? null : value * 100, 1),
        'Probability that random entries do as well',
      ),
    },
    {
      label: 'Random entries, median',
      value: randomPnl === null ? '–' : formatSignedRupees(randomPnl.p50, 0),
      help:
        randomPnl === null
          ? (test.percentile.reason ?? '–')
          : `Middle 90%: ${formatSignedRupees(randomPnl.p5, 0)} to ${formatSignedRupees(randomPnl.p95, 0)}`,
    },
    {
      label: 'Reshuffled drawdown',
      value: shuffledDraw === null ? '–' : rupees(shuffledDraw.p95),
      help:
        shuffledDraw === null
          ? 'No trades'
          : `95th percentile; 5th ${rupees(shuffledDraw.p5)}, median ${rupees(shuffledDraw.p50)}, 99th ${rupees(shuffledDraw.p99)}; this run ${rupees(test.maxDraw)}`,
    },
    {
      label: 'Look-ahead bias',
      value: test.lookAheads.length === 0 ? 'no' : 'yes',
      help: `Re-run on candles cut off at ${countOf(test.cuts, 'point')} of the span`,
    },
  ]
}
