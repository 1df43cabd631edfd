import { useMemo } from 'react'
import type { BacktestParams, BacktestResult } from '../../../../domain/backtests/backtest.ts'
import type { DeflatedSharpe } from '../../../../domain/backtests/robustness/deflated-sharpe.ts'
import { deflatedSharpeOfRun } from '../../../../domain/backtests/robustness/robustness-tests.ts'
import { countOf, formatNumber, formatPercent } from '../../../../domain/format.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { useSnapshot } from '../../../kit/console.tsx'
import { type RobustnessRow, RobustnessRows } from './robustness-rows.tsx'
import { reckonedInWords } from './robustness-texts.ts'

interface DeflatedSharpePanelProps {
  readonly instrument: InstrumentId
  readonly result: BacktestResult
  readonly params: BacktestParams
}

export function DeflatedSharpePanel(props: DeflatedSharpePanelProps) {
  const { instrument, result, params } = props
  const tried = useSnapshot('trials', ({ context }) => context.tried)
  const deflated = useMemo(
    () => deflatedSharpeOfRun({ instrument, result, params }, tried),
    [instrument, result, params, tried],
  )
  return <RobustnessRows label="Trial-adjusted Sharpe" rows={rowsOf(deflated)} />
}

const percent = (value: number | null) => formatPercent(value === null ? null : value * 100, 1)

const rowsOf = (deflated: DeflatedSharpe): readonly RobustnessRow[] => [
  {
    label: 'Trials',
    value: countOf(deflated.trials, 'time'),
    help: 'Parameter sets of this idea run over these days, counted in this browser',
  },
  {
    label: 'Probabilistic Sharpe',
    ...reckonedInWords(
      deflated.probabilistic,
      percent,
      'Probability that the true Sharpe is above 0, for a single trial',
    ),
  },
  {
    label: 'Expected best',
    ...reckonedInWords(
      deflated.expectedBest,
      (value) => formatNumber(value),
      'Sharpe the best of this many trials reaches at random',
    ),
  },
  {
    label: 'Deflated Sharpe',
    ...reckonedInWords(
      deflated.deflated,
      percent,
      'Probability that the true Sharpe beats the expected best',
    ),
  },
  {
    label: 'False discovery',
    ...reckonedInWords(deflated.randomResult, percent, 'Probability that the best trial is a random result'),
  },
]
