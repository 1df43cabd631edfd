import { getFunds, moveCapital as move } from '../../contract/positions/funds.ts'
import { getTaxReport } from '../../contract/tax.ts'
import type { DashboardBook } from '../../domain/analysis/dashboard-address.ts'
import type { CapitalMove } from '../../machines/analysis/account-funds.ts'
import type { HttpClient } from '../../platform/http-client.ts'

export const readFunds = (http: HttpClient, book: DashboardBook, signal?: AbortSignal) =>
  http.call(getFunds, { query: { book }, ...(signal === undefined ? {} : { signal }) })

/** `known` is what the asker saw as paid in; null where the funds were not on screen. */
export const moveCapital = async (
  http: HttpClient,
  { book, amount }: CapitalMove,
  known: number | null,
): Promise<void> => {
  const paidIn = known ?? (await readFunds(http, book)).paidIn
  await http.call(move, { body: { book, amount, paidIn } })
}

export const taxReport = (http: HttpClient, key: string, signal: AbortSignal) => {
  const [book = 'broker', year = ''] = key.split(' ')
  return http.call(getTaxReport, { query: { book: book as DashboardBook, year }, signal })
}
