import { formatNumber, formatRupees } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { bookOfMode, bookTitles } from '../../../domain/orders/book.ts'
import type { OrderDetails } from '../../../machines/orders/order-details.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { InstrumentName } from '../../kit/instrument/instrument-name.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { ErrorNotice } from '../../kit/layout/notice.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { toneOfStatus } from '../order-row.ts'
import styles from './order-details.module.css'

export function OrderDetailsPane() {
  const { dispatch } = useConsole()
  const isOpen = useSnapshot('orderDetails', (details) => !details.matches('closed'))
  const orderId = useSnapshot('orderDetails', ({ context }) => context.orderId)
  const details = useSnapshot('orderDetails', ({ context }) => context.details)
  const failure = useSnapshot('orderDetails', (shown) =>
    shown.matches('failed') ? (shown.context.message ?? '') : null,
  )
  if (!isOpen) return null
  const isThis = details !== null && details.order.orderId === orderId
  return (
    <aside className={styles.pane} aria-label="Trade details">
      <div className={styles.head}>
        <h2 className={styles.heading}>Trade details</h2>
        <Button
          kind="quiet"
          icon="close"
          aria-label="Close trade details"
          onPress={() => dispatch({ to: 'orderDetails', event: { type: 'details.close' } })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={styles.body} aria-label="The order and its fills" tabIndex={0}>
        {failure !== null && orderId !== null ? (
          <ErrorNotice
            message={failure}
            onRetry={() => dispatch({ to: 'orderDetails', event: { type: 'details.open', orderId } })}
          />
        ) : isThis ? (
          <Details details={details} />
        ) : (
          <div role="status" aria-label="Trade details: loading">
            <Skeleton rows={10} />
          </div>
        )}
      </section>
    </aside>
  )
}

type Facts = readonly (readonly [string, React.ReactNode])[]

function Details({ details: { order, history, trades } }: { readonly details: OrderDetails }) {
  const side = order.transactionType === 'BUY' ? 'Buy' : 'Sell'
  const facts: Facts = [
    ['Filled', `${formatNumber(order.filledQuantity, 0)} of ${formatNumber(order.quantity, 0)}`],
    ['Average', formatPrice(order.averagePrice)],
    ['Price', formatPrice(order.price)],
    ['Trigger', formatPrice(order.triggerPrice)],
    ['Product', order.product],
    [
      'Type',
      `${order.orderType}, ${order.validity}${order.validityTtl === null ? '' : ` ${order.validityTtl} min`}`,
    ],
    ['Variety', order.variety],
    ...(order.reduceOnly ? ([['Reduce only', 'Yes']] as const) : []),
    ['Charges', formatRupees(order.charges)],
    ['Slippage per unit', formatNumber(order.slippage, 4)],
    ['Placed', `${order.orderTimestamp} by ${order.placedBy === 'user' ? 'you' : order.placedBy}`],
    ['Order ID', <bdi key="id">{order.orderId}</bdi>],
    ['Exchange order ID', <bdi key="id">{order.exchangeOrderId ?? '–'}</bdi>],
    ['Mode', bookTitles[bookOfMode(order.mode)].long],
  ]
  return (
    <>
      <p className={styles.headline}>
        <Badge tone={side === 'Buy' ? 'blue' : 'sell'}>{side}</Badge>
        <InstrumentName of={order.sym as InstrumentId} symbol={order.tradingsymbol} />
        <Badge tone={toneOfStatus(order.status)}>{order.status}</Badge>
      </p>
      {order.statusMessage !== null && (
        <p className={styles.message}>
          <bdi>{order.statusMessage}</bdi>
        </p>
      )}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.title}>Fills</h3>
      {trades.length === 0 ? (
        <p className={styles.none}>{order.fillNote ?? 'No fills yet.'}</p>
      ) : (
        <table className={styles.fills}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Qty</th>
              <th scope="col">Price</th>
              <th scope="col">Fill reason</th>
            </tr>
          </thead>
          <tbody>
            {trades.map(({ tradeId, fillTimestamp, quantity, averagePrice, note }) => (
              <tr key={tradeId}>
                <td>{fillTimestamp.slice(11)}</td>
                <td>{formatNumber(quantity, 0)}</td>
                <td>{formatNumber(averagePrice)}</td>
                <td>{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h3 className={styles.title}>History</h3>
      <ol className={styles.history}>
        {history.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added, and one may repeat another
          <li key={index}>
            <time>{step.orderTimestamp.slice(11)}</time>
            <span>
              {step.status}
              <small>{stepInWords(step)}</small>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The server sends 0 for a missing price. */
const formatPrice = (price: number): string => formatNumber(price === 0 ? null : price)

const stepInWords = (step: OrderDetails['history'][number]): string => {
  const { statusMessage, quantity, filledQuantity, averagePrice, price, triggerPrice } = step
  const words = [
    `${formatNumber(filledQuantity, 0)} of ${formatNumber(quantity, 0)}`,
    ...(price === 0 ? [] : [`at ${formatNumber(price)}`]),
    ...(triggerPrice === 0 ? [] : [`trigger ${formatNumber(triggerPrice)}`]),
    ...(averagePrice === 0 ? [] : [`average ${formatNumber(averagePrice)}`]),
    ...(statusMessage === null ? [] : [statusMessage]),
  ]
  return words.join(' · ')
}
