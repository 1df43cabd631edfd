import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRules } from '../../../../server/broker/rules/create-rules.ts'
import type { Accepted, Refused } from '../../../../server/broker/rules.ts'
import { fromRupees, toRupees } from '../../../../src/domain/money.ts'
import {
  accountWith,
  type Books,
  intentOf,
  marketIn,
  orderOf,
  type World,
} from '../../../support/server/rules-world.ts'

const rules = createRules()

const check = (line: string, books: Books = {}, world: World = {}): Accepted | Refused =>
  rules.checkOrder(accountWith(books), intentOf(line), marketIn(world))

/** Rupees that an order would keep; the refusal's code where it is refused. */
const kept = (line: string, books: Books = {}, world: World = {}): number | string => {
  const answer = check(line, books, world)
  return answer.kind === 'accepted' ? toRupees(answer.blocked) : answer.code
}

const available = (books: Books, world: World = {}): number =>
  toRupees(rules.availableOf(accountWith(books), marketIn(world)))

/** Ten days before the weekly contracts end, to the minute: what the reference table of margins is reckoned for. */
const TEN_DAYS: World = { at: '2026-12-05 15:40:00' }

describe('what an order keeps', () => {
  // Value and charges of the order.
  test.each<[string, number]>([
    ['buy 10 INFY @1500 cash', 15_000 + 17.81],
    ['buy 10 INFY @1500 MIS', 3000 + 6.32],
    ['sell 10 INFY @1500 MIS', 3000 + 9.62],
    ['buy 65 24000CE @200 NRML', 13_000 + 29.46],
    ['buy 65 24000CE @200 MIS', 13_000 + 29.46],
    // Automatic protection: half a percent beyond 1,500.
    ['buy 10 INFY @market cash', 15_075 + 17.9],
  ])('%s', (line, expected) => {
    expect(kept(line)).toBeCloseTo(expected, 2)
  })

  // Of the reference table, with the charges of one sale or purchase.
  test.each<[string, Books, number]>([
    ['sell 65 24000CE @200 NRML amo', {}, 176_053 + 48.57],
    ['buy 65 FUT @24000 NRML amo', {}, 176_280 + 90.33],
  ])('%s ten days before', (line, books, expected) => {
    expect(Math.abs(Number(kept(line, books, TEN_DAYS)) - expected)).toBeLessThan(1)
  })

  test('the long leg first: the short leg then keeps what the hedged pair does', () => {
    const hedged = kept('sell 65 24000CE @200 NRML amo', { positions: ['+65 24200CE @100 NRML'] }, TEN_DAYS)
    const naked = kept('sell 65 24000CE @200 NRML amo', {}, TEN_DAYS)
    expect([Math.round(Number(hedged) - 48.57), Math.round(Number(naked) - 48.57)]).toEqual([44_179, 176_053])
  })

  test('a long leg that has not filled hedges nothing yet', () => {
    const waiting: Books = { orders: [orderOf('buy 65 24200CE @100 NRML')] }
    const alone = kept('sell 65 24000CE @200 NRML')
    expect(kept('sell 65 24000CE @200 NRML', waiting)).toBe(alone)
  })

  test('two short orders under one long leg are not both hedged', () => {
    const held: Books = { positions: ['+65 24200CE @100 NRML'] }
    const first = Number(kept('sell 65 24000CE @200 NRML', held))
    const second = Number(
      kept('sell 65 24000CE @200.05 NRML', { ...held, orders: [orderOf('sell 65 24000CE @200 NRML')] }),
    )
    expect([first < 50_000, second > 150_000]).toEqual([true, true])
  })

  test('buying a hedge is paid out of the margin it frees', () => {
    const short: Books = { cash: 176_500, positions: ['-65 24000CE @200 NRML'] }
    expect([available(short) < 20_000, kept('buy 65 24200CE @100 NRML', short)]).toEqual([true, 0])
  })

  test('of an order and its opposite either may fill alone, so the larger is kept', () => {
    const bought: Books = { orders: [orderOf('buy 100 INFY @1500 MIS')] }
    expect(kept('sell 50 INFY @1510 MIS', bought)).toBeCloseTo(45.3, 2)
    expect(kept('sell 150 INFY @1500 MIS', bought)).toBeCloseTo(15_000 + 88.27, 2)
  })

  test('a target and its stop keep nothing more than the position', () => {
    const held: Books = {
      positions: ['+65 FUT @24000 NRML'],
      orders: [orderOf('sell 65 FUT @24200 NRML')],
    }
    expect(kept('sell 65 FUT @23890 over 23900 NRML', held)).toBe(0)
  })

  test('an exit needs nothing, even of an account that has nothing left', () => {
    const broke: Books = { cash: 100, positions: ['-65 FUT @23000 NRML'] }
    expect([available(broke) < 0, kept('buy 65 FUT @24000 NRML', broke)]).toEqual([true, 0])
  })

  test('a system order that leaves a position is not asked for money, one that enters is', () => {
    const broke: Books = { cash: 100, positions: ['-65 24000CE @200 NRML'] }
    const ask = (line: string): string =>
      rules.checkOrder(accountWith(broke), intentOf(line, 'system'), marketIn()).kind
    expect([
      ask('buy 65 24000CE @market NRML'),
      ask('buy 65 24200CE @market NRML'),
      ask('buy 65 FUT @market NRML'),
    ]).toEqual(['accepted', 'accepted', 'refused'])
  })
})

