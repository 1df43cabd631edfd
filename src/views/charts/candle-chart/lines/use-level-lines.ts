import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ChartLevel } from '../../../../domain/charts/chart-look.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import type { BookQuote } from '../../../../market/quotes/quote-book.ts'
import { useConsole } from '../../../kit/console.tsx'
import type { PriceLine } from './price-line.ts'

const linesOf: Readonly<Record<ChartLevel, readonly (readonly [string, keyof BookQuote & string])[]>> = {
  previousClose: [['Prev close', 'closePrice']],
  dayRange: [
    ['Day high', 'dayHigh'],
    ['Day low', 'dayLow'],
  ],
  bidAsk: [
    ['Bid', 'bid'],
    ['Ask', 'ask'],
  ],
  // Drawn with the candles.
  sessions: [],
  expiries: [],
  holidays: [],
}

const nothing = () => () => {}

/** Renders again only when one of them changes; levels without a price are left out. */
export function useLevelLines(
  instrument: InstrumentId | null,
  levels: readonly ChartLevel[],
): readonly PriceLine[] {
  const { quotes } = useConsole()
  const isNone = instrument === null || levels.length === 0
  const subscribe = useCallback(
    (wake: () => void) => (instrument === null ? nothing() : quotes.watch(instrument, wake)),
    [quotes, instrument],
  )
  const read = (): string => {
    const quote = isNone ? null : quotes.quote(instrument)
    if (quote === null) return ''
    return levels
      .flatMap((level) => linesOf[level])
      .map(([label, field]) => `${label}=${quote[field]}`)
      .join(';')
  }
  const found = useSyncExternalStore(isNone ? nothing : subscribe, read)
  return useMemo(
    () =>
      found
        .split(';')
        .map((part) => part.split('='))
        .flatMap(([label = '', text]): readonly PriceLine[] => {
          const price = Number(text)
          return price > 0 ? [{ id: `level ${label}`, price, label, kind: 'level' }] : []
        }),
    [found],
  )
}
