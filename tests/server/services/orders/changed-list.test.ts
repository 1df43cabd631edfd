import { afterEach, describe, expect, test } from 'vitest'
import type { User } from '../../../../server/user.ts'
import type { Instrument } from '../../../../src/domain/instruments/instrument.ts'
import type { OrderId } from '../../../../src/domain/orders/order.ts'
import { startTrading, type Trading, ticket } from '../../../support/orders/trading.ts'
import { stores } from '../../../support/server/stores.ts'

const CE = 'NFO-OPT_NIFTY26NOV24000CE'
const NAME = 'NIFTY26NOV24000CE'

describe.each(stores.filter(({ isAbsent }) => !isAbsent))(
  'the list of instruments changes while one trades, on $name',
  ({ open }) => {
    let trading: Trading
    let meera: User
    afterEach(() => trading.end())

    const begin = async (): Promise<void> => {
      trading = await startTrading({ open })
      meera = await trading.enter('meera')
    }
    const change = (otherwise: Partial<Instrument>): void => trading.list.relist(NAME, otherwise)
    const place = async (text: string, more: Parameters<typeof ticket>[1] = {}) => {
      const placed = await trading.orders.place(meera, ticket(text, more))
      await trading.pass(1000)
      return placed
    }
    const refusalOf = async (work: Promise<unknown>) => {
      const error = await work.then(
        () => null,
        (thrown: { status: number; code: string; message: string }) => thrown,
      )
      return error === null ? null : [error.status, error.code, error.message]
    }
    const orderOf = async (id: string) => (await trading.broker.accountOf(meera.id)).orders.get(id as OrderId)
    const heldNow = async () =>
      (await trading.orders.positions(meera)).net.map(({ sym, quantity }) => [sym, quantity])
    const previewed = (quantity: number, instrumentsVersion?: string) =>
      trading.orders.preview(
        meera,
        [
          {
            sym: CE,
            transactionType: 'BUY',
            orderType: 'LIMIT',
            product: 'NRML',
            variety: 'regular',
            quantity,
            price: 180,
            triggerPrice: undefined,
            validity: 'DAY',
            validityTtl: undefined,
            disclosedQuantity: 0,
            reduceOnly: false,
          },
        ],
        instrumentsVersion === undefined ? {} : { instrumentsVersion },
      )

    test('an order that was previewed on the list before is refused by a code of its own, with what is now', async () => {
      await begin()
      const { instrumentsVersion, orders } = await previewed(75)
      expect([instrumentsVersion, orders[0]?.lotSize, orders[0]?.refusal?.code]).toEqual([
        trading.list.version(),
        65,
        'LOT_SIZE',
      ])
      change({ lotSize: 75 })
      const stale = { instrumentsVersion }
      const text =
        'The instrument list has changed since the preview: lot of NIFTY26NOV24000CE is now 75, tick 0.05. Check and confirm again'
      expect(await refusalOf(place(`buy 75 ${CE} NRML @180`, stale))).toEqual([
        409,
        'INSTRUMENTS_CHANGED',
        text,
      ])
      const again = await previewed(75, instrumentsVersion)
      expect([again.instrumentsVersion, again.orders[0]?.lotSize, again.orders[0]?.refusal]).toEqual([
        trading.list.version(),
        75,
        { code: 'INSTRUMENTS_CHANGED', message: text },
      ])
      expect((await trading.orders.book(meera)).length).toEqual(0)
      const confirmed = await place(`buy 75 ${CE} NRML @180`, {
        instrumentsVersion: again.instrumentsVersion,
      })
      expect((await orderOf(confirmed.orderId))?.terms.lotSize).toEqual(75)
    })

    test('list, preview and order take the new lot in the same instant, also of who names no list', async () => {
      await begin()
      change({ lotSize: 75 })
      const { orders } = await previewed(65)
      expect([orders[0]?.lotSize, orders[0]?.refusal?.code]).toEqual([75, 'LOT_SIZE'])
      expect((await refusalOf(place(`buy 65 ${CE} NRML @180`)))?.[1]).toEqual('LOT_SIZE')
      expect(await refusalOf(place(`buy 75 ${CE} NRML @180`))).toEqual(null)
    })

    test('an order that was sent again under its key is answered again, whatever the list is by now', async () => {
      await begin()
      const sent = ticket(`buy 65 ${CE} NRML @150`, { instrumentsVersion: trading.list.version() })
      const first = await trading.orders.place(meera, sent)
      change({ lotSize: 75 })
      const second = await trading.orders.place(meera, sent)
      expect([second.orderId, second.isRepeat]).toEqual([first.orderId, true])
    })

    test('a resting order stays as it is, and is modified by the tick, lot and freeze quantity in force', async () => {
      await begin()
      const { orderId } = await place(`buy 65 ${CE} NRML @175.05`)
      change({ tickSize: 0.5, lotSize: 75 })
      await trading.pass(1000)
      const resting = await orderOf(orderId)
      expect([resting?.status, resting?.price, resting?.quantity]).toEqual(['OPEN', 17505, 65])
      const modify = (changes: object) =>
        refusalOf(trading.orders.modify(meera, { orderId, ...changes } as never))
      expect(await modify({ price: 175.1, quantity: 75 })).toEqual([
        400,
        'TICK_SIZE',
        'Price 175.10 is not a multiple of the tick 0.50: 175.00 or 175.50',
      ])
      expect((await modify({ price: 175.5 }))?.[1]).toEqual('LOT_SIZE')
      expect((await modify({ price: 175.5, quantity: 1875 }))?.[1]).toEqual('FREEZE_LIMIT')
      expect(await modify({ price: 175.5, quantity: 75 })).toEqual(null)
      await trading.pass(1000)
      const changed = await orderOf(orderId)
      expect([changed?.status, changed?.price, changed?.quantity]).toEqual(['OPEN', 17550, 75])
    })

    test('what a larger lot leaves over can be exited: alone, with whole lots and with all that is held', async () => {
      await begin()
      await place(`buy 130 ${CE} NRML`)
      change({ lotSize: 75 })
      expect((await refusalOf(place(`sell 65 ${CE} NRML`)))?.[1]).toEqual('LOT_SIZE')
      expect((await refusalOf(place(`buy 65 ${CE} NRML`)))?.[1]).toEqual('LOT_SIZE')
      await place(`sell 55 ${CE} NRML`)
      expect(await heldNow()).toEqual([[CE, 75]])
      await place(`sell 75 ${CE} NRML`)
      expect(await heldNow()).toEqual([[CE, 0]])
    })

    test('all of an odd quantity is exited by hand, by "exit all" and by the kill switch', async () => {
      await begin()
      const exits: (() => Promise<unknown>)[] = [
        () => place(`sell 65 ${CE} NRML`),
        () => trading.orders.exitAll(meera, 'exit-all-of-it'),
        () => trading.orders.setKillSwitch(meera, { isOn: true, exitPositions: true, cause: 'test' }),
      ]
      for (const exit of exits) {
        change({ lotSize: 65 })
        await place(`buy 65 ${CE} NRML`)
        change({ lotSize: 75 })
        await exit()
        await trading.pass(1000)
        expect(await heldNow()).toEqual([[CE, 0]])
      }
    })

    test('what leaves is sliced by the freeze quantity in force', async () => {
      await begin()
      await place(`buy 650 ${CE} NRML`)
      change({ name: 'BANKNIFTY' })
      await trading.orders.exitAll(meera, 'exit-in-slices')
      await trading.pass(1000)
      const sold = (await trading.orders.book(meera)).filter(
        ({ transactionType }) => transactionType === 'SELL',
      )
      expect(sold.map(({ quantity }) => quantity).sort((a, b) => b - a)).toEqual([585, 65])
      expect(await heldNow()).toEqual([[CE, 0]])
    })
  },
)
