import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountState } from '../../../../server/broker/ledger/account-state.ts'
import type { PaperLedger } from '../../../../server/broker/ledger/create-ledger.ts'
import { findAccountFault } from '../../../../server/broker/ledger/invariants.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { createStory, emptyLedger, owner, startLedger, termsNamed } from '../../../support/server/ledger.ts'
import { stores } from '../../../support/server/stores.ts'

const RECEIVED = 'PUT ORDER REQ RECEIVED > VALIDATION PENDING > OPEN PENDING'
const ASKED = 'MODIFY VALIDATION PENDING > MODIFY PENDING'
let store: Store
let ledger: PaperLedger
let story: ReturnType<typeof createStory>
beforeAll(async () => {
  store = await stores[0].open()
})
beforeEach(async () => {
  await emptyLedger(store)
  ;({ ledger } = await startLedger(store))
  story = createStory(ledger)
})
afterEach(() => ledger.abandon())
afterAll(() => store.close())

const whole = async (): Promise<void> => {
  for (const account of ledger.accounts()) expect(findAccountFault(account as AccountState)).toBe(null)
}

describe('an order moves along the published statuses', () => {
  test.each([
    ['a: buy 65 FUT NRML @100; a opened; a filled 65 @100', `${RECEIVED} > OPEN > COMPLETE`],
    [
      'a: buy 130 FUT NRML @100; a opened; a filled 65 @100; a filled 65 @99',
      `${RECEIVED} > OPEN > COMPLETE`,
    ],
    ['a: buy 130 FUT NRML @100; a opened; a filled 65 @100; a cancelled', `${RECEIVED} > OPEN > CANCELLED`],
    ['a: buy 65 FUT NRML @100; a rejected', `${RECEIVED} > REJECTED`],
    ['a: buy 65 FUT NRML @100; a opened; a rejected', `${RECEIVED} > OPEN > CANCELLED`],
    [
      'a: buy 65 FUT NRML @101 trigger 100; a awaitsTrigger; a triggered; a filled 65 @101',
      `${RECEIVED} > TRIGGER PENDING > OPEN > COMPLETE`,
    ],
    [
      'a: buy 65 FUT NRML @100; a opened; modify a 130 @101; a modified',
      `${RECEIVED} > OPEN > ${ASKED} > MODIFIED > OPEN`,
    ],
    [
      'a: buy 65 FUT NRML @100; a opened; modify a 130 @101; a modifyRefused',
      `${RECEIVED} > OPEN > ${ASKED} > OPEN`,
    ],
    [
      'a: buy 65 FUT NRML @101 trigger 100; a awaitsTrigger; modify a 130 @102; a modified',
      `${RECEIVED} > TRIGGER PENDING > ${ASKED} > MODIFIED > TRIGGER PENDING`,
    ],
    [
      'a: buy 65 FUT NRML @101 trigger 100; a awaitsTrigger; modify a 130 @102; a triggered; a modified',
      `${RECEIVED} > TRIGGER PENDING > ${ASKED} > OPEN > ${ASKED} > MODIFIED > OPEN`,
    ],
    [
      'a: buy 65 FUT NRML @100; a opened; cancel a; a cancelled',
      `${RECEIVED} > OPEN > CANCEL PENDING > CANCELLED`,
    ],
    [
      'a: buy 65 FUT NRML @100; a opened; cancel a; a filled 65 @100',
      `${RECEIVED} > OPEN > CANCEL PENDING > COMPLETE`,
    ],
    [
      'a: buy 65 FUT NRML @100; a opened; cancel a; a cancelRefused',
      `${RECEIVED} > OPEN > CANCEL PENDING > OPEN`,
    ],
    [
      'a: buy 65 FUT NRML @100; a opened; modify a 130 @101; cancel a; a modified; a cancelled',
      `${RECEIVED} > OPEN > ${ASKED} > CANCEL PENDING > MODIFIED > CANCEL PENDING > CANCELLED`,
    ],
    ['a: buy 65 FUT NRML @100; a opened; lapse a', `${RECEIVED} > OPEN > CANCELLED`],
    ['a: buy 65 FUT NRML @100 amo; cancel a', 'AMO REQ RECEIVED > CANCELLED AMO'],
    [
      'a: buy 65 FUT NRML @100 amo; modify a 130 @101; release a; a opened',
      'AMO REQ RECEIVED > MODIFY AMO REQ RECEIVED > VALIDATION PENDING > OPEN PENDING > OPEN',
    ],
    [
      'a: buy 65 FUT NRML @100 amo; kill enough for today; release a',
      'AMO REQ RECEIVED > VALIDATION PENDING > REJECTED',
    ],
  ])('%s', async (lines, path) => {
    expect(await story.tell(...lines.split('; '))).toEqual([])
    expect(await story.path('a')).toBe(path)
    await whole()
  })

  test('a fill before the word that it opened opens it', async () => {
    await story.tell('a: buy 65 FUT NRML @100', 'a filled 65 @100')
    expect(await story.path('a')).toBe(`${RECEIVED} > OPEN > COMPLETE`)
  })

  test('a modification that asks for less than has filled meanwhile completes the order', async () => {
    await story.tell(
      'a: buy 195 FUT NRML @100',
      'a opened',
      'modify a 130 @100',
      'a filled 130 @100',
      'a modified',
    )
    const { status, quantity, filledQuantity, blocked } = await story.order('a')
    expect({ status, quantity, filledQuantity, blocked }).toEqual({
      status: 'COMPLETE',
      quantity: 130,
      filledQuantity: 130,
      blocked: 0,
    })
  })

  test('what is left of a market order reads as a limit order', async () => {
    await story.tell('a: buy 65 FUT NRML', 'a opened', 'a rests @101.5')
    const { orderType, price, status } = await story.order('a')
    expect({ orderType, price, status }).toEqual({ orderType: 'LIMIT', price: 10_150, status: 'OPEN' })
  })
})

