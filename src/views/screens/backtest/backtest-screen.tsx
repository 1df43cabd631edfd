import { useSearch } from 'wouter'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { ErrorNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import styles from './backtest-screen.module.css'
import { RunForm } from './form/run-form.tsx'
import { RunReport } from './run-report.tsx'
import { SavedRuns } from './saved-runs.tsx'

export function BacktestScreen() {
  const slug = new URLSearchParams(useSearch()).get('slug')
  return slug === null ? <Runs /> : <OneRun slug={slug} />
}

function Runs() {
  return (
    <div className={styles.list}>
      <ScreenTitle title="Backtest">
        <span>saved runs and a new run</span>
      </ScreenTitle>
      <div className={styles.listColumns}>
        <SavedRuns />
        <RunForm />
      </div>
    </div>
  )
}

function OneRun({ slug }: { readonly slug: string }) {
  const { dispatch } = useConsole()
  const shown = useSnapshot('backtest', ({ context }) => context.slug)
  const failure = useSnapshot('backtest', (backtest) =>
    backtest.matches('loadFailed') ? (backtest.context.message ?? '') : null,
  )
  if (shown === slug) return <RunReport />
  if (failure !== null) {
    return (
      <div className={styles.list}>
        <ScreenTitle title="Backtest" />
        <ErrorNotice
          message={failure}
          onRetry={() => dispatch({ to: 'backtest', event: { type: 'backtest.open', slug } })}
        />
      </div>
    )
  }
  return (
    <div className={styles.list} role="status" aria-label="Loading the run">
      <ScreenTitle title="Backtest">
        <span>loading the run</span>
      </ScreenTitle>
      <Skeleton rows={14} />
    </div>
  )
}
