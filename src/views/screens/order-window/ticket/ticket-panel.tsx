import { useLayoutEffect, useRef, useState } from 'react'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import type { Side } from '../../../../domain/orders/order.ts'
import type { OrderDraft } from '../../../../domain/orders/order-draft.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import { PressOrTap } from '../../../kit/control/press-or-tap.tsx'
import { InstrumentField } from '../../../kit/instrument/instrument-field.tsx'
import { Badge } from '../../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { problemsOf } from './draft-problems.ts'
import { sideWords } from './draft-words.ts'
import { OutlookPanel } from './outlook-panel.tsx'
import { PlacementsPanel } from './placements-panel.tsx'
import styles from './ticket.module.css'
import { TicketConfirm } from './ticket-confirm.tsx'
import { TicketForm } from './ticket-form.tsx'
import { useTerms } from './use-terms.ts'

export function TicketPanel() {
  const draft = useSnapshot('ticket', ({ context }) => context.draft)
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    // The focused field is removed together with the draft.
    if (draft === null && wasOpen.current) document.querySelector<HTMLElement>('main h1')?.focus()
    wasOpen.current = draft !== null
  }, [draft])
  return (
    <div className={styles.columns}>
      {draft === null ? <NoTicket /> : <Ticket draft={draft} />}
      <PlacementsPanel />
    </div>
  )
}

const INDEX_PROBLEM = 'An index cannot be traded: choose its future or option'

function useOpen(side: Side): {
  readonly open: (instrument: InstrumentId) => void
  readonly problem: string | undefined
} {
  const { run, instruments } = useConsole()
  const [isIndex, setIsIndex] = useState(false)
  const open = (instrument: InstrumentId) => {
    const found = instruments()?.find(instrument)
    setIsIndex(found?.segment === 'INDICES')
    if (found?.segment !== 'INDICES') run({ command: 'order.ticket', args: { instrument, side } })
  }
  return { open, problem: isIndex ? INDEX_PROBLEM : undefined }
}

function NoTicket() {
  const { open, problem } = useOpen('buy')
  return (
    <>
      <Panel title="Order">
        <div className={styles.start}>
          <InstrumentField
            label="Instrument"
            isSingle
            chosen={[]}
            problem={problem}
            onChange={([chosen]) => chosen !== undefined && open(chosen)}
          />
          <p className={styles.hint}>
            Choose an instrument, or type the whole order in{' '}
            <PressOrTap
              press={
                <>
                  the command line <KeyCap keys={':'} />
                </>
              }
              tap="the line at the top"
            />
            , such as <code>buy 1 lot nifty atm ce @mkt</code>.
          </p>
        </div>
      </Panel>
      <Panel title="Order preview">
        <EmptyNotice title="Margin, charges and break-even">Shown once there is an order.</EmptyNotice>
      </Panel>
    </>
  )
}

const againToPlace = <PressOrTap press="Enter again to place" tap="Tap again to place" />

function Ticket({ draft }: { readonly draft: OrderDraft }) {
  const { run, dispatch } = useConsole()
  const { open, problem } = useOpen(draft.side)
  const terms = useTerms(draft.instrument)
  const preview = useSnapshot('ticket', ({ context }) => context.preview)
  const message = useSnapshot('ticket', ({ context }) => context.message)
  const doubt = useSnapshot('ticket', ({ context }) => context.doubt)
  const isConfirming = useSnapshot('ticket', (ticket) => ticket.matches('confirming'))
  const isAsking = useSnapshot('ticket', (ticket) => ticket.matches('draft') || ticket.matches('pricing'))
  const isWhole = Object.keys(problemsOf(draft, terms)).length === 0
  const heading = useRef<HTMLHeadingElement>(null)
  const wasConfirming = useRef(false)
  // A layout effect, because moving the focus later could take the next key away from its field.
  useLayoutEffect(() => {
    if (wasConfirming.current && !isConfirming) heading.current?.focus()
    wasConfirming.current = isConfirming
  }, [isConfirming])
  const back = () => dispatch({ to: 'ticket', event: { type: 'ticket.back' } })
  return (
    <>
      <Panel
        title={
          <span ref={heading} tabIndex={-1} className={styles.heading}>
            {sideWords[draft.side]} {terms.title}
          </span>
        }
        note={
          <Badge tone={draft.side === 'buy' ? 'blue' : 'sell'}>{draft.side === 'buy' ? 'BUY' : 'SELL'}</Badge>
        }
        aside={isConfirming ? againToPlace : undefined}
        className={draft.side === 'buy' ? styles.buy : styles.sell}
      >
        {isConfirming ? (
          <TicketConfirm
            draft={draft}
            terms={terms}
            preview={preview}
            doubt={doubt}
            onPlace={() => run({ command: 'ticket.place', args: {} })}
            onBack={back}
          />
        ) : (
          <TicketForm
            key={draft.instrument}
            draft={draft}
            terms={terms}
            heading={heading}
            onChange={(change) => dispatch({ to: 'ticket', event: { type: 'ticket.change', change } })}
            onInstrument={open}
            instrumentProblem={problem}
            onReview={() => run({ command: 'ticket.review', args: {} })}
            onBasket={() => {
              run({ command: 'basket.add', args: { drafts: [draft] } })
              dispatch({ to: 'ticket', event: { type: 'ticket.close' } })
              run({ command: 'basket.open', args: {} })
            }}
            onClose={() => dispatch({ to: 'ticket', event: { type: 'ticket.close' } })}
          />
        )}
      </Panel>
      <OutlookPanel
        key={draft.instrument}
        draft={draft}
        instrument={terms.instrument}
        preview={preview}
        message={isWhole ? message : null}
        isAsking={isAsking && isWhole}
      />
    </>
  )
}