describe('what comes late, twice or out of order', () => {
  test.each([
    ['a opened', 'a cancelled', 'a filled 65 @100'],
    ['a opened', 'a filled 65 @100', 'a opened'],
    ['a opened', 'a filled 65 @100', 'a cancelled'],
    ['a opened', 'a filled 65 @100', 'a filled 65 @100'],
    ['a rejected', 'a opened'],
    ['a opened', 'a opened'],
    ['a opened', 'a triggered'],
    ['a opened', 'a modified'],
    ['a opened', 'a cancelRefused'],
  ])('%s, %s changes nothing and is counted', async (...reports) => {
    await story.tell('a: buy 65 FUT NRML @100', ...reports.slice(0, -1))
    const before = [ledger.seq, ledger.stateHash()]
    expect(await story.say(reports.at(-1) ?? '')).toBe('repeat')
    expect([ledger.seq, ledger.stateHash(), ledger.counts.ignoredReports]).toEqual([...before, 1])
  })

  test('a fill counts once, and never more than was asked for', async () => {
    await story.tell('a: buy 130 FUT NRML @100', 'a opened', 'a filled 65 @100 #one')
    expect(await story.say('a filled 65 @100 #one')).toBe('repeat')
    expect(await story.tell('a filled 650 @100 #two')).toEqual([])
    const { filledQuantity, fills } = await story.order('a')
    expect([filledQuantity, fills.map(({ id, quantity }) => [id, quantity])]).toEqual([
      130,
      [
        ['#one', 65],
        ['#two', 65],
      ],
    ])
  })

  test('of an order that is not there it is counted', async () => {
    expect([await story.say('z opened'), ledger.counts.ignoredReports]).toEqual(['notFound', 1])
  })
})

describe('one key is one order', () => {
  test('again with the same body it is the first answer', async () => {
    await story.tell('a: buy 65 FUT NRML @100')
    const before = ledger.seq
    expect(await story.say('a: buy 65 FUT NRML @100')).toBe('repeat')
    expect(ledger.seq).toBe(before)
  })

  test('with another body it is refused and nothing is done', async () => {
    await story.tell('a: buy 65 FUT NRML @100')
    const before = ledger.seq
    expect(await story.say('a: buy 130 FUT NRML @100')).toBe('keyReused')
    expect(ledger.seq).toBe(before)
  })

  test('of an earlier day too', async () => {
    await story.tell('a: buy 65 FUT NRML @100', 'a opened', 'a filled 65 @100', 'roll 2026-11-24 FUT=101')
    expect((await story.account()).orders.size).toBe(0)
    expect(await story.say('a: buy 65 FUT NRML @100')).toBe('repeat')
    expect(await story.say('a: buy 130 FUT NRML @100')).toBe('keyReused')
    const found = await ledger.findByClientId(owner, 'key-of-a' as never)
    expect([found?.id, found?.status, found?.filledQuantity]).toEqual([story.idOf('a'), 'COMPLETE', 65])
  })
})

describe('a quantity above the freeze quantity', () => {
  test('is sliced into whole lots, in one commit, the first the parent of the others', async () => {
    await story.tell('a: buy 4000 FUT NRML @100 slice')
    const orders = [...(await story.account()).orders.values()]
    const parent = story.idOf('a')
    expect(
      orders.map(({ quantity, parentId, clientOrderId }) => [quantity, parentId, clientOrderId]),
    ).toEqual([
      [1755, null, 'key-of-a'],
      [1755, parent, 'key-of-a.2'],
      [490, parent, 'key-of-a.3'],
    ])
    expect(ledger.counts.commits).toBe(1)
    expect(await story.say('a: buy 4000 FUT NRML @100 slice')).toBe('repeat')
  })
})

