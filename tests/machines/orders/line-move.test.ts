import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'
import { lineMoveMachine } from '../../../src/machines/orders/line-move.ts'
import type { OrderPreviewAnswer } from '../../../src/machines/orders/order-placement.ts'

const draftAt = (price: number): OrderDraft =>
  plainDraft({
    instrument: 'NSE_INFY' as InstrumentId,
    side: 'buy',
    product: 'MIS',
    quantity: 10,
    orderType: 'LIMIT',
    price,
  })

const asked = (price: number) =>
  ({ type: 'line.move', line: 'order 1', price, draft: draftAt(price) }) as const

const start = (answer: (draft: OrderDraft) => Promise<OrderPreviewAnswer>) => {
  const clock = new SimulatedClock()
  const priced: (number | null)[] = []
  const machine = lineMoveMachine.provide({
    actors: {
      preview: fromPromise(({ input: { draft } }) => {
        priced.push(draft.price)
        return answer(draft)
      }),
    },
  })
  const actor = createActor(machine, { clock }).start()
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
  return { actor, clock, priced, settle, context: () => actor.getSnapshot().context }
}

const preview = { margin: { required: 3_000 } } as OrderPreviewAnswer

test('asks what the order costs once the line rests, not on the way', async () => {
  const { actor, clock, priced, settle, context } = start(() => Promise.resolve(preview))
  for (const price of [1_500, 1_501, 1_502]) {
    actor.send(asked(price))
    clock.increment(100)
  }
  expect(priced).toEqual([])
  clock.increment(200)
  await settle()
  expect(priced).toEqual([1_502])
  expect(context()).toMatchObject({ moved: { price: 1_502 }, preview })
})

test('an answer for an earlier price is not shown at a later one', async () => {
  let answer: (value: OrderPreviewAnswer) => void = () => {}
  const { actor, clock, settle, context } = start(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  actor.send(asked(1_500))
  clock.increment(300)
  actor.send(asked(1_510))
  answer(preview)
  await settle()
  expect(context()).toMatchObject({ moved: { price: 1_510 }, preview: null })
})

test('stays at the new price until the books have it, and says why it was refused', () => {
  const { actor, clock, context } = start(() => Promise.resolve(preview))
  actor.send(asked(1_500))
  actor.send({ type: 'line.sent' })
  actor.send({ type: 'line.refused', message: 'above the circuit limit of 1,480' })
  expect(context()).toMatchObject({
    moved: { price: 1_500 },
    message: 'above the circuit limit of 1,480',
  })
  actor.send({ type: 'line.sent' })
  actor.send({ type: 'line.taken' })
  expect(context().moved?.price).toEqual(1_500)
  clock.increment(1_500)
  expect(context().moved).toEqual(null)
})

test('a line that is moved puts back the one that was moved before', () => {
  const { actor, context } = start(() => Promise.resolve(preview))
  actor.send(asked(1_500))
  actor.send({ type: 'line.move', line: 'stop MIS|NSE_INFY', price: 1_450, draft: null })
  expect(context().moved).toMatchObject({ line: 'stop MIS|NSE_INFY', price: 1_450 })
  actor.send({ type: 'line.putBack' })
  expect(context().moved).toEqual(null)
})
