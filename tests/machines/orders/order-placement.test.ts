import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { plainDraft } from '../../../src/domain/orders/order-draft.ts'
import {
  orderPlacementMachine,
  type PlacingAnswer,
  placementOf,
} from '../../../src/machines/orders/order-placement.ts'
import { texts } from '../../../src/machines/texts.ts'

test.each<[PlacingAnswer, string]>([
  [{ kind: 'lost' }, texts.orderUnknown],
  [
    { kind: 'lost', reason: 'The database was deleted' },
    'The database was deleted. Checking the status of this order; it is not sent again',
  ],
])('an order whose fate is unknown shows what the server said: %j', async (answer, words) => {
  const placement = createActor(
    orderPlacementMachine.provide({ actors: { place: fromPromise(async () => answer) } }),
    {
      input: {
        draft: plainDraft({
          instrument: 'NSE_INFY' as InstrumentId,
          side: 'buy',
          product: 'MIS',
          quantity: 1,
        }),
        clientOrderId: 'key',
        amoOrderId: null,
        isResumed: false,
        at: 0,
        now: () => 0,
      },
    },
  ).start()
  await waitFor(placement, (snapshot) => snapshot.matches('unknown'))
  const { state, message } = placementOf(placement.getSnapshot())
  expect([state, message]).toEqual(['unknown', words])
  placement.stop()
})
