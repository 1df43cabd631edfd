import { tradingSymbolOf } from '../../domain/instruments/instrument.ts'

/** `NIFTY 50`, `RELIANCE, INFY`, `RELIANCE and 7 more` */
export const symbolsInWords = (instruments: readonly string[]): string => {
  const [first, second, ...others] = instruments.map(tradingSymbolOf)
  if (first === undefined) return ''
  if (second === undefined) return first
  return others.length === 0 ? `${first}, ${second}` : `${first} and ${others.length + 1} more`
}
