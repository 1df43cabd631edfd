import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountState } from '../../../../server/broker/ledger/account-state.ts'
import type { AccountFault, PaperLedger } from '../../../../server/broker/ledger/create-ledger.ts'
import { findAccountFault, findFaultAfter } from '../../../../server/broker/ledger/invariants.ts'
import { verifyLedger } from '../../../../server/broker/ledger/verify.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { createLedgerStore } from '../../../../server/store/orders/ledger/ledger.ts'
import { createStory, emptyLedger, startLedger } from '../../../support/server/ledger.ts'
import { stores } from '../../../support/server/stores.ts'

let store: Store
let ledger: PaperLedger
let faults: AccountFault[]
let story: ReturnType<typeof createStory>
beforeAll(async () => {
  store = await stores[0].open()
})
beforeEach(async () => {
  await emptyLedger(store)
  ;({ ledger, faults } = await startLedger(store))
  story = createStory(ledger)
})
afterEach(async () => {
  for (const account of ledger.accounts()) expect(findAccountFault(account as AccountState)).toBe(null)
  expect(faults).toEqual([])
  const hash = ledger.stateHash()
  const verdict = await verifyLedger(createLedgerStore(store))
  expect([verdict.fault, verdict.stateHash]).toEqual([null, hash])
  await ledger.abandon()
})
afterAll(() => store.close())

const long = ['l: buy 130 FUT NRML', 'l opened', 'l filled 130 @100']
const short = ['s: sell 130 FUT NRML', 's opened', 's filled 130 @100']

const openOf = async (name: string): Promise<string> => {
  const { status, quantity, filledQuantity, cancelledQuantity } = await story.order(name)
  return `${status} ${filledQuantity}/${quantity}${cancelledQuantity === 0 ? '' : ` less ${cancelledQuantity}`}`
}

describe('a reduce-only order reserves what it takes', () => {
  test.each([
    ['without a position', [], 'x: sell 65 FUT NRML reduce', 'NOT_REDUCING'],
    ['on the side of the position', long, 'x: buy 65 FUT NRML reduce', 'NOT_REDUCING'],
    ['in another product', long, 'x: sell 65 FUT MIS reduce', 'NOT_REDUCING'],
    ['for more than is held', long, 'x: sell 195 FUT NRML reduce', 'NOT_REDUCING'],
    ['for all of a long position', long, 'x: sell 130 FUT NRML reduce', 'done'],
    ['for all of a short position', short, 'x: buy 130 FUT NRML reduce', 'done'],
    [
      'beside another exit of all',
      [...long, 'y: sell 130 FUT NRML reduce'],
      'x: sell 65 FUT NRML reduce',
      'NOT_REDUCING',
    ],
    [
      'beside a resting exit of a part',
      [...long, 'y: sell 65 FUT NRML @110 reduce'],
      'x: sell 65 FUT NRML reduce',
      'done',
    ],
    [
      'beside a plain market order that takes all in a moment',
      [...long, 'y: sell 130 FUT NRML'],
      'x: sell 65 FUT NRML reduce',
      'NOT_REDUCING',
    ],
    [
      'beside a plain limit that may never fill',
      [...long, 'y: sell 130 FUT NRML @110'],
      'x: sell 130 FUT NRML reduce',
      'done',
    ],
    [
      'after another exit was cancelled',
      [...long, 'y: sell 130 FUT NRML @110 reduce', 'y opened', 'cancel y', 'y cancelled'],
      'x: sell 130 FUT NRML reduce',
      'done',
    ],
    [
      'in slices beyond what is held',
      ['l: buy 3705 FUT NRML slice', 'l opened', 'l filled 1755 @100'],
      'x: sell 3600 FUT NRML reduce slice',
      'NOT_REDUCING',
    ],
  ])('%s', async (_, before, line, word) => {
    await story.tell(...before)
    expect(await story.say(line)).toBe(word)
  })

  test('cut to what no open order takes, it exits the rest', async () => {
    await story.tell(...long, 'y: sell 65 FUT NRML @110')
    expect(await story.say('x: sell 130 FUT NRML reduce cut')).toBe('done')
    expect(await openOf('x')).toBe('OPEN PENDING 0/65')
    expect(await story.say('z: sell 130 FUT NRML reduce cut')).toBe('NOT_REDUCING')
  })

  test('its fills free what they take, and no more is exited than was held', async () => {
    await story.tell(...long, 'x: sell 130 FUT NRML reduce', 'x opened', 'x filled 65 @101')
    expect(await story.say('y: sell 65 FUT NRML reduce')).toBe('NOT_REDUCING')
    await story.tell('x filled 65 @101')
    expect([await openOf('x'), await story.say('y: sell 65 FUT NRML reduce')]).toEqual([
      'COMPLETE 130/130',
      'NOT_REDUCING',
    ])
  })
})

