import { describe, expect, test } from 'vitest'
import { emptyContext } from '../../../src/commands/context.ts'
import { defaultPreferences, type Environment } from '../../../src/commands/environment.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { dispatchesOf } from '../../../src/commands/registry.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { plainDraft } from '../../../src/domain/orders/order-draft.ts'
import { tradingWith } from '../../support/command-environment.ts'

const environment = tradingWith()
const CE = 'NFO-OPT_NIFTY26NOV25950CE' as InstrumentId
const TCS = 'NSE_TCS' as InstrumentId

const read = (line: string, here: Environment = environment) => readLine(line, line.length, here)

/** The order a line comes to, or why it comes to none. */
const draftOf = (line: string, here: Environment = environment) => {
  const { call, problem } = read(line, here)
  if (call === null) return problem
  const [first] = dispatchesOf(call, here)
  return first?.to === 'placements' && first.event.type === 'order.place' ? first.event.draft : first
}

const option = plainDraft({ instrument: CE, side: 'buy', product: 'NRML', quantity: 65 })
const share = plainDraft({ instrument: TCS, side: 'buy', product: 'MIS', quantity: 1 })

const offTick = (column: number, price: string, near: string) => ({
  kind: 'notAllowed',
  message: `${price} is not a multiple of the tick 0.05. Nearest: ${near}.`,
  column,
  found: expect.stringContaining(price),
  expected: `a price on the tick; ${price} is not a multiple of the tick 0.05: ${near}`,
  fixes: near.split(' or ').map((text) => ({
    from: column - 1,
    to: expect.any(Number),
    text: expect.stringMatching(`^(@|sl )${text}$`),
  })),
})

