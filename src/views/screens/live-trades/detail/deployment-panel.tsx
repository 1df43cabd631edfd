import { useMemo } from 'react'
import { intervalInWords } from '../../../../domain/charts/interval.ts'
import { type DeploymentType, shortDeploymentTitles } from '../../../../domain/deployments/deployment.ts'
import { quantityInWords } from '../../../../domain/strategies/in-words.ts'
import { toIstClock } from '../../../../domain/time.ts'
import type { OrderLogLine } from '../../../../machines/deployments/deployment-log.ts'
import type { Deployment, DeploymentRun } from '../../../../machines/deployments/deployments.ts'
import { useConsole } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { useMarketTime } from '../../../kit/hooks/use-market-time.ts'
import { Badge, type BadgeTone } from '../../../kit/layout/badge.tsx'
import { RuleText } from '../../../kit/rule-text.tsx'
import text from '../../../theme/text.module.css'
import { actsOfDeployment } from '../deployment-calls.ts'
import { PnlToday, State } from '../deployment-columns.tsx'
import { type DeploymentRow, nextCheckOf, runShownFor, versionInWords } from '../deployment-row.ts'
import { useIsOnline } from '../use-deployments.ts'
import { ChartOfRun } from './chart-of-run.tsx'
import styles from './deployment-panel.module.css'
import { OrderLog, useLogLines } from './order-log.tsx'
import { PositionOfRun } from './position-ruler.tsx'

const tones: Readonly<Record<DeploymentType, BadgeTone>> = { live: 'blue', auto: 'good', paper: 'amber' }

export function TypeBadge({ type }: { readonly type: DeploymentType }) {
  return <Badge tone={tones[type]}>{shortDeploymentTitles[type].toUpperCase()}</Badge>
}

export function DeploymentPanel({ row }: { readonly row: DeploymentRow }) {
  const { deployment } = row
  const { algoName, deploymentUuid, type, interval } = deployment
  const lines = useLogLines(deploymentUuid)
  const run = runShownFor(row)
  const all = useMemo((): DeploymentRow => ({ ...row, run: null }), [row])
  return (
    <aside className={styles.panel} aria-label={`Deployment of ${algoName}`}>
      <div className={styles.head}>
        <h2 className={`${styles.title} ${text.cut}`}>
          <bdi>{algoName}</bdi>
        </h2>
        <TypeBadge type={type} />
        <span className={`${text.muted} ${text.cut}`}>
          {`${versionInWords(deployment)} · ${intervalInWords(interval)}`}
        </span>
        <span className={styles.today}>
          <span className={text.muted}>today</span> <PnlToday row={all} />
        </span>
      </div>
      <DeploymentActs deployment={deployment} />
      <Reason row={all} />
      {run !== null && (
        <RunInDetail key={`${run.segSym} ${run.leg}`} deployment={deployment} run={run} lines={lines} />
      )}
      <Rules deployment={deployment} />
      <OrderLog of={deploymentUuid} />
    </aside>
  )
}

interface ActsProps {
  readonly deployment: Deployment
  readonly isLarge?: boolean
}

export function DeploymentActs({ deployment, isLarge = false }: ActsProps) {
  const console = useConsole()
  const isOnline = useIsOnline()
  const acts = actsOfDeployment(deployment, console, { isOnline })
  if (acts.length === 0) return null
  return (
    <div className={styles.acts} data-large={isLarge ? '' : undefined}>
      {acts.map(({ id, title, keys, isDisabled = false, run }) => (
        <Button
          key={id}
          kind={id === 'deployment.stopAndExit' ? 'danger' : 'plain'}
          size={isLarge ? 'large' : 'small'}
          isDisabled={isDisabled}
          onPress={run}
          {...(keys && !isLarge ? { keys } : {})}
        >
          {title}
        </Button>
      ))}
    </div>
  )
}

function Reason({ row }: { readonly row: DeploymentRow }) {
  const { status, reason } = row.deployment
  if (status === 'running' && reason === '') return null
  return (
    <p className={styles.reason} data-status={status}>
      <State row={row} />
    </p>
  )
}

interface RunProps {
  readonly deployment: Deployment
  readonly run: DeploymentRun
  readonly lines: readonly OrderLogLine[]
}

export function RunInDetail({ deployment, run, lines }: RunProps) {
  return (
    <>
      <NextCheck deployment={deployment} run={run} />
      <ChartOfRun deployment={deployment} run={run} lines={lines} />
      <PositionOfRun run={run} />
    </>
  )
}

const COUNTDOWN_MS = 1_000

function NextCheck({ deployment, run }: Pick<RunProps, 'deployment' | 'run'>) {
  const at = useMarketTime(COUNTDOWN_MS)
  const check = nextCheckOf({ key: '', deployment, run, kind: 'single' })
  if (check === null) return null
  const seconds = Math.max(0, Math.round((check - at) / 1_000))
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p className={styles.check}>
      {`Next check ${toIstClock(check)}`}
      {seconds > 0 && seconds < 3_600 && <span>{`, in ${left}`}</span>}
    </p>
  )
}

const sideWords = { buy: 'long · ', sell: 'short · ' } as const

function Rules({ deployment: { entry, exit, position, product, quantity } }: Pick<RunProps, 'deployment'>) {
  return (
    <details className={styles.rules}>
      <summary>Rules</summary>
      <p
        className={text.muted}
      >{`${position === null ? '' : sideWords[position]}${product} · ${quantityInWords(quantity)}`}</p>
      <p>
        <span className={text.muted}>Enter </span>
        <RuleText rule={entry} />
      </p>
      {exit !== '' && (
        <p>
          <span className={text.muted}>Exit </span>
          <RuleText rule={exit} />
        </p>
      )}
    </details>
  )
}
