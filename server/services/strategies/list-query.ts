import type { QueryOf } from '../../../src/contract/call-types.ts'
import type { listStrategies } from '../../../src/contract/strategies.ts'
import type { StrategyFilter, StrategyOrder } from '../../store/strategies.ts'

const PAGE_SIZE = 20
const PAGE_SIZE_MAX = 100

export type StrategyListQuery = QueryOf<typeof listStrategies>

export interface StrategyListRequest {
  readonly page: number
  readonly limit: number
  readonly offset: number
  readonly filter: StrategyFilter
  readonly order: StrategyOrder
}

const itemsOf = (text: string | undefined): readonly string[] =>
  text === undefined ? [] : [...new Set(text.split(','))]

export const toListRequest = (query: StrategyListQuery): StrategyListRequest => {
  const limit = Math.min(PAGE_SIZE_MAX, Math.max(1, Number(query.limit ?? PAGE_SIZE)))
  const page = Math.max(1, Number(query.page ?? 1))
  const sort = query.sort ?? '-updated'
  return {
    page,
    limit,
    offset: (page - 1) * limit,
    filter: {
      search: (query.search ?? '').trim(),
      subCategories: itemsOf(query.subCategory),
      trends: itemsOf(query.trend),
    },
    order: { by: sort.replace('-', '') as StrategyOrder['by'], isDescending: sort.startsWith('-') },
  }
}
