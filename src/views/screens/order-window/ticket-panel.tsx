import { useLayoutEffect, useRef, useState } from 'react'
import type { InstrumentId } from '../../../domain/instrument.ts'
import type { Side } from '../../../domain/order.ts'
import type { OrderDraft } from '../../../domain/order-draft.ts'
import { Badge } from '../../kit/badge.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { InstrumentField } from '../../kit/instrument-field.tsx'
import { KeyCap } from '../../kit/key-cap.tsx'
import { EmptyNotice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import { problemsOf } from './draft-problems.ts'
import { sideWords } from './draft-words.ts'
import { OutlookPanel } from './outlook-panel.tsx'
import { PlacementsPanel } from './placements-panel.tsx'
import styles from './ticket.module.css'
import { TicketConfirm } from './ticket-confirm.tsx'
import { TicketForm } from './ticket-form.tsx'
import { useTerms } from './use-terms.ts'

/** One order being written, what it would need, and those already on their way. */
export function TicketPanel() {
  const draft = useSnapshot('ticket', ({ context }) => context.draft)
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    // What was written is gone with its fields: the focus goes to where the screen begins.
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

const INDEX_PROBLEM = 'An index itself cannot be traded: choose its future or an option of it'

/** Opens the ticket of another instrument; an index is refused in words. */
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
            Name what to trade. Or write the whole order in the command line <KeyCap keys={':'} />, such as{' '}
            <code>buy 1 lot nifty atm ce @mkt</code>.
          </p>
        </div>
      </Panel>
      <Panel title="Before it is placed">
        <EmptyNotice title="Margin, charges and break-even stand here">
          They are asked for as soon as there is an order.
        </EmptyNotice>
      </Panel>
    </>
  )
}

function Ticket({ draft }: { readonly draft: OrderDraft }) {
  const { run, dispatch } = useConsole()
  const { open, problem } = useOpen(draft.side)
  const terms = useTerms(draft.instrument)
  const preview = useSnapshot('ticket', ({ context }) => context.preview)
  const message = useSnapshot('ticket', ({ context }) => context.message)
  const doubt = useSnapshot('ticket', ({ context }) => context.doubt)
  const isConfirming = useSnapshot('ticket', (ticket) => ticket.matches('confirming'))
  const isAsking = useSnapshot('ticket', (ticket) => ticket.matches('draft') || ticket.matches('pricing'))
  // Half an order is not asked about, or its answer says nothing.
  const isWhole = Object.keys(problemsOf(draft, terms)).length === 0
  const heading = useRef<HTMLHeadingElement>(null)
  const wasConfirming = useRef(false)
  // Before any further key is heard: a focus that moves later would take what is typed next away from its field.
  useLayoutEffect(() => {
    if (wasConfirming.current && !isConfirming) heading.current?.focus()
    wasConfirming.current = isConfirming
  }, [isConfirming])
  const send = () => dispatch({ to: 'ticket', event: { type: 'ticket.send' } })
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
        aside={isConfirming ? 'one more Enter' : undefined}
        className={draft.side === 'buy' ? styles.buy : styles.sell}
      >
        {isConfirming ? (
          <TicketConfirm
            draft={draft}
            terms={terms}
            preview={preview}
            doubt={doubt}
            onPlace={send}
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
            onReview={send}
            onBasket={() => {
              dispatch({ to: 'basket', event: { type: 'basket.add', drafts: [draft] } })
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
