import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Broker } from '../../../../server/broker/broker.ts'
import { termsOf } from '../../../../server/broker/instrument-terms.ts'
import { createRules } from '../../../../server/broker/rules/create-rules.ts'
import { createOutlooks } from '../../../../server/services/orders/instead-of-order.ts'
import { createOrderPricing } from '../../../../server/services/orders/order-pricing.ts'
import { createOrders } from '../../../../server/services/orders/orders.ts'
import { exchangeCalendar } from '../../../../src/domain/calendar/calendar.ts'
import { listed, startTrading, type Trading, ticket } from '../../../support/orders/trading.ts'

let trading: Trading

beforeEach(async () => {
  trading = await startTrading()
})
afterEach(() => trading.end())

const ordersAt = (broker: Broker) => {
  const rules = createRules()
  const findTerms = (sym: string) => {
    const instrument = listed.find(({ id }) => id === sym)
    return instrument === undefined ? null : termsOf(instrument, broker.marketNow().day)
  }
  return createOrders({
    broker,
    pricing: createOrderPricing({ findTerms, rules }),
    ...createOutlooks(rules),
    instruments: { ready: async () => {} },
    termsFor: async (sym) => findTerms(sym) ?? expect.fail(`${sym} is not listed`),
    brackets: trading.orders.brackets,
    calendar: exchangeCalendar,
    beforeKill: async () => {},
    onLimitsChanged: async () => {},
  })
}

const without = (broker: Broker, lacking: Partial<Broker['capabilities']>): Broker => ({
  ...broker,
  capabilities: { ...broker.capabilities, ...lacking },
})

describe('a broker without', () => {
  test('a dry run previews margin and charges, and refuses only when the order is placed', async () => {
    const meera = await trading.enter('meera')
    const orders = ordersAt(without(trading.broker, { dryRun: null }))
    const tooLarge = ticket('buy 1000000 NSE_INFY cash')

    const [there] = (await trading.orders.preview(meera, [tooLarge])).orders
    const [here] = (await orders.preview(meera, [tooLarge])).orders

    expect([there?.refusal === null, here?.refusal]).toEqual([false, null])
    expect([here?.margin, here?.charges]).toEqual([there?.margin, there?.charges])
  })

  test('margins by underlying has none of them', async () => {
    const meera = await trading.enter('meera')
    await trading.orders.place(meera, ticket('buy 10 NSE_INFY MIS'))
    await trading.pass(2_000)
    const margins = async (broker: Broker) => (await ordersAt(broker).held(meera)).margins
    expect(await margins(trading.broker)).toEqual([['NSE_INFY', expect.closeTo(3_000, 0)]])
    expect(await margins(without(trading.broker, { marginsOf: null }))).toEqual([])
  })

  test('an order book of its own says nothing of why an order rests', async () => {
    const meera = await trading.enter('meera')
    await trading.orders.place(meera, ticket('buy 10 NSE_INFY MIS @1480'))
    await trading.pass(2_000)
    const notes = async (broker: Broker) =>
      (await ordersAt(broker).book(meera)).map(({ fillNote }) => fillNote)

    expect(await notes(trading.broker)).toEqual([expect.any(String)])
    expect(await notes(without(trading.broker, { restingNote: null }))).toEqual([null])
  })
})