const cashOf = async () => {
  const { cash, exchangeCash, chargesPaid, paidIn } = await story.account()
  return { cash: cash - paidIn, exchangeCash, chargesPaid }
}

describe('cash', () => {
  test('shares and options move it at once, charges with every fill', async () => {
    await story.tell('a: buy 65 CALL NRML @100', 'a opened', 'a filled 30 @100', 'a filled 35 @90')
    // 30 × 100 + 35 × 90 = 6,150.00; one paisa for each 100 rupees is 61.
    expect(await cashOf()).toEqual({ cash: -615_061, exchangeCash: 615_000, chargesPaid: 61 })
  })

  test('futures move it when the day rolls, to the close and from close to close', async () => {
    await story.tell('a: buy 65 FUT NRML @100', 'a opened', 'a filled 65 @100')
    expect(await cashOf()).toEqual({ cash: -65, exchangeCash: 0, chargesPaid: 65 })
    await story.tell('roll 2026-11-24 FUT=103')
    expect(await cashOf()).toEqual({ cash: 19_500 - 65, exchangeCash: -19_500, chargesPaid: 65 })
    await story.tell('b: sell 65 FUT NRML @101', 'b opened', 'b filled 65 @101', 'roll 2026-11-25 FUT=90')
    expect(await cashOf()).toEqual({ cash: 6_500 - 130, exchangeCash: -6_500, chargesPaid: 130 })
    expect((await story.account()).positions.size).toBe(0)
  })

  test('an option that ends is settled at its price, a future when the day rolls', async () => {
    await story.tell('a: sell 65 CALL NRML @100', 'a opened', 'a filled 65 @100', 'settle CALL NRML @40')
    expect(await cashOf()).toEqual({ cash: 390_000 - 65, exchangeCash: -390_000, chargesPaid: 65 })
    await story.tell('b: buy 65 FUT NRML @100', 'b opened', 'b filled 65 @100', 'settle FUT NRML @110')
    await story.tell('roll 2026-11-24')
    expect(await cashOf()).toEqual({ cash: 455_000 - 130, exchangeCash: -455_000, chargesPaid: 130 })
    expect(await story.say('settle CALL NRML @40')).toBe('notFound')
  })

  test('a fee is a charge', async () => {
    await story.tell('a: sell 65 INFY MIS fee 59')
    expect(await cashOf()).toEqual({ cash: -5_900, exchangeCash: 0, chargesPaid: 5_900 })
  })

  test('a fee is written with its order, once however often and in however many slices it is sent', async () => {
    const commits: string[][] = []
    ledger.watch((committed) => commits.push(committed.map(({ kind }) => kind)))
    await story.tell('a: buy 3600 FUT NRML @100 slice fee 59')
    await story.say('a: buy 3600 FUT NRML @100 slice fee 59')
    const [accepted, ...others] = commits.flat().filter((kind) => kind !== 'account.opened')
    expect([commits.length, accepted, others]).toEqual([
      1,
      'order.accepted',
      ['account.charged', 'order.accepted', 'order.accepted'],
    ])
    expect((await story.account()).chargesPaid).toBe(5_900)
  })

  test('who holds an option that ends with a worth is charged for it, in the settlement itself', async () => {
    await story.tell('a: buy 65 CALL NRML @100', 'a opened', 'a filled 65 @100')
    const commits: string[][] = []
    ledger.watch((committed) => commits.push(committed.map(({ kind }) => kind)))
    await story.tell('settle CALL NRML @400')
    // 65 for the fill; 65 × 400.00, one paisa for each 100 rupees, is 260.
    expect([commits, await cashOf()]).toEqual([
      [['position.settled']],
      { cash: 1_950_000 - 325, exchangeCash: -1_950_000, chargesPaid: 325 },
    ])
    const { positions, chargesToday } = await story.account()
    expect([[...positions.values()].map(({ charges }) => charges), chargesToday]).toEqual([[325], 325])
  })
})

const holdingOf = async (symbol: string) => {
  const held = (await story.account()).holdings.get(termsNamed(symbol).id)
  return held === undefined ? null : [held.quantity, held.t1Quantity, held.usedQuantity, held.cost]
}

