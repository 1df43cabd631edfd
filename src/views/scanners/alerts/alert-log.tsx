import { useMemo } from 'react'
import { formatNumber, NO_FIGURE } from '../../../domain/format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import type { AlertInterval } from '../../../domain/scanners/alert.ts'
import { hasOrders } from '../../../domain/scanners/alert.ts'
import { MINUTE_MS } from '../../../domain/time.ts'
import type { AlertLogPage } from '../../../machines/scanners/scanner-lists.ts'
import { commandAct } from '../../kit/command-act.ts'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { useCurrentRow } from '../../kit/hooks/use-current-row.ts'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import { useLastPrice } from '../../kit/hooks/use-quote.ts'
import { useTableRequests } from '../../kit/hooks/use-table-requests.ts'
import { clockInstant } from '../../kit/instants.ts'
import { CutName } from '../../kit/instrument/cut-name.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { PriceCell } from '../../kit/price/live-cells.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type CsvColumn, downloadCsv } from '../../kit/table/csv.ts'
import { type ColumnOf, DataTable, type PhoneRow } from '../../kit/table/data-table.tsx'
import { listStateOf } from '../../kit/table/list-state.ts'
import type { RowAct } from '../../kit/table/row-menu.tsx'
import text from '../../theme/text.module.css'
import { useScanAnswer } from '../use-scan.ts'
import styles from './alert-log.module.css'

type Hit = AlertLogPage['data'][number]

interface AlertLogProps {
  readonly alertUuid: string
  readonly page: number
  readonly isMain: boolean
  readonly onPage: (page: number) => void
}

const keyOf = ({ bar, segSym }: Hit): string => `${bar} ${segSym}`
const attentionOf = (hit: Hit) => ({ kind: 'scanned', key: keyOf(hit), instrument: hit.segSym })
const none: readonly Hit[] = []

const percent = (value: number | null): string =>
  value === null ? NO_FIGURE : `${value > 0 ? '+' : ''}${formatNumber(value)}%`

/** Percent from the price at which it was raised to the price now. */
function Since({ of, then }: { readonly of: InstrumentId; readonly then: number | null }) {
  const now = useLastPrice(of)
  return (
    <Signed value={now === null || then === null ? null : (100 * (now - then)) / then} format={percent} />
  )
}

function SymbolName({ of }: { readonly of: InstrumentId }) {
  const symbol = tradingSymbolOf(of)
  return (
    <bdi className={`${text.strong} ${text.cut}`} title={symbol}>
      <CutName name={symbol} />
    </bdi>
  )
}

const VALUES_SHOWN = 2

const valueIn = ({ values }: Hit, operand: string): number | null =>
  values.find(({ text: one }) => one === operand)?.value ?? null

/** When a candle of a day has closed is not its start. */
const timeOf = ({ bar, raisedAt }: Hit, { every, now }: Shown): string =>
  clockInstant(every === 'day' ? raisedAt : bar, now)

interface Shown {
  readonly every: AlertInterval
  readonly hasOrder: boolean
  readonly now: number
}

const orderColumn: ColumnOf<Hit> = {
  id: 'order',
  title: 'Order',
  width: '1fr',
  minWidth: 132,
  showFrom: 520,
  cell: ({ order }) => (
    <span className={`${text.second} ${text.cut}`} title={order ?? ''}>
      {order ?? ''}
    </span>
  ),
}

const columnsOf = (operands: readonly string[], shown: Shown): readonly ColumnOf<Hit>[] => [
  {
    id: 'time',
    title: shown.every === 'day' || shown.every === 'tick' ? 'Raised' : 'Candle',
    width: 88,
    cell: (hit) => <span className={`${text.second} ${text.cut}`}>{timeOf(hit, shown)}</span>,
  },
  {
    id: 'symbol',
    title: 'Symbol',
    isRowHeader: true,
    width: '1.4fr',
    minWidth: 100,
    cell: ({ segSym }) => <SymbolName of={segSym} />,
  },
  ...operands.slice(0, VALUES_SHOWN).map(
    (operand, index): ColumnOf<Hit> => ({
      id: `value ${index}`,
      title: operand,
      isNumeric: true,
      minWidth: 88,
      showFrom: 600 + index * 100,
      cell: (hit) => formatNumber(valueIn(hit, operand)),
    }),
  ),
  {
    id: 'then',
    title: 'Then',
    isNumeric: true,
    minWidth: 84,
    cell: ({ price }) => formatNumber(price),
  },
  {
    id: 'now',
    title: 'Now',
    isNumeric: true,
    minWidth: 84,
    showFrom: 380,
    cell: ({ segSym }) => <PriceCell of={segSym} otherwise={null} />,
  },
  {
    id: 'since',
    title: 'Since',
    isNumeric: true,
    minWidth: 72,
    cell: ({ segSym, price }) => <Since of={segSym} then={price} />,
  },
  ...(shown.hasOrder ? [orderColumn] : []),
]

