import type { InstrumentId } from '../../domain/instrument.ts'
import { percentFromClose } from '../../domain/quote-change.ts'
import { PriceWidget } from './price-widget.tsx'
import { doubtOf, usePrice } from './use-quote.ts'

interface LastPriceProps {
  readonly of: InstrumentId
  /** Against the close of the session before. */
  readonly hasPercent?: boolean
  readonly hasArrow?: boolean
}

/** The live price of one instrument, with the reason once it cannot be trusted. */
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