describe('a line becomes an order', () => {
  test.each<[string, object]>([
    ['buy nifty atm ce', option],
    ['b nifty atm ce', option],
    ['buy 2l nifty atm ce', { ...option, quantity: 130 }],
    ['buy 2 lots nifty 25950ce', { ...option, quantity: 130 }],
    ['buy 130 nifty atm ce', { ...option, quantity: 130 }],
    ['buy 130q nifty atm ce', { ...option, quantity: 130 }],
    ['sell 65 qty nifty atm ce', { ...option, side: 'sell' }],
    ['s nifty atm ce mis', { ...option, side: 'sell', product: 'MIS' }],
    ['buy 1,300 nifty atm ce', { ...option, quantity: 1300 }],
    ['buy 50k nifty atm ce', { ...option, quantity: 585 }],
    ['buy ₹50,000 nifty atm ce', { ...option, quantity: 585 }],
    ['buy 20% nifty atm ce', { ...option, quantity: 1170 }],
    [
      'buy r2000 nifty atm ce @85 sl 75',
      { ...option, quantity: 195, orderType: 'LIMIT', price: 85, stop: { kind: 'price', value: 75 } },
    ],
    [
      'buy r2k nifty atm ce @85 sl 10pts',
      { ...option, quantity: 195, orderType: 'LIMIT', price: 85, stop: { kind: 'points', value: 10 } },
    ],
    ['buy nifty atm ce @mkt', option],
    ['buy nifty atm ce @85.4', { ...option, orderType: 'LIMIT', price: 85.4 }],
    ['buy nifty atm ce @ 85.4', { ...option, orderType: 'LIMIT', price: 85.4 }],
    ['buy nifty atm ce @ask', { ...option, orderType: 'LIMIT', price: 85.45 }],
    ['buy nifty atm ce @bid-2t', { ...option, orderType: 'LIMIT', price: 85.25 }],
    ['buy nifty atm ce @ltp+0.5', { ...option, orderType: 'LIMIT', price: 85.9 }],
    ['buy nifty atm ce @bid−2t', { ...option, orderType: 'LIMIT', price: 85.25 }],
    ['buy nifty atm ce @dayhigh', { ...option, orderType: 'LIMIT', price: 120 }],
    ['sell nifty atm ce @daylow+1%', { ...option, side: 'sell', orderType: 'LIMIT', price: 60.7 }],
    // 85.4 less 0.3 % is 85.1438: a buyer pays no more than that, a seller gets no less.
    ['buy nifty atm ce @-0.3%', { ...option, orderType: 'LIMIT', price: 85.1 }],
    ['sell nifty atm ce @-0.3%', { ...option, side: 'sell', orderType: 'LIMIT', price: 85.15 }],
    ['buy tcs @2450.03', offTick(9, '2450.03', '2450.00 or 2450.05')],
    ['sell tcs @2450.03', offTick(10, '2450.03', '2450.00 or 2450.05')],
    ['buy tcs trig 2460', { ...share, orderType: 'SL-M', triggerPrice: 2460 }],
    ['buy tcs @2461 trig 2460', { ...share, orderType: 'SL', price: 2461, triggerPrice: 2460 }],
    [
      'sell tcs trig 2440 @2439',
      { ...share, side: 'sell', orderType: 'SL', price: 2439, triggerPrice: 2440 },
    ],
    [
      'buy tcs @2450 sl 2430',
      { ...share, orderType: 'LIMIT', price: 2450, stop: { kind: 'price', value: 2430 } },
    ],
    [
      'buy tcs sl 1% tp 30pts',
      { ...share, stop: { kind: 'percent', value: 1 }, target: { kind: 'points', value: 30 } },
    ],
    [
      'buy tcs trail 10',
      {
        ...share,
        stop: { kind: 'points', value: 10, trail: { kind: 'points', value: 10 } },
      },
    ],
    [
      'buy tcs @2450 sl 2430 trail 1% mis',
      {
        ...share,
        orderType: 'LIMIT',
        price: 2450,
        stop: { kind: 'price', value: 2430, trail: { kind: 'percent', value: 1 } },
      },
    ],
    [
      'buy r2000 tcs @2450 trail 20pts',
      {
        ...share,
        quantity: 100,
        orderType: 'LIMIT',
        price: 2450,
        stop: { kind: 'points', value: 20, trail: { kind: 'points', value: 20 } },
      },
    ],
    ['buy 10 tcs sl 500rs', { ...share, quantity: 10, stop: { kind: 'rupees', value: 500 } }],
    // The stop of a long position sells: it gets no less than was said.
    ['buy tcs sl 2430.02', offTick(9, '2430.02', '2430.00 or 2430.05')],
    ['sell tcs sl 2470.02', offTick(10, '2470.02', '2470.00 or 2470.05')],
    ['buy tcs cash', { ...share, product: 'cash' }],
    ['buy tcs CNC amo', { ...share, product: 'cash', variety: 'amo' }],
    ['sell tcs reduce', { ...share, side: 'sell', isReduceOnly: true }],
    ['sell tcs reduce only cash', { ...share, side: 'sell', product: 'cash', isReduceOnly: true }],
    ['buy tcs ioc', { ...share, validity: 'IOC' }],
    ['buy tcs day', share],
    ['buy tcs ttl 5', { ...share, validity: 'TTL', validityTtl: 5 }],
    ['buy nifty fut', { ...option, instrument: 'NFO-FUT_NIFTY26NOVFUT' }],
    ['buy nifty d65 ce', { ...option, instrument: 'NFO-OPT_NIFTY26NOV25850CE' }],
    ['buy nifty d30ce', { ...option, instrument: 'NFO-OPT_NIFTY26NOV26000CE' }],
    ['buy nifty ~100 ce', { ...option, instrument: CE }],
    ['buy nifty otm2 ce', { ...option, instrument: 'NFO-OPT_NIFTY26NOV26050CE' }],
  ])('%s', (line, expected) => {
    expect(draftOf(line)).toEqual(expected)
  })

  test('whatever the order of its words, the verb at the end too', () => {
    const words = ['2l', 'nifty atm ce', '@ask', 'mis', 'sl 10%', 'ioc']
    const expected = {
      ...option,
      quantity: 130,
      product: 'MIS',
      orderType: 'LIMIT',
      price: 85.45,
      validity: 'IOC',
      stop: { kind: 'percent', value: 10 },
    }
    for (const turn of words.keys()) {
      const turned = [...words.slice(turn), ...words.slice(0, turn)].join(' ')
      expect(draftOf(`buy ${turned}`)).toEqual(expected)
      expect(draftOf(`${turned} buy`)).toEqual(expected)
    }
    expect(draftOf('nifty atm ce buy 2l')).toEqual({ ...option, quantity: 130 })
  })

  test('by the preferences where it says nothing', () => {
    const here = tradingWith({
      preferences: { ...defaultPreferences, equityProduct: 'cash', contractProduct: 'MIS', usualLots: 3 },
    })
    expect([draftOf('buy tcs', here), draftOf('buy nifty atm ce', here)]).toEqual([
      { ...share, product: 'cash', quantity: 3 },
      { ...option, product: 'MIS', quantity: 195 },
    ])
  })

  test('on the row under the cursor for a dot', () => {
    const here = tradingWith({
      context: { ...emptyContext, signedIn: true, 'focus.kind': 'watch', 'focus.instrument': TCS },
    })
    expect(draftOf('sell . @ask', here)).toEqual({
      ...share,
      side: 'sell',
      orderType: 'LIMIT',
      price: 2450.05,
    })
  })

  test('for the basket instead of the exchange', () => {
    expect([draftOf('buy nifty atm ce basket'), draftOf('add nifty atm ce sell')]).toEqual([
      { to: 'basket', event: { type: 'basket.add', drafts: [option] } },
      { to: 'basket', event: { type: 'basket.add', drafts: [{ ...option, side: 'sell' }] } },
    ])
  })
})

