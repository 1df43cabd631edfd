import { lazy, Suspense, useMemo } from 'react'
import { intervalLabels } from '../../../../domain/charts/interval.ts'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import { chartKey } from '../../../../machines/deployments/deployment-chart.ts'
import type { OrderLogLine } from '../../../../machines/deployments/deployment-log.ts'
import type { Deployment, DeploymentRun } from '../../../../machines/deployments/deployments.ts'
import { useSnapshot } from '../../../kit/console.tsx'
import { useKeptCurrent } from '../../../kit/hooks/use-kept-current.ts'
import { EmptyNotice, ErrorNotice } from '../../../kit/layout/notice.tsx'
import { Skeleton } from '../../../kit/layout/skeleton.tsx'
import styles from './deployment-panel.module.css'

const RunChart = lazy(() => import('./run-chart.tsx').then((module) => ({ default: module.RunChart })))

interface ChartOfRunProps {
  readonly deployment: Deployment
  readonly run: DeploymentRun
  readonly lines: readonly OrderLogLine[]
}

/** Candles of the contract that is traded, of the deployment's interval. */
export function ChartOfRun({ deployment: { interval }, run, lines }: ChartOfRunProps) {
  const series = useMemo(() => ({ instrument: run.contract, interval }), [run.contract, interval])
  const key = chartKey(series)
  const reload = useKeptCurrent('deploymentChart', key)
  const candles = useSnapshot('deploymentChart', ({ context }) =>
    context.key === key ? context.output : null,
  )
  const message = useSnapshot('deploymentChart', ({ context }) =>
    context.key === key ? context.message : null,
  )
  const name = `${tradingSymbolOf(run.contract)}, ${intervalLabels[interval]}`
  if (candles === null && message !== null) {
    return (
      <div className={styles.chart}>
        <ErrorNotice message={message} onRetry={reload} />
      </div>
    )
  }
  if (candles === null) return <Loading name={name} />
  if (candles.time.length === 0) {
    return (
      <div className={styles.chart}>
        <EmptyNotice icon="chart" title={`No candles yet: ${name}`} />
      </div>
    )
  }
  return (
    <div className={styles.chart}>
      <Suspense fallback={<Loading name={name} />}>
        <RunChart run={run} series={series} candles={candles} lines={lines} onGrown={reload} />
      </Suspense>
    </div>
  )
}

function Loading({ name }: { readonly name: string }) {
  return (
    <div className={styles.chart} role="status" aria-label={`${name}: loading`}>
      <Skeleton rows={8} />
    </div>
  )
}
