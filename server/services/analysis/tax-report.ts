import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { getTaxReport } from '../../../src/contract/tax.ts'
import type { DashboardBook } from '../../../src/domain/analysis/dashboard-address.ts'
import { taxBooksOf } from '../../../src/domain/analysis/tax/tax-lots.ts'
import { taxYear, taxYearOf, taxYearSpan } from '../../../src/domain/analysis/tax/tax-year.ts'
import { toIstDate } from '../../../src/domain/time.ts'
import type { BrokerHistory } from '../../broker/history.ts'
import { accountIn } from '../../broker/virtual-account.ts'
import type { MarketClock } from '../../market/market-clock.ts'
import type { User } from '../../user.ts'

interface TaxParts {
  readonly history: BrokerHistory
  readonly clock: Pick<MarketClock, 'now'>
}

const rupees = (paise: number): number => paise / 100

export const createTaxReport =
  ({ history, clock }: TaxParts) =>
  async (
    user: User,
    { book, year }: { readonly book: DashboardBook; readonly year: string },
  ): Promise<ReplyOf<typeof getTaxReport>> => {
    const past = await history.of(accountIn(book, user.id))
    const { taxFills, strayFees, opening } = past(() => undefined)
    const today = toIstDate(clock.now())
    const { realised, unmatched } = taxBooksOf(taxFills, today)
    const { classes, periods, trades } = taxYear(realised, Number(year))
    const { from, to } = taxYearSpan(Number(year))
    return {
      classes: classes.map(({ of, trades: count, turnover, gross, charges, notAllowed, net }) => ({
        ...{ of, trades: count },
        turnover: turnover === null ? null : rupees(turnover),
        gross: rupees(gross),
        charges: rupees(charges),
        notAllowed: rupees(notAllowed),
        net: rupees(net),
      })),
      periods: periods.map((period) => ({ ...period, net: rupees(period.net) })),
      trades: trades.map(({ key, of, quantity, boughtAt, soldAt, bought, sold, charges, stt }) => ({
        ...{ sym: key, of, quantity, boughtAt, soldAt },
        bought: rupees(bought),
        sold: rupees(sold),
        charges: rupees(charges),
        stt: rupees(stt),
      })),
      unmatched: unmatched
        .filter(({ at }) => from <= toIstDate(at) && toIstDate(at) <= to)
        .map(({ key, at, quantity }) => ({ sym: key, at, quantity })),
      strayFees: rupees(strayFees),
      firstYear: taxYearOf(opening?.day ?? today),
    }
  }