describe('the refusal', () => {
  test('says what is required and what there is', () => {
    expect(check('buy 100 INFY @1500 cash', { cash: 123_456.7 })).toEqual({
      kind: 'refused',
      stage: 'rms',
      code: 'MARGIN',
      message:
        'Insufficient funds. Required margin is ₹1,50,178.11 but available margin is ₹1,23,456.70. Check the orderbook for open orders.',
      raw: 'RMS:Margin Exceeds,Required:150178.11, Available:123456.70 for entity account-u1 across exchange across segment across product',
    })
  })
})

describe('what may be used', () => {
  const falling: World = { prices: { INFY: 1490, FUT: 23_900 } }
  const rising: World = { prices: { INFY: 1510, FUT: 24_100 } }
  const intraday: Books = { cash: 10_000, positions: ['+30 INFY @1500 MIS'] }
  test.each<[string, Books, World, number]>([
    ['all of an untouched account', {}, {}, 1_000_000],
    ['shares of the day are margined at a fifth', intraday, {}, 10_000 - 9000],
    ['their loss counts at once', intraday, falling, 10_000 - 300 - 8940],
    ['their gain counts tomorrow', intraday, rising, 10_000 - 9060],
    [
      'so does what was made with them',
      { cash: 10_000, positions: ['+30 INFY @1500 MIS'], account: {} },
      rising,
      940,
    ],
    ['a delivery is paid in full', { cash: 10_000, positions: ['+3 INFY @1500 cash'] }, falling, 5500],
    [
      'shares that had settled pay on the same day',
      { cash: 0, positions: ['-3 INFY @1500 cash'], holdings: { INFY: [5, 0, 3] } },
      {},
      4500,
    ],
    [
      'shares that had not pay on the next',
      { cash: 0, positions: ['-3 INFY @1500 cash'], holdings: { INFY: [1, 2, 3] } },
      {},
      1500,
    ],
    ['premium is paid', { cash: 20_000, positions: ['+65 24000CE @200 NRML'] }, {}, 7000],
    [
      'premium received may be used',
      { cash: 0, positions: ['+65 24000CE @200 NRML', '-65 24200CE @100 NRML'] },
      TEN_DAYS,
      -13_000 + 6500 - 31_200,
    ],
    [
      'an open order keeps its part',
      { cash: 20_000, orders: [orderOf('buy 10 INFY @1500 cash')] },
      {},
      20_000 - 15_017.81,
    ],
    [
      'of a partly filled one what is left',
      { cash: 20_000, orders: [orderOf('buy 10 INFY @1500 cash', { filledQuantity: 5 })] },
      {},
      20_000 - 7508.9,
    ],
    [
      'an order that has ended keeps nothing',
      { cash: 20_000, orders: [orderOf('buy 10 INFY @1500 cash', { status: 'CANCELLED' })] },
      {},
      20_000,
    ],
  ])('%s', (_, books, world, expected) => {
    expect(available(books, world)).toBeCloseTo(expected, 1)
  })

  test('a loss on futures counts at once, a gain tomorrow', () => {
    const held: Books = { positions: ['+65 FUT @24000 NRML'] }
    const still = available(held)
    expect([available(held, falling) - still, available(held, rising) - still]).toEqual([-6500, 0])
  })

  test('a future that was carried counts from the close before', () => {
    const held: Books = { positions: ['+65 FUT @20000 NRML carried'] }
    expect(available(held, falling) - available(held)).toBe(-6500)
  })

  test('funds of an account in all lines', () => {
    const books: Books = {
      positions: [
        '+65 24000CE @200 NRML',
        '-65 24200CE @100 NRML',
        '+10 INFY @1490 cash',
        '+10 TINY @51 MIS',
      ],
      orders: [orderOf('buy 10 INFY @1500 cash')],
      account: { chargesToday: fromRupees(12.34) },
    }
    const funds = rules.fundsOf(accountWith(books), marketIn(TEN_DAYS))
    const inRupees = Object.fromEntries(
      Object.entries(funds).map(([name, amount]) => [name, toRupees(amount)]),
    )
    const cash = 1_000_000 - 13_000 + 6500 - 14_900 - 510
    expect(inRupees).toEqual({
      paidIn: 1_000_000,
      openingBalance: 1_000_000,
      cash,
      available: cash + 510 - 10 - (31_200 + 100 + 15_017.81),
      usedMargin: 31_200 + 100 + 15_017.81,
      span: 0,
      exposure: 31_200,
      optionPremium: 6500,
      delivery: 14_900,
      m2mRealised: 0,
      m2mUnrealised: 100 - 10,
      chargesToday: 12.34,
    })
  })
})

