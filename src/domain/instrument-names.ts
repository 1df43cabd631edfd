import { dayOf, monthNames, monthOf, yearOf } from './dates-in-words.ts'
import { type Instrument, type InstrumentId, instrumentId, parseInstrumentId } from './instrument.ts'
import type { IstDate } from './time.ts'

/** What derivatives of an index are called, and which index that is. The first three are the specification's. */
export const indexAliases: ReadonlyMap<string, string> = new Map([
  ['NIFTY', 'NIFTY 50'],
  ['BANKNIFTY', 'NIFTY BANK'],
  ['FINNIFTY', 'NIFTY FIN SERVICE'],
  ['MIDCPNIFTY', 'NIFTY MID SELECT'],
  ['NIFTYNXT50', 'NIFTY NEXT 50'],
  ['SENSEX', 'SENSEX'],
  ['BANKEX', 'BANKEX'],
])

/** The index an alias stands for, spaces aside: `BANK NIFTY` is NIFTY BANK. Upper case. */
export const indexOfAlias = (text: string): string | null =>
  indexAliases.get(text.replaceAll(' ', '')) ?? null

const rootOfIndex: ReadonlyMap<string, string> = new Map(
  [...indexAliases].map(([root, symbol]) => [symbol, root]),
)

/** The name that derivatives of this instrument carry: NIFTY for NIFTY 50, RELIANCE for RELIANCE. */
export const derivativeRoot = (tradingSymbol: string): string =>
  rootOfIndex.get(tradingSymbol) ?? tradingSymbol

/**
 * The instrument a text inside a condition means: an id as it is, an alias or known index, otherwise a share on NSE.
 * Says nothing about whether it exists.
 */
export const instrumentOfText = (text: string): InstrumentId => {
  const known = parseInstrumentId(text)
  if (known !== null) return known.id
  const symbol = text.toUpperCase()
  const index = indexOfAlias(symbol) ?? symbol
  return instrumentId(rootOfIndex.has(index) ? 'INDICES' : 'NSE', index)
}

/** Inverse of `instrumentOfText`: the symbol alone where that is enough. */
export const textOfInstrument = (id: InstrumentId): string => {
  const symbol = parseInstrumentId(id)?.tradingSymbol ?? id
  return instrumentOfText(symbol) === id ? symbol : id
}

export interface ExpiryParts {
  readonly expiryDay: number
  /** Day of the month divided by 7, plus 1. */
  readonly expiryWeek: number
  /** 1 to 12. */
  readonly expiryMonth: number
  readonly expiryYear: number
  /** `1 December WEEKLY`. */
  readonly expiryName: string
}

/** Parts of an expiry. It is monthly when no later one of the underlying's expiries lies in the same month. */
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

/** As a trader says it: `NIFTY 25 NOV 25950 CE`, `BANKNIFTY 24 NOV FUT`, `RELIANCE`. */
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
