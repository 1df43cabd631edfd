import type { QueryOf } from '../../../src/contract/call-types.ts'
import {
  DEEDS_DAYS_MAX,
  DEEDS_MAX,
  type getDeeds,
  ORDER_LOG_PAGE_MAX,
} from '../../../src/contract/deployments.ts'
import { type LogLine, USUAL_CAPITAL } from '../../../src/domain/deployments/deployment.ts'
import { withTerms } from '../../../src/domain/strategies/strategy.ts'
import { DAY_MS, type IstDate, startOfIstDate } from '../../../src/domain/time.ts'
import { historyOf } from '../../automation/open-lane.ts'
import { Refusal } from '../../refusal.ts'
import type { Store } from '../../store/database/database.ts'
import { createDeploymentStore } from '../../store/deployments.ts'
import type { User } from '../../user.ts'

interface Stored {
  readonly store: Store
}

export interface LogPage {
  readonly before: number | null
  readonly limit: number | null
}

const findStored = async ({ store }: Stored, user: User, id: string) => {
  const stored = await createDeploymentStore(store).find(user.id, id)
  if (stored === null) throw new Refusal('NOT_FOUND', 'No such deployment')
  return stored
}

const toLine = (line: LogLine) => ({ ...line, values: [...line.values] })

export const readLog = async (ports: Stored, user: User, id: string, { before, limit }: LogPage) => {
  await findStored(ports, user, id)
  const most = Math.max(1, Math.min(limit ?? ORDER_LOG_PAGE_MAX, ORDER_LOG_PAGE_MAX))
  const lines = await createDeploymentStore(ports.store).log(user.id, id, { before, limit: most })
  return lines.map(toLine)
}

const refuseSpan = (field: 'from' | 'to', problem: string): Refusal =>
  new Refusal('MALFORMED', 'Error loading what the strategy did', { issues: [`query.${field}: ${problem}`] })

export const readDeeds = async (
  ports: Stored,
  user: User,
  { deploymentUuid, from, to }: QueryOf<typeof getDeeds>,
) => {
  const span = { from: startOfIstDate(from as IstDate), until: startOfIstDate(to as IstDate) + DAY_MS }
  if (span.until <= span.from) throw refuseSpan('to', `${to} is before ${from}`)
  if (span.until - span.from > DEEDS_DAYS_MAX * DAY_MS)
    throw refuseSpan('from', `at most ${DEEDS_DAYS_MAX} days can be asked for`)
  await findStored(ports, user, deploymentUuid)
  const deeds = createDeploymentStore(ports.store).deeds
  const { lines, held, isWhole } = await deeds(user.id, deploymentUuid, { ...span, limit: DEEDS_MAX })
  return { lines: lines.map(toLine), held: held.map(toLine), isWhole }
}

export const readDeployedStrategy = async (ports: Stored, user: User, id: string) => {
  const stored = await findStored(ports, user, id)
  const { algoUuid, slug, version, type, status, strategy, limits, startedAt, stoppedAt } = stored
  return {
    deploymentUuid: id,
    algoUuid,
    algoName: strategy.algoName,
    slug,
    version,
    type,
    status,
    strategy: withTerms(strategy, { segSyms: stored.segSyms, quantity: stored.quantity }),
    capital: limits.capital ?? USUAL_CAPITAL,
    historySince: historyOf(stored),
    startedAt,
    stoppedAt,
  }
}
