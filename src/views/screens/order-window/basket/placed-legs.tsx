import type { BasketLeg } from '../../../../machines/orders/basket-legs.ts'
import { placementLabels } from '../../../../machines/orders/order-placement.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { keysFor } from '../../../kit/control/keys-for.ts'
import { Badge } from '../../../kit/layout/badge.tsx'
import { draftInWords, titleOf } from '../ticket/draft-words.ts'
import { SideLetter } from '../ticket/side-switch.tsx'
import styles from './basket.module.css'

const views = [
  { view: 'order-book', title: 'Order book' },
  { view: 'positions', title: 'Positions' },
] as const

/** No longer counted in the basket's margin, charges and payoff. */
export function PlacedLegs({ legs }: { readonly legs: readonly BasketLeg[] }) {
  const { run } = useConsole()
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const lotsOf = (id: BasketLeg['draft']['instrument']) => index?.find(id)?.lotSize ?? 1
  return (
    <section className={styles.placed} aria-label="Placed legs">
      <div className={styles.placedHead}>
        <span>
          <b>
            {legs.length} {legs.length === 1 ? 'leg' : 'legs'} placed
          </b>{' '}
          · placed, no longer counted here
        </span>
        {views.map(({ view, title }) => {
          const call = { command: 'view.open', args: { view } } as const
          const keys = keysFor(call)
          return (
            <Button key={view} kind="quiet" onPress={() => run(call)} {...(keys === null ? {} : { keys })}>
              {title}
            </Button>
          )
        })}
      </div>
      <ul>
        {legs.map(({ leg, draft }) => (
          <li key={leg}>
            <SideLetter side={draft.side} />
            <span>{draftInWords(draft, titleOf(draft.instrument, index), lotsOf(draft.instrument))}</span>
            <Badge tone="good">{placementLabels.sent}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