describe('a line that makes no order says where and why', () => {
  const priceless = tradingWith({ quoteOf: () => null, lastPrice: () => null, chainOf: () => null })
  test.each<[string, number, string, string, Environment?]>([
    ['buy', 4, 'the end', 'an instrument such as RELIANCE, nifty atm ce or nifty fut'],
    ['buy nifty', 5, 'NIFTY 50', 'a tradable instrument: NIFTY atm ce or NIFTY fut; NIFTY 50 is an index'],
    ['nifty buy 2l', 1, 'NIFTY 50', 'a tradable instrument: NIFTY atm ce or NIFTY fut; NIFTY 50 is an index'],
    ['buy india vix', 5, 'INDIA VIX', 'a tradable instrument; INDIA VIX is an index'],
    ['buy 100 nifty atm ce', 5, '100', 'whole lots of 65, such as 65 or 130'],
    ['buy 20 nifty atm ce', 5, '20', 'whole lots of 65, such as 65'],
    ['buy 1.5l nifty atm ce', 5, '1.5l', 'whole lots from 1 to 10,000'],
    ['buy 0 tcs', 5, '0', 'whole units from 1 to 1,00,00,00,000'],
    ['buy 5k nifty atm ce', 5, '5k', 'at least ₹5,554, the cost of one lot of NIFTY 23 NOV 25950 CE'],
    ['buy 101% tcs', 5, '101%', '1% to 100%'],
    [
      'sell 20% nifty atm ce',
      6,
      '20%',
      'lots or units; % of margin works only for stocks and bought options',
    ],
    ['buy 20% nifty fut', 5, '20%', 'lots or units; % of margin works only for stocks and bought options'],
    [
      'buy 20% tcs',
      5,
      '20%',
      'lots or units; the free margin is not known yet',
      tradingWith({ freeMargin: null }),
    ],
    ['buy 50k tcs', 5, '50k', 'lots or units; no price for TCS now', priceless],
    ['buy r2000 tcs', 5, 'r2000', 'a stop too, such as sl 1%, to size by risk'],
    ['buy r10 nifty atm ce sl 10pts', 5, 'r10', 'at least ₹650, the risk of one lot to the stop'],
    ['buy tcs @', 9, '@', 'a price such as @2450, @mkt, @ask, @ltp+0.5 or @bid-2t'],
    ['buy tcs @0', 9, '@0', 'a price above 0 and at most 1,00,00,000'],
    ['buy tcs @ask+x', 9, '@ask+x', 'a price such as @2450, @mkt, @ask, @ltp+0.5 or @bid-2t'],
    ['buy tcs @ask', 9, '@ask', 'a price such as @2450; no price for TCS now', priceless],
    ['buy infy @ask', 10, '@ask', 'a price such as @2450; no ask for INFY now'],
    ['buy infy @dayhigh', 10, '@dayhigh', "a price such as @2450; no day's high for INFY now"],
    ['buy tcs @ltp-5000', 9, '@ltp-5000', 'a price from ₹0.05 to ₹1,00,00,000'],
    ['buy tcs trig 2440', 9, '2440', 'a trigger above the last price, 2,450.00, to buy'],
    ['sell tcs trig 2450', 10, '2450', 'a trigger below the last price, 2,450.00, to sell'],
    ['buy tcs @2455 trig 2460', 15, '2460', 'a trigger of at most the limit, 2,455.00'],
    ['buy tcs sl 2460', 9, '2460', 'a stop below 2,450.05, the price of the buy'],
    ['sell tcs sl 2400', 10, '2400', 'a stop above 2,449.95, the price of the sell'],
    ['buy tcs tp 2400', 9, '2400', 'a target above 2,450.05, the price of the buy'],
    ['buy tcs sl 3000pts', 9, '3000pts', 'a stop above 0 and below 2,450.05, the price of the buy'],
    ['sell tcs reduce sl 1%', 17, '1%', 'no stop or target, as a reduce-only order opens no position'],
    ['sell tcs reduce trail 1%', 17, '1%', 'no stop or target, as a reduce-only order opens no position'],
    ['buy tcs trail 2500', 9, '2500pts', 'a stop above 0 and below 2,45'],
    ['buy tcs trail 500rs', 15, '500rs', 'a distance such as 10pts or 0.5%'],
    ['buy tcs nrml', 9, 'nrml', 'mis or cash'],
    ['buy nifty atm ce cash', 18, 'cash', 'mis or nrml'],
    ['buy tcs ttl 0', 13, '0', 'whole minutes from 1 to 1,440'],
    ['buy nifty d25 pe', 11, 'd25', 'a strike; the option chain of NIFTY 50 2026-11-23 is loading'],
    ['buy nifty ~100 ce 1dec', 11, '~100', 'a strike; the option chain of NIFTY 50 2026-12-01 is loading'],
    // Digits of other scripts and grouping that is none are refused where they stand.
    ['buy १० tcs', 5, '१०', 'an instrument such as NIFTY 50'],
    ['buy tcs @ 1l', 9, '@', 'a price such as'],
    ['buy 10,00 tcs', 7, ',', 'trig, sl, trail or tp'],
    ['buy ₹ 2 450 tcs', 5, '₹', 'an instrument such as NIFTY 50'],
    ['buy tcs −5', 9, '−5', 'trig, sl, trail or tp'],
  ])('%s', (line, column, found, expected, here = environment) => {
    const { call, problem } = read(line, here)
    expect(call).toBe(null)
    expect(problem?.column).toBe(column)
    expect([problem?.found, problem?.expected.startsWith(expected)]).toEqual([found, true])
  })
})

