import { useState } from 'react'
import { intervalLabels } from '../../../../domain/charts/interval.ts'
import { describeBreak } from '../../../../domain/charts/price-breaks.ts'
import { dateInWords } from '../../../../domain/dates-in-words.ts'
import { countOf, formatNumber } from '../../../../domain/format.ts'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import { epochMs, parseIstDate } from '../../../../domain/time.ts'
import type { StoredSeries } from '../../../../machines/instruments/stored-series.ts'
import { useCommand, useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { Dialog } from '../../../kit/control/dialog.tsx'
import { PressOrTap } from '../../../kit/control/press-or-tap.tsx'
import { sinceInWords } from '../../../kit/instants.ts'
import { Badge } from '../../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { type ColumnOf, DataTable, type ListState } from '../../../kit/table/data-table.tsx'
import text from '../../../theme/text.module.css'
import styles from '../settings-screen.module.css'

const none: readonly StoredSeries[] = []
const keyOf = ({ key, interval }: StoredSeries) => `${key} ${interval}`
const day = (date: string): string => {
  const known = parseIstDate(date)
  return known === null ? date : dateInWords(known)
}

const adjustmentInWords = (one: NonNullable<StoredSeries['adjusted']>[number]): string =>
  `Prices before ${describeBreak({ ...one, at: epochMs(one.at) })}`

const columns: readonly ColumnOf<StoredSeries>[] = [
  {
    id: 'symbol',
    title: 'Instrument',
    isRowHeader: true,
    width: '1.4fr',
    minWidth: 120,
    cell: ({ key }) => <span className={text.strong}>{tradingSymbolOf(key)}</span>,
    sortBy: ({ key }) => key,
  },
  { id: 'interval', title: 'Interval', minWidth: 84, cell: ({ interval }) => intervalLabels[interval] },
  {
    id: 'span',
    title: 'Span',
    width: '1.8fr',
    minWidth: 190,
    cell: ({ firstDay, lastDay, adjusted }) => (
      <span className={text.second}>
        {`${day(firstDay)} – ${day(lastDay)}`}
        {adjusted !== undefined && (
          <>
            {' · '}
            <abbr title={adjusted.map(adjustmentInWords).join('\n')}>adjusted</abbr>
          </>
        )}
      </span>
    ),
    sortBy: ({ firstDay }) => firstDay,
  },
  {
    id: 'days',
    title: 'Days',
    isNumeric: true,
    minWidth: 64,
    cell: ({ days }) => formatNumber(days, 0),
    sortBy: ({ days }) => days,
  },
  {
    id: 'rows',
    title: 'Candles',
    isNumeric: true,
    minWidth: 84,
    cell: ({ rows }) => formatNumber(rows, 0),
    sortBy: ({ rows }) => rows,
  },
  {
    id: 'imported',
    title: 'Imported',
    isNumeric: true,
    minWidth: 92,
    cell: ({ importedAt }) => <span className={text.muted}>{sinceInWords(importedAt, Date.now())}</span>,
    sortBy: ({ importedAt }) => importedAt,
  },
]

export function StoredPanel() {
  const series = useSnapshot('storedSeries', ({ context }) => context.output ?? none)
  const [asked, setAsked] = useState<StoredSeries | null>(null)
  const state = useListState()
  return (
    <Panel
      title="Stored candles"
      className={styles.fill}
      note={state.kind === 'ready' && <Badge>{series.length}</Badge>}
      aside={
        series.length > 0 && (
          <PressOrTap press="Enter to adjust or delete" tap="Tap one to adjust or delete it" />
        )
      }
    >
      <DataTable
        label="Stored candles"
        rows={series}
        columns={columns}
        rowKey={keyOf}
        phone={(one) => ({
          title: tradingSymbolOf(one.key),
          value: countOf(one.rows, 'candle'),
          note: `${day(one.firstDay)} – ${day(one.lastDay)}${one.adjusted === undefined ? '' : ', adjusted'}`,
          detail: intervalLabels[one.interval],
        })}
        state={state}
        onRowAction={setAsked}
        empty={
          <EmptyNotice icon="upload" title="No stored candles">
            Until you import files, every run uses simulated candles and says so.
          </EmptyNotice>
        }
      />
      <AskedSeries asked={asked} onClose={() => setAsked(null)} />
    </Panel>
  )
}

interface AskedSeriesProps {
  readonly asked: StoredSeries | null
  readonly onClose: () => void
}

function AskedSeries({ asked, onClose }: AskedSeriesProps) {
  const run = useCommand()
  const isDeleting = useSnapshot('deleteSeries', (remove) => remove.matches('loading'))
  const isAdjusting = useSnapshot('adjustSeries', (one) => one.matches('loading'))
  const carryOut = (command: 'candles.adjust' | 'candles.delete', { key, interval }: StoredSeries) => {
    run({ command, args: { series: { key, interval } } })
    onClose()
  }
  return (
    <Dialog
      title="Stored candles"
      isOpen={asked !== null}
      onClose={onClose}
      footer={
        asked && (
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button isDisabled={isAdjusting} onPress={() => carryOut('candles.adjust', asked)}>
              Adjust for splits
            </Button>
            <Button kind="danger" isDisabled={isDeleting} onPress={() => carryOut('candles.delete', asked)}>
              Delete {countOf(asked.rows, 'candle')}
            </Button>
          </>
        )
      }
    >
      {asked && (
        <p>
          {intervalLabels[asked.interval]} candles of <b>{tradingSymbolOf(asked.key)}</b>,{' '}
          {day(asked.firstDay)} – {day(asked.lastDay)}. Adjusting divides the prices before each gap that is
          like a split or bonus by its ratio. To get candles back as they were, import the files again.
        </p>
      )}
      {asked?.adjusted && (
        <ul>
          {asked.adjusted.map((one) => (
            <li key={one.at}>{adjustmentInWords(one)}</li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function useListState(): ListState {
  const { dispatch } = useConsole()
  const isLoading = useSnapshot(
    'storedSeries',
    (stored) => stored.matches('loading') || stored.matches('idle'),
  )
  const message = useSnapshot('storedSeries', ({ context }) => context.message)
  if (message === null) return { kind: isLoading ? 'loading' : 'ready' }
  const retry = () => dispatch({ to: 'storedSeries', event: { type: 'request.retry' } })
  return { kind: 'failed', message, retry }
}
