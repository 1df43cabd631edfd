import type { KeyboardEvent } from 'react'
import { formatRupees } from '../../../../domain/format.ts'
import type { OrderDraft } from '../../../../domain/orders/order-draft.ts'
import type { OrderPreviewAnswer } from '../../../../machines/orders/order-placement.ts'
import { Button } from '../../../kit/control/button.tsx'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import { draftInWords, quantityInWords, sideWords } from './draft-words.ts'
import { AskedAgain, Refusal } from './outlook-panel.tsx'
import { PriceStrip } from './price-strip.tsx'
import styles from './ticket.module.css'
import type { TermsOf } from './use-terms.ts'

interface TicketConfirmProps {
  readonly draft: OrderDraft
  readonly terms: TermsOf
  readonly preview: OrderPreviewAnswer | null
  /** The reason for a second confirmation; null the first time. */
  readonly doubt: string | null
  readonly onPlace: () => void
  readonly onBack: () => void
}

export function TicketConfirm({ draft, terms, preview, doubt, onPlace, onBack }: TicketConfirmProps) {
  const refusal = preview?.orders[0]?.refusal ?? null
  const back = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onBack()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes Esc from the buttons inside
    <div className={styles.confirm} data-side={draft.side} data-own-escape="" onKeyDown={back}>
      <p className={styles.sentence} role="status">
        {draftInWords(draft, terms.title, terms.lotSize)}
      </p>
      <PriceStrip of={draft.instrument} onPick={null} />
      {preview !== null && (
        <p className={styles.cost}>
          Margin {formatRupees(preview.orders[0]?.margin ?? null)} of {formatRupees(preview.margin.available)}
          , charges {formatRupees(preview.charges)}.
        </p>
      )}
      {doubt !== null && <AskedAgain reason={doubt} />}
      {refusal !== null && <Refusal refusal={refusal} />}
      <div className={styles.acts}>
        <Button onPress={onBack}>
          Back <KeyCap keys="Esc" />
        </Button>
        <span className={styles.send} data-side={draft.side}>
          <Button autoFocus kind="primary" size="large" keys="Enter" onPress={onPlace}>
            {sideWords[draft.side]} {quantityInWords(draft.quantity, terms.lotSize)}
          </Button>
        </span>
      </div>
    </div>
  )
}
