import type { CommandCall } from '../../../commands/registry.ts'
import type { DeploymentType } from '../../../domain/deployments/deployment.ts'
import type { Deployment } from '../../../machines/deployments/deployments.ts'
import { commandAct } from '../../kit/command-act.ts'
import type { ViewConsole } from '../../kit/console.tsx'
import type { RowAct } from '../../kit/table/row-menu.tsx'

export const showChecks = { command: 'deployment.checks', args: {} } as const satisfies CommandCall
export const stopAll = { command: 'deployment.stopAll', args: {} } as const satisfies CommandCall
export const deploy = { command: 'deployment.deploy', args: {} } as const satisfies CommandCall

export const openTab = (type: DeploymentType): CommandCall => ({ command: 'deployment.tab', args: { type } })

/** Calls that the state of a deployment allows; disabled while the server cannot be reached. */
export const actsOfDeployment = (
  { deploymentUuid, status, category }: Deployment,
  console: Pick<ViewConsole, 'run'>,
  { isOnline }: { readonly isOnline: boolean },
): readonly RowAct[] => {
  const args = { deployment: deploymentUuid }
  const more = { isDisabled: !isOnline }
  const parity =
    category === 'options' ? [] : [commandAct(console, 'Parity', { command: 'parity.open', args }, more)]
  if (status === 'stopped' || status === 'failed') return parity
  const pause =
    status === 'paused'
      ? commandAct(console, 'Resume', { command: 'deployment.resume', args }, more)
      : commandAct(
          console,
          'Pause',
          { command: 'deployment.pause', args },
          { isDisabled: !isOnline || status === 'stopping' },
        )
  return [
    pause,
    commandAct(
      console,
      'Stop',
      { command: 'deployment.stop', args },
      { isDisabled: !isOnline || status === 'stopping' },
    ),
    commandAct(console, 'Stop and exit', { command: 'deployment.stopAndExit', args }, more),
    ...parity,
  ]
}