describe('a word too many', () => {
  test('is told with the keywords that can still be added, once nothing else is missing', () => {
    expect(read('buy 2l nifty atm ce sl 1% −5').problem).toMatchObject({
      kind: 'nothingFits',
      expected: 'trig, trail or tp',
    })
    expect(read('buy 10,00 tcs').problem?.kind).toBe(undefined)
  })
})

describe('a value that was read but cannot be used', () => {
  test.each<[string, string]>([
    ['buy 100 nifty atm ce', '100 is not a whole number of lots of 65. Nearest: 65 or 130.'],
    ['buy 5k nifty atm ce', '₹5,000 does not buy one lot of NIFTY 23 NOV 25950 CE. It costs ₹5,554.'],
    ['buy r2000 tcs', 'Sizing by risk needs a stop. Add one, such as sl 1%.'],
    ['buy r10 nifty atm ce sl 10pts', '₹10 does not cover the risk of one lot. To this stop it is ₹650.'],
    ['buy nifty', 'NIFTY 50 is an index and cannot be traded. Trade its future or an option.'],
    ['buy tcs nrml', 'NRML is not possible for a share. Use MIS or Cash.'],
    ['buy nifty atm ce cash', 'Cash is not possible for an option. Use MIS or NRML.'],
    ['buy tcs trig 2440', 'A buy trigger goes above the last price, 2,450.00.'],
    ['sell tcs sl 2400', 'The stop of a sell goes above its price, 2,449.95.'],
    ['buy tcs @2450.03', '2450.03 is not a multiple of the tick 0.05. Nearest: 2450.00 or 2450.05.'],
  ])('%s is told as a dealer would', (line, message) => {
    expect(read(line).problem).toMatchObject({ kind: 'notAllowed', message })
  })
})

