import { type CSSProperties, useEffect } from 'react'
import {
  formatCompactRupees,
  formatLots,
  formatNumber,
  formatRupees,
  formatSigned,
  NO_FIGURE,
} from '../../../domain/format.ts'
import type { SeenOrder } from '../../../domain/orders/order-doubt.ts'
import { riskToStop } from '../../../domain/orders/order-risk.ts'
import { averageAfter } from '../../../domain/positions/position-after.ts'
import type { OrderOutlookEntry } from '../../../machines/orders/order-placement.ts'
import type { OrdersPreview } from '../../../machines/shell/palette-preview.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import styles from './order-preview.module.css'

export function OrderAfter({ preview }: { readonly preview: OrdersPreview | null }) {
  const [outlook] = preview?.answer.orders ?? []
  const [order] = preview?.orders ?? []
  return (
    <div className={styles.after}>
      <div>
        {preview === null || outlook === undefined || order === undefined ? (
          <p>{NO_FIGURE}</p>
        ) : preview.orders.length === 1 ? (
          <PositionAfter order={order} outlook={outlook} />
        ) : (
          <LegsAfter preview={preview} />
        )}
      </div>
      <LimitsUsed preview={preview} />
    </div>
  )
}

function PositionAfter({
  order,
  outlook,
}: {
  readonly order: SeenOrder
  readonly outlook: OrderOutlookEntry
}) {
  const { environment, instruments } = useConsole()
  const { positionBefore, positionAfter, lotSize } = outlook
  const { instrument, product } = order.draft
  const held = environment().positions?.find(
    (one) => one.instrument === instrument && one.product === product,
  )
  const before = { quantity: positionBefore, averagePrice: held?.averagePrice ?? 0 }
  const price = outlook.price ?? order.price
  const average = price === null ? null : averageAfter(before, positionAfter - positionBefore, price)
  return (
    <>
      <p className={styles.caption}>position after</p>
      <p className={styles.figure}>
        {positionAfter === 0 ? 'flat' : formatSigned(positionAfter, 0)}
        {positionAfter !== 0 && lotSize > 1 && ` (${formatLots(Math.abs(positionAfter) / lotSize)})`}
        {average !== null && <small> at {formatNumber(average)}</small>}
      </p>
      <p className={styles.small}>
        {positionBefore === 0
          ? 'now flat'
          : `now ${formatSigned(positionBefore, 0)}${held === undefined ? '' : ` at ${formatNumber(held.averagePrice)}`}`}
        {outlook.delta !== null && ` · ${deltaInWords(outlook.delta, instruments()?.find(instrument)?.name)}`}
      </p>
    </>
  )
}

const deltaInWords = ({ before, after }: NonNullable<OrderOutlookEntry['delta']>, underlying = ''): string =>
  `${underlying} delta ${formatSigned(before, 0)} → ${formatSigned(after, 0)}`.trimStart()

function LegsAfter({ preview: { orders, answer } }: { readonly preview: OrdersPreview }) {
  const legs = orders.flatMap(({ symbol }, index) => {
    const outlook = answer.orders[index]
    return outlook === undefined ? [] : [`${formatSigned(outlook.positionAfter, 0)} ${symbol}`]
  })
  return (
    <>
      <p className={styles.caption}>position after</p>
      {legs.slice(0, LEGS_SHOWN).map((leg) => (
        <p key={leg} className={styles.small}>
          {leg}
        </p>
      ))}
      {legs.length > LEGS_SHOWN && <p className={styles.small}>and {legs.length - LEGS_SHOWN} more</p>}
    </>
  )
}

const LEGS_SHOWN = 2

interface Limit {
  readonly name: string
  /** Shares of the limit, 0 to 1. */
  readonly before: number
  readonly after: number
  readonly words: string
}

function LimitsUsed({ preview }: { readonly preview: OrdersPreview | null }) {
  const { dispatch } = useConsole()
  const funds = useSnapshot('funds', ({ context }) => context.output)
  const limits = useSnapshot('riskLimits', ({ context }) => context.output)
  useEffect(() => dispatch({ to: 'riskLimits', event: { type: 'reload.now' } }), [dispatch])
  const used = limits?.used
  const shown: readonly Limit[] =
    preview === null
      ? []
      : [
          ...(funds === null ? [] : [marginLimit(preview, funds)]),
          ...(limits === null || used === undefined
            ? []
            : [
                ordersLimit(preview, used.ordersToday, limits.ordersPerDay),
                lossLimit(preview, used.dailyLoss, limits.dailyLoss),
              ]),
        ]
  return (
    <div className={styles.limits}>
      {shown.length > 0 && (
        <>
          <p className={styles.caption} aria-hidden="true">
            limits used
          </p>
          <dl aria-label="Limits used">
            {shown.map(({ name, before, after, words }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={styles.meter} aria-hidden="true" style={meterOf(before, after)} />
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  )
}

const meterOf = (before: number, after: number): CSSProperties =>
  ({ '--before': `${share(before)}%`, '--after': `${share(after)}%` }) as CSSProperties

const share = (of: number): number => Math.max(0, Math.min(1, of)) * 100

const marginLimit = (
  { answer: { margin } }: OrdersPreview,
  { available, usedMargin }: { readonly available: number; readonly usedMargin: number },
): Limit => {
  const whole = available + usedMargin
  const after = whole > 0 ? (usedMargin + margin.required) / whole : 1
  return {
    name: 'Margin',
    before: whole > 0 ? usedMargin / whole : 1,
    after,
    words: `${formatNumber(100 * Math.max(0, after), 0)}% of ${formatCompactRupees(whole)}`,
  }
}

const ordersLimit = ({ answer }: OrdersPreview, today: number, most: number): Limit => {
  const after = today + answer.orders.reduce((sum, { slices }) => sum + Math.max(1, slices.length), 0)
  return {
    name: 'Orders today',
    before: today / most,
    after: after / most,
    words: `${formatNumber(after, 0)} of ${formatNumber(most, 0)}`,
  }
}

/** A profitable day leaves the whole limit; the risk to the stop is added to the day's loss. */
const lossLimit = ({ answer, orders }: OrdersPreview, lost: number, most: number): Limit => {
  const before = Math.max(0, lost)
  const risk = orders.reduce((sum, order, index) => {
    const outlook = answer.orders[index]
    const price = outlook?.price ?? order.price
    return sum + (price === null ? 0 : (riskToStop(order.draft, price, outlook?.chargesRoundTrip ?? 0) ?? 0))
  }, 0)
  const after = Math.max(0, lost + risk)
  return {
    name: 'Day loss',
    before: before / most,
    after: after / most,
    words: `${formatRupees(after, 0)} of ${formatRupees(most, 0)}${risk > 0 ? ' at stop' : ''}`,
  }
}
