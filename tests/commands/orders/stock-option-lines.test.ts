import { describe, expect, test } from 'vitest'
import { emptyContext } from '../../../src/commands/context.ts'
import type { Environment } from '../../../src/commands/environment.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { dispatchesOf } from '../../../src/commands/registry.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { orderTypes } from '../../../src/domain/orders/order.ts'
import { atOnce, orderTypeRefusal, touchPrice } from '../../../src/domain/orders/order-types.ts'
import { openIndex } from '../../../src/market/instruments/instrument-index.ts'
import { readMaster } from '../../../src/market/instruments/read-master.ts'
import { tradingWith } from '../../support/command-environment.ts'
import { masterOf, optionRows } from '../../support/server/synthetic-master.ts'

const CALL = 'NFO-OPT_RELIANCE26NOV1500CE' as InstrumentId
const contract = (name: string, instrumentType: 'EQ' | 'FUT' | 'CE' | 'PE') => ({ name, instrumentType })

describe('order types that are accepted', () => {
  test.each([
    [contract('RELIANCE', 'EQ'), ['MARKET', 'LIMIT', 'SL', 'SL-M']],
    [contract('RELIANCE', 'FUT'), ['MARKET', 'LIMIT', 'SL', 'SL-M']],
    [contract('RELIANCE', 'CE'), ['LIMIT', 'SL']],
    [contract('RELIANCE', 'PE'), ['LIMIT', 'SL']],
    [contract('NIFTY', 'CE'), ['MARKET', 'LIMIT', 'SL']],
    [contract('BANKEX', 'PE'), ['MARKET', 'LIMIT', 'SL']],
  ])('%o', (of, accepted) => {
    expect(orderTypes.filter((type) => orderTypeRefusal(of, type) === null)).toEqual(accepted)
  })

  test('the touch is the best price of the other side, else the last price', () => {
    const quote = { lastPrice: 10, bid: 9.9, ask: 10.1 }
    expect([touchPrice('buy', quote), touchPrice('sell', quote)]).toEqual([10.1, 9.9])
    expect(touchPrice('buy', { lastPrice: 10, bid: 9.9, ask: null })).toEqual(10)
    expect(touchPrice('sell', { bid: 0, ask: 0 })).toEqual(null)
    expect(touchPrice('buy', null)).toEqual(null)
    expect(atOnce(contract('RELIANCE', 'CE'), 'sell', quote)).toEqual({ orderType: 'LIMIT', price: 9.9 })
    expect(atOnce(contract('NIFTY', 'CE'), 'sell', quote)).toEqual({ orderType: 'MARKET', price: null })
  })
})

const index = openIndex(
  readMaster(masterOf(optionRows('RELIANCE', '26NOV', '2026-11-24', [1480, 1500, 1520], 500))),
)
const here = (changes: Partial<Environment> = {}): Environment =>
  tradingWith({
    instruments: index,
    quoteOf: () => ({
      lastPrice: 21,
      bid: 20.9,
      ask: 21.1,
      dayHigh: null,
      dayLow: null,
      isTrusted: true,
    }),
    ...changes,
  })

const placed = (line: string, environment: Environment) => {
  const { call, problem } = readLine(line, line.length, environment)
  if (call === null) return problem?.expected
  return dispatchesOf(call, environment).map((sent) => {
    if (sent.to === 'placements' && sent.event.type === 'order.place')
      return [sent.event.draft.side, sent.event.draft.orderType, sent.event.draft.price]
    return sent.to === 'palette' && sent.event.type === 'palette.open' ? sent.event.line : sent
  })
}

describe('an order of a stock option', () => {
  test.each([
    ['buy RELIANCE26NOV1500CE', [['buy', 'LIMIT', 21.1]]],
    ['sell RELIANCE26NOV1500CE', [['sell', 'LIMIT', 20.9]]],
    ['sell RELIANCE26NOV1500CE @21.5', [['sell', 'LIMIT', 21.5]]],
    ['buy RELIANCE26NOV1500CE @mkt', 'a limit such as @ask: stock options take no market orders'],
    ['sell RELIANCE26NOV1500CE trig 20', 'a limit with the trigger: options take no SL-M orders'],
  ])('%s', (line, order) => {
    expect(placed(line, here())).toEqual(order)
  })

  test('says the limit it takes, and offers no market order beside it', () => {
    const line = 'buy RELIANCE26NOV1500CE'
    const { ghost, rows } = readLine(line, line.length, here())
    expect(ghost).toContain('@ask')
    expect(rows.filter(({ title }) => /at market/.test(title))).toEqual([])
  })

  test('by the keys of the Scalper is a limit at the touch where the Scalper takes the market', () => {
    const linked = { instrument: CALL, lots: 2, product: 'MIS', price: 'market' } as const
    const context = { ...emptyContext, signedIn: true, view: 'markets' }
    expect(placed('scalp sell', here({ linked, context }))).toEqual(['sell 2l @bid mis RELIANCE26NOV1500CE'])
    const linkedQuote = here().quoteOf?.(CALL) ?? null
    expect(placed('scalp buy', here({ linked, linkedQuote, context: { ...context, armed: true } }))).toEqual([
      ['buy', 'LIMIT', 21.1],
    ])
  })
})
