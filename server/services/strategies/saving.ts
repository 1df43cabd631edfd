import { randomBytes, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { runSlug } from '../../../src/domain/backtests/run-slug.ts'
import { isListName, listNameWords } from '../../../src/domain/list-name.ts'
import { checkStrategy } from '../../../src/domain/strategies/check-strategy.ts'
import type { Category, Strategy } from '../../../src/domain/strategies/strategy.ts'
import { Refusal } from '../../refusal.ts'
import { withAudit } from '../../store/audit.ts'
import { inTransaction } from '../../store/database/transaction.ts'
import type { Database, StrategyTable } from '../../store/schema.ts'
import {
  countStrategies,
  findNameKeys,
  findStrategy,
  findStrategyBySlug,
  findVersion,
  insertStrategy,
  insertVersion,
  purgeStrategies,
  updateStrategy,
} from '../../store/strategies.ts'
import { parseStrategy, printStrategy } from '../../store/strategy-text.ts'
import type { User } from '../../user.ts'
import { nameKeyOf, nameOfCopy, twiceIfDuplicate, versionConflict } from '../saved-names.ts'
import { wireField } from '../wire-field.ts'
import type { StrategyPorts } from './service-ports.ts'
import { searchTextOf, slugPrefix } from './stored-strategy.ts'

const STRATEGIES_PER_USER = 2_000
const VERSIONS_PER_STRATEGY = 1_000
const RESTORABLE_MS = 30 * 86_400_000
const SUFFIX_BYTES = 4
const NAME_LENGTH_MAX = 60

/** Absent `slug`: a new strategy. Absent `version`: made from the newest one. */
interface Change {
  readonly slug?: string | undefined
  readonly algoUuid?: string | undefined
  readonly version?: number | undefined
}

interface Work {
  readonly trx: Transaction<Database>
  readonly user: User
  readonly now: number
}

export const noStrategy = (): Refusal => new Refusal('NOT_FOUND', 'No such strategy')

const refuseFaults = (strategy: Strategy, failure: string): void => {
  const faults = checkStrategy(strategy)
  if (faults.length === 0) return
  throw new Refusal('MALFORMED', failure, {
    issues: faults.map(({ field, problem }) => `body.${wireField(field)}: ${problem}`),
  })
}

const refuseTakenName = async ({ trx, user }: Work, name: string): Promise<void> => {
  if ((await findNameKeys(trx, user.id, [nameKeyOf(name)])).length > 0)
    throw new Refusal('CONFLICT', `You have a strategy named ${name} already`)
}

const contentOf = (strategy: Strategy) => ({
  name: strategy.algoName,
  name_key: nameKeyOf(strategy.algoName),
  sub_category: strategy.subCategory,
  trend: strategy.trend,
  search: searchTextOf(strategy),
  body: printStrategy(strategy),
})

const putNext = async (
  { trx, now }: Work,
  { owner_id, algo_uuid, version, body }: StrategyTable,
): Promise<void> => insertVersion(trx, { owner_id, algo_uuid, version, body, saved_at: now })

const create = async (work: Work, strategy: Strategy, algoUuid: string): Promise<StrategyTable> => {
  const { trx, user, now } = work
  await purgeStrategies(trx, user.id, now - RESTORABLE_MS)
  if ((await countStrategies(trx, user.id)) >= STRATEGIES_PER_USER)
    throw new Refusal('CONFLICT', `${STRATEGIES_PER_USER} strategies are saved; delete some first`)
  await refuseTakenName(work, strategy.algoName)
  const suffix = randomBytes(SUFFIX_BYTES).toString('hex')
  const row: StrategyTable = {
    owner_id: user.id,
    algo_uuid: algoUuid,
    slug: `${slugPrefix[strategy.category]}-${runSlug(strategy.algoName, suffix)}`,
    category: strategy.category,
    version: 1,
    ...contentOf(strategy),
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  await insertStrategy(trx, row)
  await putNext(work, row)
  return row
}

/** The same strategy saved again under its id is the first save once more. */
const createOnce = async (work: Work, strategy: Strategy, algoUuid: string): Promise<StrategyTable> => {
  const { trx, user } = work
  const known = await findStrategy(trx, user.id, algoUuid)
  if (known === undefined) return create(work, strategy, algoUuid)
  const first = await findVersion(trx, user.id, algoUuid, 1)
  if (known.deleted_at === null && first?.body === printStrategy(strategy)) return known
  throw uuidTaken()
}

const uuidTaken = (): Refusal => new Refusal('CONFLICT', 'This algo_uuid belongs to another strategy')

/** A change to what is saved already makes no version. */
const change = async (
  work: Work,
  strategy: Strategy,
  { slug, algoUuid, version }: Change & { readonly slug: string },
): Promise<StrategyTable> => {
  const { trx, user, now } = work
  const known = await findStrategyBySlug(trx, user.id, slug)
  if (known === undefined || (algoUuid !== undefined && algoUuid !== known.algo_uuid)) throw noStrategy()
  if (known.category !== strategy.category)
    throw new Refusal('MALFORMED', 'Error saving strategy', {
      issues: [`body.category: ${slug} is a strategy of category ${known.category}`],
    })
  if (isDeepStrictEqual(parseStrategy(known.category, known.body), strategy)) return known
  const latest = Number(known.version)
  if (version !== undefined && version !== latest) throw versionConflict(known, version)
  if (latest >= VERSIONS_PER_STRATEGY)
    throw new Refusal('CONFLICT', `Version limit reached (${VERSIONS_PER_STRATEGY}). Copy it to keep editing`)
  if (nameKeyOf(strategy.algoName) !== known.name_key) await refuseTakenName(work, strategy.algoName)
  const next = { ...known, ...contentOf(strategy), version: latest + 1, updated_at: now }
  await updateStrategy(trx, known, next)
  await putNext(work, next)
  return next
}

interface Copy {
  readonly slug: string
  readonly algoName?: string | undefined
  readonly algoUuid?: string | undefined
}

const copyOnce = async (
  work: Work,
  { slug, algoName, algoUuid }: Copy,
  samples: StrategyPorts['samples'],
): Promise<StrategyTable> => {
  const { trx, user } = work
  const copied = algoUuid === undefined ? undefined : await findStrategy(trx, user.id, algoUuid)
  if (copied !== undefined) {
    if (copied.deleted_at === null) return copied
    throw uuidTaken()
  }
  const row = await findStrategyBySlug(trx, user.id, slug)
  const original =
    row === undefined
      ? samples.find((sample) => sample.slug === slug)?.strategy
      : parseStrategy(row.category, row.body)
  if (original === undefined) throw noStrategy()
  const findTaken = (keys: readonly string[]) => findNameKeys(trx, user.id, keys)
  const name = algoName?.trim() ?? (await nameOfCopy(original.algoName, findTaken))
  return create(work, { ...original, algoName: name }, algoUuid ?? randomUUID())
}

const markDeleted = async (
  { trx, user, now }: Work,
  category: Category,
  algoUuid: string,
): Promise<string> => {
  const known = await findStrategy(trx, user.id, algoUuid)
  if (known === undefined || known.deleted_at !== null || known.category !== category) throw noStrategy()
  await updateStrategy(trx, known, { deleted_at: now })
  await purgeStrategies(trx, user.id, now - RESTORABLE_MS)
  return known.slug
}

/** One that is not deleted stays as it is. */
const restore = async (work: Work, algoUuid: string): Promise<StrategyTable> => {
  const known = await findStrategy(work.trx, work.user.id, algoUuid)
  if (known === undefined) throw noStrategy()
  if (known.deleted_at === null) return known
  await refuseTakenName(work, known.name)
  await updateStrategy(work.trx, known, { deleted_at: null })
  return known
}

const savedOf = ({ slug, algo_uuid, version }: StrategyTable) => ({
  slug,
  algoUuid: algo_uuid,
  version: Number(version),
})

export const createStrategyChanges = ({ store, clock, samples }: StrategyPorts) => {
  const once = async (user: User, act: (work: Work) => Promise<StrategyTable>) =>
    savedOf(await twiceIfDuplicate(() => inTransaction(store, (trx) => act({ trx, user, now: clock.now() }))))
  return {
    save: async (user: User, given: Strategy, { slug, algoUuid, version }: Change) => {
      const strategy = { ...given, algoName: given.algoName.trim() }
      refuseFaults(strategy, 'Error saving strategy')
      const id = algoUuid ?? randomUUID()
      return once(user, (work) =>
        slug === undefined
          ? createOnce(work, strategy, id)
          : change(work, strategy, { slug, algoUuid, version }),
      )
    },

    copy: async (user: User, copy: Copy) => {
      if (copy.algoName !== undefined && !isListName(copy.algoName))
        throw new Refusal('MALFORMED', 'Error copying strategy', {
          issues: [`body.algo_name: ${listNameWords}, ${NAME_LENGTH_MAX} at most`],
        })
      return once(user, (work) => copyOnce(work, copy, samples))
    },

    delete: (user: User, category: Category, algoUuid: string, request: string): Promise<void> =>
      withAudit({ store, clock }, async (trx, record) => {
        const slug = await markDeleted({ trx, user, now: clock.now() }, category, algoUuid)
        await record({ action: 'strategy.deleted', actor: user.id, object: slug, request })
      }),

    restore: (user: User, algoUuid: string) => once(user, (work) => restore(work, algoUuid)),
  }
}
