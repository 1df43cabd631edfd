import type { DashboardBook } from '../../domain/analysis/dashboard-address.ts'
import { type FundsShown, pathOfFunds, plainFunds } from '../../domain/analysis/funds-address.ts'
import { periodAfter, periodAround, periodBefore } from '../../domain/analysis/period.ts'
import { formatRupees } from '../../domain/format.ts'
import { type ArgProblem, command, optional, required, to } from '../command.ts'
import type { Environment } from '../environment.ts'
import { accountBook } from '../grammar/account-book.ts'
import { amountOfMoney } from '../grammar/amount-of-money.ts'
import { nextOrPrevious } from '../grammar/next-or-previous.ts'

/** Ten crore, as the server takes them. */
const MOVED_MAX = 100_000_000

const shown = ({ fundsShown }: Environment): FundsShown => fundsShown ?? plainFunds
const open = (next: FundsShown) => to('navigation', { type: 'view.open', path: pathOfFunds(next) })

const openFunds = command({
  id: 'funds.open',
  title: 'Funds',
  keywords: ['cash', 'margin', 'balance', 'statement', 'ledger', 'capital', 'charges'],
  verb: 'funds',
  when: 'signedIn',
  effect: 'read',
  args: { book: optional('Book', accountBook) },
  run: ({ book: of }, environment) =>
    open({ ...shown(environment), part: 'statement', book: of ?? shown(environment).book }),
  describe: ({ book: of }, environment) => `Funds of the ${of ?? shown(environment).book} book`,
})

const openTax = command({
  id: 'funds.tax',
  title: 'Tax report',
  keywords: ['capital gains', 'stcg', 'ltcg', 'speculative', 'turnover', 'itr', 'accountant'],
  verb: 'tax',
  aliases: ['tax report'],
  when: 'signedIn',
  effect: 'read',
  args: { book: optional('Book', accountBook) },
  run: ({ book: of }, environment) =>
    open({ ...shown(environment), part: 'tax', book: of ?? shown(environment).book }),
  describe: ({ book: of }, environment) => `Tax report of the ${of ?? shown(environment).book} book`,
})

const amount = required('Amount', amountOfMoney)

const check = ({ amount: rupees }: { readonly amount: number }): ArgProblem | null =>
  Number.isInteger(rupees) && rupees >= 1 && rupees <= MOVED_MAX
    ? null
    : { arg: 'amount', found: formatRupees(rupees), expected: 'whole rupees from ₹1 to ₹10 Cr' }

const bookOf = (of: DashboardBook | undefined, environment: Environment): DashboardBook =>
  of ?? shown(environment).book

const moved = (of: DashboardBook, rupees: number) =>
  to('capital', { type: 'request.send', input: { book: of, amount: rupees } })

const addFunds = command({
  id: 'funds.add',
  title: 'Add virtual capital',
  keywords: ['deposit', 'pay in', 'payin', 'money'],
  verb: 'funds add',
  aliases: ['add funds'],
  when: 'signedIn',
  effect: 'local',
  args: { amount, book: optional('Book', accountBook) },
  check,
  run: ({ amount: rupees, book: of }, environment) => moved(bookOf(of, environment), rupees),
  describe: ({ amount: rupees, book: of }, environment) =>
    `Add ${formatRupees(rupees, 0)} of virtual capital to the ${bookOf(of, environment)} book`,
})

const withdrawFunds = command({
  id: 'funds.withdraw',
  title: 'Withdraw virtual capital',
  keywords: ['pay out', 'payout', 'money'],
  verb: 'funds withdraw',
  aliases: ['withdraw'],
  when: 'signedIn',
  effect: 'local',
  args: { amount, book: optional('Book', accountBook) },
  check,
  run: ({ amount: rupees, book: of }, environment) => moved(bookOf(of, environment), -rupees),
  describe: ({ amount: rupees, book: of }, environment) =>
    `Withdraw ${formatRupees(rupees, 0)} of virtual capital from the ${bookOf(of, environment)} book`,
})

const side = nextOrPrevious('The next', 'The previous')

const stepFunds = command({
  id: 'funds.step',
  title: 'Previous or next month of the statement, or year of the tax report',
  keywords: ['month', 'next', 'previous'],
  verb: 'funds month',
  when: 'signedIn && view == funds',
  effect: 'read',
  args: { by: required('Direction', side) },
  run: ({ by }, environment) => {
    const { today } = environment
    const kind = shown(environment).part === 'tax' ? 'year' : 'month'
    const now = periodAround(kind, shown(environment).at ?? today, { from: today, to: today })
    const { from, to: last } = by === 1 ? periodAfter(now) : periodBefore(now)
    return open({ ...shown(environment), at: last >= today ? null : from })
  },
  describe: ({ by }, environment) => {
    const unit = shown(environment).part === 'tax' ? 'year' : 'month'
    return by === 1 ? `Next ${unit}` : `Previous ${unit}`
  },
})

export const fundsCommands = [openFunds, openTax, addFunds, withdrawFunds, stepFunds] as const
