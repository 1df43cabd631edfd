import { formatNumber, NO_FIGURE } from '../../domain/format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../domain/instruments/instrument.ts'
import type { LiveFound } from '../../domain/scanners/live-found.ts'
import type { FoundRow } from '../../domain/scanners/scan.ts'
import { marginOf, thresholdsOf } from '../../domain/scanners/thresholds.ts'
import { parseCondition } from '../../domain/strategies/condition/parse.ts'
import { toIstDate } from '../../domain/time.ts'
import type { ScanMisses, ScanReply } from '../../machines/scanners/scan.ts'
import { useQuote } from '../kit/hooks/use-quote.ts'
import { shortInstant } from '../kit/instants.ts'
import { CutName } from '../kit/instrument/cut-name.tsx'
import { PercentCell, PriceCell } from '../kit/price/live-cells.tsx'
import { Signed } from '../kit/price/signed.tsx'
import { Sparkline } from '../kit/price/sparkline.tsx'
import type { CsvColumn } from '../kit/table/csv.ts'
import type { ColumnOf, PhoneRow } from '../kit/table/data-table.tsx'
import text from '../theme/text.module.css'
import styles from './scan.module.css'

export type MissRow = ScanMisses['misses'][number]
export type UnknownRow = ScanReply['unknown'][number]

type Mark = 'fresh' | 'gone' | undefined

function SymbolCell({ of, mark }: { readonly of: InstrumentId; readonly mark?: Mark }) {
  const symbol = tradingSymbolOf(of)
  return (
    <bdi
      className={`${text.strong} ${text.cut}`}
      data-mark={mark}
      title={mark === 'gone' ? `${symbol}: no longer, in this candle` : symbol}
    >
      <CutName name={symbol} />
      {mark === 'gone' && <span className="visually-hidden">, no longer</span>}
    </bdi>
  )
}

/** Percent from the close of the day before; that of the scan until a live price arrives. */
function DayChange({ of, otherwise }: { readonly of: InstrumentId; readonly otherwise: number }) {
  return useQuote(of) === null ? (
    <Signed value={otherwise} format={percent} />
  ) : (
    <PercentCell of={of} otherwise={null} />
  )
}

const percent = (value: number | null): string =>
  value === null ? NO_FIGURE : `${value > 0 ? '+' : ''}${formatNumber(value)}%`

const priced = <
  Row extends { readonly segSym: InstrumentId; readonly lastPrice: number; readonly dayChange: number },
>(
  before: readonly ColumnOf<Row>[] = [],
  markOf: (of: InstrumentId) => Mark = () => undefined,
): readonly ColumnOf<Row>[] => [
  {
    id: 'symbol',
    title: 'Symbol',
    isRowHeader: true,
    width: '1.6fr',
    minWidth: 104,
    sortBy: ({ segSym }) => tradingSymbolOf(segSym),
    cell: ({ segSym }) => <SymbolCell of={segSym} mark={markOf(segSym)} />,
  },
  ...before,
  {
    id: 'last',
    title: 'LTP',
    isNumeric: true,
    minWidth: 84,
    sortBy: ({ lastPrice }) => lastPrice,
    cell: ({ segSym, lastPrice }) => <PriceCell of={segSym} otherwise={lastPrice} />,
  },
  {
    id: 'day',
    title: 'Day',
    isNumeric: true,
    minWidth: 72,
    sortBy: ({ dayChange }) => dayChange,
    cell: ({ segSym, dayChange }) => <DayChange of={segSym} otherwise={dayChange} />,
  },
]

const trail: ColumnOf<FoundRow> = {
  id: 'trail',
  title: '30 candles',
  width: 100,
  showFrom: 560,
  cell: ({ trail: values }) => (
    <span className={styles.trail}>
      <Sparkline
        values={values}
        width={72}
        height={18}
        tone={(values.at(-1) ?? 0) < (values[0] ?? 0) ? 'down' : 'up'}
      />
    </span>
  ),
}

const isPrice = (operand: string): boolean => operand === 'close'

const VALUES_SHOWN = 4

export const operandsOf = (rows: readonly FoundRow[]): readonly string[] =>
  (rows[0]?.values ?? []).map(({ text: operand }) => operand).filter((operand) => !isPrice(operand))

const valueIn = ({ values }: FoundRow, operand: string): number | null =>
  values.find(({ text: one }) => one === operand)?.value ?? null

/** How far a value is on the side where the rule is true, of the farthest among the rows: 0 to 1. */
type Margin = (value: number) => number

export const marginsOf = (logic: string, rows: readonly FoundRow[]): ReadonlyMap<string, Margin> => {
  const parsed = parseCondition(logic)
  const thresholds = parsed.ok ? [...thresholdsOf(parsed.tree)] : []
  return new Map(
    thresholds.map(([operand, threshold]) => {
      const margins = rows.map((row) => marginOf(threshold, valueIn(row, operand) ?? threshold.value))
      const most = Math.max(0, ...margins)
      return [operand, (value) => (most === 0 ? 0 : marginOf(threshold, value) / most)]
    }),
  )
}

interface ValueCellProps {
  readonly value: number | null
  readonly margin: Margin | undefined
}

function ValueCell({ value, margin }: ValueCellProps) {
  if (margin === undefined || value === null) return formatNumber(value)
  return (
    <span className={styles.value}>
      <span className={styles.meter} aria-hidden="true">
        <span style={{ width: `${100 * margin(value)}%` }} />
      </span>
      {formatNumber(value)}
    </span>
  )
}

