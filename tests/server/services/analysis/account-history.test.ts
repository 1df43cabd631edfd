import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHistory } from '../../../../server/broker/history/create-history.ts'
import { fromRow } from '../../../../server/broker/ledger/entry-row.ts'
import { createAccountHistory } from '../../../../server/services/analysis/account-history.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import type { User } from '../../../../server/user.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { fromRupees } from '../../../../src/domain/money.ts'
import { epochMs } from '../../../../src/domain/time.ts'
import { anyDays } from '../../../support/server/any-days.ts'
import { createStory, emptyLedger, owner, startLedger, termsNamed } from '../../../support/server/ledger.ts'
import { stores } from '../../../support/server/stores.ts'

/** Rupees now. */
const prices: Readonly<Record<string, number>> = { INFY: 990, TCS: 3_000, FUT: 102.5, CALL: 44 }
const priceOf = new Map(
  Object.entries(prices).map(([symbol, price]) => [termsNamed(symbol).id, fromRupees(price)]),
)
const user = { id: owner } as User

const historyOver = (store: Store) =>
  createAccountHistory({
    history: createHistory(store),
    clock: { now: () => epochMs(0) } as never,
    readDays: async () => null,
    lastPrice: async (id: InstrumentId) => priceOf.get(id) ?? null,
  })

interface Fold {
  /** Paise: opening, less what was bought, plus what was sold, less charges. */
  cash: number
  charges: number
  /** What trades and settlements paid, less what they cost. */
  traded: number
  readonly held: Map<InstrumentId, number>
}

/** From the fills alone, as the ledger does not count. */
const foldOf = async (store: Store): Promise<Fold> => {
  const fold: Fold = { cash: 0, charges: 0, traded: 0, held: new Map() }
  const orders = new Map<string, { readonly id: InstrumentId; readonly sign: number; charges: number }>()
  const trade = (id: InstrumentId, quantity: number, price: number): void => {
    fold.cash -= quantity * price
    fold.traded -= quantity * price
    fold.held.set(id, (fold.held.get(id) ?? 0) + quantity)
  }
  const rows = await store.db.selectFrom('ledger_event').selectAll().orderBy('seq').execute()
  for (const { event, orderId } of rows.map(fromRow)) {
    if (event.kind === 'account.opened') fold.cash += event.cash
    if (event.kind === 'capital.moved') fold.cash += event.amount
    if (event.kind === 'account.charged') fold.charges += event.amount
    if (event.kind === 'order.accepted' && orderId !== null) {
      const { terms, side } = event.opening
      orders.set(orderId, { id: terms.id, sign: side === 'buy' ? 1 : -1, charges: 0 })
    }
    const order = orders.get(orderId ?? '')
    if (event.kind === 'order.filled' && order !== undefined) {
      trade(order.id, order.sign * event.fill.quantity, event.fill.price)
      fold.charges += event.charges - order.charges
      order.charges = event.charges
    }
    if (event.kind === 'position.settled') {
      trade(event.key.split('|')[0] as InstrumentId, -event.quantity, event.price)
      fold.charges += event.charges ?? 0
    }
  }
  return fold
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const paise = (rupees: number): number => Math.round(rupees * 100)

describe('the history of an account', () => {
  let store: Store
  beforeAll(async () => {
    store = await stores[0].open()
  })
  afterAll(() => store.close())

  test('adds up to the paisa to what its fills come to, whatever the days were', async () => {
    let [days, trips, capital] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(anyDays, async (lines) => {
        await emptyLedger(store)
        const { ledger } = await startLedger(store)
        const story = createStory(ledger)
        for (const text of lines) await story.say(text)
        await ledger.abandon()
        const history = await historyOver(store)(user, 'broker')
        const fold = await foldOf(store)
        const worth = sum([...fold.held].map(([id, quantity]) => quantity * (priceOf.get(id) ?? 0)))
        const opening = paise(history.opening?.equity ?? 0)
        expect(paise(history.days.at(-1)?.equity ?? 0)).toBe(Math.round(fold.cash + worth - fold.charges))
        expect(sum(history.days.map(({ charges }) => paise(charges)))).toBe(fold.charges)
        // Capital that is added or withdrawn is neither gain nor loss.
        expect(
          opening +
            sum(
              history.days.map(
                ({ gross, charges, capital }) => paise(gross) - paise(charges) + paise(capital),
              ),
            ),
        ).toBe(paise(history.days.at(-1)?.equity ?? 0))
        capital += sum(history.days.map((day) => Math.abs(day.capital)))
        expect(history.trips.every(({ openedAt, closedAt }) => openedAt <= closedAt)).toBe(true)
        const { taxFills, strayFees } = (await createHistory(store).of(owner))(() => undefined)
        expect(sum(taxFills.map(({ charges }) => charges)) + strayFees).toBe(fold.charges)
        expect(
          sum(taxFills.map(({ side, quantity, price }) => (side === 'buy' ? -1 : 1) * quantity * price)),
        ).toBe(fold.traded)
        expect(taxFills.every(({ stt, charges }) => stt >= 0 && Number.isInteger(stt + charges))).toBe(true)
        days += history.days.length
        trips += history.trips.length
      }),
      { numRuns: 200 },
    )
    expect([days > 300, trips > 5, capital > 0]).toEqual([true, true, true])
  })

  const tell = async (...lines: readonly string[]) => {
    await emptyLedger(store)
    const { ledger } = await startLedger(store)
    const story = createStory(ledger)
    await story.tell(...lines)
    await ledger.abandon()
    return historyOver(store)(user, 'broker')
  }

  test('a day that closes a long and turns it short has a round trip, and an open one that is none yet', async () => {
    const { days, trips } = await tell(
      'a: buy 65 FUT NRML @100',
      'a opened',
      'a filled 65 @100',
      'b: sell 130 FUT NRML @103',
      'b opened',
      'b filled 130 @103',
    )
    expect(trips).toMatchObject([{ sym: 'NFO-FUT_FUT', isLong: true, quantity: 65, pnl: 195, by: '' }])
    expect(days).toMatchObject([{ day: '2026-11-23', gross: 227.5 }])
  })

  test('a carried position gains from close to close, each day its own', async () => {
    const { days } = await tell(
      'a: buy 65 FUT NRML @100',
      'a opened',
      'a filled 65 @100',
      'roll 2026-11-24 FUT=101',
      'roll 2026-11-25 FUT=99',
    )
    expect(days.map(({ day, gross }) => [day, gross])).toEqual([
      ['2026-11-23', 65],
      ['2026-11-24', -130],
      ['2026-11-25', 227.5],
    ])
  })

  test('an account that was never opened has none', async () => {
    await emptyLedger(store)
    expect(await historyOver(store)(user, 'virtual')).toMatchObject({ opening: null, days: [], trips: [] })
  })

  test('what is asked for again is read on from where it ended', async () => {
    await emptyLedger(store)
    const { ledger } = await startLedger(store)
    const story = createStory(ledger)
    const history = historyOver(store)
    await story.tell('a: buy 65 FUT NRML @100', 'a opened', 'a filled 65 @100')
    expect((await history(user, 'broker')).trips.length).toBe(0)
    await story.tell('b: sell 65 FUT NRML @102', 'b opened', 'b filled 65 @102')
    const [one, other] = await Promise.all([history(user, 'broker'), history(user, 'broker')])
    await ledger.abandon()
    expect([one.trips.length, other.trips.length]).toEqual([1, 1])
  })
})
