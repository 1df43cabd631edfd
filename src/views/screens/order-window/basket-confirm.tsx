import type { KeyboardEvent } from 'react'
import { formatNumber, formatRupees } from '../../../domain/format.ts'
import type { OrderDraft } from '../../../domain/order-draft.ts'
import type { BasketLeg } from '../../../machines/basket-legs.ts'
import type { OrderPreviewAnswer } from '../../../machines/order-placement.ts'
import { AccountLine } from '../../kit/account-line.tsx'
import { Button } from '../../kit/button.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { KeyCap } from '../../kit/key-cap.tsx'
import { useBest } from '../../kit/use-sides.ts'
import styles from './basket.module.css'
import { draftInWords, titleOf } from './draft-words.ts'
import { AskedAgain, Refusal } from './outlook-panel.tsx'
import { SideLetter } from './side-switch.tsx'

interface BasketConfirmProps {
  readonly legs: readonly BasketLeg[]
  readonly preview: OrderPreviewAnswer | null
}

/** Every leg in words and the total, once more, before they are sent. */
export function BasketConfirm({ legs, preview }: BasketConfirmProps) {
  const { dispatch } = useConsole()
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const doubt = useSnapshot('basket', ({ context }) => context.doubt)
  const back = () => dispatch({ to: 'basket', event: { type: 'basket.back' } })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    back()
  }
  const refused = preview?.orders.find(({ refusal }) => refusal !== null)?.refusal ?? null
  const waiting = legs.filter(({ state }) => state !== 'sent' && state !== 'unknown')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes Esc from the buttons inside
    <div className={styles.confirm} data-own-escape="" onKeyDown={press}>
      <AccountLine />
      <ol className={styles.acts} aria-label="What will be sent">
        {waiting.map(({ leg, draft }) => (
          <li key={leg}>
            <SideLetter side={draft.side} />
            <span>
              {draftInWords(
                draft,
                titleOf(draft.instrument, index),
                index?.find(draft.instrument)?.lotSize ?? 1,
              )}
            </span>
            <BestPrice draft={draft} />
          </li>
        ))}
      </ol>
      {preview !== null && (
        <p className={styles.cost}>
          Blocks {formatRupees(preview.margin.required)} of {formatRupees(preview.margin.available)} and costs{' '}
          {formatRupees(preview.charges)}. Legs that protect others go first.
        </p>
      )}
      {doubt !== null && <AskedAgain reason={doubt} />}
      {refused !== null && <Refusal refusal={refused} />}
      <div className={styles.foot}>
        <Button onPress={back}>
          Back <KeyCap keys="Esc" />
        </Button>
        <Button
          autoFocus
          kind="primary"
          size="large"
          keys="Enter"
          onPress={() => dispatch({ to: 'basket', event: { type: 'basket.send' } })}
        >
          Place {waiting.length === 1 ? '1 order' : `${waiting.length} orders`}
        </Button>
      </div>
    </div>
  )
}

/** The price of the side that the leg meets, as it moves. Holding it keeps it current for the check at Enter. */
function BestPrice({ draft }: { readonly draft: OrderDraft }) {
  const side = draft.side === 'buy' ? 'ask' : 'bid'
  const price = useBest(draft.instrument, side)
  return (
    <span className={styles.best}>
      {side} {formatNumber(price)}
    </span>
  )
}
