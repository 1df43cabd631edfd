import type { Expiry } from './expiry.ts'

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const weeklyMonths = '123456789OND'

const printStrike = (strike: number): string => String(Number(strike.toFixed(2)))

const printExpiry = ({ date, kind }: Pick<Expiry, 'date' | 'kind'>): string => {
  const month = Number(date.slice(5, 7)) - 1
  const year = date.slice(2, 4)
  return kind === 'monthly' ? `${year}${months[month]}` : `${year}${weeklyMonths[month]}${date.slice(8)}`
}

export const printFuture = (root: string, expiry: Pick<Expiry, 'date' | 'kind'>): string =>
  `${root}${printExpiry(expiry)}FUT`

/** `NIFTY26DEC24500CE` monthly, `NIFTY26D0124500CE` weekly. The strike has no trailing zeros. */
export const printOption = (
  root: string,
  expiry: Pick<Expiry, 'date' | 'kind'>,
  strike: number,
  type: 'CE' | 'PE',
): string => `${root}${printExpiry(expiry)}${printStrike(strike)}${type}`

export interface ContractSymbol {
  readonly root: string
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** Null in monthly symbols, which do not contain the day. */
  readonly day: number | null
  readonly type: 'FUT' | 'CE' | 'PE'
  readonly strike: number
}

const MONTHLY = new RegExp(`^(\\d{2})(${months.join('|')})(?:(FUT)|(\\d+(?:\\.\\d+)?)(CE|PE))$`)
const WEEKLY = /^(\d{2})([1-9OND])(\d{2})(\d+(?:\.\d+)?)(CE|PE)$/

/** Roots may contain digits, so the longest known root is tried first. */
export const parseContractSymbol = (
  symbol: string,
  isRoot: (candidate: string) => boolean,
): ContractSymbol | null => {
  for (let cut = symbol.length - 1; cut > 0; cut--) {
    const root = symbol.slice(0, cut)
    if (!isRoot(root)) continue
    const rest = symbol.slice(cut)
    const monthly = MONTHLY.exec(rest)
    if (monthly) {
      const [, year, month, future, strike, type] = monthly
      return {
        root,
        year: 2000 + Number(year),
        month: months.indexOf(month ?? '') + 1,
        day: null,
        type: future ? 'FUT' : (type as 'CE' | 'PE'),
        strike: Number(strike ?? 0),
      }
    }
    const weekly = WEEKLY.exec(rest)
    if (weekly) {
      const [, year, month, day, strike, type] = weekly
      return {
        root,
        year: 2000 + Number(year),
        month: weeklyMonths.indexOf(month ?? '') + 1,
        day: Number(day),
        type: type as 'CE' | 'PE',
        strike: Number(strike),
      }
    }
  }
  return null
}
