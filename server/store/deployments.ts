import type { Kysely, Transaction } from 'kysely'
import {
  type DeploymentTerms,
  deploymentStatuses,
  isActive,
  type LogLine,
} from '../../src/domain/deployments/deployment.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { Strategy } from '../../src/domain/strategies/strategy.ts'
import type { ProposalNow } from '../automation/automation.ts'
import type {
  ActiveDeployments,
  Deeds,
  DeploymentStep,
  DeploymentStore,
  StoredDeployment,
} from '../automation/deployment-store.ts'
import { Refusal } from '../refusal.ts'
import type { UserId } from '../user.ts'
import type { Store } from './database/database.ts'
import { inTransaction, isDuplicate } from './database/transaction.ts'
import { createGroupedSteps } from './grouped-steps.ts'
import { insertNotifications } from './notifications.ts'
import { parseProposal, printProposal } from './proposal-text.ts'
import type { Database, DeploymentTable, ProposalTable } from './schema.ts'
import { parseStrategy, printStrategy } from './strategy-text.ts'

type Db = Kysely<Database>

/** Checks of candles; what was done is kept longer, for the comparison with a backtest. */
const CHECKS_KEPT = 5_000
const DEEDS_KEPT = 200_000
/** Older lines are deleted in strides, so that not every line deletes. */
const LOG_STRIDE = 100

const active = deploymentStatuses.filter(isActive)

const strategyFrom = (text: string): Strategy => {
  const { category } = JSON.parse(text) as { readonly category?: string }
  return parseStrategy(category === 'options' ? 'options' : 'equity', text)
}

const laterTerms = { ifIncomplete: 'close' } as const

const toRow = (deployment: StoredDeployment): DeploymentTable => {
  const { type, segSyms, quantity, limits, ifIncomplete } = deployment
  return {
    id: deployment.id,
    owner_id: deployment.owner,
    algo_uuid: deployment.algoUuid,
    slug: deployment.slug,
    version: deployment.version,
    type,
    terms: JSON.stringify({ type, segSyms, quantity, limits, ifIncomplete } satisfies DeploymentTerms),
    strategy: printStrategy(deployment.strategy),
    status: deployment.status,
    reason: deployment.reason,
    state: deployment.state,
    last_seq: deployment.lastSeq,
    started_at: deployment.startedAt,
    stopped_at: deployment.stoppedAt,
  }
}

const fromRow = (row: DeploymentTable, runs: StoredDeployment['runs']): StoredDeployment => ({
  id: row.id,
  owner: row.owner_id,
  algoUuid: row.algo_uuid,
  slug: row.slug,
  version: Number(row.version),
  strategy: strategyFrom(row.strategy),
  ...laterTerms,
  ...(JSON.parse(row.terms) as DeploymentTerms),
  status: deploymentStatuses.find((one) => one === row.status) ?? 'failed',
  reason: row.reason,
  state: row.state,
  runs,
  lastSeq: Number(row.last_seq),
  startedAt: Number(row.started_at),
  stoppedAt: row.stopped_at === null ? null : Number(row.stopped_at),
})

const withRuns = async (db: Db, rows: readonly DeploymentTable[]): Promise<ActiveDeployments> => {
  if (rows.length === 0) return { deployments: [], unreadable: [] }
  const runs = await db
    .selectFrom('deployment_run')
    .selectAll()
    .where(
      'deployment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const deployments: StoredDeployment[] = []
  const unreadable: { id: string; problem: unknown }[] = []
  for (const row of rows) {
    const mine = runs.flatMap(({ deployment_id, seg_sym, state }) =>
      deployment_id === row.id ? [{ segSym: seg_sym as InstrumentId, state }] : [],
    )
    try {
      deployments.push(fromRow(row, mine))
    } catch (problem) {
      unreadable.push({ id: row.id, problem })
    }
  }
  return { deployments, unreadable }
}

const toProposalRow = (owner: DeploymentTable['owner_id'], proposal: ProposalNow): ProposalTable => ({
  id: proposal.proposalUuid,
  owner_id: owner,
  deployment_id: proposal.deploymentUuid,
  status: proposal.status,
  body: printProposal(proposal),
  ended_at: proposal.endedAt,
})

const fromProposalRow = ({
  body,
  deployment_id,
}: Pick<ProposalTable, 'body' | 'deployment_id'>): ProposalNow => ({
  ...parseProposal(body),
  deploymentUuid: deployment_id,
})

interface RunRow {
  readonly deployment_id: string
  readonly seg_sym: string
  readonly state: string
}

const putRuns = async (db: Db, rows: readonly RunRow[]): Promise<void> => {
  if (rows.length === 0) return
  await db
    .insertInto('deployment_run')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['deployment_id', 'seg_sym'])
        .doUpdateSet((eb) => ({ state: eb.ref('excluded.state') })),
    )
    .execute()
}

