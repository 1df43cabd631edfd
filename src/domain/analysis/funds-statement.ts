import { roundToPaisa } from '../money.ts'
import type { IstDate } from '../time.ts'
import { isWithin, type Period } from './period.ts'

export interface CashDay {
  readonly day: IstDate
  readonly charges: number
  readonly cash: number
  readonly capital: number
}

export interface StatementRow<Day extends CashDay = CashDay> {
  readonly day: IstDate
  /** Proceeds of trades and settlements less their cost, before charges. */
  readonly traded: number
  readonly charges: number
  /** Capital added; below 0 was withdrawn. */
  readonly capital: number
  readonly balance: number
  readonly of: Day
}

export interface Statement<Day extends CashDay> {
  /** Newest first. */
  readonly rows: readonly StatementRow<Day>[]
  readonly broughtForward: number
  readonly balance: number
}

/** Cash only, without bought shares. Days on which nothing moved are left out. */
export const statementOf = <Day extends CashDay>(
  days: readonly Day[],
  opening: number,
  period: Pick<Period, 'from' | 'to'>,
): Statement<Day> => {
  const first = days.findIndex(({ day }) => day >= period.from)
  const before = first < 0 ? days.at(-1) : days[first - 1]
  const broughtForward = before?.cash ?? opening
  let balance = broughtForward
  const rows: StatementRow<Day>[] = []
  for (const of of days) {
    const { day, charges, cash, capital } = of
    if (!isWithin(period, day)) continue
    const traded = roundToPaisa(cash - balance - capital + charges)
    balance = cash
    if (traded !== 0 || charges !== 0 || capital !== 0)
      rows.push({ day, traded, charges, capital, balance, of })
  }
  return { rows: rows.reverse(), broughtForward, balance }
}
