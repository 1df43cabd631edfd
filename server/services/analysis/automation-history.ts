import {
  AUTOMATION_ROWS_MAX,
  type getAutomationHistory,
} from '../../../src/contract/analysis/automation-history.ts'
import type { ReplyOf } from '../../../src/contract/call-types.ts'
import { countedKinds, figuresOfLines } from '../../../src/domain/analysis/automation/deployment-figures.ts'
import type { DashboardBook } from '../../../src/domain/analysis/dashboard-address.ts'
import type { DeploymentType } from '../../../src/domain/deployments/deployment.ts'
import { type IstDate, nextIstMidnight, startOfIstDate } from '../../../src/domain/time.ts'
import type { MarketClock } from '../../market/market-clock.ts'
import { createEventLoopYield } from '../../market/yield-to-event-loop.ts'
import type { AutomationHistoryStore, StoredSpan } from '../../store/automation-history.ts'
import type { User } from '../../user.ts'

type History = ReplyOf<typeof getAutomationHistory>

interface HistoryParts {
  readonly store: AutomationHistoryStore
  readonly clock: Pick<MarketClock, 'now'>
  /** Log lines that are read for one answer. */
  readonly linesMax?: number
}

const LINES_MAX = 50_000

const typesIn: Readonly<Record<DashboardBook, readonly DeploymentType[]>> = {
  broker: ['live', 'auto'],
  virtual: ['paper'],
}

export const spanOfDays = ({ from, to }: { readonly from: string; readonly to: string }): StoredSpan => ({
  from: startOfIstDate(from as IstDate),
  until: nextIstMidnight(startOfIstDate(to as IstDate)),
})

export const createAutomationHistory = ({ store, clock, linesMax = LINES_MAX }: HistoryParts) => {
  const deploymentsOf = async (
    { id }: User,
    span: StoredSpan,
    book: DashboardBook,
  ): Promise<History['deployments']> => {
    const found = await store.deployments(id, span, { types: typesIn[book], limit: AUTOMATION_ROWS_MAX + 1 })
    const breathe = createEventLoopYield()
    const rows: History['deployments'] = []
    let left = linesMax
    for (const deployment of found) {
      const read = await store.lines(deployment.deploymentUuid, span, {
        kinds: countedKinds,
        limit: left + 1,
      })
      const lines = read.slice(0, left)
      left -= lines.length
      rows.push({ ...deployment, ...figuresOfLines(lines), isWhole: lines.length === read.length })
      await breathe()
    }
    return rows
  }

  const alertsOf = async ({ id }: User, span: StoredSpan): Promise<History['alerts']> => {
    const found = await store.alerts(id, span, AUTOMATION_ROWS_MAX + 1)
    if (found.length === 0) return []
    const ids = found.map(({ alertUuid }) => alertUuid)
    const [raised, proposed] = await Promise.all([store.raised(ids, span), store.proposed(ids, span)])
    return found.map((alert) => ({
      ...alert,
      ...(raised.get(alert.alertUuid) ?? { raised: 0, symbols: 0 }),
      ...(proposed.get(alert.alertUuid) ?? { proposed: 0, sent: 0 }),
    }))
  }

  return async (
    user: User,
    { book, ...days }: { readonly book: DashboardBook; readonly from: string; readonly to: string },
  ): Promise<History> => {
    const span = spanOfDays(days)
    const deployments = await deploymentsOf(user, span, book)
    const alerts = book === 'broker' ? await alertsOf(user, span) : []
    return {
      deployments: deployments.slice(0, AUTOMATION_ROWS_MAX),
      alerts: alerts.slice(0, AUTOMATION_ROWS_MAX),
      isWhole: Math.max(deployments.length, alerts.length) <= AUTOMATION_ROWS_MAX,
      asOf: clock.now(),
    }
  }
}
