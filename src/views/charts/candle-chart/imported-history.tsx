import { useMemo } from 'react'
import {
  type ChartHistory,
  type ImportedSpan,
  importedIntervals,
  importedYears,
} from '../../../domain/chart-history.ts'
import { type InstrumentId, parseInstrumentId } from '../../../domain/instrument.ts'
import { intervalAdjective, intervalInWords, intervalLabels } from '../../../domain/interval.ts'
import type { ChartContext } from '../../../machines/chart.ts'
import type { ChartPlace } from '../../../machines/events.ts'
import type { StoredSeries } from '../../../machines/stored-series.ts'
import { Button } from '../../kit/button.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { EmptyNotice } from '../../kit/notice.tsx'
import { Segmented } from '../../kit/segmented.tsx'
import styles from './chart-panel.module.css'
import { shortIntervals } from './interval-labels.ts'

const none: readonly StoredSeries[] = []

const histories = [
  { value: 'market', label: 'Market' },
  { value: 'imported', label: 'Imported' },
] as const

/** The imported series of an instrument. */
export function useImported(instrument: InstrumentId): readonly ImportedSpan[] {
  const stored = useSnapshot('storedSeries', ({ context }) => context.output ?? none)
  return useMemo(() => stored.filter(({ key }) => key === instrument), [stored, instrument])
}

/** `Imported, 2015–2024`. */
export const sourceOf = (imported: readonly ImportedSpan[]): string =>
  ['Imported', importedYears(imported)].filter(Boolean).join(', ')

interface HistoryProps {
  readonly place: ChartPlace
  readonly history: ChartHistory
}

/** The market one trades on, or the history that was imported. */
export function HistorySwitch({ place, history }: HistoryProps) {
  const { dispatch } = useConsole()
  return (
    <Segmented
      label="Candles"
      value={history}
      choices={histories}
      onChange={(value) =>
        dispatch({ to: 'charts', event: { type: 'chart.history', place, history: value } })
      }
    />
  )
}

interface NothingImportedProps {
  readonly place: ChartPlace
  readonly chart: ChartContext
  readonly imported: readonly ImportedSpan[]
}

/** Says what is imported where the interval is not, and offers it. */
export function NothingImported({ place, chart: { instrument, interval }, imported }: NothingImportedProps) {
  const { dispatch } = useConsole()
  const symbol = parseInstrumentId(instrument)?.tradingSymbol ?? instrument
  const offered = importedIntervals(imported)
  const kind = offered.length === 0 ? 'candles' : `${intervalAdjective(interval)} candles`
  return (
    <EmptyNotice icon="chart" title={`No ${kind} of ${symbol} are imported`}>
      <p>
        {offered.length === 0
          ? 'Import them: g i. Until then there is the market.'
          : `Imported: ${imported.map((one) => `${intervalInWords(one.interval)}, ${importedYears([one])}`).join('; ')}.`}
      </p>
      <p className={styles.offers}>
        {offered.map((one) => (
          <Button
            key={one}
            aria-label={intervalLabels[one]}
            onPress={() =>
              dispatch({ to: 'charts', event: { type: 'chart.interval', place, interval: one } })
            }
          >
            {shortIntervals[one]}
          </Button>
        ))}
        <Button
          onPress={() =>
            dispatch({ to: 'charts', event: { type: 'chart.history', place, history: 'market' } })
          }
        >
          Show the market
        </Button>
      </p>
    </EmptyNotice>
  )
}
