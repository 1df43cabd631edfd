import { fromPromise } from 'xstate'
import {
  forceStop,
  getOrderLog,
  listDeployments,
  pauseDeployment,
  resumeDeployment,
} from '../../contract/deployments.ts'
import {
  type ActExits,
  type DeploymentAct,
  deploymentActsMachine,
} from '../../machines/deployments/deployment-acts.ts'
import { deploymentLogMachine } from '../../machines/deployments/deployment-log.ts'
import { deploymentsMachine } from '../../machines/deployments/deployments.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Deps } from '../deps.ts'
import { pageVisibility } from '../page-visibility.ts'

export const provideDeployments = ({
  http,
  clock,
  platform,
}: Pick<Deps, 'http' | 'clock' | 'platform'>): typeof deploymentsMachine =>
  deploymentsMachine.provide({
    actors: {
      loadList: fromPromise(async ({ input, signal }) => ({
        rows: await http.call(listDeployments, { query: input, signal }),
        at: clock.now(),
      })),
      pageVisibility: pageVisibility(platform),
    },
  })

export const provideDeploymentLog = (http: HttpClient): typeof deploymentLogMachine =>
  deploymentLogMachine.provide({
    actors: {
      loadPage: fromPromise(({ input: { key, before, limit }, signal }) =>
        http.call(getOrderLog, {
          query: {
            deploymentUuid: key,
            limit: String(limit),
            ...(before === null ? {} : { before: String(before) }),
          },
          signal,
        }),
      ),
    },
  })

const stop = async (http: HttpClient, key: string, exitPositions: 'true' | 'false'): Promise<ActExits> =>
  (await http.call(forceStop, { query: { key, exitPositions } })).exits

/** No abort signal: the server carries out what was sent, even if the login session ends. */
const carryOut = async ({ kind, deployment }: DeploymentAct, http: HttpClient): Promise<ActExits> => {
  const { key } = deployment
  switch (kind) {
    case 'pause':
      await http.call(pauseDeployment, { body: { deploymentUuid: key } })
      return []
    case 'resume':
      await http.call(resumeDeployment, { body: { deploymentUuid: key } })
      return []
    case 'stop':
      return stop(http, key, 'false')
    case 'stopAndExit':
      return stop(http, key, 'true')
    default:
      return kind satisfies never
  }
}

export const provideDeploymentActs = (http: HttpClient): typeof deploymentActsMachine =>
  deploymentActsMachine.provide({
    actors: { carryOut: fromPromise(({ input }) => carryOut(input.act, http)) },
  })
