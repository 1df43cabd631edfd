import { addDays, type IstDate, toIstDate } from '../../time.ts'
import { type Realised, type TaxClass, taxClasses } from './tax-lots.ts'

/** The financial year that begins in April of a year. */
export const taxYearOf = (day: IstDate): number => {
  const year = Number(day.slice(0, 4))
  return day.slice(5) < '04-01' ? year - 1 : year
}

export const taxYearSpan = (year: number): { readonly from: IstDate; readonly to: IstDate } => ({
  from: `${year}-04-01` as IstDate,
  to: `${year + 1}-03-31` as IstDate,
})

/** `FY 2026-27` */
export const taxYearInWords = (year: number): string =>
  `FY ${year}-${String((year + 1) % 100).padStart(2, '0')}`

/** A gain is realised when the second of its two sides is done. */
export const realisedOn = ({ boughtAt, soldAt }: Realised): IstDate => toIstDate(Math.max(boughtAt, soldAt))

const isDeductible: Readonly<Record<TaxClass, boolean>> = {
  nonSpeculative: true,
  speculative: true,
  // Securities transaction tax is no cost of a capital gain.
  shortTerm: false,
  longTerm: false,
}

export const chargesAllowed = ({ of, charges, stt }: Realised): number =>
  isDeductible[of] ? charges : charges - stt

export interface ClassSums {
  readonly of: TaxClass
  readonly trades: number
  /** Sum of gains and losses without their signs, of the two business classes; null of capital gains. */
  readonly turnover: number | null
  readonly gross: number
  /** Deductible in this class. */
  readonly charges: number
  /** STT that is no cost of a capital gain. */
  readonly notAllowed: number
  readonly net: number
}

export const sumsOf = (of: TaxClass, realised: readonly Realised[]): ClassSums => {
  let [turnover, gross, charges, notAllowed] = [0, 0, 0, 0]
  const own = realised.filter((one) => one.of === of)
  for (const one of own) {
    const pnl = one.sold - one.bought
    const allowed = chargesAllowed(one)
    turnover += Math.abs(pnl)
    gross += pnl
    charges += allowed
    notAllowed += one.charges - allowed
  }
  return {
    of,
    trades: own.length,
    turnover: isDeductible[of] ? turnover : null,
    ...{ gross, charges, notAllowed },
    net: gross - charges,
  }
}

/** The last days of the periods for which advance tax is due, and the rest of the year. */
const periodEnds = (year: number): readonly IstDate[] =>
  [`${year}-06-15`, `${year}-09-15`, `${year}-12-15`, `${year + 1}-03-15`, `${year + 1}-03-31`] as IstDate[]

/** Percent of the year's tax that is due by the end of each. */
export const advanceTaxDue = [15, 45, 75, 100, 100] as const

export interface TaxPeriod {
  readonly from: IstDate
  readonly to: IstDate
  readonly net: number
}

export interface TaxYear {
  readonly year: number
  readonly classes: readonly ClassSums[]
  readonly periods: readonly TaxPeriod[]
  readonly trades: readonly Realised[]
}

export const taxYear = (realised: readonly Realised[], year: number): TaxYear => {
  const { from, to } = taxYearSpan(year)
  const trades = realised.filter((one) => {
    const day = realisedOn(one)
    return from <= day && day <= to
  })
  let begins = from
  const periods = periodEnds(year).map((ends): TaxPeriod => {
    const period = { from: begins, to: ends }
    begins = addDays(ends, 1)
    const own = trades.filter((one) => period.from <= realisedOn(one) && realisedOn(one) <= ends)
    return { ...period, net: own.reduce((sum, one) => sum + one.sold - one.bought - chargesAllowed(one), 0) }
  })
  return { year, classes: taxClasses.map((of) => sumsOf(of, trades)), periods, trades }
}
