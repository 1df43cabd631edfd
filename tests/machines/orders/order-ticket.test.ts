import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'
import { ARMED_IDLE_MS, armingMachine } from '../../../src/machines/orders/arming.ts'
import type { OrderPreviewAnswer } from '../../../src/machines/orders/order-placement.ts'
import { orderTicketMachine, PRICED_AFTER_MS } from '../../../src/machines/orders/order-ticket.ts'
import { createReloadMachine, RELOAD_AFTER_MS, RETRY_AFTER_MS } from '../../../src/machines/reload.ts'
import { texts } from '../../../src/machines/texts.ts'
import { seenAt } from '../../support/orders/seen-orders.ts'

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

const draft = plainDraft({
  instrument: 'NSE_INFY' as InstrumentId,
  side: 'buy',
  product: 'MIS',
  quantity: 10,
})

const preview = (charges: number): OrderPreviewAnswer => ({
  orders: [],
  instead: null,
  margin: { required: 0, alone: 0, hedgeBenefit: 0, available: 0, remaining: 0, isEstimate: true },
  charges,
  asOf: 0,
  instrumentsVersion: 'today',
})

describe('the order window', () => {
  const open = () => {
    const clock = new SimulatedClock()
    const asked: { draft: OrderDraft | undefined; answer(charges: number): void; fail(): void }[] = []
    const market = { price: 1500 }
    const ticket = createActor(
      orderTicketMachine.provide({
        actors: {
          preview: fromPromise(
            ({ input }) =>
              new Promise<OrderPreviewAnswer>((resolve, reject) => {
                asked.push({
                  draft: input.drafts[0],
                  answer: (charges) => resolve(preview(charges)),
                  fail: () => reject(new ApiError({ kind: 'unreachable' })),
                })
              }),
          ),
        },
      }),
      { clock, input: { seen: (drafts) => drafts.map((one) => seenAt(one, market.price)) } },
    )
    const sent: OrderDraft[] = []
    const kept: (OrderDraft | null)[] = []
    ticket.on('ticket.sent', (one) => sent.push(one.draft))
    ticket.on('ticket.changed', (one) => kept.push(one.draft))
    ticket.start()
    return { ticket, clock, asked, sent, kept, market }
  }

  test('prices what stands still, and drops the price of what stood there before', async () => {
    const { ticket, clock, asked } = open()
    ticket.send({ type: 'ticket.open', draft })
    clock.increment(PRICED_AFTER_MS - 1)
    ticket.send({ type: 'ticket.change', change: { quantity: 11 } })
    clock.increment(PRICED_AFTER_MS - 1)
    expect(asked.length).toEqual(0)
    clock.increment(1)
    ticket.send({ type: 'ticket.change', change: { quantity: 12 } })
    asked[0]?.answer(1)
    await settle()
    expect(ticket.getSnapshot().context.preview).toEqual(null)
    clock.increment(PRICED_AFTER_MS)
    asked[1]?.answer(2)
    await settle()
    expect(asked.map((one) => one.draft?.quantity)).toEqual([11, 12])
    expect(ticket.getSnapshot().context.preview?.charges).toEqual(2)
  })

  test('that cannot be priced says why and can be sent all the same', async () => {
    const { ticket, clock, asked, sent } = open()
    ticket.send({ type: 'ticket.open', draft })
    clock.increment(PRICED_AFTER_MS)
    asked[0]?.fail()
    await settle()
    expect(ticket.getSnapshot().context.message).toEqual(
      'Error loading order charges: the server cannot be reached',
    )
    ticket.send({ type: 'ticket.send' })
    ticket.send({ type: 'ticket.send' })
    expect([sent, ticket.getSnapshot().value]).toEqual([[draft], 'closed'])
  })

  test('asks once more before it sends, and sends once however often Enter is pressed', () => {
    const { ticket, sent, kept } = open()
    ticket.send({ type: 'ticket.open', draft })
    ticket.send({ type: 'ticket.send' })
    expect([ticket.getSnapshot().matches('confirming'), sent]).toEqual([true, []])
    ticket.send({ type: 'ticket.back' })
    ticket.send({ type: 'ticket.change', change: { quantity: 20 } })
    for (let press = 0; press < 5; press++) ticket.send({ type: 'ticket.send' })
    expect(sent).toEqual([{ ...draft, quantity: 20 }])
    expect(kept).toEqual([draft, { ...draft, quantity: 20 }, null])
  })

  test('is asked about again when the price got worse since the question, and never when it got better', () => {
    const { ticket, sent, market } = open()
    ticket.send({ type: 'ticket.open', draft })
    ticket.send({ type: 'ticket.send' })
    market.price = 1510
    ticket.send({ type: 'ticket.send' })
    const { doubt } = ticket.getSnapshot().context
    expect([doubt, ticket.getSnapshot().matches('confirming'), sent]).toEqual([
      'Price moved from 1,500.00 to 1,510.00',
      true,
      [],
    ])
    market.price = 1400
    ticket.send({ type: 'ticket.send' })
    expect([sent, ticket.getSnapshot().value]).toEqual([[draft], 'closed'])
  })

  test('is kept when the session ends, and comes back', () => {
    const { ticket, kept } = open()
    ticket.send({ type: 'ticket.open', draft })
    ticket.send({ type: 'session.ended' })
    expect([ticket.getSnapshot().value, kept]).toEqual(['closed', [draft]])
    ticket.send({ type: 'ticket.restore', draft })
    expect([ticket.getSnapshot().value, ticket.getSnapshot().context.draft]).toEqual(['draft', draft])
  })
})

