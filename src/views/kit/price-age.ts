import type { LastPriceRow } from '../../machines/prices.ts'

/** Change in percent against the close of the session before; null where there is no price. */
export const percentFromClose = (
  row: Pick<LastPriceRow, 'lastPrice' | 'closePrice'> | null,
): number | null =>
  row === null || row.closePrice === 0 ? null : ((row.lastPrice - row.closePrice) / row.closePrice) * 100

/** `12 s old`, `4 min old`, `3 h old`, `2 days old`. */
export const priceAge = (asOf: number, now: number): string => {
  const seconds = Math.max(0, Math.round((now - asOf) / 1000))
  if (seconds < 60) return `${seconds} s old`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min old`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h old`
  const days = Math.floor(seconds / 86_400)
  return `${days} day${days === 1 ? '' : 's'} old`
}
