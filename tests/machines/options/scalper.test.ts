import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { LOTS_MAX } from '../../../src/domain/options/scalper-trade.ts'
import {
  SCALPER_PRICING_AFTER_MS,
  SCALPER_PRICING_EVERY_MS,
  type ScalperOutlook,
  type ScalperTrade,
  scalperMachine,
} from '../../../src/machines/options/scalper.ts'
import type { Requests } from '../../../src/machines/requests.ts'
import { INFY, NEAR, NEXT, NIFTY, option, scalperMarket, TECHM } from '../../support/orders/scalper.ts'
import { instrument } from '../../support/server/live.ts'

const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

const outlook = { buy: {}, sell: {} } as unknown as ScalperOutlook

const start = (underlying: InstrumentId = NIFTY, market = scalperMarket()) => {
  const clock = new SimulatedClock()
  const asked: {
    readonly trade: ScalperTrade
    readonly signal: AbortSignal
    answer(): void
    fail(): void
  }[] = []
  const looking: InstrumentId[] = []
  const scalper = createActor(
    scalperMachine.provide({
      actors: {
        instrumentList: fromCallback(() => {}),
        firstPrice: fromCallback(({ input }) => {
          looking.push(input.underlying)
          return () => {
            looking.splice(looking.indexOf(input.underlying), 1)
          }
        }),
        askOutlook: fromPromise(
          ({ input, signal }) =>
            new Promise<ScalperOutlook>((resolve, reject) => {
              asked.push({
                trade: input,
                signal,
                answer: () => resolve(outlook),
                fail: () => reject(new ApiError({ kind: 'unreachable' })),
              })
            }),
        ),
      },
    }),
    { clock, input: { underlying, market } },
  )
  scalper.start()
  const send = (...events: Requests['scalper'][]) => {
    for (const event of events) scalper.send(event)
  }
  scalper.send({ type: 'scalper.look' })
  const here = () => {
    const { expiry, strike, side, instrument: traded } = scalper.getSnapshot().context
    return [expiry, strike, side, traded]
  }
  return { scalper, clock, asked, looking, market, send, here, context: () => scalper.getSnapshot().context }
}

