import type { FastifyInstance } from 'fastify'
import {
  deployEquity,
  deployOptions,
  dropProposals,
  forceStop,
  getDeeds,
  getDeployedStrategy,
  getOrderLog,
  listDeployments,
  listProposals,
  pauseDeployment,
  resumeDeployment,
  sendProposal,
} from '../../../src/contract/deployments.ts'
import type { Deployments } from '../../services/deployments/deployments.ts'
import { serve } from '../serve.ts'

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text))

export const deploymentRoutes = (app: FastifyInstance, deployments: Deployments): void => {
  serve(app, deployEquity, ({ user, body, request }) =>
    deployments.deploy(user, { category: 'equity', body, request: request.id }),
  )
  serve(app, deployOptions, ({ user, body, request }) =>
    deployments.deploy(user, { category: 'options', body, request: request.id }),
  )
  serve(app, listDeployments, ({ user, query }) => deployments.list(user, query.type))
  serve(app, forceStop, ({ user, query, request }) =>
    deployments.stop(user, query.key, query.exitPositions === 'true', request.id),
  )
  serve(app, pauseDeployment, ({ user, body, request }) =>
    deployments.pause(user, body.deploymentUuid, request.id),
  )
  serve(app, resumeDeployment, ({ user, body, request }) =>
    deployments.resume(user, body.deploymentUuid, request.id),
  )
  serve(app, getOrderLog, ({ user, query }) =>
    deployments.log(user, query.deploymentUuid, {
      before: numberOf(query.before),
      limit: numberOf(query.limit),
    }),
  )
  serve(app, getDeeds, ({ user, query }) => deployments.deeds(user, query))
  serve(app, getDeployedStrategy, ({ user, query }) => deployments.strategy(user, query.key))
  serve(app, listProposals, ({ user }) => deployments.proposals(user))
  serve(app, sendProposal, ({ user, body }) =>
    deployments.send(user, body.proposalUuid, body.quantity ?? null),
  )
  serve(app, dropProposals, ({ user, body }) => deployments.drop(user, body))
}
