import { pathOf, screenAt } from '../screens.ts'
import { type IstDate, parseIstDate } from '../time.ts'
import { type DashboardBook, dashboardBooks } from './dashboard-address.ts'

export interface FundsShown {
  readonly book: DashboardBook
  /** A day of the month of the statement; null is today. */
  readonly at: IstDate | null
}

export const plainFunds: FundsShown = { book: 'broker', at: null }

/** What is left out, or cannot be read, is as in `plainFunds`. */
export const readFunds = (query: URLSearchParams): FundsShown => ({
  book: dashboardBooks.find((one) => one === query.get('book')) ?? plainFunds.book,
  at: parseIstDate(query.get('at') ?? ''),
})

export const fundsAt = (path: string): FundsShown | null =>
  screenAt(path) === 'funds' ? readFunds(new URLSearchParams(path.split('?')[1] ?? '')) : null

export const pathOfFunds = ({ book, at }: FundsShown): string =>
  pathOf('funds', {
    ...(book === plainFunds.book ? {} : { book }),
    ...(at === null ? {} : { at }),
  })
