import { useState } from 'react'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import type { PreparedSweep, SweepRunRequest, SymbolSweep } from '../../../machines/backtests/sweep-result.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { CombinationsPanel } from './combinations-panel.tsx'
import { GridPanel } from './grid-panel.tsx'
import styles from './sweep-screen.module.css'
import { SweptSymbolsPanel } from './swept-symbols-panel.tsx'
import { WalkPanel } from './walk-panel.tsx'

interface SweepResultsProps {
  readonly request: SweepRunRequest
  readonly prepared: PreparedSweep
  readonly isDone: boolean
}

export function SweepResults({ request, prepared, isDone }: SweepResultsProps) {
  const { run } = useConsole()
  const symbols = useSnapshot('sweep', ({ context }) => context.symbols)
  const [selected, setSelected] = useState<InstrumentId | null>(null)
  const finished = symbols.filter(({ state }) => state === 'done')
  const shown = finished.find(({ instrument }) => instrument === selected) ?? finished[0]
  const open = (combination: number) => {
    if (shown !== undefined)
      run({ command: 'sweep.open', args: { combination: combination + 1, instrument: shown.instrument } })
  }
  return (
    <div className={styles.results}>
      {symbols.length > 1 && (
        <SweptSymbolsPanel
          symbols={symbols}
          request={request}
          prepared={prepared}
          selected={shown?.instrument ?? null}
          onSelect={setSelected}
        />
      )}
      {shown === undefined ? (
        <Unfinished symbols={symbols} isDone={isDone} />
      ) : (
        <OneSymbol
          key={shown.instrument}
          symbol={shown}
          request={request}
          prepared={prepared}
          onOpen={open}
        />
      )}
    </div>
  )
}

interface UnfinishedProps {
  readonly symbols: readonly SymbolSweep[]
  readonly isDone: boolean
}

function Unfinished({ symbols, isDone }: UnfinishedProps) {
  if (!isDone)
    return (
      <div role="status" aria-label="Running the combinations">
        <Skeleton rows={10} />
      </div>
    )
  const isCancelled = symbols.some(({ state }) => state === 'cancelled')
  return (
    <EmptyNotice
      icon={isCancelled ? 'info' : 'warning'}
      title={isCancelled ? 'Cancelled before the first result' : 'No results'}
    >
      Run it again, or edit the command.
    </EmptyNotice>
  )
}

interface OneSymbolProps extends Omit<SweepResultsProps, 'isDone'> {
  readonly symbol: SymbolSweep
  readonly onOpen: (combination: number) => void
}

function OneSymbol({ symbol, request, prepared, onOpen }: OneSymbolProps) {
  const { plan } = prepared
  const of = tradingSymbolOf(symbol.instrument)
  if (symbol.figures === null) return <WalkPanel of={of} steps={symbol.steps} plan={plan} onOpen={onOpen} />
  const shared = { of, plan, figures: symbol.figures, measure: request.measure, onOpen }
  return (
    <div className={styles.pair}>
      {plan.axes.length > 0 && <GridPanel {...shared} />}
      <CombinationsPanel {...shared} />
    </div>
  )
}
