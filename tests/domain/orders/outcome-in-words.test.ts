import { describe, expect, test } from 'vitest'
import type { MarketPhase } from '../../../src/domain/calendar/market-phase.ts'
import { formatNumber } from '../../../src/domain/format.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { SeenQuote } from '../../../src/domain/orders/order-doubt.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'
import { type OrderMarket, orderMarketOf, orderOutcome } from '../../../src/domain/orders/outcome-in-words.ts'
import { orderTypeOf } from '../../../src/domain/orders/resolve-order.ts'

const CALL = { instrumentType: 'CE', name: 'NIFTY' } as const
const FUTURE = { instrumentType: 'FUT', name: 'NIFTY' } as const
const SHARE = { instrumentType: 'EQ', name: 'TCS' } as const

const quote: SeenQuote = {
  lastPrice: 131.2,
  bid: 131.1,
  ask: 131.3,
  dayHigh: null,
  dayLow: null,
  isTrusted: true,
  depth: {
    bids: [
      { price: 131.1, quantity: 65 },
      { price: 131, quantity: 650 },
    ],
    asks: [
      { price: 131.3, quantity: 75 },
      { price: 131.4, quantity: 650 },
    ],
  },
}

/** `buy 130 @131.3`, `sell 65 !128 IOC`, `buy 1 cash`: 65 units, MIS and a DAY order where nothing is said. */
const draftOf = (text: string): OrderDraft => {
  const [side, quantity, ...words] = text.split(' ')
  const after = (sign: string): number | null => {
    const word = words.find((one) => one.startsWith(sign))
    return word === undefined ? null : Number(word.slice(1))
  }
  const [price, triggerPrice] = [after('@'), after('!')]
  return plainDraft({
    instrument: 'NFO-OPT_NIFTY26NOV25950CE' as InstrumentId,
    side: side === 'buy' ? 'buy' : 'sell',
    quantity: Number(quantity),
    product: words.includes('cash') ? 'cash' : 'MIS',
    price,
    triggerPrice,
    orderType: orderTypeOf(price, triggerPrice),
    variety: words.includes('amo') ? 'amo' : 'regular',
    validity: words.includes('IOC') ? 'IOC' : words.includes('TTL') ? 'TTL' : 'DAY',
    validityTtl: words.includes('TTL') ? 5 : null,
    ...(words.includes('reduce') ? { isReduceOnly: true } : {}),
  })
}

const during = (phase: MarketPhase, takesAmo = false): OrderMarket => ({ phase, takesAmo })

const told = (
  text: string,
  {
    contract = CALL,
    market = during('continuous'),
    at = quote,
  }: {
    readonly contract?: Pick<Instrument, 'instrumentType' | 'name'>
    readonly market?: OrderMarket | null
    readonly at?: SeenQuote | null
  } = {},
) => {
  const { act, outcome } = orderOutcome({ draft: draftOf(text), contract, quote: at, market })
  return [act, outcome]
}

