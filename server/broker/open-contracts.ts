import type { OpenContract } from '../../src/domain/calendar/holidays/expiry-moves.ts'
import { instrumentTitle } from '../../src/domain/instruments/instrument-names.ts'
import { isEnded } from '../../src/domain/orders/order.ts'
import type { UserId } from '../user.ts'
import type { Account, InstrumentTerms } from './account.ts'
import { netQuantityOf } from './runtime/intents.ts'
import { userOf } from './virtual-account.ts'

export const openContractsOf = (
  accounts: Iterable<Pick<Account, 'orders' | 'positions'>>,
): readonly OpenContract[] =>
  [...accounts].flatMap(({ orders, positions }) => {
    const open: readonly InstrumentTerms[] = [
      ...[...orders.values()].filter(({ status }) => !isEnded(status)).map(({ terms }) => terms),
      ...[...positions.values()].filter((sums) => netQuantityOf(sums) !== 0).map(({ terms }) => terms),
    ]
    return open.flatMap((terms) =>
      terms.expiry === null
        ? []
        : [
            {
              exchange: terms.exchange,
              underlying: terms.name,
              expiry: terms.expiry,
              title: instrumentTitle(terms),
            },
          ],
    )
  })

export const tradingUsersOf = (
  accounts: Iterable<Pick<Account, 'owner' | 'orders' | 'positions'>>,
): readonly UserId[] => [
  ...new Set(
    [...accounts]
      .filter(
        ({ orders, positions }) =>
          [...orders.values()].some(({ status }) => !isEnded(status)) ||
          [...positions.values()].some((sums) => netQuantityOf(sums) !== 0),
      )
      .map(({ owner }) => userOf(owner)),
  ),
]
