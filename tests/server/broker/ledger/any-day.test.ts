import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountState } from '../../../../server/broker/ledger/account-state.ts'
import type { Entry } from '../../../../server/broker/ledger/event.ts'
import { findAccountFault, findFaultAfter } from '../../../../server/broker/ledger/invariants.ts'
import { verifyLedger } from '../../../../server/broker/ledger/verify.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { createLedgerStore } from '../../../../server/store/orders/ledger/ledger.ts'
import { anyDays } from '../../../support/server/any-days.ts'
import { createStory, emptyLedger, startLedger } from '../../../support/server/ledger.ts'
import { stores } from '../../../support/server/stores.ts'

const RUNS = 240

describe('whatever is asked and reported, in whatever order and however often', () => {
  let store: Store
  beforeAll(async () => {
    store = await stores[0].open()
  })
  afterAll(() => store.close())

  test('every step is in the table, sums are exact, and the log makes the same again', async () => {
    const reached = new Set<string>()
    await fc.assert(
      fc.asyncProperty(anyDays, async (lines) => {
        await emptyLedger(store)
        const { ledger, faults } = await startLedger(store)
        ledger.watch((committed) => {
          for (const { order: one } of committed) if (one !== null) reached.add(one.status)
        })
        const story = createStory(ledger)
        for (const text of lines) await story.say(text)
        const hash = ledger.stateHash()
        const { fault, stateHash } = await verifyLedger(createLedgerStore(store))
        await ledger.abandon()
        expect({ faults, fault, stateHash }).toEqual({ faults: [], fault: null, stateHash: hash })
      }),
      { numRuns: RUNS },
    )
    expect([...reached].sort()).toEqual(
      expect.arrayContaining([
        'CANCELLED',
        'CANCEL PENDING',
        'COMPLETE',
        'MODIFY PENDING',
        'OPEN',
        'TRIGGER PENDING',
      ]),
    )
  })
})

describe('a broken account', () => {
  const opened = async () => {
    const store = await stores[0].open()
    const { ledger } = await startLedger(store)
    const story = createStory(ledger)
    await story.tell('a: buy 130 FUT NRML @100', 'a opened', 'a filled 65 @100')
    const account = (await story.account()) as AccountState
    const id = story.idOf('a')
    await ledger.close()
    await store.close()
    return { account, id }
  }

  test.each<[string, (account: AccountState) => AccountState, RegExp]>([
    ['cash from nowhere', (account) => ({ ...account, cash: (account.cash + 1) as never }), /paid in/],
    ['half a paisa', (account) => ({ ...account, cash: 0.5 as never }), /whole number of paise/],
    [
      'a fill forgotten',
      (account) => withOrder(account, (order) => ({ ...order, fills: [] })),
      /its fills sum to 0 for 0, not 65/,
    ],
    [
      'a fill too much',
      (account) => withOrder(account, (order) => ({ ...order, filledQuantity: 195 })),
      /195 filled of 130/,
    ],
    [
      'a status that does not follow',
      (account) => withOrder(account, (order) => ({ ...order, history: order.history.slice(-1) })),
      /OPEN after nothing/,
    ],
  ])('is told: %s', async (_, breaking, words) => {
    const { account } = await opened()
    expect(findAccountFault(account)).toBe(null)
    expect(findAccountFault(breaking(account))).toMatch(words)
  })

  test('a fill that moves the position by something else is told after its commit', async () => {
    const { account, id } = await opened()
    const fill = { id: 'x', quantity: 65, price: 10_000, at: 0, why: '' } as never
    const event = { kind: 'order.filled', fill, charges: 0 as never, blocked: 0 as never } as const
    const entry: Entry = {
      seq: 9,
      owner: account.owner,
      at: 0 as never,
      wall: 0 as never,
      orderId: id,
      event,
    }
    expect(findFaultAfter(account, entry, account)).toMatch(/moved by 0 for a fill of 65/)
  })
})

type Booked = NonNullable<ReturnType<AccountState['orders']['get']>>

const withOrder = (account: AccountState, change: (order: Booked) => Booked): AccountState => {
  const [order] = account.orders.values()
  if (order === undefined) throw new Error('no order')
  return { ...account, orders: account.orders.with(order.id, change(order)) }
}
