import { trends } from '../../../src/domain/strategies/strategy.ts'
import { countByTrend, findBacktests, pageStrategies } from '../../store/strategies.ts'
import { parseStrategy } from '../../store/strategy-text.ts'
import type { User } from '../../user.ts'
import { type StrategyListQuery, type StrategyListRequest, toListRequest } from './list-query.ts'
import { readBacktest } from './newest-backtest.ts'
import { listSamples } from './sample-list.ts'
import type { StrategyPorts } from './service-ports.ts'
import { entryOf, searchTextOf } from './stored-strategy.ts'

type Ports = Pick<StrategyPorts, 'store' | 'samples'>

const backtestsOf = async ({ store }: Ports, user: User, algoUuids: readonly string[]) =>
  new Map(
    (await findBacktests(store.db, user.id, algoUuids)).map((row) => [row.algo_uuid, readBacktest(row)]),
  )

const ownPage = async (ports: Ports, user: User, request: StrategyListRequest) => {
  const { filter, order } = request
  const counts = await countByTrend(ports.store.db, user.id, filter)
  const rows = await pageStrategies(ports.store.db, user.id, filter, order, request)
  const uuids = rows.map((row) => row.algo_uuid)
  const backtests = await backtestsOf(ports, user, uuids)
  const data = rows.map((row) => ({
    slug: row.slug,
    algoUuid: row.algo_uuid,
    version: Number(row.version),
    ...entryOf(parseStrategy(row.category, row.body)),
    lastBacktest: backtests.get(row.algo_uuid) ?? null,
    isSample: false,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  }))
  return { data, counts }
}

const samplePage = async (ports: Ports, user: User, request: StrategyListRequest) => {
  const uuids = ports.samples.map((sample) => sample.algoUuid)
  const backtests = await backtestsOf(ports, user, uuids)
  const entries = ports.samples.map(({ slug, algoUuid, strategy }) => ({
    slug,
    algoUuid,
    version: 1,
    ...entryOf(strategy),
    lastBacktest: backtests.get(algoUuid) ?? null,
    isSample: true,
    createdAt: 0,
    updatedAt: 0,
    search: searchTextOf(strategy),
  }))
  return listSamples(entries, request)
}

export const listStrategies = async (ports: Ports, user: User, query: StrategyListQuery) => {
  const request = toListRequest(query)
  const page = query.sample === 'true' ? samplePage : ownPage
  const { data, counts } = await page(ports, user, request)
  const wanted = request.filter.trends.length === 0 ? trends : request.filter.trends
  const total = wanted.reduce((sum, trend) => sum + (counts.get(trend) ?? 0), 0)
  const count = (trend: string): number => counts.get(trend) ?? 0
  return {
    currentPage: request.page,
    data,
    perPage: request.limit,
    total,
    totalPages: Math.ceil(total / request.limit),
    trendCounts: {
      bullish: count('bullish'),
      bearish: count('bearish'),
      neutral: count('neutral'),
      others: count('others'),
    },
  }
}
