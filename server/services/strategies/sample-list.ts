import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { listStrategies } from '../../../src/contract/strategies.ts'
import type { StrategyListRequest } from './list-query.ts'

type Entry = ReplyOf<typeof listStrategies>['data'][number]
type SampleEntry = Entry & { readonly search: string }

type Figure = (entry: Entry) => number | string | null

const figures: Readonly<Record<StrategyListRequest['order']['by'], Figure>> = {
  updated: (entry) => entry.updatedAt,
  created: (entry) => entry.createdAt,
  name: (entry) => entry.algoName.toLowerCase(),
  return: (entry) => entry.lastBacktest?.return ?? null,
  drawdown: (entry) => entry.lastBacktest?.maxDraw ?? null,
}

const compare = (one: number | string, other: number | string): number =>
  one < other ? -1 : one > other ? 1 : 0

/** As the store does for a user's own: entries without the figure are last in either direction. */
const inOrder = ({ by, isDescending }: StrategyListRequest['order']) => {
  const figure = figures[by]
  return (one: Entry, other: Entry): number => {
    const [before, after] = [figure(one), figure(other)]
    if (before === null || after === null) return Number(before === null) - Number(after === null)
    return (isDescending ? -1 : 1) * compare(before, after) || compare(one.algoName, other.algoName)
  }
}

export const listSamples = (
  samples: readonly SampleEntry[],
  { filter, order, offset, limit }: StrategyListRequest,
): { readonly data: Entry[]; readonly counts: ReadonlyMap<string, number> } => {
  const { search, subCategories, trends } = filter
  const found = samples.filter(
    (sample) =>
      sample.search.includes(search.toLowerCase()) &&
      (subCategories.length === 0 || subCategories.includes(sample.subCategory)),
  )
  const counts = new Map<string, number>()
  for (const { trend } of found) counts.set(trend, (counts.get(trend) ?? 0) + 1)
  const data = found
    .filter(({ trend }) => trends.length === 0 || trends.includes(trend))
    .sort(inOrder(order))
    .slice(offset, offset + limit)
    .map(({ search: _, ...entry }) => entry)
  return { data, counts }
}
