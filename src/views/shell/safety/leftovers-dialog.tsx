import type { OrderAct } from '../../../machines/orders/order-actions.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Dialog } from '../../kit/control/dialog.tsx'
import { AccountLine } from '../../kit/price/account-line.tsx'
import { Leftovers } from './leftovers.tsx'

const titles: Readonly<Partial<Record<OrderAct['kind'], string>>> = {
  cancelAll: 'Orders still open',
  exitAll: 'Positions still open',
}

/** Orders and positions left after a cancel-all or exit-all. */
export function LeftoversDialog() {
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
          <Leftovers title="Not completed:" rows={act.leftovers} />
        </>
      )}
    </Dialog>
  )
}
