import { useLocation, useSearch } from 'wouter'
import { pathOf } from '../../../domain/screens.ts'
import { maySend } from '../../../machines/orders/leg-state.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { BasketPanel } from './basket/basket-panel.tsx'
import styles from './order-window-screen.module.css'
import { TicketPanel } from './ticket/ticket-panel.tsx'

type Tab = 'ticket' | 'basket'

const tabs = [
  { value: 'ticket', label: 'Ticket' },
  { value: 'basket', label: 'Basket' },
] as const satisfies readonly { value: Tab; label: string }[]

export function OrderWindowScreen() {
  const tab: Tab = new URLSearchParams(useSearch()).get('tab') === 'basket' ? 'basket' : 'ticket'
  const [, navigate] = useLocation()
  const legs = useSnapshot('basket', ({ context }) => context.legs.filter(maySend).length)
  return (
    <div className={styles.screen}>
      <ScreenTitle title="Order window" documentTitle={tab === 'basket' ? 'Basket' : 'Order window'}>
        <Segmented
          label="Part of the order window"
          value={tab}
          choices={tabs}
          onChange={(next) =>
            navigate(pathOf('order-window', next === 'basket' ? { tab: next } : {}), { replace: true })
          }
        />
        {legs > 0 && <Badge>{legs === 1 ? '1 leg in the basket' : `${legs} legs in the basket`}</Badge>}
      </ScreenTitle>
      {tab === 'basket' ? <BasketPanel /> : <TicketPanel />}
    </div>
  )
}
