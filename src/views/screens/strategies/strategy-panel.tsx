import { intervalInWords } from '../../../domain/charts/interval.ts'
import { spanInWords } from '../../../domain/dates-in-words.ts'
import {
  formatNumber,
  formatPercent,
  formatSignedPercent,
  formatSignedRupees,
  NO_FIGURE,
} from '../../../domain/format.ts'
import { textOfInstrument } from '../../../domain/instruments/instrument-names.ts'
import { parseIstDate } from '../../../domain/time.ts'
import type { StrategyEntry } from '../../../machines/strategies/strategies.ts'
import { ReturnCurve } from '../../charts/return-curve.tsx'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { shortInstant } from '../../kit/instants.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { toneOf } from '../../kit/price/signed.tsx'
import { RuleText } from '../../kit/rule-text.tsx'
import { drawdownInWords } from '../../strategies/drawdown-in-words.ts'
import { StrategyVersions } from '../../strategies/version-list.tsx'
import text from '../../theme/text.module.css'
import { actsOfStrategy } from './acts-of-row.ts'
import { isChangedSince } from './strategy-columns.tsx'
import styles from './strategy-panel.module.css'

interface PanelProps {
  readonly entry: StrategyEntry | null
  readonly isOver: boolean
  readonly onClose: () => void
}

export function StrategyPanel({ entry, isOver, onClose }: PanelProps) {
  return (
    <aside className={styles.panel} aria-label="Strategy" data-over={isOver ? '' : undefined}>
      <div className={styles.head}>
        <h2 className={`${styles.title} ${text.cut}`}>
          <bdi>{entry?.algoName ?? 'Strategy'}</bdi>
        </h2>
        {entry !== null && !entry.isSample && <Badge>{`v${entry.version}`}</Badge>}
        {isOver && <Button kind="quiet" icon="close" aria-label="Hide details" onPress={onClose} />}
      </div>
      {entry === null ? (
        <EmptyNotice title="No strategy selected" />
      ) : (
        <Reading key={entry.slug} entry={entry} />
      )}
    </aside>
  )
}

function Reading({ entry }: { readonly entry: StrategyEntry }) {
  const console = useConsole()
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={styles.body} aria-label={`Rules and figures of ${entry.algoName}`} tabIndex={0}>
        <Rules entry={entry} />
        <LastBacktest entry={entry} />
        {entry.note !== '' && <p className={styles.note}>{entry.note}</p>}
        {!entry.isSample && <StrategyVersions entry={entry} />}
      </section>
      <div className={styles.acts}>
        {actsOfStrategy(entry, console).map(({ id, title, keys, run }, index) => (
          <Button key={id} kind={index === 0 ? 'primary' : 'plain'} onPress={run} {...(keys ? { keys } : {})}>
            {title}
          </Button>
        ))}
      </div>
    </>
  )
}

function Rules({ entry: strategy }: { readonly entry: StrategyEntry }) {
  const { entry, exit, interval, legs, segSyms, terms } = strategy
  return (
    <dl className={styles.rules}>
      <dt className={styles.kicker}>On</dt>
      <dd>{segSyms.map((symbol) => textOfInstrument(symbol)).join(', ')}</dd>
      <dd className={text.muted}>{`${intervalInWords(interval)} · ${terms}`}</dd>
      <dt className={styles.kicker}>Enter</dt>
      <dd>
        <RuleText rule={entry} />
      </dd>
      <dt className={styles.kicker}>Exit</dt>
      <dd>{exit === '' ? <span className={text.muted}>no rule</span> : <RuleText rule={exit} />}</dd>
      {legs.length > 0 && (
        <>
          <dt className={styles.kicker}>Legs</dt>
          {legs.map((leg, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two legs may be the same
            <dd key={index}>{leg}</dd>
          ))}
        </>
      )}
    </dl>
  )
}

function LastBacktest({ entry }: { readonly entry: StrategyEntry }) {
  const { lastBacktest } = entry
  if (lastBacktest === null) return <p className={styles.note}>Not tested yet.</p>
  const { at, curve, symbols, version } = lastBacktest
  return (
    <>
      <ReturnCurve values={curve} />
      <dl className={styles.figures}>
        {figuresOf(lastBacktest).map(({ label, value, tone }) => (
          <div key={label} className={styles.figure}>
            <dt className={styles.kicker}>{label}</dt>
            <dd className={tone === undefined ? '' : text[tone]}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.line}>
        <span>{`${entry.isSample ? 'Backtest' : `Backtest of v${version}`}, ${shortInstant(at, Date.now())}`}</span>
        <span className={text.muted}>{symbols === 1 ? '1 symbol' : `${symbols} symbols`}</span>
      </p>
      <p className={styles.line}>
        <span className={text.muted}>{daysInWords(lastBacktest)}</span>
        {isChangedSince(entry) && <Badge tone="amber">rule changed since</Badge>}
      </p>
    </>
  )
}

const daysInWords = ({ from, to }: { readonly from: string; readonly to: string }): string => {
  const [first, last] = [parseIstDate(from), parseIstDate(to)]
  return first === null || last === null ? '' : spanInWords(first, last)
}

interface PanelFigure {
  readonly label: string
  readonly value: string
  readonly tone?: 'up' | 'down' | undefined
}

const figuresOf = (run: NonNullable<StrategyEntry['lastBacktest']>): readonly PanelFigure[] => [
  { label: 'Net P&L', value: formatSignedRupees(run.finalPnl, 0), tone: toneOf(run.finalPnl) },
  { label: 'Return', value: formatSignedPercent(run.return, 1), tone: toneOf(run.return) },
  { label: 'Max drawdown', value: drawdownInWords(run.maxDraw) },
  { label: 'Sharpe', value: formatNumber(run.sharpe) },
  {
    label: 'Win rate',
    value: run.trades === 0 ? NO_FIGURE : formatPercent((run.wins / run.trades) * 100, 1),
  },
  { label: 'Trades', value: formatNumber(run.trades, 0) },
]
