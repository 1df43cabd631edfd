import type { IstDate } from '../../time.ts'
import type { TaxClass } from './tax-lots.ts'

/** Named, not computed: dated data, the newest first. */
interface RatesOfGains {
  readonly from: IstDate
  readonly law: string
  readonly shortTerm: number
  readonly longTerm: number
  /** Rupees of long-term gains a year that are free. */
  readonly free: number
}

const ratesOfGains: readonly RatesOfGains[] = [
  {
    from: '2024-07-23' as IstDate,
    law: 'Finance (No. 2) Act, 2024',
    shortTerm: 20,
    longTerm: 12.5,
    free: 125_000,
  },
  { from: '2018-04-01' as IstDate, law: 'Finance Act, 2018', shortTerm: 15, longTerm: 10, free: 100_000 },
]

export const ratesOn = (day: IstDate): RatesOfGains | null =>
  ratesOfGains.find(({ from }) => from <= day) ?? null

/** Rupees of business turnover a year, nearly all of it not in cash, up to which accounts need no audit. */
export const AUDIT_TURNOVER = 100_000_000

export const classNames: Readonly<Record<TaxClass, string>> = {
  nonSpeculative: 'Non-speculative business',
  speculative: 'Speculative business',
  shortTerm: 'Short-term capital gains',
  longTerm: 'Long-term capital gains',
}

const rupees = (amount: number): string => `₹${amount.toLocaleString('en-IN')}`

export const classInWords = (of: TaxClass, day: IstDate): string => {
  const rates = ratesOn(day)
  switch (of) {
    case 'nonSpeculative':
      return 'Futures and options, at the slab rate'
    case 'speculative':
      return 'Shares bought and sold on one day, at the slab rate'
    case 'shortTerm':
      return `Shares held up to 12 months${rates === null ? '' : `, ${rates.shortTerm}%`}`
    case 'longTerm':
      return `Shares held longer${rates === null ? '' : `, ${rates.longTerm}% above ${rupees(rates.free)}`}`
  }
}

export const lawInWords = (day: IstDate): string => {
  const rates = ratesOn(day)
  return rates === null
    ? 'No rates are known for this year'
    : `Rates of capital gains by the ${rates.law}, since ${rates.from}`
}