interface FoundOnScreen {
  readonly now: number
  readonly live: LiveFound | null
  readonly margins: ReadonlyMap<string, Margin>
}

const markIn = (live: LiveFound | null) => {
  const gone = new Set(live?.gone.map(({ segSym }) => segSym))
  return (of: InstrumentId): Mark => (gone.has(of) ? 'gone' : live?.fresh.has(of) ? 'fresh' : undefined)
}

export const foundColumns = (
  operands: readonly string[],
  { now, live, margins }: FoundOnScreen,
): readonly ColumnOf<FoundRow>[] => [
  ...priced([trail], markIn(live)),
  ...operands.slice(0, VALUES_SHOWN).map(
    (operand, index): ColumnOf<FoundRow> => ({
      id: `value ${index}`,
      title: operand,
      isNumeric: true,
      minWidth: 92,
      showFrom: index === 0 ? 0 : 620 + index * 100,
      sortBy: (row) => valueIn(row, operand),
      cell: (row) => <ValueCell value={valueIn(row, operand)} margin={margins.get(operand)} />,
    }),
  ),
  {
    id: 'since',
    title: 'Since',
    width: '1fr',
    minWidth: 96,
    sortBy: ({ since }) => since ?? 0,
    cell: ({ since }) => <Since since={since} now={now} />,
  },
]

function Since({ since, now }: { readonly since: number | null; readonly now: number }) {
  if (since === null) return <span className={text.muted}>all along</span>
  const isToday = toIstDate(since) === toIstDate(now)
  return <span className={isToday ? styles.today : undefined}>{sinceWords(since, now)}</span>
}

const sinceWords = (since: number, now: number): string => {
  const words = shortInstant(since, now)
  if (toIstDate(since) !== toIstDate(now)) return words
  const clock = words.split(' ').at(-1) ?? ''
  return clock.includes(':') ? `today ${clock}` : 'today'
}

export const foundOnPhone = (row: FoundRow): PhoneRow => ({
  title: tradingSymbolOf(row.segSym),
  value: <PriceCell of={row.segSym} otherwise={row.lastPrice} />,
  note: row.values
    .filter(({ text: operand }) => !isPrice(operand))
    .map(({ text: operand, value }) => `${operand} ${formatNumber(value)}`)
    .join(' · '),
  detail: <Signed value={row.dayChange} format={percent} />,
})

export const foundCsv = (operands: readonly string[]): readonly CsvColumn<FoundRow>[] => [
  { name: 'Instrument', value: ({ segSym }) => segSym },
  { name: 'LTP', value: ({ lastPrice }) => lastPrice },
  { name: 'Day %', value: ({ dayChange }) => Math.round(dayChange * 100) / 100 },
  ...operands.map((operand) => ({ name: operand, value: (row: FoundRow) => valueIn(row, operand) })),
  { name: 'Since', value: ({ since }) => (since === null ? null : toIstDate(since)) },
]

export const missColumns: readonly ColumnOf<MissRow>[] = [
  ...priced<MissRow>(),
  {
    id: 'misses',
    title: 'Misses',
    width: '1.6fr',
    minWidth: 120,
    cell: ({ part, operand, value }) => <span title={part}>{`${operand} ${formatNumber(value)}`}</span>,
  },
  {
    id: 'price',
    title: 'True at',
    isNumeric: true,
    minWidth: 84,
    sortBy: ({ price }) => price,
    cell: ({ price }) => formatNumber(price),
  },
  {
    id: 'goes',
    title: 'Distance',
    isNumeric: true,
    minWidth: 84,
    sortBy: ({ goes }) => Math.abs(goes),
    cell: ({ goes }) => <Signed value={goes} format={percent} />,
  },
]

export const missOnPhone = (row: MissRow): PhoneRow => ({
  title: tradingSymbolOf(row.segSym),
  value: <PriceCell of={row.segSym} otherwise={row.lastPrice} />,
  note: `${row.operand} ${formatNumber(row.value)}`,
  detail: <Signed value={row.goes} format={percent} />,
})

export const missCsv: readonly CsvColumn<MissRow>[] = [
  { name: 'Instrument', value: ({ segSym }) => segSym },
  { name: 'LTP', value: ({ lastPrice }) => lastPrice },
  { name: 'Misses', value: ({ part }) => part },
  { name: 'Value', value: ({ value }) => value },
  { name: 'True at', value: ({ price }) => price },
  { name: 'Distance %', value: ({ goes }) => Math.round(goes * 100) / 100 },
]

export const unknownColumns: readonly ColumnOf<UnknownRow>[] = [
  {
    id: 'symbol',
    title: 'Symbol',
    isRowHeader: true,
    width: '1fr',
    minWidth: 110,
    cell: ({ segSym }) => <SymbolCell of={segSym} />,
  },
  { id: 'reason', title: 'Not known, because', width: '3fr', minWidth: 180, cell: ({ reason }) => reason },
]

export const unknownOnPhone = ({ segSym, reason }: UnknownRow): PhoneRow => ({
  title: tradingSymbolOf(segSym),
  value: '',
  note: reason,
})

export const unknownCsv: readonly CsvColumn<UnknownRow>[] = [
  { name: 'Instrument', value: ({ segSym }) => segSym },
  { name: 'Reason', value: ({ reason }) => reason },
]
