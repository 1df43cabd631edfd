import { type KeyboardEvent, useRef } from 'react'
import { formatNumber, formatRupees } from '../../../../domain/format.ts'
import type { OrderDraft } from '../../../../domain/orders/order-draft.ts'
import { legsToSend } from '../../../../machines/orders/basket.ts'
import type { BasketLeg } from '../../../../machines/orders/basket-legs.ts'
import { maySend } from '../../../../machines/orders/leg-state.ts'
import type { OrderPreviewAnswer } from '../../../../machines/orders/order-placement.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import { useBest } from '../../../kit/hooks/use-sides.ts'
import { AccountLine } from '../../../kit/price/account-line.tsx'
import { draftInWords, titleOf } from '../ticket/draft-words.ts'
import { AskedAgain, Refusal } from '../ticket/outlook-panel.tsx'
import { SideLetter } from '../ticket/side-switch.tsx'
import styles from './basket.module.css'
import { useFocusAfterPalette } from './use-focus-after-palette.ts'

interface BasketConfirmProps {
  readonly legs: readonly BasketLeg[]
  readonly preview: OrderPreviewAnswer | null
}

export function BasketConfirm({ legs, preview }: BasketConfirmProps) {
  const { run, dispatch } = useConsole()
  const frame = useRef<HTMLDivElement>(null)
  useFocusAfterPalette(frame)
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const doubt = useSnapshot('basket', ({ context }) => context.doubt)
  const back = () => dispatch({ to: 'basket', event: { type: 'basket.back' } })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    back()
  }
  const isResent = useSnapshot('basket', ({ context }) => context.isResent)
  const waiting = legsToSend({ legs, isResent })
  // The preview is of all legs that may be sent, in their order.
  const priced = legs.filter(maySend)
  const refused =
    preview?.orders.find(({ refusal }, index) => {
      const leg = priced[index]
      return refusal !== null && leg !== undefined && waiting.includes(leg)
    })?.refusal ?? null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes Esc from the buttons inside
    <div ref={frame} className={styles.confirm} data-own-escape="" onKeyDown={press}>
      <AccountLine />
      <ol className={styles.acts} aria-label="Orders to be sent">
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
      {preview !== null && waiting.length === priced.length && (
        <p className={styles.cost}>
          Margin {formatRupees(preview.margin.required)} of {formatRupees(preview.margin.available)}, charges{' '}
          {formatRupees(preview.charges)}. Hedge legs go first.
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
          onPress={() => run({ command: 'basket.confirm', args: {} })}
        >
          Place {waiting.length === 1 ? '1 order' : `${waiting.length} orders`}
        </Button>
      </div>
    </div>
  )
}

/** Watching the price keeps it current for the check at Enter. */
function BestPrice({ draft }: { readonly draft: OrderDraft }) {
  const side = draft.side === 'buy' ? 'ask' : 'bid'
  const price = useBest(draft.instrument, side)
  return (
    <span className={styles.best}>
      {side} {formatNumber(price)}
    </span>
  )
}
