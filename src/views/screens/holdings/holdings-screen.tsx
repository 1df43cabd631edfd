import { type ReactNode, useCallback, useMemo, useState } from 'react'
import {
  formatNumber,
  formatRupees,
  formatSignedPercent,
  formatSignedRupees,
} from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { holdingAt } from '../../../domain/positions/live-figures.ts'
import { toIstDate } from '../../../domain/time.ts'
import type { HoldingEntry } from '../../../machines/positions/books.ts'
import { commandAct } from '../../kit/command-act.ts'
import { useConsole, useSnapshot, type ViewConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { FilterField } from '../../kit/control/filter-field.tsx'
import { OpenLine } from '../../kit/control/press-or-tap.tsx'
import { useBookState } from '../../kit/hooks/use-book-state.ts'
import { useCurrentRow } from '../../kit/hooks/use-current-row.ts'
import { useLiveTotals } from '../../kit/hooks/use-live-totals.ts'
import { isCurrent } from '../../kit/hooks/use-quote.ts'
import { useSelection } from '../../kit/hooks/use-selection.ts'
import { useTableRequests } from '../../kit/hooks/use-table-requests.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { EmptyStrip, Strip } from '../../kit/layout/strip.tsx'
import { Tiles } from '../../kit/layout/tiles.tsx'
import { PriceCell } from '../../kit/price/live-cells.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { stepBackProps } from '../../kit/step-back.ts'
import { downloadCsv } from '../../kit/table/csv.ts'
import { DataTable } from '../../kit/table/data-table.tsx'
import type { RowAct } from '../../kit/table/row-menu.tsx'
import styles from '../../kit/table/table-screen.module.css'
import { HoldingFigure, holdingColumns, holdingCsv, holdingOnPhone } from './holding-columns.tsx'
import { filterHoldings, instrumentOfHolding, sellableOf, totalsOfHoldings } from './holding-row.ts'

const none: readonly HoldingEntry[] = []
const keyOf = ({ sym }: HoldingEntry) => sym
const nameOf = ({ tradingsymbol }: HoldingEntry) => tradingsymbol
const attentionOf = (of: HoldingEntry) => ({
  kind: 'holding',
  key: of.sym,
  instrument: instrumentOfHolding(of),
})

export function HoldingsScreen() {
  const console = useConsole()
  const { quotes } = console
  const holdings = useSnapshot('holdings', ({ context }) => context.output?.holdings) ?? none
  const state = useBookState('holdings')
  const [filter, setFilter] = useState('')
  const shown = useMemo(() => filterHoldings(holdings, filter), [holdings, filter])
  const priceOf = useCallback(
    (of: HoldingEntry) => quotes.lastPrice(instrumentOfHolding(of)) ?? of.lastPrice,
    [quotes],
  )
  const columns = useMemo(() => holdingColumns((of) => holdingAt(of, priceOf(of))), [priceOf])
  const { current, watch } = useCurrentRow(shown, attentionOf)
  const selection = useSelection(shown, keyOf)
  const exportCsv = () => downloadCsv(`holdings-${toIstDate(console.now())}`, shown, holdingCsv(priceOf))
  useTableRequests({ onExport: exportCsv })
  const actsOf = (of: HoldingEntry) => actsOfHolding(of, console)
  return (
    <div className={styles.screen} {...stepBackProps(selection.keys.length > 0, selection.clear)}>
      <ScreenTitle
        title="Holdings"
        actions={
          <>
            <FilterField label="Filter holdings" value={filter} onChange={setFilter} />
            <Button icon="download" isDisabled={shown.length === 0} onPress={exportCsv}>
              CSV
            </Button>
          </>
        }
      >
        <span className={styles.head}>
          {state.kind === 'ready' && <Badge>{formatNumber(holdings.length, 0)}</Badge>}
          {selection.keys.length > 0 && <Badge tone="blue">{`${selection.keys.length} selected`}</Badge>}
        </span>
      </ScreenTitle>
      <div className={styles.totals}>
        <HoldingTiles holdings={holdings} />
      </div>
      <div className={styles.table}>
        <DataTable
          label="Holdings"
          isMain
          rows={shown}
          columns={columns}
          rowKey={keyOf}
          phone={holdingOnPhone}
          state={state}
          currentKey={current?.sym ?? null}
          onRowFocus={watch}
          selected={selection.keys}
          onSelect={selection.set}
          actsOf={actsOf}
          nameOf={nameOf}
          empty={<NoHoldings filter={filter} />}
        />
      </div>
      {holdings.length > 0 && (
        <HoldingStrip holding={current} acts={current === null ? [] : actsOf(current)} />
      )}
    </div>
  )
}

function HoldingTiles({ holdings }: { readonly holdings: readonly HoldingEntry[] }) {
  const { quotes } = useConsole()
  const instruments = useMemo(() => holdings.map(instrumentOfHolding), [holdings])
  const sum = useCallback(
    (priceOf: (instrument: InstrumentId) => number | null) => ({
      ...totalsOfHoldings(holdings, priceOf),
      isStale: !instruments.every((instrument) => isCurrent(quotes.quote(instrument))),
    }),
    [holdings, instruments, quotes],
  )
  const totals = useLiveTotals(instruments, sum)
  const stale = totals.isStale ? 'stale prices' : null
  const live = (content: ReactNode) => (
    <span className={styles.live} data-stale={totals.isStale ? '' : undefined}>
      {content}
    </span>
  )
  const isKnown = useSnapshot('holdings', ({ context }) => context.output !== null)
  const known = (value: number): number | null => (isKnown ? value : null)
  const money = (value: number) => live(<Signed value={known(value)} format={formatSignedRupees} />)
  return (
    <Tiles
      label="Totals"
      tiles={[
        { label: 'Invested', value: formatRupees(known(totals.invested)) },
        { label: 'Current value', value: live(<span>{formatRupees(known(totals.currentValue))}</span>) },
        {
          label: 'Day P&L',
          value: money(totals.dayPnl),
          detail: stale ?? formatSignedPercent(isKnown ? totals.dayPercent : null),
        },
        {
          label: 'Total P&L',
          value: money(totals.pnl),
          detail: stale ?? formatSignedPercent(isKnown ? totals.percent : null),
        },
      ]}
    />
  )
}

interface HoldingStripProps {
  readonly holding: HoldingEntry | null
  readonly acts: readonly RowAct[]
}

function HoldingStrip({ holding, acts }: HoldingStripProps) {
  if (holding === null) return <EmptyStrip of="holding" />
  const figures = [
    {
      label: 'LTP',
      value: <PriceCell of={instrumentOfHolding(holding)} otherwise={holding.lastPrice} />,
    },
    { label: 'P&L', value: <HoldingFigure of={holding} figure="pnl" format={formatSignedRupees} /> },
    { label: 'Day P&L', value: <HoldingFigure of={holding} figure="dayPnl" format={formatSignedRupees} /> },
    { label: 'Settled', value: formatNumber(holding.quantity, 0) },
    { label: 'T1', value: formatNumber(holding.t1Quantity, 0) },
    { label: 'Sellable', value: formatNumber(sellableOf(holding), 0) },
  ]
  return (
    <Strip
      label="Selected holding"
      kicker="Selected"
      title={`${holding.tradingsymbol} ${formatNumber(holding.quantity + holding.t1Quantity, 0)}`}
      acts={acts}
      figures={figures}
    />
  )
}

const actsOfHolding = (of: HoldingEntry, console: ViewConsole): readonly RowAct[] => {
  const instrument = instrumentOfHolding(of)
  const units = sellableOf(of)
  return [
    commandAct(
      console,
      'Sell all',
      { command: 'order.sell', args: { instrument, product: 'cash', quantity: { kind: 'units', units } } },
      { isDisabled: units === 0 },
    ),
    commandAct(console, 'Order window', { command: 'order.ticket', args: { instrument, side: 'sell' } }),
    commandAct(console, 'Chart', { command: 'chart.open', args: { instrument } }),
    commandAct(console, 'GTT order', { command: 'gtt.write', args: { instrument } }),
    commandAct(console, 'Alert on price', { command: 'alert.price', args: { instrument } }),
    commandAct(console, 'Add to watchlist', { command: 'watch.add', args: { instruments: [instrument] } }),
  ]
}

function NoHoldings({ filter }: { readonly filter: string }) {
  return filter === '' ? (
    <EmptyNotice icon="holdings" title="No holdings yet">
      Shares bought as <code>cash</code> appear here from the next day. <OpenLine /> and type{' '}
      <code>buy 10 infy cash</code>.
    </EmptyNotice>
  ) : (
    <EmptyNotice icon="search" title={`No holding matches “${filter}”`}>
      Filter by symbol.
    </EmptyNotice>
  )
}
