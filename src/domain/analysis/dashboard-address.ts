import { pathOf, readOn } from '../screens.ts'
import { type IstDate, parseIstDate } from '../time.ts'

export const dashboardPeriods = ['month', 'quarter', 'year', 'all'] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]

export const dashboardBooks = ['broker', 'virtual'] as const
export type DashboardBook = (typeof dashboardBooks)[number]

export interface DashboardShown {
  readonly kind: DashboardPeriod
  /** A day of the period; null is today. */
  readonly at: IstDate | null
  readonly book: DashboardBook
}

export const plainDashboard: DashboardShown = { kind: 'month', at: null, book: 'broker' }

/** Fields that are missing or cannot be read are as in `plainDashboard`. */
export const readDashboard = (query: URLSearchParams): DashboardShown => {
  const [kind, book] = [query.get('period'), query.get('book')]
  return {
    kind: dashboardPeriods.find((one) => one === kind) ?? plainDashboard.kind,
    at: parseIstDate(query.get('at') ?? ''),
    book: dashboardBooks.find((one) => one === book) ?? plainDashboard.book,
  }
}

export const dashboardAt = (path: string): DashboardShown | null => readOn('dashboard', path, readDashboard)

export const pathOfDashboard = ({ kind, at, book }: DashboardShown): string =>
  pathOf('dashboard', {
    period: kind,
    ...(at === null ? {} : { at }),
    ...(book === plainDashboard.book ? {} : { book }),
  })
