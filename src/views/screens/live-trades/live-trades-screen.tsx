import { useCallback, useMemo } from 'react'
import {
  type DeploymentType,
  deploymentTypes,
  shortDeploymentTitles,
} from '../../../domain/deployments/deployment.ts'
import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import type { Deployment } from '../../../machines/deployments/deployments.ts'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { FilterField } from '../../kit/control/filter-field.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { Segmented } from '../../kit/control/segmented.tsx'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import { shortInstant } from '../../kit/instants.ts'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import table from '../../kit/table/table-screen.module.css'
import { DayLanes } from './day/day-lanes.tsx'
import { DayTiles } from './day/day-tiles.tsx'
import { actsOfDeployment, deploy, openTab, stopAll } from './deployment-calls.ts'
import { deploymentColumns, deploymentOnPhone } from './deployment-columns.tsx'
import { type DeploymentRow, rowsOfDeployments } from './deployment-row.ts'
import { DeploymentPanel } from './detail/deployment-panel.tsx'
import styles from './live-trades.module.css'
import { PhoneList } from './phone-list.tsx'
import { useDeploymentCursor } from './use-deployment-cursor.ts'
import { useCounts, useDeployments, useIsOnline } from './use-deployments.ts'
import { useUnfolded } from './use-unfolded.ts'

/** Without room beside the table the panel stands below it. */
const WIDE = '(min-width: 75em)'
/** Narrower, the bars of a day could not be told apart. */
const LANES = '(min-width: 62.5em)'
const keyOf = ({ key }: DeploymentRow) => key
const nameOf = ({ deployment, run, kind }: DeploymentRow): string =>
  kind === 'symbol' && run !== null
    ? `${deployment.algoName} ${tradingSymbolOf(run.segSym)}`
    : deployment.algoName

const none: readonly Deployment[] = []

export function LiveTradesScreen() {
  const isPhone = useMedia(PHONE)
  const deployments = useDeployments()
  const { tab, all, shown } = deployments
  return (
    <div className={table.screen}>
      <Title tab={tab} filter={deployments.filter} />
      <div className={table.totals}>
        <DayTiles type={tab} deployments={all ?? none} />
      </div>
      <Outdated of={deployments} />
      {isPhone ? <OnPhone of={deployments} shown={shown} /> : <InTable of={deployments} shown={shown} />}
    </div>
  )
}

type Shown = ReturnType<typeof useDeployments>

function Title({ tab, filter }: { readonly tab: DeploymentType; readonly filter: string }) {
  const { run, dispatch } = useConsole()
  const isOnline = useIsOnline()
  const counts = useCounts()
  const isPhone = useMedia(PHONE)
  const hasRunning = Object.values(counts).some((count) => count !== null && count > 0)
  return (
    <ScreenTitle
      title="Live strategies"
      actions={
        <>
          <FilterField
            label="Filter strategies"
            value={filter}
            onChange={(text) => dispatch({ to: 'deployments', event: { type: 'deployments.filter', text } })}
          />
          <Button
            kind="danger"
            keys={(isPhone ? null : keysFor(stopAll)) ?? ''}
            isDisabled={!isOnline || !hasRunning}
            onPress={() => run(stopAll)}
          >
            Stop all
          </Button>
          <Button
            kind="primary"
            keys={(isPhone ? null : keysFor(deploy)) ?? ''}
            isDisabled={!isOnline}
            onPress={() => run(deploy)}
          >
            Deploy
          </Button>
        </>
      }
    >
      <span className={table.head}>
        <Segmented
          label="Mode"
          value={tab}
          choices={deploymentTypes.map((value) => ({
            value,
            label:
              counts[value] === null
                ? shortDeploymentTitles[value]
                : `${shortDeploymentTitles[value]} ${counts[value]}`,
          }))}
          onChange={(type) => run(openTab(type))}
        />
        {!isPhone && <KeyCap keys="1 2 3" />}
      </span>
    </ScreenTitle>
  )
}

