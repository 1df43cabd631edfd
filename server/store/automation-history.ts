import type { DeploymentType, LogLine } from '../../src/domain/deployments/deployment.ts'
import { deploymentStatuses } from '../../src/domain/deployments/deployment.ts'
import type { AlertStatus } from '../../src/domain/scanners/alert.ts'
import type { UserId } from '../user.ts'
import type { Store } from './database/database.ts'
import { parseProposal } from './proposal-text.ts'
import type { AlertTable, DeploymentTable } from './schema.ts'

export interface StoredSpan {
  readonly from: number
  readonly until: number
}

type Db = Store['db']

const deploymentColumns = ['id', 'strategy', 'version', 'type', 'status', 'started_at', 'stopped_at'] as const

const deploymentFrom = (row: Pick<DeploymentTable, (typeof deploymentColumns)[number]>) => {
  const { algo_name: algoName } = JSON.parse(row.strategy) as { readonly algo_name: string }
  return {
    deploymentUuid: row.id,
    algoName,
    version: Number(row.version),
    type: row.type as DeploymentType,
    status: deploymentStatuses.find((one) => one === row.status) ?? 'failed',
    startedAt: Number(row.started_at),
    stoppedAt: row.stopped_at === null ? null : Number(row.stopped_at),
  }
}

const alertFrom = (row: Pick<AlertTable, 'id' | 'name' | 'status' | 'started_at' | 'stopped_at'>) => ({
  alertUuid: row.id,
  alertName: row.name,
  status: row.status as AlertStatus,
  startedAt: Number(row.started_at),
  stoppedAt: row.stopped_at === null ? null : Number(row.stopped_at),
})

const deploymentsIn = async (
  db: Db,
  owner: UserId,
  { from, until }: StoredSpan,
  of: { readonly types: readonly DeploymentType[]; readonly limit: number },
) => {
  const rows = await db
    .selectFrom('deployment')
    .select(deploymentColumns)
    .where('owner_id', '=', owner)
    .where('type', 'in', of.types)
    .where('started_at', '<', until)
    .where((eb) => eb.or([eb('stopped_at', 'is', null), eb('stopped_at', '>=', from)]))
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(of.limit)
    .execute()
  return rows.map(deploymentFrom)
}

const linesIn = async (
  db: Db,
  deployment: string,
  { from, until }: StoredSpan,
  of: { readonly kinds: readonly string[]; readonly limit: number },
): Promise<readonly Pick<LogLine, 'kind' | 'cause' | 'pnl' | 'charges'>[]> => {
  const rows = await db
    .selectFrom('deployment_log')
    .select('body')
    .where('deployment_id', '=', deployment)
    .where('at', '>=', from)
    .where('at', '<', until)
    .where('kind', 'in', of.kinds)
    .orderBy('seq', 'desc')
    .limit(of.limit)
    .execute()
  return rows.map(({ body }) => {
    const { kind, pnl, cause = null, charges = null } = JSON.parse(body) as LogLine
    return { kind, pnl, cause, charges }
  })
}

const alertsIn = async (db: Db, owner: UserId, { from, until }: StoredSpan, limit: number) => {
  const rows = await db
    .selectFrom('alert')
    .select(['id', 'name', 'status', 'started_at', 'stopped_at'])
    .where('owner_id', '=', owner)
    .where('started_at', '<', until)
    .where((eb) => eb.or([eb('stopped_at', 'is', null), eb('stopped_at', '>=', from)]))
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(alertFrom)
}

const raisedIn = async (db: Db, alerts: readonly string[], { from, until }: StoredSpan) => {
  const rows = await db
    .selectFrom('alert_hit')
    .select(({ fn }) => [
      'alert_id',
      fn.countAll<number>().as('raised'),
      fn.count<number>('seg_sym').distinct().as('symbols'),
    ])
    .where('alert_id', 'in', alerts)
    .where('raised_at', '>=', from)
    .where('raised_at', '<', until)
    .groupBy('alert_id')
    .execute()
  return new Map(
    rows.map((row) => [row.alert_id, { raised: Number(row.raised), symbols: Number(row.symbols) }]),
  )
}

const proposedIn = async (db: Db, alerts: readonly string[], { from, until }: StoredSpan) => {
  const rows = await db
    .selectFrom('alert_proposal')
    .select(({ fn }) => ['alert_id', 'status', fn.countAll<number>().as('count')])
    .where('alert_id', 'in', alerts)
    .where('made_at', '>=', from)
    .where('made_at', '<', until)
    .groupBy(['alert_id', 'status'])
    .execute()
  const found = new Map<string, { readonly proposed: number; readonly sent: number }>()
  for (const { alert_id: id, status, count } of rows) {
    const { proposed, sent } = found.get(id) ?? { proposed: 0, sent: 0 }
    const more = Number(count)
    found.set(id, { proposed: proposed + more, sent: status === 'sent' ? sent + more : sent })
  }
  return found
}

const endedIn = async (db: Db, owner: UserId, { from, until }: StoredSpan, limit: number) => {
  const ofDeployments = await db
    .selectFrom('proposal')
    .select('body')
    .where('owner_id', '=', owner)
    .where('ended_at', '>=', from)
    .where('ended_at', '<', until)
    .orderBy('ended_at', 'desc')
    .limit(limit)
    .execute()
  const ofAlerts = await db
    .selectFrom('alert_proposal')
    .select('body')
    .where('owner_id', '=', owner)
    .where('late_at', 'is', null)
    .where('ended_at', '>=', from)
    .where('ended_at', '<', until)
    .orderBy('ended_at', 'desc')
    .limit(limit)
    .execute()
  return [...ofDeployments, ...ofAlerts]
    .map(({ body }) => parseProposal(body))
    .sort((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0))
    .slice(0, limit)
}

export const createAutomationHistoryStore = ({ db }: Pick<Store, 'db'>) => ({
  deployments: (
    owner: UserId,
    span: StoredSpan,
    of: { readonly types: readonly DeploymentType[]; readonly limit: number },
  ) => deploymentsIn(db, owner, span, of),
  lines: (
    deployment: string,
    span: StoredSpan,
    of: { readonly kinds: readonly string[]; readonly limit: number },
  ) => linesIn(db, deployment, span, of),
  alerts: (owner: UserId, span: StoredSpan, limit: number) => alertsIn(db, owner, span, limit),
  raised: (alerts: readonly string[], span: StoredSpan) => raisedIn(db, alerts, span),
  proposed: (alerts: readonly string[], span: StoredSpan) => proposedIn(db, alerts, span),
  endedProposals: (owner: UserId, span: StoredSpan, limit: number) => endedIn(db, owner, span, limit),
})

export type AutomationHistoryStore = ReturnType<typeof createAutomationHistoryStore>
