import type { Reading } from '../../../commands/reading.ts'
import {
  formatCompactRupees,
  formatNumber,
  formatRupees,
  formatSigned,
  NO_FIGURE,
} from '../../../domain/format.ts'
import type { SeenOrder } from '../../../domain/orders/order-doubt.ts'
import { slicesInWords } from '../../../domain/orders/slices-in-words.ts'
import type { OrderOutlookEntry } from '../../../machines/orders/order-placement.ts'
import type { OrdersPreview } from '../../../machines/shell/palette-preview.ts'
import { type TileContent, Tiles } from '../../kit/layout/tiles.tsx'
import { LimitsButton } from '../../kit/price/limits-button.tsx'
import { isCalm, ProblemText } from '../problem-text.tsx'
import { ContractHead } from './contract-head.tsx'
import { useOption } from './option-figures.ts'
import { OrderAfter } from './order-after.tsx'
import styles from './order-preview.module.css'
import { QuoteLine } from './quote-line.tsx'
import { RiskBar } from './risk-bar.tsx'

interface OrderTilesProps {
  readonly preview: OrdersPreview | null
  readonly message: string | null
  readonly isAsked: boolean
  readonly problem: Reading['problem']
  /** A market move since the preview, for which Enter asks again; null if none. */
  readonly warning: string | null
}

/** Every part has its final height from the verb on, so that no row moves under Enter. */
export function OrderTiles({ preview, message, isAsked, problem, warning }: OrderTilesProps) {
  const first = preview?.orders[0]
  const isSingle = preview?.orders.length === 1
  const [outlook] = preview?.answer.orders ?? []
  const option = useOption(preview)
  return (
    <div
      className={styles.preview}
      data-order-preview=""
      aria-busy={isAsked && preview === null && message === null}
    >
      <ContractHead preview={preview} greeks={option?.greeks ?? null} />
      {first === undefined || preview === null ? (
        <p className={styles.quotes}>{NO_FIGURE}</p>
      ) : isSingle ? (
        <QuoteLine order={first} />
      ) : (
        <p className={styles.quotes}>{preview.orders.map(legInWords).join(' · ')}</p>
      )}
      <Tiles
        label="Preview"
        tiles={
          preview === null
            ? waitingTiles(isAsked && message === null ? 'loading' : NO_FIGURE)
            : tilesOf(preview)
        }
      />
      {preview !== null && !isSingle ? (
        <p className={styles.several}>
          Margin without hedge {formatRupees(preview.answer.margin.alone, 0)}, together{' '}
          {formatRupees(preview.answer.margin.required, 0)}. See the payoff in the basket.
        </p>
      ) : (
        <RiskBar order={first ?? null} outlook={outlook} levelAt={option?.levelAt ?? nowhere} />
      )}
      <OrderAfter preview={preview} />
      {problem !== null ? (
        <p className={`${styles.line} ${isCalm(problem) ? '' : styles.bad}`} id="palette-problem">
          <ProblemText problem={problem} />
        </p>
      ) : message !== null ? (
        <p className={`${styles.line} ${styles.bad}`} role="status">
          {message}
        </p>
      ) : preview === null ? (
        <p className={styles.line}>{NO_FIGURE}</p>
      ) : (
        <Check preview={preview} warning={warning} />
      )}
    </div>
  )
}

const nowhere = (): null => null

const waitingTiles = (detail: string): readonly TileContent[] =>
  ['Quantity', 'Margin', 'Charges', 'Break-even'].map((label) => ({
    label,
    value: NO_FIGURE,
    detail,
  }))

const legInWords = ({ draft, symbol }: SeenOrder): string =>
  `${draft.side} ${formatNumber(draft.quantity, 0)} ${symbol}`

const tilesOf = ({ answer, orders }: OrdersPreview): readonly TileContent[] => {
  const [outlook] = answer.orders
  const [order] = orders
  if (outlook === undefined || order === undefined) return waitingTiles(NO_FIGURE)
  const isSingle = orders.length === 1
  const roundTrip = answer.orders.reduce((sum, { chargesRoundTrip }) => sum + chargesRoundTrip, 0)
  return [
    {
      label: 'Quantity',
      value: formatNumber(
        answer.orders.reduce((sum, { quantity }) => sum + quantity, 0),
        0,
      ),
      detail: isSingle ? quantityDetail(outlook) : `${orders.length} orders`,
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
      detail: `${formatRupees(roundTrip)} with the exit`,
    },
    isSingle
      ? breakEvenTile(order, outlook)
      : { label: 'Break-even', value: NO_FIGURE, detail: 'of several legs' },
  ]
}

const quantityDetail = ({ quantity, lotSize, slices, freezeQuantity }: OrderOutlookEntry): string => {
  if (slices.length > 1) return slicesInWords(slices)
  const lots = lotSize > 1 ? [plural(quantity / lotSize, 'lot')] : []
  return [...lots, freeze(freezeQuantity)].join(' · ')
}

const freeze = (quantity: number): string => `freeze ${formatNumber(quantity, 0)}`

const plural = (count: number, noun: string): string =>
  `${formatNumber(count, Number.isInteger(count) ? 0 : 2)} ${noun}${count === 1 ? '' : 's'}`

const marginDetail = ({ hedgeBenefit, available, remaining }: OrdersPreview['answer']['margin']): string => {
  const free = `${formatCompactRupees(available)} free → ${formatCompactRupees(remaining)}`
  return hedgeBenefit > 0 ? `${free} · hedge ${formatCompactRupees(hedgeBenefit)}` : free
}

const breakEvenTile = ({ draft }: SeenOrder, { price, breakEvenPoints }: OrderOutlookEntry): TileContent => {
  const label = 'Break-even'
  if (price === null) return { label, value: NO_FIGURE, detail: 'no price' }
  const off = draft.side === 'buy' ? breakEvenPoints : -breakEvenPoints
  return { label, value: formatNumber(price + off), detail: `${formatSigned(off)} after charges` }
}

interface CheckProps {
  readonly preview: OrdersPreview
  readonly warning: string | null
}

function Check({ preview, warning }: CheckProps) {
  const refused = preview.answer.orders.find(({ refusal }) => refusal !== null)?.refusal ?? null
  if (refused !== null)
    return (
      <div className={`${styles.line} ${styles.bad} ${styles.refused}`} role="status" title={refused.message}>
        <span>
          <b>Would be rejected</b> {refused.message}
        </span>
        <LimitsButton code={refused.code} />
      </div>
    )
  if (warning !== null)
    return (
      <p className={`${styles.line} ${styles.warn}`} role="status">
        <b>Needs confirmation</b> {warning}
      </p>
    )
  return <p className={styles.line}>Checked just now: passes all checks</p>
}