describe('a reading of an order', () => {
  test('restates it in full', () => {
    expect(read('buy 2l nifty atm ce @85.4 sl 10% ioc').title).toBe(
      'Buy 130 (2 lots) NIFTY 23 NOV 25950 CE at 85.40 · NRML · IOC · stop 10% · Virtual',
    )
    expect(read('sell 10 tcs amo cash').title).toBe('Sell 10 TCS at market · Cash · AMO · Virtual')
    expect(read('sell 10 tcs reduce').title).toBe('Sell 10 TCS at market · MIS · reduce only · Virtual')
    expect(read('buy tcs trig 2460').title).toBe('Buy 1 TCS at market when 2,460.00 trades · MIS · Virtual')
    expect(read('buy tcs basket').title).toBe('Add to basket: Buy 1 TCS at market · MIS · Virtual')
  })

  test('names the book that the server says it goes to', () => {
    const titleIn = (book: NonNullable<Environment['book']> | null) =>
      read('sell 10 tcs', { ...environment, book }).title
    expect((['virtual', 'broker', null] as const).map(titleIn)).toEqual([
      'Sell 10 TCS at market · MIS · Virtual',
      'Sell 10 TCS at market · MIS · Broker',
      'Sell 10 TCS at market · MIS',
    ])
  })

  test('shows what would be used where it says nothing', () => {
    expect(read('buy ').ghost).toBe('1l @mkt day')
    expect(read('buy nifty atm ce @ask').ghost).toBe('1l nrml day')
  })

  test('offers the same order a little differently, with keys', () => {
    const variants = read('buy tcs').rows.filter(({ kind }) => kind === 'variant')
    expect(variants.map(({ title, keys }) => [title, keys])).toEqual([
      ['Buy 1 TCS at 2,450.05 · MIS · Virtual', '⇧ ↵'],
      ['Add to basket: Buy 1 TCS at market · MIS · Virtual', 'Ctrl B'],
      ['Buy 1 TCS at market · MIS · AMO · Virtual', undefined],
    ])
    const limit = read('sell tcs @2460').rows.filter(({ kind }) => kind === 'variant')
    expect(limit.map(({ title, keys }) => [title, keys])).toEqual([
      ['Sell 1 TCS at 2,449.95 · MIS · Virtual', '⇧ ↵'],
      ['Sell 1 TCS at market · MIS · Virtual', 'Ctrl ↵'],
      ['Add to basket: Sell 1 TCS at 2,460.00 · MIS · Virtual', 'Ctrl B'],
      ['Sell 1 TCS at 2,460.00 · MIS · AMO · Virtual', undefined],
    ])
  })

  test('says what it needs to know', () => {
    const chains = (line: string) => read(line).needs.chains
    expect(read('buy 2l nifty atm ce').needs.quotes).toEqual(['INDICES_NIFTY 50', CE])
    expect(chains('buy nifty atm ce')).toEqual([])
    expect(chains('buy nifty d25 pe')).toEqual(['INDICES_NIFTY 50:2026-11-23'])
    expect(chains('buy nifty ~90 ce wk+1')).toContain('INDICES_NIFTY 50:2026-12-01')
    const unknown = tradingWith({ lastPrice: () => null, quoteOf: () => null })
    expect(read('nifty atm ce buy', unknown).needs.quotes).toContain('INDICES_NIFTY 50')
    expect(read('theme dark').needs).toEqual({ quotes: [], chains: [] })
  })

  test('offers the focused and the linked instrument first', () => {
    const here = tradingWith({
      context: { ...emptyContext, signedIn: true, 'focus.kind': 'watch', 'focus.instrument': TCS },
      linked: { instrument: CE, lots: 2, product: 'MIS', price: 'market' },
    })
    expect(
      read('buy ', here)
        .rows.slice(0, 2)
        .map(({ insert }) => insert),
    ).toEqual(['buy TCS ', 'buy NIFTY26NOV25950CE '])
    const index = read('buy nifty', here).rows.filter(({ kind }) => kind === 'completion')
    expect(index.slice(0, 3).map(({ title }) => title)).toEqual(['NIFTY atm ce', 'NIFTY atm pe', 'NIFTY fut'])
  })

  test('begins with what is held or watched and contracts of NIFTY, never with an index, which nobody can buy', () => {
    const held = { instrument: CE, product: 'MIS', quantity: 65, averagePrice: 80 } as const
    const watchlists = [{ name: 'Mine', instruments: ['INDICES_NIFTY 50' as InstrumentId, TCS] }]
    const offered = (here: Partial<Environment>) =>
      read('buy ', tradingWith(here))
        .rows.slice(0, 3)
        .map(({ title }) => title)
    expect(offered({ positions: [held], watchlists })).toEqual(['NIFTY26NOV25950CE', 'TCS', 'NIFTY atm ce'])
    expect(offered({ positions: [], watchlists: [] })).toEqual(['NIFTY atm ce', 'NIFTY atm pe', 'NIFTY fut'])
  })

  test('is never learnt to the top', () => {
    const loved = tradingWith({ usage: { 'order.buy': 99, 'order.sell': 99 } })
    const plain = read('se').rows.map(({ id }) => id)
    expect(read('se', loved).rows.map(({ id }) => id)).toEqual(plain)
  })
})