const csv: readonly CsvColumn<Hit>[] = [
  { name: 'raised_at', value: ({ raisedAt }) => new Date(raisedAt).toISOString() },
  { name: 'candle', value: ({ bar }) => new Date(bar).toISOString() },
  { name: 'symbol', value: ({ segSym }) => segSym },
  { name: 'price', value: ({ price }) => price },
  { name: 'order', value: ({ order }) => order },
]

export function AlertLog({ alertUuid, page, isMain, onPage }: AlertLogProps) {
  const app = useConsole()
  const answer = useScanAnswer('alertLog', `${alertUuid} ${page}`)
  const { output: log } = answer
  const rows = log?.data ?? none
  const { current, watch } = useCurrentRow(rows, attentionOf)
  useTableRequests({ onExport: () => void downloadCsv('alert-log', rows, csv) })
  const names = (rows[0]?.values ?? [])
    .map(({ text: operand }) => operand)
    .filter((operand) => operand !== 'close')
    .join('\n')
  const every = log?.alert.interval ?? 'day'
  const now = useMarketTime(MINUTE_MS)
  const hasOrder = log !== null && hasOrders(log.alert)
  const shown = useMemo(() => ({ every, hasOrder, now }), [every, hasOrder, now])
  const columns = useMemo(() => columnsOf(names === '' ? [] : names.split('\n'), shown), [names, shown])
  const state = listStateOf(answer)
  const acts = ({ segSym: instrument }: Hit): readonly RowAct[] => [
    commandAct(app, 'Chart', { command: 'chart.open', args: { instrument } }),
    commandAct(app, 'Buy', { command: 'order.write', args: { side: 'buy', instrument } }),
    commandAct(app, 'Sell', { command: 'order.write', args: { side: 'sell', instrument } }),
    commandAct(app, 'Alert on price', { command: 'alert.price', args: { instrument } }),
    commandAct(app, 'Add to watchlist', { command: 'watch.add', args: { instruments: [instrument] } }),
  ]
  return (
    <>
      <DataTable
        label="Alert log"
        isMain={isMain}
        rows={rows}
        columns={columns}
        rowKey={keyOf}
        phone={(hit): PhoneRow => ({
          title: <SymbolName of={hit.segSym} />,
          value: <Since of={hit.segSym} then={hit.price} />,
          note: [timeOf(hit, shown), hit.order ?? ''].filter((words) => words !== '').join(' · '),
          detail: formatNumber(hit.price),
        })}
        state={state}
        currentKey={current === null ? null : keyOf(current)}
        onRowFocus={watch}
        onRowAction={({ segSym }) => app.run({ command: 'chart.open', args: { instrument: segSym } })}
        nameOf={({ segSym }) => tradingSymbolOf(segSym)}
        actsOf={acts}
        empty={
          <EmptyNotice icon="alerts" title="Nothing raised yet">
            A symbol is listed here with the candle at whose close the rule became true, a price with the time
            of its trade.
          </EmptyNotice>
        }
      />
      {log !== null && log.totalPages > 1 && <Pages log={log} onPage={onPage} />}
    </>
  )
}

function Pages({ log, onPage }: { readonly log: AlertLogPage; readonly onPage: (page: number) => void }) {
  const { currentPage: page, perPage, total, totalPages } = log
  const first = (page - 1) * perPage + 1
  return (
    <div className={styles.pages}>
      <span className={text.muted}>
        {`${first}–${Math.min(total, page * perPage)} of ${formatNumber(total, 0)}`}
      </span>
      <Button
        keys="["
        data-answers="["
        data-answers-title="Newer alerts"
        isDisabled={page <= 1}
        onPress={() => onPage(page - 1)}
      >
        Newer
      </Button>
      <Button
        keys="]"
        data-answers="]"
        data-answers-title="Older alerts"
        isDisabled={page >= totalPages}
        onPress={() => onPage(page + 1)}
      >
        Older
      </Button>
    </div>
  )
}
