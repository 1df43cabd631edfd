import { useMemo } from 'react'
import { toIstClock } from '../../../domain/time.ts'
import type { Proposal } from '../../../machines/deployments/proposals.ts'
import { isWaiting } from '../../../machines/deployments/waiting-proposals.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { useMedia } from '../../kit/hooks/use-media.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { stepBackProps } from '../../kit/step-back.ts'
import table from '../../kit/table/table-screen.module.css'
import { ProposalDetail } from './proposal-detail.tsx'
import { EndedRow, WaitingRow } from './proposal-row.tsx'
import styles from './proposals.module.css'
import { useQueueCursor } from './use-queue-cursor.ts'

/** Without room beside the list a proposal opens under its row. */
const NARROW = '(max-width: 62.4em)'

const none: readonly Proposal[] = []

export function ProposalsScreen() {
  const { dispatch } = useConsole()
  const rows = useSnapshot('proposals', ({ context }) => context.rows)
  const isOpened = useSnapshot('proposals', ({ context }) => context.opened !== null)
  const groups = useMemo(() => groupsOf(rows ?? none), [rows])
  const { current, point } = useQueueCursor(groups.all)
  const isNarrow = useMedia(NARROW)
  const close = () => dispatch({ to: 'proposals', event: { type: 'proposal.close' } })
  return (
    <div className={table.screen} {...stepBackProps(isOpened, close)}>
      <Title waiting={groups.waiting.length} current={current} />
      {rows === null ? (
        <Unloaded />
      ) : (
        <>
          <Outdated />
          <div className={styles.columns} data-narrow={isNarrow ? '' : undefined}>
            <Queue groups={groups} current={current} isNarrow={isNarrow} onPoint={point} />
            {!isNarrow && current !== null && (
              <section className={styles.panel} aria-label="Opened proposal">
                <div className={styles.head}>
                  <h2>
                    <bdi>{current.algoName}</bdi>
                  </h2>
                  <Badge tone="blue">{current.alertUuid === null ? 'LIVE' : 'ALERT'}</Badge>
                </div>
                <ProposalDetail key={current.proposalUuid} proposal={current} />
              </section>
            )}
          </div>
        </>
      )}
    </div>
  )
}

interface Groups {
  readonly waiting: readonly Proposal[]
  readonly sent: readonly Proposal[]
  readonly ended: readonly Proposal[]
  readonly all: readonly Proposal[]
}

const groupsOf = (rows: readonly Proposal[]): Groups => {
  const waiting = rows.filter(isWaiting)
  const sent = rows.filter(({ status }) => status === 'sent')
  const ended = rows.filter(({ status }) => status === 'dropped' || status === 'ended')
  return { waiting, sent, ended, all: [...waiting, ...sent, ...ended] }
}

function Title({ waiting, current }: { readonly waiting: number; readonly current: Proposal | null }) {
  const { run } = useConsole()
  const acts =
    current === null || !isWaiting(current) ? undefined : (
      <Button
        keys="⇧ X"
        onPress={() => run({ command: 'proposal.dropAll', args: { proposal: current.proposalUuid } })}
      >
        Drop all of <bdi>{current.algoName}</bdi>
      </Button>
    )
  return (
    <ScreenTitle title="Proposals" actions={acts}>
      <span role="status">
        <Badge>{`${waiting} waiting`}</Badge>
      </span>
    </ScreenTitle>
  )
}

interface QueueProps {
  readonly groups: Groups
  readonly current: Proposal | null
  readonly isNarrow: boolean
  readonly onPoint: (proposal: Proposal) => void
}

function Queue({ groups: { waiting, sent, ended }, current, isNarrow, onPoint }: QueueProps) {
  const rowProps = (proposal: Proposal) => ({
    proposal,
    isCurrent: proposal.proposalUuid === current?.proposalUuid,
    onPoint: () => onPoint(proposal),
    children:
      isNarrow && proposal.proposalUuid === current?.proposalUuid ? (
        <ProposalDetail proposal={proposal} isUnderRow />
      ) : undefined,
  })
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>Waiting</h2>
        <span className={styles.small}>exits first, then what ends soonest</span>
        <span className={`${styles.small} ${styles.last}`}>price then → now</span>
      </div>
      {waiting.length === 0 ? (
        <NothingWaits />
      ) : (
        <ul className={styles.list} aria-label="Waiting">
          {waiting.map((proposal) => (
            <WaitingRow key={proposal.proposalUuid} {...rowProps(proposal)} />
          ))}
        </ul>
      )}
      {[
        { title: 'Sent', rows: sent },
        { title: 'Ended without an order', rows: ended },
      ].map(
        ({ title, rows }) =>
          rows.length > 0 && (
            <section key={title} aria-label={title}>
              <h2 className={styles.section}>{title}</h2>
              <ul className={styles.list}>
                {rows.map((proposal) => (
                  <EndedRow key={proposal.proposalUuid} {...rowProps(proposal)} />
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  )
}

function NothingWaits() {
  const next = useNextCheck()
  return (
    <EmptyNotice title="Nothing waits.">
      {next === null ? 'No notification-based strategy is running.' : next}
    </EmptyNotice>
  )
}

/** `Next check 11:45, EMA pullback`; null while nothing is looked at. */
function useNextCheck(): string | null {
  return useSnapshot('deployments', ({ context }) => {
    const checks = (context.lists.live?.rows ?? []).flatMap(({ algoName, runs }) =>
      runs.flatMap(({ nextCheckAt }) => (nextCheckAt === null ? [] : [{ at: nextCheckAt, algoName }])),
    )
    const [first] = checks.toSorted((one, other) => one.at - other.at)
    return first === undefined ? null : `Next check ${toIstClock(first.at)}, ${first.algoName}`
  })
}

function Unloaded() {
  const { dispatch } = useConsole()
  const message = useSnapshot('proposals', ({ context }) => context.message)
  return message === null ? (
    <div role="status" aria-label="Proposals: loading">
      <Skeleton rows={3} />
    </div>
  ) : (
    <ErrorNotice
      message={message}
      onRetry={() => dispatch({ to: 'proposals', event: { type: 'proposals.load' } })}
    />
  )
}

/** Rows loaded before stay to be read; nothing of them can be sent. */
function Outdated() {
  const { dispatch } = useConsole()
  const message = useSnapshot('proposals', ({ context }) => context.message)
  if (message === null) return null
  return (
    <p className={styles.outdated} role="alert">
      <bdi>{message}</bdi>
      <Button onPress={() => dispatch({ to: 'proposals', event: { type: 'proposals.load' } })}>Retry</Button>
    </p>
  )
}