describe('delivery', () => {
  test('what is bought is held from the next day and settled the day after', async () => {
    await story.tell(
      'a: buy 10 INFY cash @1000',
      'a opened',
      'a filled 10 @1000',
      'roll 2026-11-24 INFY=1010',
    )
    expect([await holdingOf('INFY'), (await story.account()).positions.size]).toEqual([
      [0, 10, 0, 1_000_000],
      0,
    ])
    await story.tell('roll 2026-11-25 INFY=1020')
    expect(await holdingOf('INFY')).toEqual([10, 0, 0, 1_000_000])
  })

  test('a part that is sold leaves the average, and its cost to the paisa', async () => {
    await story.tell('a: buy 3 INFY cash @1000', 'a opened', 'a filled 2 @1000', 'a filled 1 @1000.05')
    await story.tell('roll 2026-11-24', 'b: sell 1 INFY cash @1100', 'b opened', 'b filled 1 @1100')
    expect(await holdingOf('INFY')).toEqual([0, 3, 1, 300_005])
    await story.tell('roll 2026-11-25')
    // A third of 3,000.05 is 1,000.0166…
    expect(await holdingOf('INFY')).toEqual([2, 0, 0, 200_003])
  })

  test('what is sold and bought back within the day stays held', async () => {
    await story.tell('a: buy 10 INFY cash @1000', 'a opened', 'a filled 10 @1000', 'roll 2026-11-24')
    await story.tell('b: sell 10 INFY cash @1100', 'b opened', 'b filled 10 @1100')
    expect(await holdingOf('INFY')).toEqual([0, 10, 10, 1_000_000])
    await story.tell('c: buy 4 INFY cash @1050', 'c opened', 'c filled 4 @1050')
    expect(await holdingOf('INFY')).toEqual([0, 10, 6, 1_000_000])
    await story.tell('roll 2026-11-25')
    expect(await holdingOf('INFY')).toEqual([4, 0, 0, 400_000])
  })

  test('what is bought on top of a holding adds its cost', async () => {
    await story.tell('a: buy 10 INFY cash @1000', 'a opened', 'a filled 10 @1000', 'roll 2026-11-24')
    await story.tell('b: buy 5 INFY cash @1200', 'b opened', 'b filled 5 @1200', 'roll 2026-11-25')
    expect(await holdingOf('INFY')).toEqual([10, 5, 0, 1_600_000])
  })
})

const positionOf = async (symbol: string, product: string) => {
  const position = (await story.account()).positions.get(`${termsNamed(symbol).id}|${product}`)
  if (position === undefined) return null
  const { overnightQuantity, overnightValue, previousClose, dayBuyQuantity, dayBuyValue, daySellQuantity } =
    position
  return { overnightQuantity, overnightValue, previousClose, dayBuyQuantity, dayBuyValue, daySellQuantity }
}

describe('positions', () => {
  test('carry at the average of their side', async () => {
    await story.tell('a: buy 130 FUT NRML @100', 'a opened', 'a filled 65 @100', 'a filled 65 @102')
    await story.tell('b: sell 65 FUT NRML @110', 'b opened', 'b filled 65 @110', 'roll 2026-11-24 FUT=105')
    expect(await positionOf('FUT', 'NRML')).toEqual({
      overnightQuantity: 65,
      overnightValue: 656_500,
      previousClose: 10_500,
      dayBuyQuantity: 0,
      dayBuyValue: 0,
      daySellQuantity: 0,
    })
  })

  test('convert at their average', async () => {
    await story.tell('a: buy 10 INFY MIS @1000', 'a opened', 'a filled 4 @1000', 'a filled 6 @1010')
    expect(await story.tell('convert INFY MIS cash buy 5')).toEqual([])
    const [mis, cash] = [await positionOf('INFY', 'MIS'), await positionOf('INFY', 'cash')]
    expect([mis?.dayBuyQuantity, mis?.dayBuyValue, cash?.dayBuyQuantity, cash?.dayBuyValue]).toEqual([
      5, 503_000, 5, 503_000,
    ])
  })

  test.each([
    ['convert INFY MIS cash buy 11', 'CONVERT_QUANTITY'],
    ['convert INFY MIS cash sell 5', 'CONVERT_PRODUCT'],
    ['convert INFY MIS NRML buy 5', 'CONVERT_PRODUCT'],
    ['convert INFY MIS MIS buy 5', 'CONVERT_PRODUCT'],
    ['convert TCS MIS cash buy 5', 'notFound'],
  ])('%s is refused: %s', async (line, word) => {
    await story.tell('a: buy 10 INFY MIS @1000', 'a opened', 'a filled 10 @1000')
    expect(await story.say(line)).toBe(word)
  })

  test('a day that has come does not roll again', async () => {
    await story.tell('roll 2026-11-24')
    expect(await story.say('roll 2026-11-24')).toBe('repeat')
  })
})
