import type { Reading } from '../../commands/reading.ts'
import {
  formatCompactRupees,
  formatNumber,
  formatRupees,
  formatSigned,
  NO_FIGURE,
} from '../../domain/format.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { SeenOrder } from '../../domain/order-doubt.ts'
import type { Protection } from '../../domain/order-draft.ts'
import { slicesInWords } from '../../domain/slices-in-words.ts'
import { toIstDate } from '../../domain/time.ts'
import type { OrderOutlookEntry } from '../../machines/order-placement.ts'
import type { OrdersPreview } from '../../machines/palette-preview.ts'
import { useConsole } from '../kit/console.tsx'
import { CutName } from '../kit/cut-name.tsx'
import { LimitsButton } from '../kit/limits-button.tsx'
import { type TileContent, Tiles } from '../kit/tiles.tsx'
import { useMarketTime } from '../kit/use-market-time.ts'
import styles from './order-preview.module.css'
import { ProblemText } from './problem-text.tsx'
import { QuoteLine } from './quote-line.tsx'

const DAY_MS = 86_400_000
const DAY_STEP_MS = 60_000

interface OrderTilesProps {
  readonly preview: OrdersPreview | null
  /** Why there is none. */
  readonly message: string | null
  /** Whether the line is complete, so that it is being asked for. */
  readonly isAsked: boolean
  readonly problem: Reading['problem']
  /** What the market has done since the preview, so that Enter asks; null when nothing. */
  readonly warning: string | null
}

/** What the orders would need, cost and change, and in one line below what speaks against them. */
export function OrderTiles({ preview, message, isAsked, problem, warning }: OrderTilesProps) {
  const { instruments } = useConsole()
  const marketTime = useMarketTime(DAY_STEP_MS)
  const index = instruments()
  const first = preview?.orders[0]
  const instrument = first === undefined ? null : (index?.find(first.draft.instrument) ?? null)
  return (
    <div className={styles.preview} aria-busy={isAsked && preview === null && message === null}>
      <Tiles
        label="Preview"
        tiles={
          preview === null
            ? waitingTiles(isAsked && message === null ? 'looking' : NO_FIGURE)
            : tilesOf(preview, instrument, marketTime)
        }
      />
      {first === undefined || preview === null ? (
        <p className={styles.quotes}>{NO_FIGURE}</p>
      ) : (
        <QuoteLine order={first} outlook={preview.answer.orders[0]} />
      )}
      {problem !== null ? (
        <p className={`${styles.line} ${styles.bad}`} id="palette-problem">
          <ProblemText problem={problem} />
        </p>
      ) : message !== null ? (
        <p className={`${styles.line} ${styles.bad}`} role="status">
          {message}
        </p>
      ) : first === undefined || preview === null ? (
        <p className={styles.line}>{NO_FIGURE}</p>
      ) : (
        <Outlook preview={preview} first={first} warning={warning} />
      )}
    </div>
  )
}

const waitingTiles = (detail: string): readonly TileContent[] =>
  ['Contract', 'Quantity', 'Margin', 'Charges'].map((label) => ({
    label,
    value: NO_FIGURE,
    detail,
  }))

const tilesOf = (
  { answer, orders }: OrdersPreview,
  instrument: Instrument | null,
  now: number,
): readonly TileContent[] => {
  const [outlook] = answer.orders
  const [order] = orders
  if (outlook === undefined || order === undefined) return waitingTiles(NO_FIGURE)
  return [
    orders.length === 1
      ? {
          label: 'Contract',
          value: <CutName name={order.symbol} />,
          detail: detailOf(instrument, outlook, now),
        }
      : { label: 'Contract', value: `${orders.length} orders`, detail: `${order.symbol} and others` },
    {
      label: 'Quantity',
      value: formatNumber(
        answer.orders.reduce((sum, { quantity }) => sum + quantity, 0),
        0,
      ),
      detail: answer.orders.map(quantityDetail).join('; '),
    },
    {
      label: 'Margin',
      value: `${answer.margin.isEstimate ? '≈ ' : ''}${formatRupees(answer.margin.required, 0)}`,
      detail: marginDetail(answer.margin),
      tone: answer.margin.remaining < 0 ? 'down' : undefined,
    },
    {
      label: 'Charges',
      value: formatRupees(answer.charges),
      detail: orders.length === 1 ? breakEvenOf(order, outlook) : 'one way, all together',
    },
  ]
}