describe('always', () => {
  const contracts = [
    '23600PE @60',
    '23800PE @100',
    '24000CE @200',
    '24000PE @200',
    '24200CE @100',
    '24400CE @60',
    'FUT @24000',
    'FUT2 @24100',
    'STOCKFUT @1500',
    'INFY @1500',
  ]
  const orders = fc.array(
    fc.record({
      side: fc.constantFrom('buy', 'sell'),
      contract: fc.constantFrom(...contracts),
      lots: fc.integer({ min: 1, max: 4 }),
      isFilled: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  const lineOf = (order: { side: string; contract: string; lots: number }): string => {
    const name = order.contract.split(' ')[0] ?? ''
    const lot = name === 'INFY' ? 100 : name === 'STOCKFUT' ? 400 : 65
    return `${order.side} ${order.lots * lot} ${order.contract} ${name === 'INFY' ? 'MIS' : 'NRML'}`
  }

  test('what is accepted keeps what it said, and never more than there is', () => {
    fc.assert(
      fc.property(orders, fc.integer({ min: 1, max: 2_000_000 }), (wanted, cash) => {
        const taken: ReturnType<typeof orderOf>[] = []
        let left = available({ cash })
        for (const [index, want] of wanted.entries()) {
          const line = lineOf(want)
          const books: Books = { cash, orders: taken, limits: { lotsPerOrder: 1000 } }
          const answer = check(line, books)
          if (answer.kind === 'refused') continue
          taken.push(orderOf(line, { id: `o${index}` as never, clientOrderId: `c${index}` as never }))
          const after = available({ ...books, orders: taken })
          expect(after).toBeGreaterThanOrEqual(0)
          expect(after).toBeCloseTo(left - toRupees(answer.blocked), 2)
          left = after
        }
      }),
      { numRuns: 60 },
    )
  })
})
