import { useCallback, useSyncExternalStore } from 'react'
import { formatNumber, formatSigned, formatSignedPercent, NO_FIGURE } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { percentFromClose } from '../../../domain/quotes/quote-change.ts'
import { useConsole } from '../console.tsx'
import { doubtOfQuote, isCurrent, useQuote } from '../hooks/use-quote.ts'
import styles from './live-cells.module.css'
import { DoubtWords } from './price-doubt.tsx'
import { PriceWidget } from './price-widget.tsx'
import { Signed } from './signed.tsx'

interface LiveCellProps {
  readonly of: InstrumentId
  /** Rupees; the last value from the server, shown greyed until a live price arrives. */
  readonly otherwise: number | null
}

/** The change cell shows why a price is stale or unconfirmed. */
export function PriceCell({ of, otherwise }: LiveCellProps) {
  const quote = useQuote(of)
  const isStale = !isCurrent(quote)
  return (
    <span className={styles.price} data-stale={isStale ? '' : undefined}>
      <PriceWidget lastPrice={quote?.lastPrice ?? otherwise} />
    </span>
  )
}

interface PercentCellProps extends LiveCellProps {
  /** Defaults to percent from the previous close. */
  readonly percentAt?: (price: number) => number | null
}

export function PercentCell({ of, otherwise, percentAt }: PercentCellProps) {
  const quote = useQuote(of)
  const doubt = doubtOfQuote(quote)
  if (doubt !== null) return <DoubtWords doubt={doubt} />
  const price = quote?.lastPrice ?? otherwise
  const percent =
    price === null
      ? null
      : percentAt !== undefined
        ? percentAt(price)
        : quote === null
          ? null
          : percentFromClose(quote)
  return <Signed value={percent} format={formatSignedPercent} />
}

/** Rupees from the previous close. */
export function ChangeCell({ of }: Pick<LiveCellProps, 'of'>) {
  const quote = useQuote(of)
  return (
    <span className={styles.price} data-stale={doubtOfQuote(quote) === null ? undefined : ''}>
      <Signed value={quote === null ? null : quote.lastPrice - quote.closePrice} format={formatSigned} />
    </span>
  )
}

type QuoteFigure = 'bid' | 'ask' | 'dayOpen' | 'closePrice' | 'volume' | 'openInterest'

const decimals: Readonly<Record<QuoteFigure, number>> = {
  bid: 2,
  ask: 2,
  dayOpen: 2,
  closePrice: 2,
  volume: 0,
  openInterest: 0,
}

interface QuoteFigureProps extends Pick<LiveCellProps, 'of'> {
  readonly figure: QuoteFigure
}

export function QuoteFigureCell({ of, figure }: QuoteFigureProps) {
  const quote = useQuote(of)
  const value = quote === null ? 0 : quote[figure]
  return (
    <span className={styles.price} data-stale={doubtOfQuote(quote) === null ? undefined : ''}>
      {value > 0 ? formatNumber(value, decimals[figure]) : NO_FIGURE}
    </span>
  )
}

interface FigureCellProps extends LiveCellProps {
  /** Rupees. */
  readonly figureAt: (price: number) => number | null
  readonly format: (value: number | null) => string
  readonly isPlain?: boolean
  readonly className?: string | undefined
}

/** Greyed if the price is stale or unconfirmed. Renders only when the figure itself changes. */
export function FigureCell({ of, otherwise, figureAt, format, isPlain, className = '' }: FigureCellProps) {
  const figure = useFigure(of, otherwise, figureAt)
  const isStale = useIsStale(of)
  const figureClass = isStale ? `${styles.price} ${className}` : className
  return (
    <span className={figureClass} data-stale={isStale ? '' : undefined}>
      {isPlain ? format(figure) : <Signed value={figure} format={format} />}
    </span>
  )
}

function useIsStale(of: InstrumentId): boolean {
  const { quotes } = useConsole()
  const subscribe = useCallback((wake: () => void) => quotes.watch(of, wake), [quotes, of])
  return useSyncExternalStore(subscribe, () => !isCurrent(quotes.quote(of)))
}

function useFigure(
  of: InstrumentId,
  otherwise: number | null,
  figureAt: (price: number) => number | null,
): number | null {
  const { quotes } = useConsole()
  const subscribe = useCallback((wake: () => void) => quotes.watch(of, wake), [quotes, of])
  return useSyncExternalStore(subscribe, () => {
    const price = quotes.lastPrice(of) ?? otherwise
    return price === null ? null : figureAt(price)
  })
}
