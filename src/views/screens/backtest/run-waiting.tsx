import { useSnapshot } from '../../kit/console.tsx'
import { EmptyNotice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'

/** Stands where the curve will be until the first symbol has a report. */
export function RunWaiting({ className }: { readonly className?: string | undefined }) {
  const isRunning = useSnapshot('backtest', (backtest) => backtest.matches('running'))
  const isCancelled = useSnapshot('backtest', ({ context }) =>
    context.rows.some(({ state }) => state === 'cancelled'),
  )
  return (
    <Panel title="Equity and drawdown" className={className}>
      {isRunning ? (
        <div role="status" aria-label="Running">
          <Skeleton rows={9} />
        </div>
      ) : (
        <EmptyNotice
          icon={isCancelled ? 'info' : 'warning'}
          title={isCancelled ? 'Cancelled before the first report' : 'No symbol has a report'}
        >
          The list beside says why. Run a symbol again from there, or edit the line.
        </EmptyNotice>
      )}
    </Panel>
  )
}
