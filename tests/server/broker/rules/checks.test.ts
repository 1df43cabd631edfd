import { describe, expect, test } from 'vitest'
import { createRules } from '../../../../server/broker/rules/create-rules.ts'
import type { Accepted, Refused } from '../../../../server/broker/rules.ts'
import type { OrderTicket } from '../../../../src/domain/orders/order.ts'
import {
  accountWith,
  type Books,
  intentOf,
  intentWith,
  marketIn,
  type World,
} from '../../../support/server/rules-world.ts'

const rules = createRules()

/** `accepted`, or the code and the text. */
const brief = (answer: Accepted | Refused): string =>
  answer.kind === 'accepted' ? 'accepted' : `${answer.stage} ${answer.code}: ${answer.message}`

const rich: Books = { cash: 100_000_000 }

const ask = (line: string, world: World = {}, books: Books = rich): string =>
  brief(rules.checkOrder(accountWith(books), intentOf(line), marketIn(world)))

const AMO_REQUIRED = 'Markets are closed right now. Use AMO to place the order for the next session.'

describe('words and figures of an order', () => {
  // Order, then code and text; nothing where it is accepted.
  test.each<[string, string?, string?]>([
    ['buy 10 INFY @1500 cash'],
    ['buy 10 INFY @1500 MIS'],
    ['buy 65 FUT @24000 NRML'],
    ['buy 65 24000CE @200 MIS'],
    ['buy 10 INFY @market cash'],
    ['buy 10 INFY @1510 over 1505 cash'],
    ['buy 10 INFY @market over 1505 cash'],
    ['buy 10 INFY @1500 cash IOC'],
    ['buy 10 INFY @1500 cash TTL=5'],
    ['buy 10 INFY @1500 cash disclosed=1'],
    ['buy 10 BAJAJ-AUTO @9000 MIS'],
    ['buy 10 NIFTY50 @1500 cash', 'NOT_TRADABLE', 'An index cannot be traded; trade its futures or options.'],
    [
      'buy 65 OLD @24000 NRML',
      'UNKNOWN_INSTRUMENT',
      'The instrument you are placing an order for has either expired or does not exist.',
    ],
    ['buy 65 FUT @24000 cash', 'PRODUCT', 'CNC is not allowed for this segment; use NRML or MIS.'],
    ['buy 10 INFY @1500 NRML', 'PRODUCT', 'NRML is not allowed for this segment; use CNC or MIS.'],
    ['buy 60 FUT @24000 NRML', 'LOT_SIZE', 'Quantity should be in multiples of 65.'],
    [
      'buy 1755 24000CE @20 NRML',
      'PRICE_BAND',
      'Option price band: your limit is 20% from the last price of 200.00; 20.00 is 90.00% away. `limits` changes it.',
    ],
    [
      'buy 1820 24000CE @200 NRML',
      'FREEZE_LIMIT',
      'Quantity exceeds the freeze limit of 1800 for this contract. Use an iceberg order or slice the order.',
    ],
    [
      'buy 100001 TINY @50 cash',
      'FREEZE_LIMIT',
      'Quantity exceeds the freeze limit of 100000 for this instrument. Use an iceberg order or slice the order.',
    ],
    ['buy 1820 24000CE @200 NRML autoslice'],
    [
      'buy 65 24000CE @200.03 NRML',
      'TICK_SIZE',
      'Price 200.03 is not a multiple of the tick 0.05: 200.00 or 200.05',
    ],
    [
      'buy 10 INFY @1510 over 1505.05 cash',
      'TICK_SIZE',
      'Trigger price 1505.05 is not a multiple of the tick 0.10: 1505.00 or 1505.10',
    ],
    [
      'buy 10 INFY @1650.1 cash',
      'CIRCUIT_LIMIT',
      'Your order price is higher than the current upper circuit limit of 1650.00. Place an order within the daily range.',
    ],
    [
      'sell 10 INFY @1349.9 MIS',
      'CIRCUIT_LIMIT',
      'Your order price is lower than the current lower circuit limit of 1350.00. Place an order within the daily range.',
    ],
    [
      'buy 10 INFY @1500 over 1500 MIS',
      'TRIGGER_PRICE',
      'Trigger price for stoploss buy orders should be above the last traded price',
    ],
    [
      'sell 10 INFY @1490 over 1500 MIS',
      'TRIGGER_PRICE',
      'Trigger price for stoploss sell orders should be lower than the last traded price',
    ],
    [
      'buy 10 INFY @1504 over 1505 MIS',
      'TRIGGER_PRICE',
      'Limit price for stoploss buy orders should not be below the trigger price',
    ],
    [
      'sell 10 INFY @1496 over 1495 MIS',
      'TRIGGER_PRICE',
      'Limit price for stoploss sell orders should not be above the trigger price',
    ],
    [
      'buy 10 INFY @market cash protect=0',
      'MARKET_PROTECTION',
      'Market orders without market protection are not allowed via API. Please set market protection or use a Limit order.',
    ],
    [
      'buy 10 INFY @market cash protect=-2',
      'INVALID_FIELD',
      '`market_protection` must be -1 (automatic) or above 0 up to 100 percent; it is -2.',
    ],
    [
      'buy 10 INFY @1500 cash TTL',
      'INVALID_FIELD',
      '`validity_ttl`, in minutes, is required for TTL orders.',
    ],
    [
      'buy 10 INFY @1500 cash TTL=1441',
      'INVALID_FIELD',
      '`validity_ttl` must be from 1 to 1440 minutes; it is 1441.',
    ],
    [
      'buy 65 FUT @24000 NRML disclosed=65',
      'DISCLOSED_QUANTITY',
      'Disclosed quantity is allowed only for equity.',
    ],
    [
      'buy 25 INFY @1500 cash disclosed=2',
      'DISCLOSED_QUANTITY',
      'Disclosed quantity should be between 10% of the quantity and all of it: 3 to 25.',
    ],
    [
      'buy 10 INFY @1500 cash disclosed=11',
      'DISCLOSED_QUANTITY',
      'Disclosed quantity should be between 10% of the quantity and all of it: 1 to 10.',
    ],
    [
      'buy 65 24000CE @market over 210 NRML',
      'ORDER_TYPE',
      'SL-M orders are not allowed for options. Use an SL order with a limit price.',
    ],
    ['buy 65 24000CE @market NRML'],
    [
      'buy 400 STOCKCE @market NRML',
      'ORDER_TYPE',
      'Market orders are blocked for stock options. Use a Limit order.',
    ],
    ['buy 10 XYZ-BE @100 MIS', 'MIS_NOT_ALLOWED', 'MIS is not allowed for this instrument.'],
    ['buy 10 XYZ-BE @100 cash'],
  ])('%s', (line, code, text) => {
    expect(ask(line)).toBe(code === undefined ? 'accepted' : `api ${code}: ${text}`)
  })

  test('a market order needs a price to be weighed by', () => {
    expect(ask('buy 10 INFY @market cash', { prices: { INFY: null } })).toBe(
      'api NO_PRICE: No price for this instrument yet. Place a limit order.',
    )
  })
})

