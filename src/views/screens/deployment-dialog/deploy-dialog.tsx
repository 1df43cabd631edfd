import { pathOf } from '../../../domain/screens.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Dialog } from '../../kit/control/dialog.tsx'
import { DeployActs } from './form-acts.tsx'
import { DeployContent } from './form-content.tsx'
import { useForm } from './use-form.ts'

/** Over whatever screen is shown; the page of the form shows it itself. */
export function DeployDialog() {
  const { actors, dispatch } = useConsole()
  const isOpen = useSnapshot('deployForm', (one) => !one.matches('closed'))
  const isOnPage = useSnapshot(
    'navigation',
    ({ context }) => context.path.split('?')[0] === pathOf('deployment-dialog'),
  )
  const form = useForm()
  if (!isOpen || isOnPage) return null
  const close = () => {
    const isConfirming = actors.deployForm.getSnapshot().matches({ open: 'confirming' })
    dispatch({ to: 'deployForm', event: { type: isConfirming ? 'deploy.back' : 'deploy.close' } })
  }
  return (
    <Dialog
      title={form === null ? 'Deploy' : `Deploy ${form.deployed.strategy.algoName}`}
      isOpen
      isSheet
      onClose={close}
      footer={form !== null && <DeployActs form={form} onClose={close} />}
    >
      <DeployContent form={form} />
    </Dialog>
  )
}
