import { type ReactNode, useState } from 'react'
import { formatNumber, formatRupees, formatSigned } from '../../../domain/format.ts'
import type { Instrument } from '../../../domain/instrument.ts'
import { fromRupees } from '../../../domain/money.ts'
import { slicedCharges } from '../../../domain/order-charges.ts'
import type { OrderDraft } from '../../../domain/order-draft.ts'
import { slicesInWords } from '../../../domain/slices-in-words.ts'
import type { IstDate } from '../../../domain/time.ts'
import type { OrderOutlookEntry, OrderPreviewAnswer } from '../../../machines/order-placement.ts'
import { Badge } from '../../kit/badge.tsx'
import { useConsole } from '../../kit/console.tsx'
import { Icon } from '../../kit/icon.tsx'
import { LimitsButton } from '../../kit/limits-button.tsx'
import { EmptyNotice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import text from '../../theme/text.module.css'
import styles from './outlook.module.css'

interface OutlookPanelProps {
  readonly draft: OrderDraft
  readonly instrument: Instrument | null
  readonly preview: OrderPreviewAnswer | null
  readonly message: string | null
  /** It is being asked for, or is about to be. */
  readonly isAsking: boolean
}

/** What the order would need, cost and change, by the server, before anything is placed. */
export function OutlookPanel({ draft, instrument, preview, message, isAsking }: OutlookPanelProps) {
  // The answer before stays in sight, dimmed, until the next one is there.
  const [shown, setShown] = useState(preview)
  if (preview !== null && preview !== shown) setShown(preview)
  const outlook = shown?.orders[0]
  const { today } = useConsole().environment()
  return (
    <Panel
      title="Before it is placed"
      note={isAsking ? 'asking the server' : shown === null ? undefined : 'by the server, nothing is placed'}
      aside={shown?.margin.isEstimate === true && <Badge tone="amber">margin estimated</Badge>}
    >
      {message !== null ? (
        <p className={styles.failure} role="alert">
          <Icon name="warning" size={14} />
          <bdi>{message}</bdi>
        </p>
      ) : shown === null || outlook === undefined ? (
        isAsking ? (
          <div role="status" aria-label="Asking for margin and charges">
            <Skeleton rows={8} />
          </div>
        ) : (
          <EmptyNotice title="Margin, charges and break-even stand here">
            They are asked for as soon as the order is complete.
          </EmptyNotice>
        )
      ) : (
        <div className={styles.body} data-stale={isAsking || preview === null ? '' : undefined}>
          {outlook.refusal !== null && <Refusal refusal={outlook.refusal} />}
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

/** What would refuse the order now, by the rules that decide when it is placed. */
export function Refusal({ refusal: { code, message } }: RefusalProps) {
  return (
    <p className={styles.refusal} role="alert">
      <Icon name="warning" size={14} />
      <span>
        Would be refused: <bdi>{message}</bdi>
      </span>
      <LimitsButton code={code} />
    </p>
  )
}

/** What has changed since the question was put, so that it is put once more. */
export function AskedAgain({ reason }: { readonly reason: string }) {
  return (
    <p className={styles.again} role="alert">
      <Icon name="warning" size={14} />
      <span>{reason}. Enter again to place it all the same.</span>
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
    ['Margin it needs', formatRupees(outlook.margin)],
    ['Available now', formatRupees(margin.available)],
    [
      'Left afterwards',
      <span key="left" className={margin.remaining < 0 ? text.down : undefined}>
        {margin.remaining < 0
          ? `short by ${formatRupees(-margin.remaining)}`
          : formatRupees(margin.remaining)}
      </span>,
    ],
    ['Charges', formatRupees(outlook.charges)],
    ['Charges, in and out', formatRupees(outlook.chargesRoundTrip)],
    [
      'Break-even',
      breakEven === null
        ? formatNumber(null)
        : `${formatNumber(breakEven)} (${formatNumber(outlook.breakEvenPoints)} points)`,
    ],
    ['Reckoned at', formatNumber(outlook.price)],
    ['Position', `${formatSigned(outlook.positionBefore, 0)} → ${formatSigned(outlook.positionAfter, 0)}`],
    ...(outlook.slices.length > 1 ? ([['Sent as', slicesInWords(outlook.slices)]] as const) : []),
  ]
  return <FactList label="What it needs" rows={rows} />
}

export type FactRow = readonly [name: string, value: ReactNode]

/** Names and figures, one a line. */
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

/** What the charges are made of, at the price they are reckoned at. */
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
      <summary>What the charges are made of</summary>
      <FactList
        label="Charges in parts"
        rows={lines.map((name) => [lineNames[name], formatRupees(charges[name])])}
      />
    </details>
  )
}