describe('what is no number or no word', () => {
  const whole = 'must be a whole number'
  test.each<[string, Partial<Record<keyof OrderTicket, unknown>>, string]>([
    [
      'a quantity that is not a number',
      { quantity: Number.NaN },
      `\`quantity\` ${whole} above 0; it is NaN.`,
    ],
    ['an infinite quantity', { quantity: 1 / 0 }, `\`quantity\` ${whole} above 0; it is Infinity.`],
    ['half a share', { quantity: 75.5 }, `\`quantity\` ${whole} above 0; it is 75.5.`],
    ['nothing', { quantity: -0 }, `\`quantity\` ${whole} above 0; it is 0.`],
    ['less than nothing', { quantity: -1 }, `\`quantity\` ${whole} above 0; it is -1.`],
    ['too many', { quantity: 2 ** 53 + 2 }, `\`quantity\` ${whole} above 0; it is 9007199254740994.`],
    ['text', { quantity: '75' }, `\`quantity\` ${whole} above 0; it is 75.`],
    [
      'a broken price',
      { price: 0.1 + 0.2 },
      `\`price\` ${whole} of paise above 0; it is 0.30000000000000004.`,
    ],
    ['a price of nothing', { price: 0 }, `\`price\` ${whole} of paise above 0; it is 0.`],
    ['no price', { price: null }, '`price` is required for LIMIT orders.'],
    [
      'a trigger too many',
      { triggerPrice: 100 },
      '`trigger_price` is not used by LIMIT orders; leave it out.',
    ],
    ['a price too many', { orderType: 'MARKET' }, '`price` is not used by MARKET orders; leave it out.'],
    ['no trigger', { orderType: 'SL' }, '`trigger_price` is required for SL orders.'],
    ['a product of its own', { product: 'MTF' }, 'Invalid `product`.'],
    ['a side of its own', { side: 'hold' }, 'Invalid `transaction_type`.'],
    ['a validity of its own', { validity: 'GTC' }, 'Invalid `validity`.'],
    ['minutes of no TTL', { validityTtl: 5 }, '`validity_ttl` is only for TTL orders.'],
    ['a sum beyond arithmetic', { quantity: 2 ** 40, price: 2 ** 40 }, 'Order value is too large.'],
  ])('%s', (_, changed, text) => {
    const intent = intentWith('buy 10 INFY @1500 cash', changed as Partial<OrderTicket>)
    expect(brief(rules.checkOrder(accountWith(rich), intent, marketIn()))).toBe(`api INVALID_FIELD: ${text}`)
  })
})

