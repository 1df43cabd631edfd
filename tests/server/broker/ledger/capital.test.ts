import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CAPITAL_MAX, OPENING_CASH } from '../../../../server/broker/account.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import type { Paise } from '../../../../src/domain/money.ts'
import {
  createStory,
  emptyLedger,
  firstDay,
  marketAt,
  owner,
  startLedger,
} from '../../../support/server/ledger.ts'
import { stores } from '../../../support/server/stores.ts'

describe('virtual capital', () => {
  let store: Store
  beforeAll(async () => {
    store = await stores[0].open()
  })
  afterAll(() => store.close())

  const begin = async () => {
    await emptyLedger(store)
    const { ledger } = await startLedger(store)
    const move = async (amount: number, paidIn: number) => {
      const outcome = await ledger.submit(
        owner,
        { kind: 'moveCapital', amount: amount as Paise, paidIn: paidIn as Paise },
        marketAt(firstDay, 600),
      )
      return outcome.kind === 'refused' ? `${outcome.code}: ${outcome.message}` : outcome.kind
    }
    return { ledger, story: createStory(ledger), move }
  }

  test('is added and withdrawn, and what was paid in still equals the three accounts of the bank', async () => {
    const { ledger, story, move } = await begin()
    expect(await move(5_000_000, OPENING_CASH)).toBe('done')
    expect(await move(-2_000_000, OPENING_CASH + 5_000_000)).toBe('done')
    const { cash, exchangeCash, chargesPaid, paidIn } = await story.account()
    expect(cash).toBe(OPENING_CASH + 3_000_000)
    expect(cash + exchangeCash + chargesPaid).toBe(paidIn)
    await ledger.close()
  })

  test('asked again after a lost answer, is not moved twice', async () => {
    const { ledger, story, move } = await begin()
    await move(5_000_000, OPENING_CASH)
    expect(await move(5_000_000, OPENING_CASH)).toMatch(/^CAPITAL_CHANGED: Capital has changed since/)
    expect((await story.account()).cash).toBe(OPENING_CASH + 5_000_000)
    await ledger.close()
  })

  test('that is used is not withdrawn; the largest amount is said, in whole rupees', async () => {
    const { ledger, story, move } = await begin()
    await story.tell('a: buy 65 CALL NRML @100.01', 'a opened', 'a filled 65 @100.01')
    expect(await move(-OPENING_CASH, OPENING_CASH)).toBe(
      'CAPITAL_IN_USE: ₹9,93,498 can be withdrawn; the rest is used by positions and open orders',
    )
    expect(await move(-99_349_800, OPENING_CASH)).toBe('done')
    await ledger.close()
  })

  test('has a limit', async () => {
    const { ledger, move } = await begin()
    expect(await move(CAPITAL_MAX, OPENING_CASH)).toBe(
      'CAPITAL_LIMIT: At most ₹1,00,00,00,000 can be paid in',
    )
    await ledger.close()
  })
})
