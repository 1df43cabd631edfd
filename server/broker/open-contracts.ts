import type { OpenContract } from '../../src/domain/holidays/expiry-moves.ts'
import { instrumentTitle } from '../../src/domain/instrument-names.ts'
import { isEnded } from '../../src/domain/order.ts'
import type { Account, Terms } from './account.ts'
import { netQuantityOf } from './runtime/intents.ts'

/** Contracts of open positions and orders, as often as there are any. */
export const openContractsOf = (
  accounts: Iterable<Pick<Account, 'orders' | 'positions'>>,
): readonly OpenContract[] =>
  [...accounts].flatMap(({ orders, positions }) => {
    const open: readonly Terms[] = [
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
