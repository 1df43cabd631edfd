import { type ReactNode, useState } from 'react'
import { titleOf } from '../../../../commands/grammar/instruments/instrument.ts'
import { formatNumber, formatRupees, formatSigned } from '../../../../domain/format.ts'
import type { Instrument, InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { fromRupees } from '../../../../domain/money.ts'
import { slicedCharges } from '../../../../domain/orders/order-charges.ts'
import type { OrderDraft } from '../../../../domain/orders/order-draft.ts'
import { smallerInWords } from '../../../../domain/orders/order-sizing.ts'
import { hedgeDraft } from '../../../../domain/orders/order-types.ts'
import { slicesInWords } from '../../../../domain/orders/slices-in-words.ts'
import type { IstDate } from '../../../../domain/time.ts'
import type { OrderOutlookEntry, OrderPreviewAnswer } from '../../../../machines/orders/order-placement.ts'
import { useConsole } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { PressOrTap } from '../../../kit/control/press-or-tap.tsx'
import { Badge } from '../../../kit/layout/badge.tsx'
import { Icon } from '../../../kit/layout/icon.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { Skeleton } from '../../../kit/layout/skeleton.tsx'
import { LimitsButton } from '../../../kit/price/limits-button.tsx'
import text from '../../../theme/text.module.css'
import styles from './outlook.module.css'

interface OutlookPanelProps {
  readonly draft: OrderDraft
  readonly instrument: Instrument | null
  readonly preview: OrderPreviewAnswer | null
  readonly message: string | null
  readonly isAsking: boolean
}

export function OutlookPanel({ draft, instrument, preview, message, isAsking }: OutlookPanelProps) {
  // The previous answer stays visible, dimmed, until the next one arrives.
  const [shown, setShown] = useState(preview)
  if (preview !== null && preview !== shown) setShown(preview)
  const outlook = shown?.orders[0]
  const { today } = useConsole().environment()
  return (
    <Panel
      title="Order preview"
      note={isAsking ? 'checking' : shown === null ? undefined : 'server check, not placed yet'}
      aside={shown?.margin.isEstimate === true && <Badge tone="amber">margin estimated</Badge>}
    >
      {message !== null ? (
        <p className={styles.failure} role="alert">
          <Icon name="warning" size={14} />
          <bdi>{message}</bdi>
        </p>
      ) : shown === null || outlook === undefined ? (
        isAsking ? (
          <div role="status" aria-label="Loading margin and charges">
            <Skeleton rows={8} />
          </div>
        ) : (
          <EmptyNotice title="Margin, charges and break-even">Shown once the order is complete.</EmptyNotice>
        )
      ) : (
        <div className={styles.body} data-stale={isAsking || preview === null ? '' : undefined}>
          {outlook.refusal !== null && <Refusal refusal={outlook.refusal} />}
          {shown.instead !== null && (
            <Instead draft={draft} lotSize={outlook.lotSize} instead={shown.instead} />
          )}
          <Figures draft={draft} outlook={outlook} answer={shown} />
          <ChargeLines draft={draft} instrument={instrument} outlook={outlook} today={today} />
        </div>
      )}
    </Panel>
  )
}

interface RefusalProps {
  readonly refusal: { readonly code: string; readonly message: string }
}

/** By the same rules as when the order is placed. */
export function Refusal({ refusal: { code, message } }: RefusalProps) {
  return (
    <p className={styles.refusal} role="alert">
      <Icon name="warning" size={14} />
      <span>
        Would be rejected: <bdi>{message}</bdi>
      </span>
      <LimitsButton code={code} />
    </p>
  )
}

interface InsteadProps {
  readonly draft: OrderDraft
  readonly lotSize: number
  readonly instead: NonNullable<OrderPreviewAnswer['instead']>
}

function Instead({ draft, lotSize, instead: { quantity, hedge } }: InsteadProps) {
  const { run, dispatch, instruments } = useConsole()
  const contract = hedge === null ? null : (instruments()?.find(hedge.sym as InstrumentId) ?? null)
  return (
    <div className={styles.instead}>
      {quantity > 0 && (
        <Button
          onPress={() => dispatch({ to: 'ticket', event: { type: 'ticket.change', change: { quantity } } })}
        >
          {smallerInWords(draft.side, quantity, lotSize)}, the most that margin covers
        </Button>
      )}
      {hedge !== null && contract !== null && (
        <Button
          onPress={() => {
            run({
              command: 'basket.start',
              args: { drafts: [hedgeDraft(draft, contract, hedge.price), draft] },
            })
            dispatch({ to: 'ticket', event: { type: 'ticket.close' } })
          }}
        >
          Basket with {titleOf(contract.id, instruments())} bought first
        </Button>
      )}
    </div>
  )
}

export function AskedAgain({ reason }: { readonly reason: string }) {
  return (
    <p className={styles.again} role="alert">
      <Icon name="warning" size={14} />
      <span>
        {reason}. <PressOrTap press="Enter again" tap="Tap again" /> to place it anyway.
      </span>
    </p>
  )
}

interface FiguresProps {
  readonly draft: OrderDraft
  readonly outlook: OrderOutlookEntry
  readonly answer: OrderPreviewAnswer
}

function Figures({ draft, outlook, answer: { margin } }: FiguresProps) {
  const breakEven =
    outlook.price === null
      ? null
      : outlook.price + (draft.side === 'buy' ? outlook.breakEvenPoints : -outlook.breakEvenPoints)
  const rows: readonly FactRow[] = [
    ['Required margin', formatRupees(outlook.margin)],
    ['Available margin', formatRupees(margin.available)],
    [
      'Margin left',
      <span key="left" className={margin.remaining < 0 ? text.down : undefined}>
        {margin.remaining < 0
          ? `short by ${formatRupees(-margin.remaining)}`
          : formatRupees(margin.remaining)}
      </span>,
    ],
    ['Charges', formatRupees(outlook.charges)],
    ['Round-trip charges', formatRupees(outlook.chargesRoundTrip)],
    [
      'Break-even',
      breakEven === null
        ? formatNumber(null)
        : `${formatNumber(breakEven)} (${formatNumber(outlook.breakEvenPoints)} points)`,
    ],
    ['Priced at', formatNumber(outlook.price)],
    ['Position', `${formatSigned(outlook.positionBefore, 0)} → ${formatSigned(outlook.positionAfter, 0)}`],
    ...(outlook.slices.length > 1 ? ([['Sent as', slicesInWords(outlook.slices)]] as const) : []),
  ]
  return <FactList label="Margin and charges" rows={rows} />
}

export type FactRow = readonly [name: string, value: ReactNode]

export function FactList({ label, rows }: { readonly label: string; readonly rows: readonly FactRow[] }) {
  return (
    <section aria-label={label}>
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const lineNames = {
  brokerage: 'Brokerage',
  stt: 'Securities transaction tax',
  transaction: 'Exchange',
  gst: 'GST',
  stamp: 'Stamp duty',
  sebi: 'SEBI',
  dp: 'Depository',
} as const

interface ChargeLinesProps {
  readonly draft: OrderDraft
  readonly instrument: Instrument | null
  readonly outlook: OrderOutlookEntry
  readonly today: IstDate
}

function ChargeLines({ draft, instrument, outlook, today }: ChargeLinesProps) {
  if (instrument === null || outlook.price === null || draft.quantity <= 0) return null
  const { exchange, instrumentType } = instrument
  const { product, side, quantity } = draft
  const charges = slicedCharges(
    { exchange, instrumentType, product, side },
    {
      slices: outlook.slices.length === 0 ? [quantity] : outlook.slices,
      price: fromRupees(outlook.price),
    },
    today,
    true,
  )
  const names = Object.keys(lineNames) as (keyof typeof lineNames)[]
  const lines = names.filter((name) => charges[name] >= 0.005)
  return (
    <details className={styles.lines}>
      <summary>Charges breakdown</summary>
      <FactList
        label="Charges breakdown"
        rows={lines.map((name) => [lineNames[name], formatRupees(charges[name])])}
      />
    </details>
  )
}