describe('the cursor', () => {
  test('begins at the money of the nearest expiry', () => {
    expect(start().here()).toEqual([NEAR, 25_950, 'CE', option('NIFTY', '24', 25_950, 'CE')])
  })

  test('stays where it is when the price moves, and returns to the money when told', () => {
    const { market, scalper, send, here } = start()
    market.setPrice(NIFTY, 26_045)
    scalper.send({ type: 'scalper.look' })
    expect(here()[1]).toEqual(25_950)
    send({ type: 'scalper.atm' })
    expect(here()[1]).toEqual(26_050)
  })

  test('does not leave its strike for a price that nobody knows', () => {
    const { send, here, market, scalper } = start()
    scalper.send({ type: 'scalper.strike', by: 1 })
    market.setPrice(NIFTY, Number.NaN)
    send({ type: 'scalper.side', side: 'PE' })
    expect(here()).toEqual([NEAR, 26_000, 'PE', option('NIFTY', '24', 26_000, 'PE')])
  })

  test('steps along the listed strikes and never beyond them', () => {
    const { send, here } = start()
    send({ type: 'scalper.strike', by: 1 }, { type: 'scalper.strike', by: 9 })
    expect(here()[1]).toEqual(26_050)
    send({ type: 'scalper.strike', by: -20 })
    expect(here()[1]).toEqual(25_900)
  })

  test('steps through the expiries to the strike that lies nearest there', () => {
    const { send, here } = start()
    send({ type: 'scalper.expiry', by: 1 })
    expect(here()).toEqual([NEXT, 25_900, 'CE', option('NIFTY', '01', 25_900, 'CE')])
    send({ type: 'scalper.expiry', by: 1 })
    expect(here()[0]).toEqual(NEXT)
    send({ type: 'scalper.expiry', by: -1 }, { type: 'scalper.expiry', by: -1 })
    expect(here()[0]).toEqual(NEAR)
  })

  test('goes to the strike and side that were picked', () => {
    const { send, here } = start()
    send({ type: 'scalper.pick', strike: 26_000, side: 'PE' })
    expect(here()).toEqual([NEAR, 26_000, 'PE', option('NIFTY', '24', 26_000, 'PE')])
  })

  test('waits for the list, then for the first price', () => {
    const market = scalperMarket({})
    market.list(false)
    const { scalper, here, looking } = start(NIFTY, market)
    expect([here()[3], looking]).toEqual([null, []])
    market.list(true)
    scalper.send({ type: 'scalper.look' })
    expect([here(), looking]).toEqual([[NEAR, null, 'CE', null], [NIFTY]])
    market.setPrice(NIFTY, 26_001)
    scalper.send({ type: 'scalper.look' })
    expect([here()[3], looking]).toEqual([option('NIFTY', '24', 26_000, 'CE'), []])
  })

  test('trades a share that has no options, in the products of shares', () => {
    const { send, context } = start()
    send({ type: 'scalper.product', product: 'NRML' }, { type: 'scalper.underlying', instrument: TECHM })
    const { instrument: traded, trades, product } = context()
    expect([traded, trades, product]).toEqual([TECHM, 'underlying', 'cash'])
    send({ type: 'scalper.underlying', instrument: NIFTY })
    expect([context().trades, context().product, context().instrument]).toEqual([
      'option',
      'NRML',
      option('NIFTY', '24', 25_950, 'CE'),
    ])
  })

  test('trades the nearest future where the index itself is wanted', () => {
    const { send, context } = start()
    send({ type: 'scalper.trades', what: 'underlying' })
    expect(context().instrument).toEqual(instrument('NFO-FUT_NIFTY26NOVFUT'))
    send({ type: 'scalper.side', side: 'PE' })
    expect(context().instrument).toEqual(option('NIFTY', '24', 25_950, 'PE'))
  })

  test('opened on a contract stands on it in the chain of its underlying', () => {
    const { send, here, context } = start()
    send({ type: 'scalper.underlying', instrument: option('INFY', '24', 1520, 'PE') })
    expect([context().underlying, here()]).toEqual([
      INFY,
      [NEAR, 1520, 'PE', option('INFY', '24', 1520, 'PE')],
    ])
  })

  test('that was left on a contract begins at its underlying', () => {
    const { context } = start(option('INFY', '24', 1480, 'CE'))
    expect([context().underlying, context().strike]).toEqual([INFY, 1480])
  })

  test('counts whole lots, one at least', () => {
    const { send, context } = start()
    send({ type: 'scalper.lots', by: -5 })
    expect(context().lots).toEqual(1)
    send({ type: 'scalper.setLots', lots: 7.4 })
    expect(context().lots).toEqual(7)
    send({ type: 'scalper.lots', by: LOTS_MAX })
    expect(context().lots).toEqual(LOTS_MAX)
    send({ type: 'scalper.setLots', lots: Number.NaN })
    expect(context().lots).toEqual(1)
  })

  test('a limit price goes with the instrument it was meant for', () => {
    const { send, context } = start()
    send({ type: 'scalper.price', price: 131.2 }, { type: 'scalper.lots', by: 1 })
    expect(context().price).toEqual(131.2)
    send({ type: 'scalper.strike', by: 1 })
    expect(context().price).toEqual('market')
    send({ type: 'scalper.price', price: 'ask' }, { type: 'scalper.strike', by: 1 })
    expect(context().price).toEqual('ask')
  })

  test('the end of the session puts lots and strike back', () => {
    const { send, scalper, context, market } = start()
    send({ type: 'scalper.lots', by: 4 }, { type: 'scalper.strike', by: 1 })
    market.list(false)
    scalper.send({ type: 'session.ended' })
    const { lots, strike, instrument: traded } = context()
    expect([lots, strike, traded]).toEqual([1, null, null])
  })
})

describe('the price of the next order', () => {
  test('is asked for while it is looked at, once for keys that follow each other quickly', async () => {
    const { scalper, clock, asked, send, context } = start()
    send({ type: 'scalper.lots', by: 1 })
    clock.increment(SCALPER_PRICING_EVERY_MS)
    expect(asked).toEqual([])
    scalper.send({ type: 'scalper.shown' })
    clock.increment(SCALPER_PRICING_AFTER_MS - 1)
    send({ type: 'scalper.lots', by: 1 })
    clock.increment(SCALPER_PRICING_AFTER_MS)
    expect(asked.map(({ trade }) => trade)).toEqual([
      { instrument: option('NIFTY', '24', 25_950, 'CE'), lots: 3, product: 'MIS', price: 'market' },
    ])
    asked[0]?.answer()
    await settle()
    expect(context().outlook).toEqual(outlook)
    clock.increment(SCALPER_PRICING_EVERY_MS)
    expect(asked.length).toEqual(2)
    scalper.send({ type: 'scalper.hidden' })
    clock.increment(2 * SCALPER_PRICING_EVERY_MS)
    expect(asked.length).toEqual(2)
  })

  test('of another trade is forgotten at once, and an answer to it is dropped', async () => {
    const { scalper, clock, asked, send, context } = start()
    scalper.send({ type: 'scalper.shown' })
    clock.increment(SCALPER_PRICING_AFTER_MS)
    send({ type: 'scalper.strike', by: 1 })
    expect([context().outlook, asked[0]?.signal.aborted]).toEqual([null, true])
    asked[0]?.answer()
    await settle()
    expect(context().outlook).toEqual(null)
  })

  test('that cannot be had says why', async () => {
    const { scalper, clock, asked, context } = start()
    scalper.send({ type: 'scalper.shown' })
    clock.increment(SCALPER_PRICING_AFTER_MS)
    asked[0]?.fail()
    await settle()
    expect(context().outlookMessage).toEqual('Error loading order charges: the server cannot be reached')
  })
})
