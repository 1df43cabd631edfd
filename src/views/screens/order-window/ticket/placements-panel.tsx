import { formatNumber } from '../../../../domain/format.ts'
import type { Placement, PlacementState } from '../../../../machines/orders/order-placement.ts'
import { placementLabels } from '../../../../machines/orders/order-placement.ts'
import { useCommand, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { keysFor } from '../../../kit/control/keys-for.ts'
import { Badge, type BadgeTone } from '../../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { LimitsButton } from '../../../kit/price/limits-button.tsx'
import { priceInWords, titleOf } from './draft-words.ts'
import styles from './placements.module.css'
import { SideLetter } from './side-switch.tsx'

const labels: Readonly<Record<PlacementState, string>> = {
  placing: 'Placing',
  retryingAmo: 'Placing as AMO',
  sent: placementLabels.sent,
  failed: placementLabels.failed,
  unknown: 'Checking status',
}

const tones: Readonly<Record<PlacementState, BadgeTone>> = {
  placing: 'neutral',
  retryingAmo: 'amber',
  sent: 'good',
  failed: 'bad',
  unknown: 'amber',
}

const orderBook = { command: 'view.open', args: { view: 'order-book' } } as const

/** Newest first. */
export function PlacementsPanel() {
  const run = useCommand()
  const keys = keysFor(orderBook)
  const placements = useSnapshot('placements', ({ context }) => context.placements)
  return (
    <Panel
      title="In flight"
      note={placements.length === 0 ? undefined : <Badge>{placements.length}</Badge>}
      aside={
        <Button kind="quiet" {...(keys === null ? {} : { keys })} onPress={() => run(orderBook)}>
          order book
        </Button>
      }
    >
      {placements.length === 0 ? (
        <EmptyNotice icon="orders" title="No orders sent yet">
          Orders you place are tracked here until the exchange confirms.
        </EmptyNotice>
      ) : (
        <ul className={styles.list} aria-label="Orders in flight" aria-live="polite">
          {placements.map((placement) => (
            <PlacementRow key={placement.clientOrderId} placement={placement} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function PlacementRow({ placement }: { readonly placement: Placement }) {
  const run = useCommand()
  const { clientOrderId, draft, message, code, state } = placement
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
          <span className={styles.how}>No response. Checking its status; not sent again.</span>
        )}
      </span>
      <span className={styles.end}>
        <Badge tone={tones[state]}>{labels[state]}</Badge>
        {state === 'failed' && code !== null && <LimitsButton code={code} />}
        {state === 'failed' && (
          <Button onPress={() => run({ command: 'order.resend', args: { order: clientOrderId } })}>
            Send again
          </Button>
        )}
        {isOver && (
          <Button
            kind="quiet"
            icon="close"
            aria-label={`Dismiss ${title}`}
            onPress={() => run({ command: 'order.dismiss', args: { order: clientOrderId } })}
          />
        )}
      </span>
    </li>
  )
}