describe('what an order does while its market trades', () => {
  test.each<[string, string, string]>([
    ['buy 65', 'Buy at market', 'fills now near 131.30'],
    ['sell 65', 'Sell at market', 'fills now near 131.10'],
    ['buy 150', 'Buy at market', 'fills now near 131.35'],
    ['sell 130', 'Sell at market', 'fills now near 131.05'],
    ['buy 1300', 'Buy at market', 'fills now, from 131.30 up'],
    ['sell 1300', 'Sell at market', 'fills now, from 131.10 down'],
    ['buy 65 reduce', 'Buy at market', 'fills now near 131.30'],

    ['buy 65 @131.3', 'Buy at the ask, 131.30', 'fills now'],
    ['sell 65 @131.1', 'Sell at the bid, 131.10', 'fills now'],
    ['buy 130 @131.3', 'Buy at the ask, 131.30', '75 of 130 fill now, the rest waits'],
    ['buy 130 @131.3 IOC', 'Buy at the ask, 131.30', '75 of 130 fill now, the rest is cancelled'],
    ['buy 130 @131.4', 'Buy at 131.40', 'fills now, 0.10 above the ask'],
    ['buy 1300 @135', 'Buy at 135.00', 'fills now, 3.70 above the ask'],
    ['sell 65 @130', 'Sell at 130.00', 'fills now, 1.10 below the bid'],

    ['buy 65 @128', 'Buy at 128.00', 'rests, 3.30 below the ask'],
    ['buy 65 @131.1', 'Buy at the bid, 131.10', 'rests, 0.20 below the ask'],
    ['buy 65 @131.2', 'Buy at 131.20', 'rests, 0.10 below the ask'],
    ['sell 65 @131.3', 'Sell at the ask, 131.30', 'rests, 0.20 above the bid'],
    ['sell 65 @140', 'Sell at 140.00', 'rests, 8.90 above the bid'],
    ['sell 65 @140 reduce', 'Sell at 140.00', 'rests, 8.90 above the bid'],
    ['buy 65 @128 TTL', 'Buy at 128.00', 'rests for 5 min, 3.30 below the ask'],
    ['buy 65 @128 IOC', 'Buy at 128.00', 'cancelled at once, 3.30 below the ask'],

    ['buy 65 @136 !135', 'Buy at 136.00 when 135.00 trades', 'waits, 3.80 above the last price'],
    ['sell 65 @124 !125', 'Sell at 124.00 when 125.00 trades', 'waits, 6.20 below the last price'],
    ['buy 65 !135', 'Buy at market when 135.00 trades', 'waits, 3.80 above the last price'],
    ['sell 65 !125', 'Sell at market when 125.00 trades', 'waits, 6.20 below the last price'],

    ['buy 65 amo', 'Buy at market', 'not accepted as AMO while the market is open'],
  ])('%s', (text, act, outcome) => {
    expect(told(text)).toEqual([act, outcome])
  })

  test('with an empty opposite side', () => {
    const empty = { ...quote, ask: null, bid: null }
    expect(
      ['buy 65', 'sell 65', 'buy 65 @140', 'buy 65 IOC'].map((text) => told(text, { at: empty })[1]),
    ).toEqual([
      'rests, no sellers now',
      'rests, no buyers now',
      'rests, no sellers now',
      'cancelled at once, no sellers now',
    ])
  })

  test('without the depth, or with one that is older than the quote', () => {
    for (const at of [
      { ...quote, depth: null },
      { ...quote, ask: 131.35, bid: 131.15 },
    ]) {
      const touch = formatNumber(at.ask)
      expect(told('buy 130000', { at })).toEqual(['Buy at market', `fills now near ${touch}`])
      expect(told(`buy 130000 @${touch}`, { at })).toEqual([`Buy at the ask, ${touch}`, 'fills now'])
    }
  })

  test('is not foreseen from a price that is not live, nor before the market state is known', () => {
    const old = { ...quote, isTrusted: false }
    for (const text of ['buy 65', 'buy 65 @131.3', 'buy 65 @128', 'sell 65 !125'])
      for (const now of [{ at: old }, { at: null }, { market: null }]) expect(told(text, now)[1]).toBe(null)
    expect(told('buy 65 @131.3', { at: old })[0]).toEqual('Buy at 131.30')
  })
})

