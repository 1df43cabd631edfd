import { deploymentAt } from '../../machines/deployments/find-deployment.ts'
import { waitingCount } from '../../machines/deployments/waiting-proposals.ts'
import type { ContextKeys } from './context-key.ts'

export const deploymentKeys = {
  /** `running`, `paused`, `stopping`, `stopped`, `failed`, or empty without a focused deployment. */
  'deployment.status': ({ deployments }, { focus }): string =>
    deployments === undefined || focus.kind !== 'deployment'
      ? ''
      : (deploymentAt(deployments.context, focus.key)?.status ?? ''),
  /** The deploy form is on screen with a strategy. */
  'deploy.open': ({ deployForm }): boolean => deployForm?.matches('open') ?? false,
  'deploy.confirming': ({ deployForm }): boolean => deployForm?.matches({ open: 'confirming' }) ?? false,
  'proposals.waiting': ({ proposals }): number =>
    proposals === undefined ? 0 : waitingCount(proposals.context),
} satisfies ContextKeys