const detailOf = (instrument: Instrument | null, { lotSize }: OrderOutlookEntry, now: number): string => {
  const exchange = instrument?.exchange ?? ''
  if (instrument?.expiry == null) return exchange
  const left = Math.max(0, Math.round((Date.parse(instrument.expiry) - Date.parse(toIstDate(now))) / DAY_MS))
  const days = left === 0 ? 'expires today' : left === 1 ? '1 day left' : `${left} days left`
  return `${exchange} · lot ${formatNumber(lotSize, 0)} · ${days}`
}

/** Of an order in slices the slices alone: its row says how many lots it is. */
const quantityDetail = ({ quantity, lotSize, slices, freezeQuantity }: OrderOutlookEntry): string => {
  if (slices.length > 1) return slicesInWords(slices)
  const lots = lotSize > 1 ? [plural(quantity / lotSize, 'lot')] : []
  return [...lots, freeze(freezeQuantity)].join(' · ')
}

const freeze = (quantity: number): string => `freeze ${formatNumber(quantity, 0)}`

const plural = (count: number, noun: string): string =>
  `${formatNumber(count, Number.isInteger(count) ? 0 : 2)} ${noun}${count === 1 ? '' : 's'}`

const marginDetail = ({ hedgeBenefit, remaining }: OrdersPreview['answer']['margin']): string => {
  const after = `free after ${formatCompactRupees(remaining)}`
  return hedgeBenefit > 0 ? `hedge ${formatCompactRupees(hedgeBenefit)} · ${after}` : after
}

const breakEvenOf = ({ draft }: SeenOrder, { price, breakEvenPoints }: OrderOutlookEntry): string => {
  if (price === null) return 'no price to reckon with'
  const at = draft.side === 'buy' ? price + breakEvenPoints : price - breakEvenPoints
  return `break-even ${formatNumber(at)} (${formatNumber(breakEvenPoints)} pts)`
}

interface OutlookProps {
  readonly preview: OrdersPreview
  readonly first: SeenOrder
  readonly warning: string | null
}

/** What would refuse the order; else a price that cannot be trusted; else the position after it, stop and target. */
function Outlook({ preview, first, warning }: OutlookProps) {
  const refused = preview.answer.orders.find(({ refusal }) => refusal !== null)?.refusal ?? null
  if (refused !== null)
    return (
      <div className={`${styles.line} ${styles.bad} ${styles.refused}`} role="status" title={refused.message}>
        <span>
          <b>Refused</b> {refused.message}
        </span>
        <LimitsButton code={refused.code} />
      </div>
    )
  if (warning !== null)
    return (
      <p className={`${styles.line} ${styles.warn}`} role="status">
        <b>Asks again</b> {warning}
      </p>
    )
  const [outlook] = preview.answer.orders
  const facts = [
    ...(outlook === undefined ? [] : [positionOf(outlook)]),
    ...(first.draft.stop === null ? [] : [`stop ${protectionOf(first, first.draft.stop, outlook, -1)}`]),
    ...(first.draft.target === null ? [] : [`target ${protectionOf(first, first.draft.target, outlook, 1)}`]),
  ]
  return <p className={styles.line}>{facts.join(' · ')}</p>
}

const positionOf = ({ positionBefore, positionAfter }: OrderOutlookEntry): string =>
  positionAfter === 0
    ? `leaves no position (now ${formatSigned(positionBefore, 0)})`
    : `position after ${formatSigned(positionAfter, 0)}${positionBefore === 0 ? '' : ` (now ${formatSigned(positionBefore, 0)})`}`

/** Where a stop or target lies and how far off: `120.00 (−11.20, −8.54%)`. `way` is -1 for a stop, 1 for a target. */
const protectionOf = (
  { draft }: SeenOrder,
  { kind, value }: Protection,
  outlook: OrderOutlookEntry | undefined,
  way: 1 | -1,
): string => {
  const price = outlook?.price ?? null
  if (price === null) return kind === 'percent' ? `${formatNumber(value)}%` : formatNumber(value)
  const direction = draft.side === 'buy' ? way : -way
  const distances = {
    price: value - price,
    percent: (direction * price * value) / 100,
    points: direction * value,
    rupees: (direction * value) / draft.quantity,
  }
  const distance = distances[kind]
  const percent = (distance / price) * 100
  return `${formatNumber(price + distance)} (${formatSigned(distance)}, ${formatSigned(percent)}%)`
}