describe('armed keys', () => {
  const start = () => {
    const clock = new SimulatedClock()
    let why: string | null = null
    const arming = createActor(armingMachine, { clock, input: { whyNot: () => why } })
    const told: string[] = []
    arming.on('notice', ({ notice: { kind, text } }) => told.push(`${kind}: ${text}`))
    arming.start()
    return {
      arming,
      clock,
      told,
      refuse: (reason: string) => {
        why = reason
      },
    }
  }

  test('last two minutes after the last of them', () => {
    const { arming, clock, told } = start()
    arming.send({ type: 'arming.toggle' })
    clock.increment(ARMED_IDLE_MS - 1)
    arming.send({ type: 'arming.touch' })
    clock.increment(ARMED_IDLE_MS - 1)
    expect(arming.getSnapshot().value).toEqual('armed')
    clock.increment(1)
    expect([arming.getSnapshot().value, told]).toEqual(['disarmed', [`warning: ${texts.disarmedIdle}`]])
  })

  test.each([
    ['page.blurred', texts.disarmedBlurred],
    ['quotes.lost', texts.disarmedQuotesLost],
    ['server.late', texts.disarmedServerLate],
    ['kill.pulled', texts.disarmedKilled],
    ['view.left', texts.disarmedLeft],
  ] as const)('end by %s and say so once', (type, reason) => {
    const { arming, told } = start()
    arming.send({ type })
    arming.send({ type: 'arming.toggle' })
    arming.send({ type })
    arming.send({ type })
    expect([arming.getSnapshot().value, told]).toEqual(['disarmed', [`warning: ${reason}`]])
  })

  test('cannot be had while there is a reason against it', () => {
    const { arming, told, refuse } = start()
    refuse('no prices')
    arming.send({ type: 'arming.toggle' })
    expect([arming.getSnapshot().value, told]).toEqual(['disarmed', ['warning: no prices']])
  })
})

describe('a book', () => {
  const start = () => {
    const clock = new SimulatedClock()
    const asked: { answer(all: number[]): void; fail(): void }[] = []
    const book = createActor(
      createReloadMachine<readonly number[], number>({
        id: 'book',
        failure: 'Error loading the book',
        merge: (all, one) => [...all, one],
      }).provide({
        actors: {
          load: fromPromise(
            () =>
              new Promise<readonly number[]>((resolve, reject) => {
                asked.push({ answer: resolve, fail: () => reject(new ApiError({ kind: 'unreachable' })) })
              }),
          ),
        },
      }),
      { clock },
    )
    const told: string[] = []
    const loaded: (readonly number[])[] = []
    book.on('notice', ({ notice: { kind, text } }) => told.push(`${kind}: ${text}`))
    book.on('reload.loaded', ({ output }) => loaded.push(output))
    book.start()
    return { book, clock, asked, told, loaded }
  }

  test('that changes without pause is asked for four times a second, not never', () => {
    const { book, clock, asked } = start()
    for (let passed = 0; passed < 1000; passed += 50) {
      book.send({ type: 'reload.soon' })
      clock.increment(50)
    }
    expect(asked.length).toEqual(Math.floor(1000 / RELOAD_AFTER_MS))
  })

  test('keeps what it has while the newest cannot be had, and takes changes in meanwhile', async () => {
    const { book, clock, asked, told, loaded } = start()
    book.send({ type: 'reload.now' })
    asked[0]?.answer([1])
    await settle()
    book.send({ type: 'reload.now' })
    asked[1]?.fail()
    await settle()
    clock.increment(RETRY_AFTER_MS)
    asked[2]?.fail()
    await settle()
    book.send({ type: 'reload.merge', change: 2 })
    expect([book.getSnapshot().context.output, told, loaded]).toEqual([
      [1, 2],
      ['error: Error loading the book: the server cannot be reached'],
      [[1]],
    ])
  })

  test('is asked for once more before it is said that there is no server, as after sleep or another network', async () => {
    const { book, clock, asked, told } = start()
    for (const round of [0, 1]) {
      book.send({ type: 'reload.now' })
      asked[2 * round]?.fail()
      await settle()
      expect(book.getSnapshot().value).toEqual('retrying')
      clock.increment(RETRY_AFTER_MS)
      asked[2 * round + 1]?.answer([round])
      await settle()
      expect([book.getSnapshot().context.output, told]).toEqual([[round], []])
    }
  })

  test('drops an answer that was overtaken', async () => {
    const { book, asked } = start()
    book.send({ type: 'reload.now' })
    book.send({ type: 'reload.now' })
    asked[1]?.answer([2])
    await settle()
    asked[0]?.answer([1])
    await settle()
    expect(book.getSnapshot().context.output).toEqual([2])
  })
})
