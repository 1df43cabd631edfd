import type * as z from 'zod/mini'
import type { deployEquity, deployOptions } from '../../../src/contract/deployments.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import { dailyOrShorter } from '../../../src/domain/charts/candle-close.ts'
import { intervalInWords } from '../../../src/domain/charts/interval.ts'
import { DEPLOYMENTS_PER_USER } from '../../../src/domain/deployments/deployment.ts'
import { checkStrategy } from '../../../src/domain/strategies/check-strategy.ts'
import {
  type Category,
  instrumentsOf,
  type Strategy,
  withTerms,
} from '../../../src/domain/strategies/strategy.ts'
import type { NewDeployment } from '../../automation/automation.ts'
import { Refusal } from '../../refusal.ts'
import { findStrategyBySlug, findVersion } from '../../store/strategies.ts'
import { parseStrategy } from '../../store/strategy-text.ts'
import type { User } from '../../user.ts'
import { noStrategy } from '../strategies/saving.ts'
import type { StrategyPorts } from '../strategies/service-ports.ts'

type BodyOfCall<Call extends typeof deployEquity | typeof deployOptions> = FromWire<z.output<Call['body']>>

export type DeployBody = BodyOfCall<typeof deployEquity> &
  Partial<Pick<BodyOfCall<typeof deployOptions>, 'ifIncomplete'>>

interface Found {
  readonly algoUuid: string
  readonly strategy: ReturnType<typeof parseStrategy>
}

const find = async (
  { store, samples }: Pick<StrategyPorts, 'store' | 'samples'>,
  user: User,
  { slug, version }: DeployBody,
): Promise<Found> => {
  const row = await findStrategyBySlug(store.db, user.id, slug)
  if (row === undefined) {
    const sample = samples.find((known) => known.slug === slug)
    if (sample === undefined) throw noStrategy()
    return sample
  }
  const wanted = await findVersion(store.db, user.id, row.algo_uuid, version)
  if (wanted === undefined) throw new Refusal('NOT_FOUND', `No version ${version} of this strategy`)
  return { algoUuid: row.algo_uuid, strategy: parseStrategy(row.category, wanted.body) }
}

const refuse = (field: string, problem: string): Refusal =>
  new Refusal('MALFORMED', problem, { issues: [`body.${field}: ${problem}`] })

const refuseUnfit = (strategy: Strategy, body: DeployBody, deployed: number): void => {
  if (!dailyOrShorter(strategy.interval))
    throw refuse(
      'slug',
      `It decides on candles of ${intervalInWords(strategy.interval)}; candles up to a day can be deployed`,
    )
  if (body.type === 'auto' && body.limits.lossPerDay === null)
    throw refuse('limits.loss_per_day', 'An automatic deployment needs a limit of its loss per day')
  const [fault] = checkStrategy(strategy)
  if (fault !== undefined) throw refuse(fault.field, fault.problem)
  if (deployed >= DEPLOYMENTS_PER_USER)
    throw new Refusal('CONFLICT', `${DEPLOYMENTS_PER_USER} deployments run; stop some first`)
}

interface DeployedAs {
  readonly category: Category
  readonly now: number
  readonly deployed: number
}

const kindWords: Readonly<Record<Category, string>> = {
  equity: 'shares, futures or indices',
  options: 'options',
}

const callOf: Readonly<Record<Category, string>> = { equity: 'deploy_equity', options: 'deploy_options' }

export const toDeployment = async (
  ports: Pick<StrategyPorts, 'store' | 'samples'>,
  user: User,
  body: DeployBody,
  { category, now, deployed }: DeployedAs,
): Promise<NewDeployment> => {
  const { algoUuid, strategy: saved } = await find(ports, user, body)
  if (saved.category !== category)
    throw new Refusal('MALFORMED', `It is a strategy on ${kindWords[saved.category]}`, {
      issues: [`body.slug: is of category ${saved.category}; deploy it by ${callOf[saved.category]}`],
    })
  const segSyms = body.segSyms.length === 0 ? instrumentsOf(saved) : body.segSyms
  const quantity = body.quantity ?? saved.quantity
  const strategy = withTerms(saved, { segSyms, quantity })
  refuseUnfit(strategy, body, deployed)
  return {
    id: body.deploymentUuid,
    owner: user.id,
    algoUuid,
    slug: body.slug,
    version: body.version,
    strategy,
    startedAt: now,
    type: body.type,
    segSyms,
    quantity,
    limits: body.limits,
    ifIncomplete: body.ifIncomplete ?? 'close',
  }
}
