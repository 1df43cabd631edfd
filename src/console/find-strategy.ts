import { refusedByConsole } from '../contract/api-error.ts'
import type { ReplyOf } from '../contract/call-types.ts'
import { getStrategy, listStrategies } from '../contract/strategies.ts'
import type { Category, Strategy } from '../domain/strategies/strategy.ts'
import { isStrategySlug } from '../domain/strategies/strategy-slug.ts'
import type { StrategyEntry } from '../machines/strategies/strategies.ts'
import { strategyTexts } from '../machines/strategies/texts-of-strategies.ts'
import type { HttpClient } from '../platform/http-client.ts'

export interface FindPorts {
  readonly http: HttpClient
  /** The user's own first. */
  readonly known: () => readonly StrategyEntry[]
}

export interface FoundStrategy {
  readonly slug: string
  readonly algoUuid: string
  readonly name: string
  readonly category: Category
  readonly version: number
}

const foundOf = ({ slug, algoUuid, algoName, category, version }: StrategyEntry): FoundStrategy => ({
  slug,
  algoUuid,
  name: algoName,
  category,
  version,
})

const isNamed =
  (name: string) =>
  ({ algoName }: StrategyEntry): boolean =>
    algoName.toLowerCase() === name.trim().toLowerCase()

const searched = async (http: HttpClient, name: string, sample: 'true' | 'false') => {
  const { data } = await http.call(listStrategies, { query: { search: name.trim(), sample, limit: '100' } })
  return data.find(isNamed(name))
}

/** By slug or name, on the server if no list holds it. Rejects with ApiError if there is none. */
export const findStrategy = async (
  text: string,
  { http, known }: FindPorts,
  isOwn = false,
): Promise<FoundStrategy> => {
  const listed = known().filter(({ isSample }) => !(isOwn && isSample))
  const here = listed.find(({ slug }) => slug === text) ?? listed.find(isNamed(text))
  if (here !== undefined) return foundOf(here)
  if (isStrategySlug(text)) {
    const { algoName, ...strategy } = await http.call(getStrategy, { query: { slug: text } })
    return { ...strategy, name: algoName }
  }
  const there =
    (await searched(http, text, 'false')) ?? (isOwn ? undefined : await searched(http, text, 'true'))
  if (there === undefined) throw refusedByConsole('NOT_FOUND', strategyTexts.unknown(text))
  return foundOf(there)
}

export const strategyOf = (reply: ReplyOf<typeof getStrategy>): Strategy => {
  const { slug, algoUuid, version, latestVersion, isSample, createdAt, updatedAt, ...strategy } = reply
  return strategy
}
