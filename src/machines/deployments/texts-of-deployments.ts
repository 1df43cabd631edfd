import { type DeploymentType, shortDeploymentTitles } from '../../domain/deployments/deployment.ts'

export const deploymentTexts = {
  notLoaded: 'Error loading deployments',
  logNotLoaded: 'Error loading order log',
  deployed: 'Strategy Deployed Successfully',
  notDeployed: 'Error Deploying Strategy',
  paused: (name: string) => `${name} paused: no entries until it is resumed`,
  resumed: (name: string) => `${name} resumed`,
  stopped: (name: string) => `${name} stopped`,
  exitsSent: (name: string, count: number) =>
    `${name} stopped: ${count === 1 ? '1 exit' : `${count} exits`} sent`,
  exitNotSent: (name: string, symbol: string, reason: string) =>
    `${name} stopped, but ${symbol} was not exited: ${reason}`,
  sentBefore: 'Sent before from another window or device: it is one order',
  proposalEnded: 'This proposal has ended',
  priceMoved: 'Price moved: priced again, nothing was sent',
  priceOld: 'Price older than 3 seconds: priced again, nothing was sent',
  dropped: (count: number) => (count === 1 ? 'Proposal dropped' : `${count} proposals dropped`),
  typeOf: (type: DeploymentType) => shortDeploymentTitles[type],
  parityError: 'Error comparing with the backtest',
} as const
