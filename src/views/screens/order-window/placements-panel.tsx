import { formatNumber } from '../../../domain/format.ts'
import type { Placement, PlacementState } from '../../../machines/order-placement.ts'
import { placementLabels } from '../../../machines/order-placement.ts'
import { Badge, type BadgeTone } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { KeyCap } from '../../kit/key-cap.tsx'
import { EmptyNotice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import { priceInWords, titleOf } from './draft-words.ts'
import styles from './placements.module.css'
import { SideLetter } from './side-switch.tsx'

const labels: Readonly<Record<PlacementState, string>> = {
  placing: 'Placing',
  retryingAmo: 'Placing as after-market',
  sent: placementLabels.sent,
  failed: placementLabels.failed,
  unknown: 'Looking for it',
}

const tones: Readonly<Record<PlacementState, BadgeTone>> = {
  placing: 'neutral',
  retryingAmo: 'amber',
  sent: 'good',
  failed: 'bad',
  unknown: 'amber',
}

/** Orders that left this page, newest first, each with where it is. */
export function PlacementsPanel() {
  const placements = useSnapshot('orders', ({ context }) => context.placements)
  return (
    <Panel
      title="On their way"
      note={placements.length === 0 ? undefined : <Badge>{placements.length}</Badge>}
      aside={
        <>
          order book <KeyCap keys="g b" />
        </>
      }
    >
      {placements.length === 0 ? (
        <EmptyNotice icon="orders" title="No order has been sent from here yet">
          Each order you place is followed here until the exchange has answered.
        </EmptyNotice>
      ) : (
        <ul className={styles.list} aria-label="Orders on their way" aria-live="polite">
          {placements.map((placement) => (
            <PlacementRow key={placement.clientOrderId} placement={placement} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function PlacementRow({ placement }: { readonly placement: Placement }) {
  const { dispatch } = useConsole()
  const { clientOrderId, draft, message, state } = placement
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const title = titleOf(draft.instrument, index)
  const isOver = state === 'sent' || state === 'failed'
  return (
    <li className={styles.row}>
      <SideLetter side={draft.side} />
      <span className={styles.what}>
        <b>{title}</b>
        <span className={styles.how}>
          {formatNumber(draft.quantity, 0)} · {draft.product} · {priceInWords(draft)}
        </span>
        {message !== null && (
          <span className={state === 'failed' ? styles.bad : styles.how}>
            <bdi>{message}</bdi>
          </span>
        )}
        {state === 'unknown' && message === null && (
          <span className={styles.how}>
            The answer was lost. It is looked for by its own number and not sent again.
          </span>
        )}
      </span>
      <span className={styles.end}>
        <Badge tone={tones[state]}>{labels[state]}</Badge>
        {state === 'failed' && (
          <Button
            onPress={() => dispatch({ to: 'orders', event: { type: 'order.placeAgain', clientOrderId } })}
          >
            Send again
          </Button>
        )}
        {isOver && (
          <Button
            kind="quiet"
            icon="close"
            aria-label={`Dismiss ${title}`}
            onPress={() => dispatch({ to: 'orders', event: { type: 'order.dismiss', clientOrderId } })}
          />
        )}
      </span>
    </li>
  )
}
