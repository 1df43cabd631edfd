import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { percentFromClose } from '../../../domain/quotes/quote-change.ts'
import { doubtOf, usePrice } from '../hooks/use-quote.ts'
import { PriceWidget } from './price-widget.tsx'

interface LastPriceProps {
  readonly of: InstrumentId
  /** From the previous close. */
  readonly hasPercent?: boolean
  readonly hasArrow?: boolean
}

export function LastPrice({ of, hasPercent = false, hasArrow = false }: LastPriceProps) {
  const price = usePrice(of)
  return (
    <PriceWidget
      lastPrice={price?.lastPrice ?? null}
      {...(hasPercent ? { percent: price === null ? null : percentFromClose(price) } : {})}
      doubt={doubtOf(price)}
      hasArrow={hasArrow}
    />
  )
}
