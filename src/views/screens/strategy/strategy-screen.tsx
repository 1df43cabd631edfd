import { lazy, Suspense } from 'react'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { ErrorNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import table from '../../kit/table/table-screen.module.css'
import { BuilderTitle } from './builder-title.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EquityBuilder } from './equity-builder.tsx'

/** Loaded for option strategies alone: its legs and payoff are half of this screen's script. */
const OptionsBuilder = lazy(() =>
  import('./options-builder.tsx').then((module) => ({ default: module.OptionsBuilder })),
)

export function StrategyScreen() {
  const isOpen = useSnapshot('strategyEditor', (editor) => editor.matches('open'))
  const failure = useSnapshot('strategyEditor', (editor) =>
    editor.matches('failed') ? (editor.context.message ?? '') : null,
  )
  const isEquity = useSnapshot('strategyEditor', ({ context }) => context.history.draft.category === 'equity')
  if (!isOpen) return <Absent failure={failure} />
  return (
    <div className={table.screen}>
      <BuilderTitle />
      {isEquity ? (
        <EquityBuilder />
      ) : (
        <Suspense fallback={<Loading />}>
          <OptionsBuilder />
        </Suspense>
      )}
      <ConflictDialog />
    </div>
  )
}

function Absent({ failure }: { readonly failure: string | null }) {
  const { dispatch } = useConsole()
  return (
    <div className={table.screen}>
      <ScreenTitle title="Strategy" />
      {failure === null ? (
        <Loading />
      ) : (
        <ErrorNotice
          message={failure}
          onRetry={() => dispatch({ to: 'strategyEditor', event: { type: 'editor.retry' } })}
        />
      )}
    </div>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Strategy: loading">
      <Skeleton rows={10} />
    </div>
  )
}
