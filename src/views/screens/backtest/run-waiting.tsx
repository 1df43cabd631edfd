import { useSnapshot } from '../../kit/console.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'

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
          title={isCancelled ? 'Cancelled before the first result' : 'No results'}
        >
          See Symbols for the reason. Run a symbol again there, or edit the command.
        </EmptyNotice>
      )}
    </Panel>
  )
}
