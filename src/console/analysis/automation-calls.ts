import { getAutomationHistory, getEndedProposals } from '../../contract/analysis/automation-history.ts'
import {
  type EndedProposal,
  type MissedOutcome,
  notActedReport,
} from '../../domain/analysis/automation/not-acted.ts'
import { plannedOutcomes } from '../../domain/analysis/automation/planned-outcomes.ts'
import type { DashboardBook } from '../../domain/analysis/dashboard-address.ts'
import { toIstDate } from '../../domain/time.ts'
import type { NotActedLoaded } from '../../machines/analysis/automation-history.ts'
import { type ComparePorts, compareTrades } from '../compare-with-backtest.ts'

/** Each runs one backtest of 20 trading days for each of its instruments. */
const COMPARED_MAX = 8

export const automationHistory = ({ http }: Pick<ComparePorts, 'http'>, key: string, signal: AbortSignal) => {
  const [book = 'broker', from = '', to = ''] = key.split(' ')
  return http.call(getAutomationHistory, { query: { book: book as DashboardBook, from, to }, signal })
}

const isMissedEntry = ({ intent, status, deploymentUuid }: EndedProposal): boolean =>
  intent === 'entry' && status !== 'sent' && status !== 'waiting' && deploymentUuid !== null

const byDeployment = (proposals: readonly EndedProposal[]): ReadonlyMap<string, readonly EndedProposal[]> => {
  const found = new Map<string, EndedProposal[]>()
  for (const one of proposals.filter(isMissedEntry)) {
    const own = found.get(one.deploymentUuid ?? '')
    if (own === undefined) found.set(one.deploymentUuid ?? '', [one])
    else own.push(one)
  }
  return found
}

export const notActed = async (
  ports: ComparePorts,
  key: string,
  signal: AbortSignal,
): Promise<NotActedLoaded> => {
  const [from = '', to = ''] = key.split(' ')
  const { proposals, isWhole, asOf } = await ports.http.call(getEndedProposals, {
    query: { from, to },
    signal,
  })
  const planned = new Map<string, MissedOutcome>()
  const missed = [...byDeployment(proposals)]
  let uncompared = Math.max(0, missed.length - COMPARED_MAX)
  for (const [deploymentUuid, own] of missed.slice(0, COMPARED_MAX)) {
    const newest = own.reduce((last, { madeAt }) => Math.max(last, madeAt), 0)
    try {
      const compared = await compareTrades({ deploymentUuid, day: toIstDate(newest) }, ports, signal)
      for (const [id, outcome] of plannedOutcomes(own, compared)) planned.set(id, outcome)
    } catch (error) {
      if (signal.aborted) throw error
      uncompared++
    }
  }
  return { ...notActedReport(proposals, planned), isWhole, uncompared, asOf }
}
