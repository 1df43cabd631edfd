import { useLayoutEffect, useRef, useState } from 'react'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { plainDraft } from '../../../../domain/orders/order-draft.ts'
import { atOnce } from '../../../../domain/orders/order-types.ts'
import { BASKET_LEGS_MAX } from '../../../../machines/orders/basket-writing.ts'
import { areAllPlaced, maySend } from '../../../../machines/orders/leg-state.ts'
import { MarginTiles } from '../../../charts/payoff/outlook-tiles.tsx'
import { useCommand, useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import { keysFor } from '../../../kit/control/keys-for.ts'
import { PressOrTap } from '../../../kit/control/press-or-tap.tsx'
import { InstrumentField } from '../../../kit/instrument/instrument-field.tsx'
import { Badge } from '../../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import styles from './basket.module.css'
import { BasketConfirm } from './basket-confirm.tsx'
import { KeptBaskets } from './kept-baskets.tsx'
import { LegList } from './leg-list.tsx'
import { PayoffPanel } from './payoff-panel.tsx'
import { PlacedLegs } from './placed-legs.tsx'
import { PresetsDialog } from './presets-dialog.tsx'

export function BasketPanel() {
  const preview = useSnapshot('basket', ({ context }) => context.preview)
  const [shown, setShown] = useState(preview)
  const isPlaced = useSnapshot('basket', ({ context }) => areAllPlaced(context.legs))
  const isEmpty = useSnapshot('basket', ({ context }) => !context.legs.some(maySend))
  // The previous answer stays visible until the next one arrives.
  if (preview !== shown && (preview !== null || isEmpty)) setShown(preview)
  return (
    <div className={styles.columns}>
      <div className={styles.left}>
        <MarginTiles preview={shown} isPlaced={isPlaced} />
        <Legs />
        <KeptBaskets />
      </div>
      <div className={styles.right}>
        <PayoffPanel />
      </div>
    </div>
  )
}

function Legs() {
  const run = useCommand()
  const legs = useSnapshot('basket', ({ context }) => context.legs)
  const preview = useSnapshot('basket', ({ context }) => context.preview)
  const message = useSnapshot('basket', ({ context }) => context.previewMessage)
  const canUndo = useSnapshot('basket', ({ context }) => context.undone !== null)
  const isConfirming = useSnapshot('basket', (basket) => basket.matches('confirming'))
  const isSending = useSnapshot('basket', (basket) => basket.matches('sending'))
  const [isChoosing, setIsChoosing] = useState(false)
  const wasConfirming = useRef(false)
  useLayoutEffect(() => {
    // The focused button is removed together with the confirmation.
    if (wasConfirming.current && !isConfirming)
      document.querySelector<HTMLElement>('main [role=grid], main h1')?.focus()
    wasConfirming.current = isConfirming
  }, [isConfirming])
  const placed = isSending ? [] : legs.filter(({ state }) => state === 'sent')
  const open = legs.filter((leg) => !placed.includes(leg))
  const failed = legs.filter(({ state }) => state === 'failed').length
  const waiting = legs.filter(({ state }) => state === 'waiting').length
  const isLocked = isConfirming || isSending
  return (
    <Panel
      title="Legs"
      className={styles.legs}
      note={
        <Badge>
          {open.length} of {BASKET_LEGS_MAX}
        </Badge>
      }
      aside={
        <>
          {canUndo && (
            <Button
              kind="quiet"
              {...capOf('basket.undo')}
              isDisabled={isLocked}
              onPress={() => run({ command: 'basket.undo', args: {} })}
            >
              Undo
            </Button>
          )}
          <Button
            keys="p"
            data-answers="p"
            icon="options"
            isDisabled={isLocked}
            onPress={() => setIsChoosing(true)}
          >
            Strategies
          </Button>
          {legs.length > 0 && (
            <Button
              kind="quiet"
              isDisabled={isLocked}
              onPress={() => run({ command: 'basket.clear', args: {} })}
            >
              Clear
            </Button>
          )}
        </>
      }
    >
      {isConfirming ? (
        <BasketConfirm legs={legs} preview={preview} />
      ) : (
        <>
          <AddLeg isDisabled={isLocked || open.length >= BASKET_LEGS_MAX} />
          {open.length === 0 && placed.length > 0 ? null : open.length === 0 ? (
            <EmptyNotice icon="orders" title="The basket is empty">
              <span>
                <EmptyHint />
              </span>
            </EmptyNotice>
          ) : (
            <>
              <LegList legs={open} preview={preview} isLocked={isLocked} />
              {message !== null && (
                <p className={styles.failure} role="alert">
                  <bdi>{message}</bdi>
                </p>
              )}
              <div className={styles.foot}>
                {failed > 0 && (
                  <Button isDisabled={isLocked} onPress={() => run({ command: 'basket.retry', args: {} })}>
                    Resend failed legs
                  </Button>
                )}
                <Button
                  kind="primary"
                  {...capOf('basket.place')}
                  isDisabled={isLocked || waiting === 0}
                  onPress={() => run({ command: 'basket.place', args: {} })}
                >
                  {isSending ? 'Sending' : `Review ${waiting === 1 ? '1 order' : `${waiting} orders`}`}
                </Button>
              </div>
            </>
          )}
          {placed.length > 0 && <PlacedLegs legs={placed} />}
        </>
      )}
      <PresetsDialog
        isOpen={isChoosing}
        onClose={() => setIsChoosing(false)}
        onChoose={(drafts) => {
          run({ command: 'basket.add', args: { drafts } })
          setIsChoosing(false)
        }}
      />
    </Panel>
  )
}

const capOf = (command: 'basket.undo' | 'basket.place'): { readonly keys?: string } => {
  const keys = keysFor({ command, args: {} })
  return keys === null ? {} : { keys }
}

function AddLeg({ isDisabled }: { readonly isDisabled: boolean }) {
  const { run, environment, instruments } = useConsole()
  const add = (id: InstrumentId) => {
    const instrument = instruments()?.find(id) ?? null
    if (instrument === null) return
    const { preferences } = environment()
    const product = instrument.expiry === null ? preferences.equityProduct : preferences.contractProduct
    const quantity = preferences.usualLots * Math.max(1, instrument.lotSize)
    const draft = plainDraft({
      instrument: id,
      side: 'buy',
      product,
      quantity,
      ...atOnce(instrument, 'buy', environment().quoteOf?.(id) ?? null),
    })
    run({ command: 'basket.add', args: { drafts: [draft] } })
  }
  if (isDisabled) return null
  return (
    <div className={styles.add}>
      <InstrumentField
        label="Add a leg"
        isSingle
        chosen={[]}
        onChange={([chosen]) => chosen !== undefined && add(chosen)}
      />
    </div>
  )
}

function EmptyHint() {
  return (
    <PressOrTap
      press={
        <>
          Add a contract above, choose a strategy with <KeyCap keys="p" />, or type an order in the command
          line <KeyCap keys=":" /> and add it with <KeyCap keys="Ctrl B" />.
        </>
      }
      tap="Add a contract above or choose one of the strategies."
    />
  )
}