describe('what is taken otherwise', () => {
  test('comes off the newest resting exits first, and cancels what is left without a position', async () => {
    await story.tell(
      ...long,
      'x: sell 65 FUT NRML @110 reduce',
      'x opened',
      'y: sell 65 FUT NRML @111 reduce',
      'y opened',
      'p: sell 65 FUT NRML',
      'p opened',
      'p filled 40 @100',
    )
    expect([await openOf('x'), await openOf('y')]).toEqual(['OPEN 0/65', 'OPEN 0/25'])
    await story.tell('p filled 25 @100')
    expect([await openOf('x'), await openOf('y')]).toEqual(['OPEN 0/65', 'CANCELLED 0/25 less 25'])
    expect((await story.order('y')).statusMessage).toMatch(/position was closed/)
    // What the exchange fills of an order that has ended is not booked.
    expect(await story.say('y filled 25 @111')).toBe('repeat')
  })

  test('by a plain order that turns the position round cancels every exit of the old side', async () => {
    await story.tell(
      ...long,
      'x: sell 130 FUT NRML @110 reduce',
      'x opened',
      'p: sell 260 FUT NRML',
      'p opened',
    )
    await story.tell('p filled 260 @100')
    expect(await openOf('x')).toBe('CANCELLED 0/130 less 130')
    expect(await story.say('y: buy 130 FUT NRML reduce')).toBe('done')
  })

  test('by settlement cancels the exits', async () => {
    await story.tell(...long, 'x: sell 130 FUT NRML @110 reduce', 'x opened', 'settle FUT NRML @98')
    expect(await openOf('x')).toBe('CANCELLED 0/130 less 130')
  })

  test('a conversion takes only what no open order takes', async () => {
    await story.tell('l: buy 10 INFY MIS', 'l opened', 'l filled 10 @100', 'x: sell 6 INFY MIS reduce')
    expect(await story.say('convert INFY MIS cash buy 5')).toBe('UNITS_ON_ORDER')
    expect(await story.say('convert INFY MIS cash buy 4')).toBe('done')
    await story.tell('x opened', 'x filled 6 @100', 'p: sell 3 INFY cash @120')
    expect(await story.say('convert INFY cash MIS buy 4')).toBe('UNITS_ON_ORDER')
  })

  test('a conversion that closes the position it comes to cancels the exits there', async () => {
    await story.tell(
      's: sell 65 CALL MIS',
      's opened',
      's filled 65 @50',
      'x: buy 65 CALL MIS @40 reduce',
      'x opened',
      'l: buy 65 CALL NRML',
      'l opened',
      'l filled 65 @50',
    )
    expect(await story.say('convert CALL NRML MIS buy 65')).toBe('done')
    expect(await openOf('x')).toBe('CANCELLED 0/65 less 65')
  })
})

describe('a change of a reduce-only order', () => {
  test('to more than can be exited is refused', async () => {
    await story.tell(...long, 'x: sell 65 FUT NRML @110 reduce', 'x opened')
    expect(await story.say('modify x 195 @110')).toBe('NOT_REDUCING')
    expect(await story.say('modify x 130 @110')).toBe('done')
  })

  test('is cut when units went while it was under way', async () => {
    await story.tell(...long, 'x: sell 65 FUT NRML @110 reduce', 'x opened', 'modify x 130 @110')
    expect(await story.say('y: sell 65 FUT NRML reduce')).toBe('done')
    await story.tell('x modified')
    expect(await openOf('x')).toBe('OPEN 0/65')
  })
})

describe('a reduce-only order for the next session', () => {
  const queued = [...long, 'x: sell 130 FUT NRML reduce amo']

  test('reserves nothing before it is released', async () => {
    expect(await story.tell(...queued, 'y: sell 65 FUT NRML reduce')).toEqual([])
    await story.tell('release x')
    expect(await openOf('x')).toBe('OPEN PENDING 0/65')
  })

  test('is rejected when nothing is left to reduce', async () => {
    await story.tell(...queued, 'y: sell 130 FUT NRML reduce', 'y opened', 'y filled 130 @100', 'release x')
    expect(await openOf('x')).toBe('REJECTED 0/130 less 130')
  })
})

describe('an account that has more reserved than it holds', () => {
  test('is told after the commit and by verify', async () => {
    await story.tell(...long, 'x: sell 130 FUT NRML @110 reduce', 'x opened')
    const account = (await story.account()) as AccountState
    const [key, position] = [...account.positions][0] ?? []
    if (key === undefined || position === undefined) throw new Error('no position')
    const less = { ...position, dayBuyQuantity: 65 }
    const broken = { ...account, positions: account.positions.with(key, less) }
    const words = /130 reserved by exits to sell, 65 held/
    expect(findAccountFault(broken)).toMatch(words)
    const event = { kind: 'position.settled', key, quantity: 65, price: 1 as never, why: '' } as const
    const entry = { seq: 9, owner: account.owner, at: 0 as never, wall: 0 as never, orderId: null, event }
    expect(findFaultAfter(account, entry, broken)).toMatch(words)
  })
})
