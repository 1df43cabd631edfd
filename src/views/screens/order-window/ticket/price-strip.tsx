import { formatNumber } from '../../../../domain/format.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { percentFromClose } from '../../../../domain/quotes/quote-change.ts'
import { doubtOfQuote, useQuote } from '../../../kit/hooks/use-quote.ts'
import { PriceWidget } from '../../../kit/price/price-widget.tsx'
import styles from './ticket.module.css'

interface PriceStripProps {
  readonly of: InstrumentId
  /** Null if the order has no price to set. */
  readonly onPick: ((price: number) => void) | null
}

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
      title={`Use ${formatNumber(price)} as the limit`}
      onClick={() => onPick(price)}
    >
      {words}
    </button>
  )
}
