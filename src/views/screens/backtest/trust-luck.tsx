import { formatNumber, formatPercent, formatRupees, formatSignedRupees } from '../../../domain/format.ts'
import type { LuckTest } from '../../../domain/trust/luck.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { ErrorNotice } from '../../kit/notice.tsx'
import text from '../../theme/text.module.css'
import { TrustFindings } from './trust-findings.tsx'
import styles from './trust-panel.module.css'
import { type TrustRow, TrustRows } from './trust-rows.tsx'
import { reckonedInWords } from './trust-words.ts'

/** What chance does with the same trades, once it has been asked for. */
export function TrustLuck({ instrument }: { readonly instrument: string }) {
  const run = useCommand()
  const context = useSnapshot('luck', (luck) => luck.context)
  const isTesting = useSnapshot('luck', (luck) => luck.matches('testing'))
  const isFailed = useSnapshot('luck', (luck) => luck.matches('failed'))
  const isOptions = useSnapshot('backtest', (backtest) => backtest.context.params?.options !== undefined)
  const found = Object.entries(context.results).find(([id]) => id === instrument)
  if (isTesting)
    return (
      <p className={styles.quiet} role="status">
        Drawing entries and orders at random…
      </p>
    )
  if (isFailed && (context.instrument === null || context.instrument === instrument))
    return (
      <ErrorNotice
        message={context.message ?? ''}
        onRetry={() =>
          run({
            command: 'backtest.trust',
            args: context.instrument === null ? {} : { instrument: context.instrument },
          })
        }
      />
    )
  if (found === undefined)
    return (
      <p className={`${styles.quiet} ${text.muted}`}>
        {isOptions
          ? 'Test luck sets the trades in a thousand orders beside this one, and looks for looking ahead over the whole span.'
          : 'Test luck sets a thousand runs with random entries, and the trades in a thousand orders, beside this one.'}
      </p>
    )
  return <Luck luck={found[1]} />
}

function Luck({ luck }: { readonly luck: LuckTest }) {
  return (
    <>
      <TrustRows label="Luck test" rows={rowsOf(luck)} />
      {luck.lookAheads.length > 0 && (
        <TrustFindings
          findings={[
            {
              code: 'look_ahead',
              severity: 'grave',
              text: 'The strategy looks ahead: with later candles taken away it decides otherwise.',
              evidence: luck.lookAheads,
            },
          ]}
        />
      )}
    </>
  )
}

const rupees = (value: number) => formatRupees(value, 0)

const rowsOf = (luck: LuckTest): readonly TrustRow[] => {
  const { draws, randomPnl, shuffledDraw } = luck
  const many = formatNumber(draws, 0)
  return [
    {
      label: 'Better than random entries',
      ...reckonedInWords(
        luck.percentile,
        (value) => formatPercent(value, 1),
        `Of ${many} runs with as many trades, as long, begun at random`,
      ),
    },
    {
      label: 'Chance to do as well',
      ...reckonedInWords(
        luck.chance,
        (value) => formatPercent(value === null ? null : value * 100, 1),
        'By entering at random',
      ),
    },
    {
      label: 'Random entries make',
      value: randomPnl === null ? '–' : formatSignedRupees(randomPnl.p50, 0),
      help:
        randomPnl === null
          ? (luck.percentile.reason ?? '–')
          : `Half of them less; nine in ten ${formatSignedRupees(randomPnl.p5, 0)} to ${formatSignedRupees(randomPnl.p95, 0)}`,
    },
    {
      label: 'Drawdown in another order',
      value: shuffledDraw === null ? '–' : rupees(shuffledDraw.p95),
      help:
        shuffledDraw === null
          ? 'There is no trade.'
          : `95 of 100 stay under it; 5 under ${rupees(shuffledDraw.p5)}, 50 under ${rupees(shuffledDraw.p50)}, 99 under ${rupees(shuffledDraw.p99)}; the run had ${rupees(luck.maxDraw)}`,
    },
    {
      label: 'Looks ahead',
      value: luck.lookAheads.length === 0 ? 'no' : 'yes',
      help: `Run again on the candles up to ${luck.cuts} moments of the span`,
    },
  ]
}