const runRows = ({ id, runs = [] }: Pick<DeploymentStep, 'id' | 'runs'>): readonly RunRow[] =>
  runs.map(({ segSym, state }) => ({ deployment_id: id, seg_sym: segSym, state }))

const appendLines = async (db: Db, steps: readonly DeploymentStep[]): Promise<void> => {
  const rows = steps.flatMap(({ id, lines = [] }) =>
    lines.map((line) => ({
      deployment_id: id,
      seq: line.seq,
      at: line.at,
      kind: line.kind,
      body: JSON.stringify(line),
    })),
  )
  if (rows.length > 0) await db.insertInto('deployment_log').values(rows).execute()
  for (const { id, lines = [] } of steps) {
    const whole = lines.find(({ seq }) => seq > CHECKS_KEPT && seq % LOG_STRIDE === 0)
    if (whole !== undefined)
      await db
        .deleteFrom('deployment_log')
        .where('deployment_id', '=', id)
        .where((eb) =>
          eb.or([
            eb('seq', '<=', whole.seq - DEEDS_KEPT),
            eb('seq', '<=', whole.seq - CHECKS_KEPT).and('kind', '=', 'evaluated'),
          ]),
        )
        .execute()
  }
}

const laterFields = { contract: null, cause: null, charges: null, since: null } as const

const fromLogRow = ({ body }: { readonly body: string }): LogLine => ({
  ...laterFields,
  ...(JSON.parse(body) as LogLine),
})

/** More than one trade of each of its instruments ends between two entries that are still held. */
const TRADES_LOOKED_BACK = 2_000

const hasLegsOf = async (db: Db, id: string): Promise<boolean> => {
  const row = await db.selectFrom('deployment').select('strategy').where('id', '=', id).executeTakeFirst()
  return row !== undefined && strategyFrom(row.strategy).category === 'options'
}

const deedsOf = async (
  db: Db,
  owner: UserId,
  id: string,
  { from, until, limit }: { readonly from: number; readonly until: number; readonly limit: number },
): Promise<Deeds> => {
  const lines = () =>
    db
      .selectFrom('deployment_log')
      .innerJoin('deployment', 'deployment.id', 'deployment_log.deployment_id')
      .select('deployment_log.body')
      .where('deployment.owner_id', '=', owner)
      .where('deployment_log.deployment_id', '=', id)
      .orderBy('deployment_log.seq', 'desc')
  const rows = await lines()
    .where('deployment_log.at', '>=', from)
    .where('deployment_log.at', '<', until)
    .where('deployment_log.kind', '!=', 'evaluated')
    .limit(limit + 1)
    .execute()
  const before = await lines()
    .where('deployment_log.at', '<', from)
    .where('deployment_log.kind', 'in', ['entered', 'exited', 'stopping'])
    .limit(TRADES_LOOKED_BACK)
    .execute()
  const hasLegs = await hasLegsOf(db, id)
  const newest = new Map<string, LogLine>()
  for (const line of before.map(fromLogRow)) {
    const key = hasLegs ? `${line.segSym} ${line.contract}` : line.segSym
    if (key !== null && line.segSym !== null && !newest.has(key)) newest.set(key, line)
  }
  return {
    lines: rows.slice(0, limit).map(fromLogRow).reverse(),
    held: [...newest.values()].filter(({ kind }) => kind === 'entered'),
    isWhole: rows.length <= limit,
  }
}

