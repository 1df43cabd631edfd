import type { OrderAct } from '../../machines/order-actions.ts'
import { AccountLine } from '../kit/account-line.tsx'
import { Button } from '../kit/button.tsx'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Leftovers } from './leftovers.tsx'

const titles: Readonly<Partial<Record<OrderAct['kind'], string>>> = {
  cancelAll: 'Orders that are still open',
  exitAll: 'Positions that are still held',
}

/** What could not be done when everything was to be cancelled or exited. */
export function SweepDialog() {
  const { dispatch } = useConsole()
  const act = useSnapshot(
    'orderActions',
    ({ context }) =>
      context.acts.find(({ kind, leftovers }) => titles[kind] !== undefined && leftovers.length > 0) ?? null,
  )
  const close = () => {
    if (act !== null) dispatch({ to: 'orderActions', event: { type: 'act.dismiss', act: act.act } })
  }
  return (
    <Dialog
      title={act === null ? '' : (titles[act.kind] ?? '')}
      isOpen={act !== null}
      isAlert
      onClose={close}
      footer={
        <Button kind="primary" keys="↵" autoFocus onPress={close}>
          Close
        </Button>
      }
    >
      {act !== null && (
        <>
          <AccountLine />
          <Leftovers title="This could not be done:" rows={act.leftovers} />
        </>
      )}
    </Dialog>
  )
}