describe('what an order does outside continuous trading', () => {
  const closed = during('closed', true)
  test.each<[string, OrderMarket, string | null, Pick<Instrument, 'instrumentType' | 'name'>?]>([
    ['buy 65 @128', closed, 'sent as AMO for the next session'],
    ['buy 65 @128 amo', closed, 'waits for the next session'],
    ['buy 65 amo', closed, 'waits for the next session', SHARE],
    ['buy 65 amo', closed, 'waits for the next session', FUTURE],
    ['buy 65 @140 !135', closed, 'sent as AMO for the next session'],
    ['buy 65', closed, 'not accepted at market while the market is closed'],
    ['buy 65 @128 IOC', closed, 'IOC is accepted only while the market is open'],
    ['buy 65 @128', during('closed'), 'not accepted now, the market is closed'],
    ['buy 65 @128 amo', during('closed'), 'not accepted now, the market is closed'],

    ['buy 65 @128', during('preOpen', true), 'sent as AMO for the next session'],
    ['buy 65 @128', during('preOpen'), null, FUTURE],
    ['buy 65 @128 amo', during('preOpen', true), 'waits for the next session', FUTURE],
    ['buy 65', during('preOpen'), 'takes part in the opening auction', SHARE],
    ['buy 65', during('preOpenLimit'), 'not accepted in an auction', SHARE],
    ['buy 65 @128', during('preOpenLimit'), 'takes part in the opening auction', SHARE],
    ['buy 65 @128 IOC', during('preOpen'), 'not accepted in an auction', SHARE],
    ['buy 65 @140 !135', during('preOpen'), 'not accepted in an auction', SHARE],
    ['buy 65 amo', during('preOpen'), 'not accepted as AMO now', SHARE],
    ['buy 65', during('preOpenMatch'), 'not accepted while the auction is matched', SHARE],

    ['buy 65', during('closingReference'), 'not accepted while the auction is matched', SHARE],
    ['buy 65', during('closingAuction'), 'takes part in the closing auction', SHARE],
    ['buy 65', during('closingAuctionLimit'), 'not accepted in an auction', SHARE],
    ['sell 65 @128', during('closingAuctionLimit'), 'takes part in the closing auction', SHARE],
    ['sell 65 @128', during('closingMatch'), 'not accepted while the auction is matched', SHARE],

    ['buy 65 cash', during('postClose'), 'fills at the closing price', SHARE],
    ['buy 65 cash @132', during('postClose'), 'fills at the closing price', SHARE],
    ['buy 65 cash @130', during('postClose'), 'not accepted, only the closing price trades', SHARE],
    ['sell 65 cash @132', during('postClose'), 'not accepted, only the closing price trades', SHARE],
    ['buy 65', during('postClose'), 'not accepted after the close', SHARE],
    ['buy 65 cash @132 IOC', during('postClose'), 'not accepted after the close', SHARE],
  ])('%s during %o: %s', (text, market, outcome, contract = CALL) => {
    expect(told(text, { market, contract })[1]).toEqual(outcome)
  })

  test('names no side of a book that does not trade', () => {
    expect(told('buy 65 @131.3', { market: closed })[0]).toEqual('Buy at 131.30')
  })
})

describe('the market of an order', () => {
  const at = (time: string) => Date.parse(`2026-11-20T${time}+05:30`)
  const phases = (auctioned: MarketPhase, continuous: MarketPhase, derivatives: MarketPhase) => ({
    auctioned,
    continuous,
    derivatives,
  })

  test('is that of its segment, with the hours of its AMO', () => {
    const evening = { marketTime: at('15:50'), phases: phases('postClose', 'postClose', 'closed') }
    expect([orderMarketOf('NSE', evening), orderMarketOf('NFO-OPT', evening)]).toEqual([
      during('postClose'),
      during('closed', true),
    ])
    const noon = { marketTime: at('12:00'), phases: phases('continuous', 'continuous', 'continuous') }
    expect([orderMarketOf('BSE', noon), orderMarketOf('BFO-FUT', noon)]).toEqual([
      during('continuous'),
      during('continuous'),
    ])
  })

  test('is unknown for a share while those with a closing auction do something else than the others', () => {
    const auction = { marketTime: at('15:22'), phases: phases('closingAuction', 'continuous', 'continuous') }
    expect([orderMarketOf('NSE', auction), orderMarketOf('NFO-FUT', auction)]).toEqual([
      null,
      during('continuous'),
    ])
  })
})
