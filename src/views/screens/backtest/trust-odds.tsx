import { useMemo } from 'react'
import type { BacktestParams, BacktestResult } from '../../../domain/backtest.ts'
import { formatNumber, formatPercent } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instrument.ts'
import { oddsOfRun } from '../../../domain/trust/run-chance.ts'
import type { SharpeOdds } from '../../../domain/trust/sharpe-odds.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { counted } from './report-tiles.ts'
import { type TrustRow, TrustRows } from './trust-rows.tsx'
import { reckonedInWords } from './trust-words.ts'

interface TrustOddsProps {
  readonly instrument: InstrumentId
  readonly result: BacktestResult
  readonly params: BacktestParams
}

/** How often this idea was tried, and what its Sharpe ratio is worth after that. */
export function TrustOdds(props: TrustOddsProps) {
  const { instrument, result, params } = props
  const tried = useSnapshot('trials', ({ context }) => context.tried)
  const odds = useMemo(
    () => oddsOfRun({ instrument, result, params }, tried),
    [instrument, result, params, tried],
  )
  return <TrustRows label="Sharpe after trials" rows={rowsOf(odds)} />
}

const percent = (value: number | null) => formatPercent(value === null ? null : value * 100, 1)

const rowsOf = (odds: SharpeOdds): readonly TrustRow[] => [
  {
    label: 'Tried',
    value: counted(odds.trials, 'time'),
    help: 'This idea with other numbers over these days, counted in this browser',
  },
  {
    label: 'Probabilistic Sharpe',
    ...reckonedInWords(
      odds.probabilistic,
      percent,
      'Chance that the true Sharpe is above 0, were it tried once',
    ),
  },
  {
    label: 'Best by luck',
    ...reckonedInWords(
      odds.expectedBest,
      (value) => formatNumber(value),
      'Sharpe that the best of so many trials reaches by luck',
    ),
  },
  {
    label: 'Deflated Sharpe',
    ...reckonedInWords(odds.deflated, percent, 'Chance that the true Sharpe is above that'),
  },
  {
    label: 'Luck',
    ...reckonedInWords(odds.luck, percent, 'Chance that the best of the trials was merely lucky'),
  },
]
