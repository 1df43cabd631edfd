import { useEffect } from 'react'
import { formatNumber, formatPercent } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { DepthLevel } from '../../../domain/orders/expected-fill.ts'
import type { SeenOrder } from '../../../domain/orders/order-doubt.ts'
import { limitBesideTouch } from '../../../domain/orders/order-risk.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { useBest } from '../../kit/hooks/use-sides.ts'
import styles from './order-preview.module.css'

interface QuoteLineProps {
  readonly order: SeenOrder
}

export function QuoteLine({ order }: QuoteLineProps) {
  const { instrument } = order.draft
  const depth = useLineDepth(instrument)
  const bid = useBest(instrument, 'bid')
  const ask = useBest(instrument, 'ask')
  const limit = limitBesideTouch(order.draft, { bid, ask })
  return (
    <dl className={styles.quotes}>
      <Side label="Bid" price={bid} best={depth?.bids[0]} />
      <Side label="Ask" price={ask} best={depth?.asks[0]} />
      {bid !== null && ask !== null && (
        <div className={styles.spread}>
          <dt>Spread</dt>
          <dd>
            {formatNumber(ask - bid)} <small>{formatPercent(((ask - bid) / ask) * 100)}</small>
          </dd>
        </div>
      )}
      {limit !== null && (
        <div className={styles.limit}>
          <dt className="visually-hidden">Limit</dt>
          <dd>{limit}</dd>
        </div>
      )}
    </dl>
  )
}

interface SideProps {
  readonly label: 'Bid' | 'Ask'
  readonly price: number | null
  readonly best: DepthLevel | undefined
}

/** The quantity comes from the depth, polled once a second, so it is shown only for its own price. */
function Side({ label, price, best }: SideProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-side={label}>
        {formatNumber(price)}
        {best !== undefined && best.price === price && <small> {formatNumber(best.quantity, 0)}</small>}
      </dd>
    </div>
  )
}

const useLineDepth = (instrument: InstrumentId) => {
  const { dispatch } = useConsole()
  useEffect(() => {
    dispatch({ to: 'lineDepth', event: { type: 'depth.watch', instrument } })
    return () => dispatch({ to: 'lineDepth', event: { type: 'depth.unwatch' } })
  }, [dispatch, instrument])
  return useSnapshot('lineDepth', ({ context }) => (context.instrument === instrument ? context.depth : null))
}
