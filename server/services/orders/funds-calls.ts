import type { BodyOf, ReplyOf } from '../../../src/contract/call-types.ts'
import type { getFunds, moveCapital } from '../../../src/contract/positions/funds.ts'
import type { DashboardBook } from '../../../src/domain/analysis/dashboard-address.ts'
import { fromRupees, toRupees } from '../../../src/domain/money.ts'
import type { Broker } from '../../broker/broker.ts'
import { accountIn } from '../../broker/virtual-account.ts'
import type { User } from '../../user.ts'
import { fundsRow } from './order-pricing.ts'
import { doneOr } from './order-refusals.ts'

export const fundsCalls = (broker: Broker) => ({
  funds: async (user: User, book: DashboardBook = 'broker'): Promise<ReplyOf<typeof getFunds>> =>
    fundsRow(await broker.fundsOf(accountIn(book, user.id))),

  async moveCapital(
    user: User,
    { book, amount, paidIn }: BodyOf<typeof moveCapital>,
  ): Promise<ReplyOf<typeof moveCapital>> {
    const owner = accountIn(book, user.id)
    doneOr(await broker.moveCapital(owner, { amount: fromRupees(amount), paidIn: fromRupees(paidIn) }))
    return { paidIn: toRupees((await broker.fundsOf(owner)).paidIn) }
  },
})
