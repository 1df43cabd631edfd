import { fromPromise } from 'xstate'
import { refusedByConsole } from '../../contract/api-error.ts'
import {
  copyStrategy,
  deleteEquityStrategy,
  deleteOptionsStrategy,
  getStrategy,
  listStrategies,
  listVersions,
  restoreStrategy,
  saveEquityStrategy,
  saveOptionsStrategy,
} from '../../contract/strategies.ts'
import { assumptionsOf } from '../../domain/backtests/run-assumptions.ts'
import type { Strategy } from '../../domain/strategies/strategy.ts'
import { type StrategyRunInput, strategyRunMachine } from '../../machines/strategies/run-strategy.ts'
import { STRATEGIES_PAGE, strategiesMachine } from '../../machines/strategies/strategies.ts'
import {
  type ActDone,
  type StrategyAct,
  strategyActsMachine,
} from '../../machines/strategies/strategy-acts.ts'
import { strategyPanelMachine } from '../../machines/strategies/strategy-panel.ts'
import { printSort } from '../../machines/strategies/strategy-query.ts'
import type { Clock } from '../../platform/clock.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { type FindPorts, findStrategy, strategyOf } from '../find-strategy.ts'

export const provideStrategies = ({
  http,
  clock,
}: {
  readonly http: HttpClient
  readonly clock: Clock
}): typeof strategiesMachine =>
  strategiesMachine.provide({
    actors: {
      loadPage: fromPromise(async ({ input: { isSample, query, page }, signal }) => {
        const { search, trend, subCategories } = query
        const reply = await http.call(listStrategies, {
          query: {
            page: String(page),
            limit: String(STRATEGIES_PAGE),
            sort: printSort(query),
            ...(search === '' ? {} : { search }),
            ...(trend === null ? {} : { trend }),
            ...(subCategories.length === 0 ? {} : { subCategory: subCategories.join(',') }),
            ...(isSample ? { sample: 'true' as const } : {}),
          },
          signal,
        })
        return { ...reply, at: clock.now() }
      }),
    },
  })

interface Saving {
  readonly slug?: string
  readonly version?: number
  readonly algoUuid?: string
}

export const saveStrategy = (http: HttpClient, strategy: Strategy, saving: Saving) =>
  strategy.category === 'equity'
    ? http.call(saveEquityStrategy, { body: { ...strategy, ...saving } })
    : http.call(saveOptionsStrategy, { body: { ...strategy, ...saving } })

type ActOf<Kind extends StrategyAct['kind']> = Extract<StrategyAct, { readonly kind: Kind }>

const carryOutSave = async (
  { strategy, of, algoUuid }: ActOf<'save'>,
  http: HttpClient,
): Promise<ActDone> => {
  const done = await saveStrategy(http, strategy, of === null ? { algoUuid } : of)
  return { ...done, name: strategy.algoName }
}

const carryOutCopy = async (
  { strategy, name, algoUuid }: ActOf<'copy'>,
  ports: FindPorts,
): Promise<ActDone> => {
  const found = await findStrategy(strategy, ports)
  const named = name === null ? {} : { algoName: name }
  const done = await ports.http.call(copyStrategy, { body: { slug: found.slug, algoUuid, ...named } })
  return { ...done, name: name ?? found.name }
}

const carryOutDelete = async ({ strategy }: ActOf<'delete'>, ports: FindPorts): Promise<ActDone> => {
  const { category, ...found } = await findStrategy(strategy, ports, true)
  const query = { algoUuid: found.algoUuid }
  if (category === 'equity') await ports.http.call(deleteEquityStrategy, { query })
  else await ports.http.call(deleteOptionsStrategy, { query })
  return found
}

const carryOutUndelete = async ({ deleted }: ActOf<'undelete'>, http: HttpClient): Promise<ActDone> => {
  const done = await http.call(restoreStrategy, { body: { algoUuid: deleted.algoUuid } })
  return { ...done, name: deleted.name }
}

/** The older version is saved as the newest one; the server refuses if `seen` no longer is. */
const carryOutRestore = async (
  { strategy, version, seen }: ActOf<'restore'>,
  ports: FindPorts,
): Promise<ActDone> => {
  const { http } = ports
  const { slug } = await findStrategy(strategy, ports, true)
  const older = await http.call(getStrategy, { query: { slug, version: String(version) } })
  const done = await saveStrategy(http, strategyOf(older), { slug, version: seen ?? older.latestVersion })
  return { ...done, name: older.algoName }
}

/** No abort signal: the server carries out what was sent, even if the login session ends. */
const carryOut = (act: StrategyAct, ports: FindPorts): Promise<ActDone> => {
  switch (act.kind) {
    case 'save':
      return carryOutSave(act, ports.http)
    case 'copy':
      return carryOutCopy(act, ports)
    case 'delete':
      return carryOutDelete(act, ports)
    case 'undelete':
      return carryOutUndelete(act, ports.http)
    case 'restore':
      return carryOutRestore(act, ports)
    default:
      return act satisfies never
  }
}

export const provideStrategyActs = (ports: FindPorts): typeof strategyActsMachine =>
  strategyActsMachine.provide({
    actors: { carryOut: fromPromise(({ input }) => carryOut(input.act, ports)) },
  })

const runOf = async (asked: StrategyRunInput, ports: FindPorts, signal: AbortSignal) => {
  const [{ slug }, { runOfStrategy }] = await Promise.all([
    findStrategy(asked.strategy, ports),
    import('../../domain/strategies/run-of-strategy.ts'),
  ])
  const version = asked.version === null ? {} : { version: String(asked.version) }
  const reply = await ports.http.call(getStrategy, { query: { slug, ...version }, signal })
  const { said, today, slippageBps, cutFrom } = asked
  const here = { today, preferences: { slippageBps } }
  const run = runOfStrategy(strategyOf(reply), assumptionsOf(said, reply.interval, here))
  if (!run.ok) throw refusedByConsole('NOT_TRADED', run.reason)
  const strategy = { algoUuid: reply.algoUuid, slug, version: reply.version }
  return { params: { ...run.params, strategy }, instruments: run.instruments, cutFrom }
}

export const provideStrategyRun = (ports: FindPorts): typeof strategyRunMachine =>
  strategyRunMachine.provide({
    actors: { ask: fromPromise(({ input, signal }) => runOf(input.asked, ports, signal)) },
  })

export const provideStrategyPanel = ({ http }: Pick<FindPorts, 'http'>): typeof strategyPanelMachine =>
  strategyPanelMachine.provide({
    actors: {
      loadVersions: fromPromise(({ input, signal }) => http.call(listVersions, { query: input, signal })),
    },
  })
