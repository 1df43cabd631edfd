import { describeChanges } from '../../../src/domain/strategies/in-words.ts'
import { Refusal } from '../../refusal.ts'
import { findStrategyBySlug, findVersion, newestVersions } from '../../store/strategies.ts'
import { parseStrategy } from '../../store/strategy-text.ts'
import type { User } from '../../user.ts'
import { listStrategies } from './listing.ts'
import type { SampleStrategy } from './sample-strategy.ts'
import { createStrategyChanges, noStrategy } from './saving.ts'
import type { StrategyPorts } from './service-ports.ts'

const VERSIONS_SHOWN = 50

const sampleReply = ({ slug, algoUuid, strategy }: SampleStrategy) => ({
  slug,
  algoUuid,
  version: 1,
  latestVersion: 1,
  isSample: true,
  createdAt: 0,
  updatedAt: 0,
  ...strategy,
})

const findSample = (samples: readonly SampleStrategy[], slug: string): SampleStrategy => {
  const sample = samples.find((known) => known.slug === slug)
  if (sample === undefined) throw noStrategy()
  return sample
}

const getStrategy = async ({ store, samples }: StrategyPorts, user: User, slug: string, version?: number) => {
  const row = await findStrategyBySlug(store.db, user.id, slug)
  if (row === undefined) {
    const sample = findSample(samples, slug)
    if (version !== undefined && version !== 1) throw noVersion(version)
    return sampleReply(sample)
  }
  const latest = Number(row.version)
  const wanted =
    version === undefined || version === latest
      ? { version: latest, body: row.body, saved_at: row.updated_at }
      : await findVersion(store.db, user.id, row.algo_uuid, version)
  if (wanted === undefined) throw noVersion(version)
  return {
    slug: row.slug,
    algoUuid: row.algo_uuid,
    version: Number(wanted.version),
    latestVersion: latest,
    isSample: false,
    createdAt: Number(row.created_at),
    updatedAt: Number(wanted.saved_at),
    ...parseStrategy(row.category, wanted.body),
  }
}

const noVersion = (version: number | undefined): Refusal =>
  new Refusal('NOT_FOUND', `No version ${version} of this strategy`)

const listVersions = async ({ store, samples }: StrategyPorts, user: User, slug: string) => {
  const row = await findStrategyBySlug(store.db, user.id, slug)
  if (row === undefined) {
    findSample(samples, slug)
    return [{ version: 1, savedAt: 0, changes: [] }]
  }
  // One more than is shown, to say what the oldest of them changed.
  const rows = await newestVersions(store.db, user.id, row.algo_uuid, VERSIONS_SHOWN + 1)
  const contents = rows.map(({ body }) => parseStrategy(row.category, body))
  return rows.slice(0, VERSIONS_SHOWN).map(({ version, saved_at }, index) => {
    const after = contents[index]
    const before = contents[index + 1]
    return {
      version: Number(version),
      savedAt: Number(saved_at),
      changes: after === undefined || before === undefined ? [] : [...describeChanges(before, after)],
    }
  })
}

export const createStrategies = (ports: StrategyPorts) => ({
  ...createStrategyChanges(ports),
  get: (user: User, slug: string, version?: number) => getStrategy(ports, user, slug, version),
  versions: (user: User, slug: string) => listVersions(ports, user, slug),
  list: (user: User, query: Parameters<typeof listStrategies>[2]) => listStrategies(ports, user, query),
})

export type Strategies = ReturnType<typeof createStrategies>
