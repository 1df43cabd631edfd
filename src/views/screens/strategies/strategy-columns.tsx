import { countOf, formatNumber, formatSignedPercent } from '../../../domain/format.ts'
import { symbolsInShort } from '../../../domain/strategies/in-words.ts'
import type { StrategyEntry } from '../../../machines/strategies/strategies.ts'
import { sinceInWords } from '../../kit/instants.ts'
import { Icon } from '../../kit/layout/icon.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { Sparkline } from '../../kit/price/sparkline.tsx'
import type { ColumnOf, PhoneRow } from '../../kit/table/data-table.tsx'
import { drawdownInWords } from '../../strategies/drawdown-in-words.ts'
import text from '../../theme/text.module.css'
import styles from './strategies.module.css'

const CURVE = { width: 66, height: 18 } as const

const percent = (value: number | null) => formatSignedPercent(value, 1)
const updated = ({ updatedAt }: StrategyEntry): string => sinceInWords(updatedAt, Date.now())

export const isChangedSince = ({ lastBacktest, version }: StrategyEntry): boolean =>
  lastBacktest !== null && lastBacktest.version < version

function Name({ category, algoName }: Pick<StrategyEntry, 'category' | 'algoName'>) {
  return (
    <span className={styles.name}>
      <span className={text.muted} title={category === 'equity' ? 'Shares and futures' : 'Options'}>
        <Icon name={category} size={14} />
      </span>
      <bdi className={`${text.strong} ${text.cut}`}>{algoName}</bdi>
      {category === 'options' && <span className="visually-hidden">options</span>}
    </span>
  )
}

function Curve({ lastBacktest }: Pick<StrategyEntry, 'lastBacktest'>) {
  if (lastBacktest === null) return <span className={text.muted}>not tested</span>
  const { curve } = lastBacktest
  return (
    <span className={styles.curve}>
      <Sparkline values={curve} tone={(curve.at(-1) ?? 0) < 0 ? 'down' : 'up'} {...CURVE} />
    </span>
  )
}

export function ChangedRing() {
  return (
    <span className={styles.ring} role="img" aria-label="rule changed since" title="rule changed since" />
  )
}

function Return({ entry }: { readonly entry: StrategyEntry }) {
  return (
    <>
      {isChangedSince(entry) && <ChangedRing />}
      <Signed value={entry.lastBacktest?.return ?? null} format={percent} />
    </>
  )
}

export const myColumns: readonly ColumnOf<StrategyEntry>[] = [
  {
    id: 'name',
    title: 'Name',
    isRowHeader: true,
    width: '2.4fr',
    minWidth: 150,
    cell: (entry) => <Name {...entry} />,
  },
  {
    id: 'trend',
    showFrom: 700,
    title: 'Trend',
    width: '1.4fr',
    minWidth: 150,
    cell: ({ trend, subCategory }) => (
      <span className={`${text.second} ${text.cut}`}>{`${trend} · ${subCategory}`}</span>
    ),
  },
  {
    id: 'curve',
    showFrom: 440,
    title: 'Last backtest',
    width: 90,
    cell: (entry) => <Curve {...entry} />,
  },
  {
    id: 'return',
    title: 'Return',
    isNumeric: true,
    width: 84,
    cell: (entry) => <Return entry={entry} />,
  },
  {
    id: 'drawdown',
    showFrom: 520,
    title: 'Max DD',
    isNumeric: true,
    width: 66,
    cell: ({ lastBacktest }) => drawdownInWords(lastBacktest?.maxDraw ?? null),
  },
  {
    id: 'trades',
    showFrom: 600,
    title: 'Trades',
    isNumeric: true,
    width: 62,
    cell: ({ lastBacktest }) => formatNumber(lastBacktest?.trades ?? null, 0),
  },
  {
    id: 'symbols',
    showFrom: 800,
    title: 'Symbols',
    width: '1fr',
    minWidth: 124,
    cell: ({ segSyms }) => <span className={`${text.second} ${text.cut}`}>{symbolsInShort(segSyms)}</span>,
  },
  {
    id: 'candles',
    showFrom: 860,
    title: 'Candles',
    width: 68,
    cell: ({ interval }) => <span className={text.muted}>{interval}</span>,
  },
  {
    id: 'updated',
    showFrom: 640,
    title: 'Updated',
    isNumeric: true,
    width: 92,
    cell: (entry) => <span className={text.muted}>{updated(entry)}</span>,
  },
]

/** Samples have no time of change. */
export const sampleColumns = myColumns.filter(({ id }) => id !== 'updated')

const tradesInWords = ({ lastBacktest }: StrategyEntry): string =>
  lastBacktest === null
    ? 'not tested'
    : `${drawdownInWords(lastBacktest.maxDraw)} max DD · ${countOf(lastBacktest.trades, 'trade')}`

export const strategyOnPhone = (entry: StrategyEntry): PhoneRow => ({
  title: <Name {...entry} />,
  value: <Return entry={entry} />,
  note: (
    <span className={styles.name}>
      {entry.lastBacktest !== null && <Curve {...entry} />}
      <span className={text.cut}>{`${entry.trend} · ${entry.subCategory}`}</span>
    </span>
  ),
  detail: tradesInWords(entry),
})
