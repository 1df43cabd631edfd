import { Suspense } from 'react'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { ErrorNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { lazily } from '../../kit/lazily.ts'
import table from '../../kit/table/table-screen.module.css'
import { whenIdle } from '../../kit/when-idle.ts'
import { BuilderTitle } from './builder-title.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EquityBuilder } from './equity-builder.tsx'

const loadOptionsBuilder = async () => (await import('./options-builder.tsx')).OptionsBuilder

/** Its legs and payoff are much of this screen's script, and a strategy of shares is shown without them. */
const OptionsBuilder = lazily(loadOptionsBuilder)
// With the screen, which is prefetched itself, so that it opens at once and offline too.
whenIdle(() => void loadOptionsBuilder().catch(() => {}))

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