describe('a value that cannot be used is one key away from one that can', () => {
  test.each<[string, readonly string[]]>([
    ['buy 100 nifty atm ce', ['buy 65q nifty atm ce', 'buy 130q nifty atm ce']],
    ['buy tcs sl 2', ['buy tcs sl 2%', 'buy tcs sl 2pts']],
    ['sell tcs tp 3', ['sell tcs tp 3%', 'sell tcs tp 3pts']],
    ['buy nifty 25950 cee', ['buy nifty 25950 ce']],
    ['buy nifty atm pee', ['buy nifty atm pe']],
    ['buy tcs @ak', ['buy tcs @ask']],
    ['buy 20 nifty atm ce @85', ['buy 65q nifty atm ce @85']],
    ['buy 5k nifty atm ce', ['buy 1l nifty atm ce']],
    ['buy 100rs tcs', ['buy 1q tcs']],
    ['buy r2000 tcs', ['buy r2000 tcs sl 1%']],
    ['buy r2000 tcs ', ['buy r2000 tcs sl 1%']],
    ['buy r10 nifty atm ce sl 10pts', ['buy 1l nifty atm ce sl 10pts']],
    ['buy tcs trig 2440', ['buy tcs @2440', 'buy tcs trig 2450.05']],
    ['sell tcs trig 2460 mis', ['sell tcs @2460 mis', 'sell tcs trig 2449.95 mis']],
    ['buy tcs @2455 trig 2460', ['buy tcs @2455 trig 2455']],
    ['sell tcs sl 2400 mis', ['sell tcs sl 1% mis']],
    ['buy tcs tp 2400', ['buy tcs tp 2%']],
    ['buy nrml tcs', ['buy mis tcs', 'buy cash tcs']],
  ])('%s', (line, fixed) => {
    const rows = readLine(line, 0, environment).rows.filter(({ changed }) => changed !== undefined)
    expect(rows.map(({ insert }) => insert)).toEqual(fixed)
    expect(rows.map(({ meant }) => meant?.command)).toEqual(
      fixed.map((text) => `order.${text.split(' ')[0]}`),
    )
  })
})

describe('a slip of the hand', () => {
  const offered = (line: string) => {
    const { call, problem, rows } = read(line)
    return [call, problem?.message, rows[0]?.insert]
  }

  test('that leaves the sign of a price out is asked about, with the price one key away', () => {
    expect(offered('b infy 100 1500')).toEqual([
      null,
      "Didn't understand 1500. Did you mean @1500?",
      'b infy 100 @1500',
    ])
    expect(offered('sell 10 tcs 2450.5 mis')).toEqual([
      null,
      "Didn't understand 2450.5. Did you mean @2450.5?",
      'sell 10 tcs @2450.5 mis',
    ])
    expect(read('buy 2l nifty atm ce @85 90').problem?.message).toBe(undefined)
  })

  test('in the verb offers the likeliest one', () => {
    expect(offered('buuy tcs')).toEqual([null, "Didn't understand buuy. Did you mean buy?", 'buy tcs'])
    expect(offered('slel 10 tcs @mkt')).toEqual([
      null,
      "Didn't understand slel. Did you mean sell?",
      'sell 10 tcs @mkt',
    ])
  })

  test('in the quantity is told with what was typed', () => {
    expect(read('buy nifty atm ce 70').problem).toMatchObject({ column: 18, found: '70' })
    expect(read('buy nifty atm ce 70 qty').problem).toMatchObject({ column: 18, found: '70 qty' })
  })
})
