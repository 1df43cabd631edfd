import { dayOf, monthNames, monthOf, yearOf } from '../dates-in-words.ts'
import type { IstDate } from '../time.ts'
import {
  type Instrument,
  type InstrumentId,
  instrumentId,
  parseInstrumentId,
  tradingSymbolOf,
} from './instrument.ts'

/** Derivative root to index symbol. The first three are the specification's. */
export const indexAliases: ReadonlyMap<string, string> = new Map([
  ['NIFTY', 'NIFTY 50'],
  ['BANKNIFTY', 'NIFTY BANK'],
  ['FINNIFTY', 'NIFTY FIN SERVICE'],
  ['MIDCPNIFTY', 'NIFTY MID SELECT'],
  ['NIFTYNXT50', 'NIFTY NEXT 50'],
  ['SENSEX', 'SENSEX'],
  ['BANKEX', 'BANKEX'],
])

/** Upper case; spaces are ignored: `BANK NIFTY` is NIFTY BANK. */
export const indexOfAlias = (text: string): string | null =>
  indexAliases.get(text.replaceAll(' ', '')) ?? null

const rootOfIndex: ReadonlyMap<string, string> = new Map(
  [...indexAliases].map(([root, symbol]) => [symbol, root]),
)

export const derivativeRoot = (tradingSymbol: string): string =>
  rootOfIndex.get(tradingSymbol) ?? tradingSymbol

const VOLATILITY_INDEX = 'INDIA VIX'

/** An id, an alias or index, otherwise an NSE share. The instrument need not exist. */
export const instrumentOfText = (text: string): InstrumentId => {
  const known = parseInstrumentId(text)
  if (known !== null) return known.id
  const symbol = text.toUpperCase()
  const index = indexOfAlias(symbol) ?? symbol
  const isIndex = rootOfIndex.has(index) || index === VOLATILITY_INDEX
  return instrumentId(isIndex ? 'INDICES' : 'NSE', index)
}

export const textOfInstrument = (id: InstrumentId): string => {
  const symbol = tradingSymbolOf(id)
  return instrumentOfText(symbol) === id ? symbol : id
}

export interface ExpiryParts {
  readonly expiryDay: number
  /** Day of the month divided by 7, plus 1. */
  readonly expiryWeek: number
  readonly expiryMonth: number
  readonly expiryYear: number
  readonly expiryName: string
}

/** Monthly when no later expiry of the underlying lies in the same month. */
export const expiryParts = (expiry: IstDate, expiries: readonly IstDate[]): ExpiryParts => {
  const month = expiry.slice(0, 7)
  const isMonthly = !expiries.some((other) => other > expiry && other.slice(0, 7) === month)
  const day = dayOf(expiry)
  return {
    expiryDay: day,
    expiryWeek: Math.floor(day / 7) + 1,
    expiryMonth: monthOf(expiry),
    expiryYear: yearOf(expiry),
    expiryName: `${day} ${monthNames[monthOf(expiry) - 1]} ${isMonthly ? 'MONTHLY' : 'WEEKLY'}`,
  }
}

/** `NIFTY 25 NOV 25950 CE`, `BANKNIFTY 24 NOV FUT`, `RELIANCE` */
export const instrumentTitle = ({
  expiry,
  instrumentType,
  name,
  strike,
  tradingSymbol,
}: Pick<Instrument, 'expiry' | 'instrumentType' | 'name' | 'strike' | 'tradingSymbol'>): string => {
  if (expiry === null || instrumentType === 'EQ') return tradingSymbol
  const day = `${dayOf(expiry)} ${(monthNames[monthOf(expiry) - 1] ?? '').slice(0, 3).toUpperCase()}`
  return instrumentType === 'FUT' ? `${name} ${day} FUT` : `${name} ${day} ${strike} ${instrumentType}`
}
