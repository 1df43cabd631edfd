import { formatNumber } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instrument.ts'
import { percentFromClose } from '../../../domain/quote-change.ts'
import { PriceWidget } from '../../kit/price-widget.tsx'
import { doubtOfQuote, useQuote } from '../../kit/use-quote.ts'
import styles from './ticket.module.css'

interface PriceStripProps {
  readonly of: InstrumentId
  /** Null where the order has no price to take it. */
  readonly onPick: ((price: number) => void) | null
}

/** Bid, last and ask as they move. A press takes one as the limit. */
export function PriceStrip({ of, onPick }: PriceStripProps) {
  const quote = useQuote(of)
  const positive = (price: number | undefined) => (price !== undefined && price > 0 ? price : null)
  return (
    <div className={styles.strip}>
      <PriceButton label="Bid" price={positive(quote?.bid)} onPick={onPick} />
      <span className={styles.last}>
        <span className={styles.stripLabel}>LTP</span>
        <PriceWidget
          lastPrice={quote?.lastPrice ?? null}
          percent={quote === null ? null : percentFromClose(quote)}
          doubt={doubtOfQuote(quote)}
        />
      </span>
      <PriceButton label="Ask" price={positive(quote?.ask)} onPick={onPick} />
    </div>
  )
}

function PriceButton({
  label,
  price,
  onPick,
}: {
  readonly label: string
  readonly price: number | null
  readonly onPick: PriceStripProps['onPick']
}) {
  const words = (
    <>
      <span className={styles.stripLabel}>{label}</span>
      <span className={styles.stripPrice}>{formatNumber(price)}</span>
    </>
  )
  if (price === null || onPick === null) return <span className={styles.quote}>{words}</span>
  return (
    <button
      type="button"
      className={styles.quote}
      title={`Take ${formatNumber(price)} as the limit`}
      onClick={() => onPick(price)}
    >
      {words}
    </button>
  )
}
