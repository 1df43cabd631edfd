import { describe, expect, test } from 'vitest'
import { readMasterFile } from '../../../../server/market/master/import-master.ts'
import { createInstrumentStore } from '../../../../server/store/instruments.ts'
import { instrumentsList } from '../../../../src/contract/instruments/instruments.ts'
import { previewOrders } from '../../../../src/contract/orders/order-preview.ts'
import { placeOrderDirect } from '../../../../src/contract/orders/orders.ts'
import { fileOf } from '../../../support/market/candle-import.ts'
import { dataOf, startServer } from '../../../support/server/server.ts'
import { stores } from '../../../support/server/stores.ts'

/** Making a master takes a second of a free core, and there may be little of one. */
const LONG_MS = 90_000

const HEADER =
  'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange'
const niftyFuture = (lot: number): string =>
  `${HEADER}\n12345,48,NIFTY26DECFUT,NIFTY,0,2026-12-29,0,0.1,${lot},FUT,NFO-FUT,NFO\n`

describe('a new instrument list', () => {
  test.each(stores.filter(({ isAbsent }) => !isAbsent))(
    'is in force for list, preview and order at once, and named by all three, on $name',
    async ({ open }) => {
      const server = await startServer({ open, now: '2026-11-20 10:00' })
      const meera = await server.enter('meera')
      const masters = createInstrumentStore({ store: server.store, clock: server.clock })
      const bring = async (lot: number): Promise<void> => {
        const file = await readMasterFile(fileOf('nfo.csv', niftyFuture(lot)).path, lot)
        await masters.replaceMasters(file.masters, { actor: 'test', request: null })
      }
      const listed = async () => {
        const { headers, body } = await server.call(meera, instrumentsList, {
          headers: { 'accept-encoding': 'identity' },
        })
        const line = body.split('\n').find((one) => one.includes(',NIFTY26DECFUT,'))
        return [headers['x-instruments-version'], Number(line?.split(',')[8])]
      }
      const order = {
        sym: 'NFO-FUT_NIFTY26DECFUT',
        transaction_type: 'BUY',
        order_type: 'LIMIT',
        price: 100,
        product: 'NRML',
        quantity: 75,
      }
      const previewed = async () => {
        const answer = await server.call(meera, previewOrders, { body: { orders: [order] } })
        const { instruments_version, orders } = dataOf(previewOrders, answer)
        return [instruments_version, orders[0]?.lot_size]
      }
      const codeOf = async (key: string, version: unknown) =>
        (
          await server.call(meera, placeOrderDirect, {
            body: { ...order, client_order_id: `in-force-${key}`, instruments_version: version },
          })
        ).json().code

      await bring(25)
      const before = await listed()
      expect([before[1], await previewed()]).toEqual([25, before])
      await bring(75)
      const after = await listed()
      expect([after[1], await previewed(), after[0] === before[0]]).toEqual([75, after, false])
      expect(await codeOf('stale', before[0])).toEqual('INSTRUMENTS_CHANGED')
      expect(await codeOf('fresh', after[0])).not.toEqual('INSTRUMENTS_CHANGED')
      await bring(25)
      expect(await listed()).toEqual(before)
      await server.close()
    },
    LONG_MS,
  )
})
