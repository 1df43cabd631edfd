import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { type ActAnswer, orderActionMachine } from '../../../src/machines/orders/order-action.ts'
import { orderActionsMachine } from '../../../src/machines/orders/order-actions.ts'

test('a refused modification keeps the limit that refused it until the next one', async () => {
  const answers: ActAnswer[] = [
    { kind: 'refused', message: 'Price band: your limit is 3%', code: 'PRICE_BAND' },
    { kind: 'refused', message: 'Off tick' },
  ]
  let keys = 0
  const actions = createActor(
    orderActionsMachine.provide({
      actors: {
        orderAction: orderActionMachine.provide({
          actors: { act: fromPromise(async () => answers.shift() ?? { kind: 'refused', message: 'none' }) },
        }),
      },
    }),
    { input: { now: () => 0, createKey: () => `key-${++keys}` } },
  ).start()
  const modified = async () => {
    actions.send({ type: 'order.modify', orderId: '1', change: { price: 1 } })
    const { context } = await waitFor(actions, ({ context: { acts } }) => acts[0]?.state === 'failed')
    return [context.modifyOrderError, context.modifyOrderCode]
  }
  expect(await modified()).toEqual(['Price band: your limit is 3%', 'PRICE_BAND'])
  expect(await modified()).toEqual(['Off tick', null])
})
