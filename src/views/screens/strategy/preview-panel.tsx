import { memo, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { BacktestTrade } from '../../../domain/backtests/backtest.ts'
import { intervalLabels } from '../../../domain/charts/interval.ts'
import { countOf, formatNumber, formatSigned, formatSignedRupees } from '../../../domain/format.ts'
import { defaultIndices, type InstrumentId } from '../../../domain/instruments/instrument.ts'
import { textOfInstrument } from '../../../domain/instruments/instrument-names.ts'
import { logicsOf, ruleOf } from '../../../domain/strategies/rules-of-strategy.ts'
import { instrumentsOf, type Strategy } from '../../../domain/strategies/strategy.ts'
import type { RowOfRule, RulePreview } from '../../../machines/strategies/editor/rule-preview.ts'
import { CandleChart } from '../../charts/candle-chart/candle-chart.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { shortInstant } from '../../kit/instants.ts'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { Signed, toneOf } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable, type PhoneRow } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import styles from './builder.module.css'
import { StepButton } from './step-button.tsx'

/** More would not fit above the chart. */
const INSTRUMENTS_MAX = 4
const [NIFTY = 'INDICES_NIFTY 50' as InstrumentId] = defaultIndices

interface PreviewProps {
  readonly draft: Strategy
  readonly row: RowOfRule | null
  readonly of?: InstrumentId | null
  readonly className?: string | undefined
}

const canBeRead = (type: string, logic: string): boolean => type !== 'condition' || ruleOf(logic) !== null

/** How often the rule was true lately, and what it would have traded. */
export function PreviewPanel({ draft, row, of, className = styles.preview }: PreviewProps) {
  const { dispatch } = useConsole()
  const own = instrumentsOf(draft)
  const offered = of != null ? [of] : own.length === 0 ? [NIFTY] : own.slice(0, INSTRUMENTS_MAX)
  const [wanted, setWanted] = useState<InstrumentId>(NIFTY)
  const instrument = offered.includes(wanted) ? wanted : (offered[0] ?? NIFTY)
  const { entry, exit } = logicsOf(draft, instrument)
  const isReadable =
    canBeRead(draft.entryType, entry) && (exit.trim() === '' || canBeRead(draft.exitType, exit))
  useEffect(() => {
    if (!isReadable) return
    const asked = { strategy: draft, instrument, row }
    dispatch({ to: 'rulePreview', event: { type: 'preview.show', asked } })
  }, [dispatch, draft, instrument, row, isReadable])
  useEffect(() => () => dispatch({ to: 'rulePreview', event: { type: 'preview.hide' } }), [dispatch])
  return (
    <Panel
      title="Preview"
      className={className}
      note={[...(of == null ? [] : [textOfInstrument(of)]), intervalLabels[draft.interval]].join(', ')}
      aside={
        offered.length > 1 && (
          <Segmented
            label="Instrument of the preview"
            value={instrument}
            choices={offered.map((one) => ({ value: one, label: textOfInstrument(one) }))}
            onChange={setWanted}
          />
        )
      }
    >
      <Body isReadable={isReadable} />
    </Panel>
  )
}

function Body({ isReadable }: { readonly isReadable: boolean }) {
  const { dispatch } = useConsole()
  const preview = useSnapshot('rulePreview', ({ context }) => context.preview)
  const message = useSnapshot('rulePreview', ({ context }) => context.message)
  const isFailed = useSnapshot('rulePreview', (snapshot) => snapshot.matches('failed'))
  if (preview === null && isFailed)
    return (
      <ErrorNotice
        message={message ?? 'The preview could not be computed'}
        onRetry={() => dispatch({ to: 'rulePreview', event: { type: 'preview.retry' } })}
      />
    )
  if (preview === null)
    return isReadable ? (
      <div role="status" aria-label="Preview: loading">
        <Skeleton rows={10} />
      </div>
    ) : (
      <EmptyNotice icon="chart" title="No condition yet">
        How often it was true, and what it would have traded, is shown here as you type.
      </EmptyNotice>
    )
  return <Shown preview={preview} isOld={isFailed || !isReadable} />
}

function Shown({ preview, isOld }: { readonly preview: RulePreview; readonly isOld: boolean }) {
  const { candles, instrument, strategy, trades } = preview
  const symbol = textOfInstrument(instrument)
  const lines = useMemo(
    () => preview.lines.map((line, index) => ({ ...line, colour: index, tone: null })),
    [preview.lines],
  )
  const markers = useMemo(() => trades.flatMap(markersOf), [trades])
  const [enteredAt, setEnteredAt] = useState<number | null>(null)
  const show = useCallback(({ entryAt }: BacktestTrade) => setEnteredAt(entryAt), [])
  const shown = trades.find(({ entryAt }) => entryAt === enteredAt)
  // The table follows the count and the marks, which a key waits for.
  const listed = useDeferredValue(preview)
  const spans = useMemo(() => (shown === undefined ? [] : [spanOf(shown)]), [shown])
  return (
    <div className={styles.shown} data-old={isOld ? '' : undefined}>
      <Count preview={preview} />
      <div className={styles.chart}>
        <CandleChart
          label={`${symbol}, ${intervalLabels[strategy.interval]}`}
          seriesKey={`${instrument} ${strategy.interval}`}
          candles={candles}
          lines={lines}
          markers={markers}
          spans={spans}
          goal={shown === undefined ? null : enteredAt}
        />
      </div>
      {strategy.category === 'equity' && <Trades preview={listed} enteredAt={enteredAt} onShow={show} />}
    </div>
  )
}

const opposite = { buy: 'sell', sell: 'buy' } as const

const markersOf = ({ side, quantity, entryAt, entryPrice, exitAt, exitPrice }: BacktestTrade) => [
  { at: entryAt, price: entryPrice, side, quantity },
  { at: exitAt, price: exitPrice, side: opposite[side], quantity },
]

const spanOf = ({ entryAt, exitAt, netPnl }: BacktestTrade) => ({
  from: entryAt,
  to: exitAt,
  tone: netPnl < 0 ? ('down' as const) : ('up' as const),
})

const candles = (count: number): string => `on ${countOf(count, 'candle')}`
const times = (count: number): string => (count === 1 ? 'once' : `${formatNumber(count, 0)} times`)

function Count({
  preview: { isTrue, candlesWithout, days, strategy, trades },
}: {
  readonly preview: RulePreview
}) {
  const net = trades.reduce((sum, { netPnl }) => sum + netPnl, 0)
  const within = days > 400 ? `in ${countOf(Math.round(days / 365), 'year')}` : `in ${countOf(days, 'day')}`
  return (
    <p className={styles.count} role="status">
      {strategy.entryType === 'condition' ? (
        <>
          <b className={styles.big}>{isTrue.times === 0 ? 'Never true' : `True ${times(isTrue.times)}`}</b>{' '}
          <span>{within}</span>
          {candlesWithout !== null && candlesWithout !== isTrue.candles && (
            <span className={text.muted}>
              {`${candles(isTrue.candles)}, ${formatNumber(candlesWithout, 0)} without this row`}
            </span>
          )}
        </>
      ) : (
        <span>{within}</span>
      )}
      {trades.length > 0 && (
        <span className={styles.net}>
          <span className={text.muted}>{trades.length === 1 ? '1 trade ' : `${trades.length} trades `}</span>
          <b className={text[toneOf(net) ?? 'strong']}>{formatSignedRupees(net, 0)}</b>
        </span>
      )}
    </p>
  )
}

const columns: readonly ColumnOf<BacktestTrade>[] = [
  {
    id: 'entered',
    title: 'Entered',
    isRowHeader: true,
    minWidth: 104,
    width: '1.3fr',
    cell: ({ entryAt }) => shortInstant(entryAt, Date.now()),
    sortBy: ({ entryAt }) => entryAt,
  },
  {
    id: 'entry',
    title: 'Entry',
    isNumeric: true,
    minWidth: 76,
    cell: ({ entryPrice }) => formatNumber(entryPrice),
    sortBy: ({ entryPrice }) => entryPrice,
  },
  {
    id: 'exit',
    title: 'Exit',
    isNumeric: true,
    minWidth: 76,
    cell: ({ exitPrice }) => formatNumber(exitPrice),
    sortBy: ({ exitPrice }) => exitPrice,
  },
  {
    id: 'reason',
    title: 'By',
    minWidth: 76,
    cell: ({ reason }) => <span className={text.muted}>{reason}</span>,
    sortBy: ({ reason }) => reason,
  },
  {
    id: 'net',
    title: 'Net P&L',
    isNumeric: true,
    minWidth: 84,
    cell: ({ netPnl }) => <Signed value={netPnl} format={formatSigned} />,
    sortBy: ({ netPnl }) => netPnl,
  },
]

const tradeOnPhone = ({ entryAt, entryPrice, exitPrice, reason, netPnl }: BacktestTrade): PhoneRow => ({
  title: shortInstant(entryAt, Date.now()),
  value: <Signed value={netPnl} format={formatSigned} className={text.strong ?? ''} />,
  note: reason,
  detail: `${formatNumber(entryPrice)} → ${formatNumber(exitPrice)}`,
})

const keyOfTrade = ({ entryAt }: BacktestTrade) => String(entryAt)

interface TradesProps {
  readonly preview: RulePreview
  readonly enteredAt: number | null
  readonly onShow: (trade: BacktestTrade) => void
}

const Trades = memo(function Trades({
  preview: { trades, notTraded, isTrue },
  enteredAt,
  onShow,
}: TradesProps) {
  const newestFirst = useMemo(() => trades.toReversed(), [trades])
  const index = trades.findIndex(({ entryAt }) => entryAt === enteredAt)
  if (notTraded !== null) return <p className={styles.line}>{notTraded}</p>
  if (trades.length === 0)
    return (
      <p className={styles.line}>
        {isTrue.times === 0 ? 'Nothing was traded.' : 'Nothing was entered in the hours.'}
      </p>
    )
  const shown = trades[index]
  const key = shown === undefined ? null : keyOfTrade(shown)
  const step = (by: 1 | -1) => {
    const next = trades[index < 0 ? trades.length - 1 : index + by]
    if (next !== undefined) onShow(next)
  }
  return (
    <div className={styles.trades}>
      <div className={styles.steps}>
        <span role="status" className={text.muted}>
          {shown === undefined ? 'Step through the trades' : `Trade ${index + 1} of ${trades.length}`}
        </span>
        <StepButton
          label="Earlier trade"
          keys="["
          icon="left"
          isDisabled={index === 0}
          onPress={() => step(-1)}
        />
        <StepButton
          label="Later trade"
          keys="]"
          icon="right"
          isDisabled={index === trades.length - 1}
          onPress={() => step(1)}
        />
      </div>
      <DataTable
        label="Trades of the preview"
        currentKey={key}
        followKey={key}
        onRowFocus={(row) => row !== null && onShow(row)}
        rows={newestFirst}
        columns={columns}
        rowKey={keyOfTrade}
        phone={tradeOnPhone}
        empty={null}
      />
    </div>
  )
})