const updateOne = async (db: Db, step: DeploymentStep): Promise<void> => {
  const { id, owner, status, reason, stoppedAt, state, lines = [], proposals = [] } = step
  const change = {
    ...(status === undefined ? {} : { status }),
    ...(reason === undefined ? {} : { reason }),
    ...(stoppedAt === undefined ? {} : { stopped_at: stoppedAt }),
    ...(state === undefined ? {} : { state }),
    ...(lines.length === 0 ? {} : { last_seq: lines.at(-1)?.seq ?? 0 }),
  }
  if (Object.keys(change).length > 0)
    await db
      .updateTable('deployment')
      .set(change)
      .where('id', '=', id)
      .where('owner_id', '=', owner)
      .execute()
  for (const proposal of proposals) {
    const row = toProposalRow(owner, proposal)
    await db
      .insertInto('proposal')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  }
}

/** A deployment has one step at a time, so that no two of these are about the same row. */
const writeAll = async (trx: Transaction<Database>, steps: readonly DeploymentStep[]): Promise<void> => {
  for (const step of steps) await updateOne(trx, step)
  await putRuns(trx, steps.flatMap(runRows))
  await appendLines(trx, steps)
  await insertNotifications(
    trx,
    steps.flatMap(({ notices = [] }) => notices),
  )
}

const insert = async (store: Store, deployment: StoredDeployment): Promise<boolean> => {
  try {
    await inTransaction(store, async (trx) => {
      await trx.insertInto('deployment').values(toRow(deployment)).execute()
      await putRuns(trx, runRows(deployment))
    })
    return true
  } catch (error) {
    if (!isDuplicate(error)) throw error
    const known = await store.db
      .selectFrom('deployment')
      .select('owner_id')
      .where('id', '=', deployment.id)
      .executeTakeFirst()
    if (known?.owner_id === deployment.owner) return false
    throw new Refusal('CONFLICT', 'This deployment_uuid belongs to another deployment')
  }
}

export const createDeploymentStore = (store: Store): DeploymentStore => {
  const { db } = store
  const deployments = () => db.selectFrom('deployment').selectAll()
  return {
    insert: (deployment) => insert(store, deployment),

    active: async () =>
      withRuns(db, await deployments().where('status', 'in', active).orderBy('started_at').execute()),

    async find(owner, id) {
      const rows = await deployments().where('owner_id', '=', owner).where('id', '=', id).execute()
      const {
        deployments: [found],
        unreadable: [unreadable],
      } = await withRuns(db, rows)
      if (unreadable !== undefined) throw unreadable.problem
      return found ?? null
    },

    async endedSince(owner, since) {
      const rows = await deployments()
        .where('owner_id', '=', owner)
        .where('stopped_at', '>=', since)
        .orderBy('stopped_at', 'desc')
        .execute()
      return (await withRuns(db, rows)).deployments
    },

    write: createGroupedSteps(store, writeAll),

    async log(owner, id, { before, limit }) {
      const lines = db
        .selectFrom('deployment_log')
        .innerJoin('deployment', 'deployment.id', 'deployment_log.deployment_id')
        .select('deployment_log.body')
        .where('deployment.owner_id', '=', owner)
        .where('deployment_log.deployment_id', '=', id)
      const page = before === null ? lines : lines.where('deployment_log.seq', '<', before)
      const rows = await page.orderBy('deployment_log.seq', 'desc').limit(limit).execute()
      return rows.map(fromLogRow)
    },

    deeds: (owner, id, span) => deedsOf(db, owner, id, span),

    async proposals(owner, since) {
      const rows = await db
        .selectFrom('proposal')
        .select(['body', 'deployment_id'])
        .where('owner_id', '=', owner)
        .where((eb) => eb.or([eb('status', '=', 'waiting'), eb('ended_at', '>=', since)]))
        .execute()
      return rows.map(fromProposalRow)
    },

    async findProposal(owner, id) {
      const row = await db
        .selectFrom('proposal')
        .select(['body', 'deployment_id'])
        .where('owner_id', '=', owner)
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : fromProposalRow(row)
    },
  }
}
