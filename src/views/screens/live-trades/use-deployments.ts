import { useMemo } from 'react'
import { type DeploymentType, deploymentTypes, isActive } from '../../../domain/deployments/deployment.ts'
import { type Deployment, rowsShown } from '../../../machines/deployments/deployments.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import type { ListState } from '../../kit/table/data-table.tsx'

interface DeploymentsShown {
  readonly tab: DeploymentType
  readonly filter: string
  /** All of the tab; null until they have loaded. */
  readonly all: readonly Deployment[] | null
  readonly shown: readonly Deployment[]
  readonly state: ListState
  /** When the rows on screen were loaded, if newer ones cannot be; null if they are current. */
  readonly age: number | null
  readonly message: string | null
  readonly retry: () => void
}

export const useIsOnline = (): boolean =>
  useSnapshot('connectivity', (connectivity) => connectivity.matches('online'))

export function useDeployments(): DeploymentsShown {
  const { dispatch } = useConsole()
  const isOnline = useIsOnline()
  const tab = useSnapshot('deployments', ({ context }) => context.tab)
  const lists = useSnapshot('deployments', ({ context }) => context.lists)
  const filter = useSnapshot('deployments', ({ context }) => context.filter)
  const message = useSnapshot('deployments', ({ context }) => context.message)
  const loaded = lists[tab]
  const shown = useMemo(() => rowsShown({ lists, tab, filter }), [lists, tab, filter])
  const retry = () => dispatch({ to: 'deployments', event: { type: 'deployments.load' } })
  const state: ListState =
    loaded !== null
      ? { kind: 'ready' }
      : message === null
        ? { kind: 'loading' }
        : { kind: 'failed', message, retry }
  const age = loaded !== null && (message !== null || !isOnline) ? loaded.at : null
  return { tab, filter, all: loaded?.rows ?? null, shown, state, age, message, retry }
}

/** Deployments that are not stopped, by type; null until loaded. */
export function useCounts(): Readonly<Record<DeploymentType, number | null>> {
  const lists = useSnapshot('deployments', ({ context }) => context.lists)
  return useMemo(
    () =>
      Object.fromEntries(
        deploymentTypes.map((type) => [
          type,
          lists[type]?.rows.filter(({ status }) => isActive(status)).length ?? null,
        ]),
      ) as Record<DeploymentType, number | null>,
    [lists],
  )
}