describe('hours', () => {
  const PAUSE = 'SESSION_PAUSE: Orders are not accepted while'
  const CLOSED = 'MARKET_CLOSED: Markets are closed right now. Place the order in the next session.'
  const MIS_312 = 'MIS_CUTOFF: Intraday orders (MIS) are allowed only till 3:12 PM. Try placing a CNC order.'
  // Order and Indian time on Monday, 7 December 2026, then the refusal; nothing where it is accepted.
  test.each<[string, string, string?]>([
    ['buy 10 INFY @1500 cash', '08:57:59', `AMO_REQUIRED: ${AMO_REQUIRED}`],
    ['buy 10 INFY @1500 cash', '08:58:00', CLOSED],
    ['buy 10 INFY @1500 cash', '08:59:59', CLOSED],
    ['buy 10 INFY @1500 cash', '09:00:00'],
    ['buy 10 INFY @market cash', '09:04:59'],
    ['buy 10 INFY @market cash', '09:05:00', 'AUCTION: Market orders are currently not allowed.'],
    [
      'buy 10 INFY@BSE @market cash',
      '09:05:00',
      'AUCTION: Market order cannot be placed during this period.',
    ],
    ['buy 10 INFY @1500 cash', '09:07:00'],
    [
      'buy 10 INFY @1510 over 1505 cash',
      '09:07:00',
      'AUCTION: Stop-loss orders are not accepted in an auction session.',
    ],
    ['buy 10 INFY @1500 cash IOC', '09:01:00', 'AUCTION: IOC orders are not accepted in an auction session.'],
    [
      'buy 10 INFY @1500 cash disclosed=5',
      '09:01:00',
      'AUCTION: Disclosed quantity is not accepted in an auction session.',
    ],
    ['buy 10 INFY @1500 cash', '09:10:00', `${PAUSE} the pre-open session is matched.`],
    ['buy 10 INFY @1500 cash', '09:14:59', `${PAUSE} the pre-open session is matched.`],
    ['buy 10 INFY @1500 cash', '09:15:00'],
    ['buy 10 INFY @1500 cash', '15:14:59'],
    ['buy 10 INFY @1500 cash', '15:15:00', `${PAUSE} the closing auction reference price is determined.`],
    ['buy 10 INFY @market cash', '15:20:00'],
    [
      'buy 10 INFY @1510 over 1505 cash',
      '15:21:00',
      'AUCTION: Stop-loss orders are not accepted in an auction session.',
    ],
    ['buy 10 INFY @market cash', '15:25:00', 'AUCTION: Market orders are currently not allowed.'],
    ['buy 10 INFY @1500 cash', '15:29:59'],
    ['buy 10 INFY @1500 cash', '15:30:00', `${PAUSE} the closing auction is matched.`],
    ['buy 10 INFY @1500 cash', '15:35:00', CLOSED],
    ['buy 10 INFY @1500 cash', '15:50:00'],
    ['buy 10 INFY @1500 cash', '16:00:00', `AMO_REQUIRED: ${AMO_REQUIRED}`],
    ['buy 10 TINY @50 cash', '15:20:00'],
    ['buy 10 TINY @50 cash', '15:30:00', CLOSED],
    ['buy 10 INFY @1500 MIS', '15:11:59'],
    ['buy 10 INFY @1500 MIS', '15:12:00', MIS_312],
    ['buy 10 TINY @50 MIS', '15:12:00', MIS_312],
    ['buy 65 FUT @24000 MIS', '15:24:59'],
    [
      'buy 65 FUT @24000 MIS',
      '15:25:00',
      'MIS_CUTOFF: Intraday orders (MIS) are allowed only till 3:25 PM. Try placing an NRML order.',
    ],
    ['buy 65 FUT @24000 NRML', '09:01:00'],
    ['buy 65 FUT2 @24100 NRML', '09:01:00', `AMO_REQUIRED: ${AMO_REQUIRED}`],
    ['buy 65 24000CE @200 NRML', '09:01:00', `AMO_REQUIRED: ${AMO_REQUIRED}`],
    ['buy 65 24000CE @200 NRML', '09:12:00', `${PAUSE} the pre-open session is matched.`],
    ['buy 65 24000CE @200 NRML', '15:39:59'],
    ['buy 65 24000CE @200 NRML', '15:40:00', CLOSED],
    ['buy 65 24000CE @200 NRML', '15:45:00', `AMO_REQUIRED: ${AMO_REQUIRED}`],
    [
      'buy 10 INFY @1500 cash amo',
      '10:00:00',
      'AMO_NOT_ACCEPTED: AMO orders are accepted only outside market hours. Place a regular order.',
    ],
    [
      'buy 10 INFY @1500 cash amo',
      '15:40:00',
      'AMO_NOT_ACCEPTED: AMO orders are accepted only outside market hours: from 4:00 PM to 8:58 AM.',
    ],
    ['buy 10 INFY @1500 cash amo', '16:00:00'],
    ['buy 10 INFY @market cash amo', '08:57:00'],
    ['buy 10 INFY @1500 MIS amo', '18:00:00'],
    [
      'buy 10 INFY @1500 cash amo IOC',
      '18:00:00',
      'IOC_NOT_ACCEPTED: IOC orders are accepted only while the market is open.',
    ],
    ['buy 65 24000CE @200 NRML amo', '15:45:00'],
    [
      'buy 65 24000CE @market NRML amo',
      '16:00:00',
      'ORDER_TYPE: Market orders on index options are not accepted after market hours. Use a Limit order.',
    ],
  ])('%s at %s', (line, clock, refusal) => {
    expect(ask(line, { at: `2026-12-07 ${clock}` })).toBe(
      refusal === undefined ? 'accepted' : `api ${refusal}`,
    )
  })

  test.each<[string, string, string?]>([
    ['buy 10 INFY @1500 cash', '2026-12-06 11:00:00', `AMO_REQUIRED: ${AMO_REQUIRED}`],
    ['buy 10 INFY @1500 cash amo', '2026-12-06 11:00:00'],
    ['buy 10 INFY @1500 cash amo', '2026-12-25 11:00:00'],
    ['buy 65 FUT2 @24100 NRML', '2026-12-22 09:01:00'],
    ['buy 65 FUT3 @24200 NRML', '2026-12-22 09:01:00', `AMO_REQUIRED: ${AMO_REQUIRED}`],
    ['buy 10 INFY @1500 MIS', '2026-11-08 18:40:00'],
    [
      'buy 10 INFY @1500 MIS',
      '2026-11-08 18:45:00',
      'MIS_CUTOFF: Intraday orders (MIS) are allowed only till 6:45 PM. Try placing a CNC order.',
    ],
    ['buy 10 INFY @1500 cash', '2026-07-31 15:20:00'],
  ])('%s on %s', (line, at, refusal) => {
    expect(ask(line, { at })).toBe(refusal === undefined ? 'accepted' : `api ${refusal}`)
  })

  test('a contract has expired when its last session is over', () => {
    const before = ask('buy 65 24000CE @200 NRML', { at: '2026-12-15 15:39:00' })
    const after = ask('buy 65 24000CE @200 NRML amo', { at: '2026-12-15 16:30:00' })
    expect([before, after]).toEqual([
      'accepted',
      'api UNKNOWN_INSTRUMENT: The instrument you are placing an order for has either expired or does not exist.',
    ])
  })

  test('limits of the last session say nothing of the next', () => {
    const yesterday = { at: '2026-12-07 20:00:00' }
    const beyond = 'buy 10 INFY @1700 cash amo'
    expect(ask(beyond, yesterday, { ...rich, limits: { priceBand: 50 } })).toBe('accepted')
  })

  test('leaving an intraday position is no fresh order, and the system is never late', () => {
    const held = { ...rich, positions: ['+10 INFY @1500 MIS'] }
    const late = { at: '2026-12-07 15:13:00' }
    const system = rules.checkOrder(
      accountWith(rich),
      intentOf('sell 10 INFY @market MIS', 'system'),
      marketIn(late),
    )
    expect([
      ask('sell 10 INFY @1500 MIS', late, held),
      ask('sell 11 INFY @1500 MIS', late, held),
      brief(system),
    ]).toEqual([
      'accepted',
      'api MIS_CUTOFF: Intraday orders (MIS) are allowed only till 3:12 PM. Try placing a CNC order.',
      'accepted',
    ])
  })
})
