import { fromPromise } from 'xstate'
import { deployEquity, deployOptions } from '../../contract/deployments.ts'
import { getStrategy } from '../../contract/strategies.ts'
import { type DeploymentType, deploymentTypes } from '../../domain/deployments/deployment.ts'
import { isStrategySlug } from '../../domain/strategies/strategy-slug.ts'
import {
  type DeployedStrategy,
  type DeployInput,
  type DeployOpening,
  deployFormMachine,
} from '../../machines/deployments/deploy-form.ts'
import { storageKeys } from '../../platform/storage.ts'
import { type FindPorts, findStrategy, strategyOf } from '../find-strategy.ts'
import type { UserStorage } from '../shell/user-storage.ts'

export interface DeployPorts extends FindPorts {
  readonly memory: UserStorage
}

const REMEMBERED_MAX = 100

const storedTypes = (memory: UserStorage): Readonly<Record<string, unknown>> => {
  const value = memory.read(storageKeys.deployedTypes)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

export const usualTypeOf = (memory: UserStorage, slug: string): DeploymentType => {
  const stored = storedTypes(memory)
  const type = Object.hasOwn(stored, slug) ? stored[slug] : null
  return deploymentTypes.find((known) => known === type) ?? 'paper'
}

export const rememberType = (memory: UserStorage, slug: string, type: DeploymentType): void => {
  const { [slug]: _, ...others } = storedTypes(memory)
  const kept = Object.entries({ ...others, [slug]: type }).slice(-REMEMBERED_MAX)
  memory.write(storageKeys.deployedTypes, Object.fromEntries(kept))
}

const load = async (
  { strategy: text, version }: DeployOpening,
  ports: DeployPorts,
  signal: AbortSignal,
): Promise<DeployedStrategy> => {
  const slug = isStrategySlug(text) ? text : (await findStrategy(text, ports)).slug
  const query = { slug, ...(version === null ? {} : { version: String(version) }) }
  const reply = await ports.http.call(getStrategy, { query, signal })
  const strategy = strategyOf(reply)
  return {
    slug,
    version: reply.version,
    latestVersion: reply.latestVersion,
    isSample: reply.isSample,
    strategy,
    usualType: usualTypeOf(ports.memory, slug),
  }
}

const deploy = ({ category, body }: DeployInput, { http }: DeployPorts) => {
  if (category === 'options') return http.call(deployOptions, { body })
  const { ifIncomplete: _, ...ofEquity } = body
  return http.call(deployEquity, { body: ofEquity })
}

/** No abort signal: the server starts what was sent, even if the login session ends. */
export const provideDeployForm = (ports: DeployPorts): typeof deployFormMachine =>
  deployFormMachine.provide({
    actors: {
      load: fromPromise(({ input, signal }) => load(input, ports, signal)),
      deploy: fromPromise(({ input }) => deploy(input, ports)),
    },
  })
