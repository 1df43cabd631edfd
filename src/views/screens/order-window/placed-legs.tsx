import type { BasketLeg } from '../../../machines/basket-legs.ts'
import { placementLabels } from '../../../machines/order-placement.ts'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { keysFor } from '../../kit/keys-for.ts'
import styles from './basket.module.css'
import { draftInWords, titleOf } from './draft-words.ts'
import { SideLetter } from './side-switch.tsx'

const views = [
  { view: 'order-book', title: 'Order book' },
  { view: 'positions', title: 'Positions' },
] as const

/** Legs that were sent: orders now, which margin, charges and payoff of the basket no longer count. */
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
          · orders now, no longer counted here
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
