import type { BodyOf, QueryOf, ReplyOf } from '../../../src/contract/call-types.ts'
import type { dropProposals, getDeeds, listDeployments } from '../../../src/contract/deployments.ts'
import { type DeploymentType, isActive } from '../../../src/domain/deployments/deployment.ts'
import { roundToPaisa } from '../../../src/domain/money.ts'
import { entryInWords, exitInWords } from '../../../src/domain/strategies/in-words.ts'
import type { Category } from '../../../src/domain/strategies/strategy.ts'
import type { AlertOrders } from '../../alerts/alert-orders.ts'
import type { Automation, DeploymentNow, RunNow } from '../../automation/automation.ts'
import { byUrgency } from '../../automation/proposals.ts'
import { Refusal } from '../../refusal.ts'
import { withAudit } from '../../store/audit.ts'
import { findStrategy } from '../../store/strategies.ts'
import type { User } from '../../user.ts'
import type { StrategyPorts } from '../strategies/service-ports.ts'
import { type DeployBody, toDeployment } from './deploying.ts'
import { type LogPage, readDeeds, readDeployedStrategy, readLog } from './deployment-reads.ts'

export interface DeploymentPorts extends StrategyPorts {
  readonly automation: Automation
  readonly alertOrders: Pick<AlertOrders, 'listOf' | 'send' | 'drop' | 'dropOf'>
  /** Market time. */
  readonly marketNow: () => number
}

type DeploymentRow = ReplyOf<typeof listDeployments>[number]

const total = (runs: readonly RunNow[], of: (run: RunNow) => number): number =>
  roundToPaisa(runs.reduce((sum, run) => sum + of(run), 0))

const rowOf = (now: DeploymentNow, latestVersion: number | null): DeploymentRow => {
  const { strategy, runs } = now
  return {
    deploymentUuid: now.id,
    algoUuid: now.algoUuid,
    version: now.version,
    latestVersion,
    slug: now.slug,
    algoName: strategy.algoName,
    category: strategy.category,
    type: now.type,
    status: now.status,
    reason: now.reason,
    interval: strategy.interval,
    position: strategy.category === 'equity' ? strategy.position : null,
    product: strategy.product,
    quantity: now.quantity,
    limits: now.limits,
    ifIncomplete: strategy.category === 'options' ? now.ifIncomplete : null,
    entry: entryInWords(strategy),
    exit: exitInWords(strategy),
    segSyms: [...now.segSyms],
    runs: runs.map(({ chargesToday: _, ...run }) => run),
    realisedToday: total(runs, (run) => run.realisedToday),
    pnlToday: total(runs, (run) => run.pnlToday),
    pnl: total(runs, (run) => run.realised + run.pnlToday - run.realisedToday + run.carriedPnl),
    chargesToday: total(runs, (run) => run.chargesToday),
    entriesToday: total(runs, (run) => run.entriesToday),
    lossesInARow: now.lossesInARow,
    capitalHeld: now.capitalHeld,
    startedAt: now.startedAt,
    stoppedAt: now.stoppedAt,
  }
}

interface Act {
  readonly action: `deployment.${'started' | 'stopped' | 'paused' | 'resumed'}`
  readonly id: string
  readonly request: string
}

const audited = async <Result>(
  { store, clock }: DeploymentPorts,
  user: User,
  { action, id, request }: Act,
  work: () => Promise<Result>,
): Promise<Result> => {
  const result = await work()
  await withAudit({ store, clock }, (_, record) => record({ action, actor: user.id, object: id, request }))
  return result
}

const latestOf = async (
  { store, samples }: DeploymentPorts,
  user: User,
  { algoUuid }: DeploymentNow,
): Promise<number | null> => {
  const row = await findStrategy(store.db, user.id, algoUuid)
  if (row !== undefined) return row.deleted_at === null ? Number(row.version) : null
  return samples.some((sample) => sample.algoUuid === algoUuid) ? 1 : null
}

interface DeployCall {
  readonly category: Category
  readonly body: DeployBody
  readonly request: string
}

const deploy = async (ports: DeploymentPorts, user: User, { category, body, request }: DeployCall) => {
  const { automation, marketNow } = ports
  const mine = await automation.deploymentsOf(user.id)
  const { deploymentUuid } = body
  if (mine.some(({ id }) => id === deploymentUuid)) return { deploymentUuid }
  const deployed = mine.filter(({ status }) => isActive(status)).length
  const deployment = await toDeployment(ports, user, body, {
    category,
    now: marketNow(),
    deployed,
  })
  const act = { action: 'deployment.started', id: deploymentUuid, request } as const
  await audited(ports, user, act, () => automation.deploy(deployment))
  return { deploymentUuid }
}

const dropOf = async (
  { automation, alertOrders }: DeploymentPorts,
  { id }: User,
  { proposalUuid, deploymentUuid, alertUuid }: BodyOf<typeof dropProposals>,
): Promise<number> => {
  if (alertUuid !== undefined) return alertOrders.dropOf(id, alertUuid)
  if (deploymentUuid !== undefined) return automation.dropProposals(id, { deployment: deploymentUuid })
  const proposal = proposalUuid ?? ''
  return (await alertOrders.drop(id, proposal)) ?? automation.dropProposals(id, { proposal })
}

const drop = async (ports: DeploymentPorts, user: User, body: BodyOf<typeof dropProposals>) => {
  if (Object.values(body).filter((id) => id !== undefined).length !== 1)
    throw new Refusal('MALFORMED', 'Error dropping the proposal', {
      issues: ['body: expected proposal_uuid, deployment_uuid or alert_uuid, just one of the three'],
    })
  return { dropped: await dropOf(ports, user, body) }
}

export const createDeployments = (ports: DeploymentPorts) => {
  const { automation, alertOrders } = ports
  return {
    deploy: (user: User, call: DeployCall) => deploy(ports, user, call),

    async list(user: User, type: DeploymentType | undefined): Promise<DeploymentRow[]> {
      const rows: DeploymentRow[] = []
      for (const now of await automation.deploymentsOf(user.id))
        if (type === undefined || now.type === type) rows.push(rowOf(now, await latestOf(ports, user, now)))
      return rows
    },

    async stop(user: User, id: string, exitPositions: boolean, request: string) {
      const act = { action: 'deployment.stopped', id, request } as const
      const stopped = await audited(ports, user, act, () => automation.stop(user.id, id, { exitPositions }))
      return { deploymentUuid: id, ...stopped }
    },

    async pause(user: User, id: string, request: string): Promise<null> {
      const act = { action: 'deployment.paused', id, request } as const
      await audited(ports, user, act, () => automation.pause(user.id, id))
      return null
    },

    async resume(user: User, id: string, request: string): Promise<null> {
      const act = { action: 'deployment.resumed', id, request } as const
      await audited(ports, user, act, () => automation.resume(user.id, id))
      return null
    },

    log: (user: User, id: string, page: LogPage) => readLog(ports, user, id, page),

    deeds: (user: User, query: QueryOf<typeof getDeeds>) => readDeeds(ports, user, query),

    strategy: (user: User, id: string) => readDeployedStrategy(ports, user, id),

    async proposals({ id }: User) {
      const both = await Promise.all([automation.proposalsOf(id), alertOrders.listOf(id)])
      return both.flat().sort(byUrgency)
    },

    send: async ({ id: owner }: User, id: string, quantity: number | null) =>
      (await alertOrders.send(owner, id, quantity)) ?? automation.sendProposal(owner, id, quantity),

    drop: (user: User, body: BodyOf<typeof dropProposals>) => drop(ports, user, body),
  }
}

export type Deployments = ReturnType<typeof createDeployments>