function Outdated({ of: { age, message, retry } }: { readonly of: Shown }) {
  const isOnline = useIsOnline()
  if (age === null && isOnline) return null
  const since = age === null ? '' : ` As of ${shortInstant(age, Date.now())}.`
  return (
    <p className={styles.outdated} role="status">
      <span>
        {isOnline
          ? `${message ?? 'Not current'}.${since}`
          : `No connection: strategies keep running on the server.${since}`}
      </span>
      {isOnline && <Button onPress={retry}>Retry</Button>}
    </p>
  )
}

interface ListProps {
  readonly of: Shown
  readonly shown: readonly Deployment[]
}

function InTable({ of, shown }: ListProps) {
  const console = useConsole()
  const { run } = console
  const isWide = useMedia(WIDE)
  const hasLanes = useMedia(LANES)
  const isOnline = useIsOnline()
  const unfolded = useUnfolded()
  const rows = useMemo(() => rowsOfDeployments(shown, unfolded.keys), [shown, unfolded.keys])
  const { current, followKey, point } = useDeploymentCursor(rows)
  const resume = useCallback(
    ({ deployment }: DeploymentRow) =>
      run({ command: 'deployment.resume', args: { deployment: deployment.deploymentUuid } }),
    [run],
  )
  const columns = useMemo(
    () => deploymentColumns({ onFold: unfolded.toggle, onResume: resume }),
    [unfolded.toggle, resume],
  )
  return (
    <div className={styles.columns} data-beside={isWide && current !== null ? '' : undefined}>
      <div className={styles.main}>
        <div className={table.table}>
          <div
            className={styles.list}
            data-old={of.age === null ? undefined : ''}
            onKeyDownCapture={(event) => point(unfolded.pressOn(event, rows))}
          >
            <DataTable
              label="Live strategies"
              isMain
              rows={rows}
              columns={columns}
              rowKey={keyOf}
              phone={deploymentOnPhone}
              state={of.state}
              currentKey={current?.key ?? null}
              followKey={followKey}
              onRowFocus={point}
              actsOf={({ deployment }) => actsOfDeployment(deployment, console, { isOnline })}
              nameOf={nameOf}
              empty={<NoDeployments of={of} />}
            />
          </div>
        </div>
        {hasLanes && current !== null && <DayLanes deployment={current.deployment} />}
      </div>
      {current !== null && <DeploymentPanel row={current} />}
    </div>
  )
}

const nothingUnfolded: ReadonlySet<string> = new Set()

function OnPhone({ of, shown }: ListProps) {
  const rows = useMemo(() => rowsOfDeployments(shown, nothingUnfolded), [shown])
  const { current, point } = useDeploymentCursor(rows)
  const { state } = of
  if (state.kind === 'failed') return <ErrorNotice message={state.message} onRetry={state.retry} />
  if (state.kind === 'loading') {
    return (
      <div role="status" aria-label="Live strategies: loading">
        <Skeleton rows={6} />
      </div>
    )
  }
  if (rows.length === 0) return <NoDeployments of={of} />
  return <PhoneList rows={rows} current={current} onPoint={point} />
}

const typeWords = {
  live: 'A notification-based one proposes orders that you send.',
  auto: 'An automatic one sends orders to your account at each signal.',
  paper: 'A virtual one trades in a separate virtual account, without your money.',
} as const

function NoDeployments({ of: { filter, all, tab } }: { readonly of: Shown }) {
  const { run, dispatch } = useConsole()
  if (filter !== '' && all !== null && all.length > 0) {
    return (
      <EmptyNotice icon="search" title={`No strategy matches “${filter}”`}>
        <Button
          onPress={() => dispatch({ to: 'deployments', event: { type: 'deployments.filter', text: '' } })}
        >
          Clear filter
        </Button>
      </EmptyNotice>
    )
  }
  return (
    <EmptyNotice icon="live" title="No strategy is running">
      <p>
        {typeWords[tab]} Choose a strategy and press <b>Deploy</b>, or type <code>deploy "NAME"</code>.
      </p>
      <Button kind="primary" keys={keysFor(deploy) ?? ''} onPress={() => run(deploy)}>
        Deploy one
      </Button>
    </EmptyNotice>
  )
}
