import { strategySorts } from '../../contract/strategies.ts'
import { type SubCategory, subCategories, type Trend, trends } from '../../domain/strategies/strategy.ts'

export type StrategySort = (typeof strategySorts)[number]

export interface StrategyQuery {
  readonly search: string
  /** Null is all. */
  readonly trend: Trend | null
  readonly subCategories: readonly SubCategory[]
  readonly sort: StrategySort
  readonly isDescending: boolean
}

export const usualQuery: StrategyQuery = {
  search: '',
  trend: null,
  subCategories: [],
  sort: 'updated',
  isDescending: true,
}

const SEARCH_MAX = 120

/** From the part of an address behind the question mark; invalid values are ignored. */
export const readStrategyQuery = (address: string): StrategyQuery => {
  const given = new URLSearchParams(address)
  const chosen = (given.get('sub') ?? '').split(',')
  const sort = given.get('sort') ?? ''
  const by = strategySorts.find((one) => one === sort.replace(/^-/, ''))
  return {
    search: (given.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    trend: trends.find((one) => one === given.get('trend')) ?? null,
    subCategories: subCategories.filter((one) => chosen.includes(one)),
    sort: by ?? usualQuery.sort,
    isDescending: by === undefined ? usualQuery.isDescending : sort.startsWith('-'),
  }
}

/** As the call takes it; a leading `-` is descending. */
export const printSort = ({ sort, isDescending }: StrategyQuery): string =>
  `${isDescending ? '-' : ''}${sort}`

/** Without the cursor's row: another list need not hold it. */
export const printStrategyQuery = (query: StrategyQuery): Readonly<Record<string, string>> => {
  const sort = printSort(query)
  const parts = {
    q: query.search,
    trend: query.trend ?? '',
    sub: query.subCategories.join(','),
    sort: sort === printSort(usualQuery) ? '' : sort,
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''))
}

export const isSameQuery = (one: StrategyQuery, other: StrategyQuery): boolean =>
  JSON.stringify(printStrategyQuery(one)) === JSON.stringify(printStrategyQuery(other))

export const isNarrowed = ({ search, trend, subCategories: chosen }: StrategyQuery): boolean =>
  search !== '' || trend !== null || chosen.length > 0
