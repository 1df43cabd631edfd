import { pathOf, readOn } from '../screens.ts'
import { type IstDate, parseIstDate } from '../time.ts'
import { type DashboardBook, dashboardBooks } from './dashboard-address.ts'

export const fundsParts = ['statement', 'tax'] as const
export type FundsPart = (typeof fundsParts)[number]

export interface FundsShown {
  readonly part: FundsPart
  readonly book: DashboardBook
  /** A day of the month of the statement, or of the financial year; null is today. */
  readonly at: IstDate | null
}

export const plainFunds: FundsShown = { part: 'statement', book: 'broker', at: null }

/** Fields that are missing or cannot be read are as in `plainFunds`. */
export const readFunds = (query: URLSearchParams): FundsShown => ({
  part: fundsParts.find((one) => one === query.get('part')) ?? plainFunds.part,
  book: dashboardBooks.find((one) => one === query.get('book')) ?? plainFunds.book,
  at: parseIstDate(query.get('at') ?? ''),
})

export const fundsAt = (path: string): FundsShown | null => readOn('funds', path, readFunds)

export const pathOfFunds = ({ part, book, at }: FundsShown): string =>
  pathOf('funds', {
    ...(part === plainFunds.part ? {} : { part }),
    ...(book === plainFunds.book ? {} : { book }),
    ...(at === null ? {} : { at }),
  })
