import { useMemo } from 'react'
import {
  type ChartHistory,
  type ImportedSpan,
  importedIntervals,
  importedYears,
} from '../../../domain/charts/chart-history.ts'
import { intervalAdjective, intervalInWords, intervalLabels } from '../../../domain/charts/interval.ts'
import { type InstrumentId, parseInstrumentId } from '../../../domain/instruments/instrument.ts'
import type { ChartContext, ChartSlot } from '../../../machines/charts/chart.ts'
import type { StoredSeries } from '../../../machines/instruments/stored-series.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import styles from './chart-panel.module.css'
import { shortIntervals } from './interval-labels.ts'

const none: readonly StoredSeries[] = []

const histories = [
  { value: 'market', label: 'Market' },
  { value: 'imported', label: 'Imported' },
] as const

export function useImported(instrument: InstrumentId): readonly ImportedSpan[] {
  const stored = useSnapshot('storedSeries', ({ context }) => context.output ?? none)
  return useMemo(() => stored.filter(({ key }) => key === instrument), [stored, instrument])
}

/** `Imported, 2015–2024` */
export const sourceOf = (imported: readonly ImportedSpan[]): string =>
  ['Imported', importedYears(imported)].filter(Boolean).join(', ')

interface HistoryProps {
  readonly slot: ChartSlot
  readonly history: ChartHistory
}

export function HistorySwitch({ slot, history }: HistoryProps) {
  const run = useCommand()
  return (
    <Segmented
      label="Candles"
      value={history}
      choices={histories}
      onChange={(value) => run({ command: 'chart.history', args: { history: value, chart: slot } })}
    />
  )
}

interface NothingImportedProps {
  readonly slot: ChartSlot
  readonly chart: ChartContext
  readonly imported: readonly ImportedSpan[]
}

export function NothingImported({ slot, chart: { instrument, interval }, imported }: NothingImportedProps) {
  const run = useCommand()
  const symbol = parseInstrumentId(instrument)?.tradingSymbol ?? instrument
  const offered = importedIntervals(imported)
  const kind = offered.length === 0 ? 'candles' : `${intervalAdjective(interval)} candles`
  return (
    <EmptyNotice icon="chart" title={`No imported ${kind} for ${symbol}`}>
      <p>
        {offered.length === 0
          ? 'Import them with g i, or switch to market data.'
          : `Imported: ${imported.map((one) => `${intervalInWords(one.interval)}, ${importedYears([one])}`).join('; ')}.`}
      </p>
      <p className={styles.offers}>
        {offered.map((one) => (
          <Button
            key={one}
            aria-label={intervalLabels[one]}
            onPress={() => run({ command: 'chart.interval', args: { interval: one, chart: slot } })}
          >
            {shortIntervals[one]}
          </Button>
        ))}
        <Button onPress={() => run({ command: 'chart.history', args: { history: 'market', chart: slot } })}>
          Show market data
        </Button>
      </p>
    </EmptyNotice>
  )
}
