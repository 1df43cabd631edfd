import { formatNumber, formatSigned, formatSignedPercent, NO_FIGURE } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instrument.ts'
import { percentFromClose } from '../../../domain/quote-change.ts'
import { Signed } from '../../kit/signed.tsx'
import { usePrice, useQuote } from '../../kit/use-quote.ts'

interface CellProps {
  readonly of: InstrumentId
}

/** Against the close of the session before, in rupees. */
export function Change({ of }: CellProps) {
  const price = usePrice(of)
  const change = price === null ? null : price.lastPrice - price.closePrice
  return <Signed value={change} format={formatSigned} />
}

export function ChangePercent({ of }: CellProps) {
  const price = usePrice(of)
  const percent = price === null ? null : percentFromClose(price)
  return <Signed value={percent} format={formatSignedPercent} />
}

type Figure = 'bid' | 'ask' | 'dayOpen' | 'closePrice' | 'volume' | 'openInterest'

const decimals: Readonly<Record<Figure, number>> = {
  bid: 2,
  ask: 2,
  dayOpen: 2,
  closePrice: 2,
  volume: 0,
  openInterest: 0,
}

/** One figure of the quote; none where there is no such thing. */
export function QuoteFigure({ of, figure }: CellProps & { readonly figure: Figure }) {
  const quote = useQuote(of)
  const value = quote === null ? 0 : quote[figure]
  return <>{value > 0 ? formatNumber(value, decimals[figure]) : NO_FIGURE}</>
}
